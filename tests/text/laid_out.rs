//! How texts are laid out.

use moverlog::syntax::fmt::format;
use pretty_assertions::assert_eq;

fn formatted(text: &str) -> String {
    let once = format(text).expect("well-formed");
    assert_eq!(format(&once).expect("well-formed"), once);
    once
}

#[track_caller]
fn becomes(text: &str, wanted: &str) {
    assert_eq!(formatted(text), wanted);
}

#[test]
fn one_statement_a_line() {
    becomes(
        "mutex m;int x=0;void T(){acquire(m);x++;release(m);}P={T()}||{T()};",
        "mutex m;\nint x = 0;\nvoid T() {\n    acquire(m);\n    x++;\n    release(m);\n}\nP = { T() } || { T() };\n",
    );
}

#[test]
fn labels_stand_at_the_margin() {
    becomes(
        "void T() { L0: L1: x = 1; while (*) {\n Wide: skip; } done: }",
        "void T() {\nL0: L1: x = 1;\n    while (*) {\nWide:   skip;\n    }\ndone:\n}\n",
    );
}

#[test]
fn stars_minus_and_brackets() {
    becomes(
        "int *p=& a[ 1 ],* q; int[0 .. 3]*r; void f(Color*c,int n){*p=-1;(*q) ++;if(*)*q=a[n*2]- -n;x=choose({0,1});\
         for(;;)skip;b=c? -1:!d;k=choose(0 ..N-1);@right *p=1;return(x);}",
        "int* p = &a[1], *q;\nint[0..3]* r;\nvoid f(Color* c, int n) {\n    *p = -1;\n    (*q)++;\n    \
         if (*) *q = a[n * 2] - -n;\n    x = choose({0, 1});\n    for (;;) skip;\n    b = c ? -1 : !d;\n    \
         k = choose(0..N - 1);\n    @right *p = 1;\n    return (x);\n}\n",
    );
}

#[test]
fn small_blocks_stay_on_their_line() {
    let small = "void f() {\n    atomic { assume(n > 0); n--; }\n    if (n == 0) { return; } else { n = 1; }\n    \
                 choose { f(); [] skip; }\n}\nvoid none() { }\n";
    becomes(small, small);
}

#[test]
fn comments_are_kept() {
    let commented = "// First.\n\n//@ verdict: safe\nint x;          // one\nint longer_name; // another\n\n/* two\n   \
                     lines */\nvoid f() { // opens\n    /* before */ x = 1 + /* inside */ 2;\n    // last\n} // closes\n// end\n";
    becomes(commented, commented);
    becomes("int x; // a\n\n\n\n\n  // b\nint y;", "int x; // a\n\n// b\nint y;\n");
    becomes("void f() {\n\n x = 1 // why\n + 2;\n\n}", "void f() {\n    x = 1 // why\n        + 2;\n}\n");
}

#[test]
fn ends_of_lines_and_a_mark_are_kept() {
    becomes("\u{FEFF}int x;\r\n  int y; // ä\r\n", "\u{FEFF}int x;\r\nint y;   // ä\r\n");
}

#[test]
fn what_cannot_be_read_is_refused() {
    assert!(format("void f() { x = ; }").is_err());
}
