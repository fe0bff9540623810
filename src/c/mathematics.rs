//! The names of the library's functions of floating-point numbers.

/// Those of `<math.h>` for `double`; with `f` or `l` behind their names they are for another type.
const FUNCTIONS: [&str; 43] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "rint",
    "round",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

const OTHERS: [&str; 3] = ["atof", "difftime", "drand48"];

/// Whether a function of the library returns a floating-point number.
pub(super) fn is_mathematics(name: &str) -> bool {
    let of_math = |name: &str| FUNCTIONS.contains(&name);
    of_math(name) || name.strip_suffix(['f', 'l']).is_some_and(of_math) || OTHERS.contains(&name)
}
