#!/usr/bin/env bash
# Symbolic engines, Markdown tables. `symbolic.sh dyn [MODEL...]`: the experiments of DYN section 6, CPU seconds of
# `check --engine` by engine and by who makes blocks, for 2 to 7 threads; what has not ended by the limit is not tried
# with more threads. `symbolic.sh abc [FOLDER...]`: CPU seconds of `check --engine ic3` beside those of ABC's `pdr` on the circuit that
# `export` writes, as it is or simplified first, whichever is sooner, over the models that both decide, and the geometric
# mean of the ratios. `symbolic.sh solvers ENGINE [FOLDER...]`: CPU seconds of `check --engine ENGINE` by each of the two
# SAT solvers, the lesser of two runs, by turns; it takes a program with the feature `cadical`.
# LIMIT=60 CPU seconds a run; MOVERLOG=path is the program, if it is not to be built.
set -euo pipefail

limit=${LIMIT:-60}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [[ -z ${MOVERLOG:-} ]]; then
    cargo build --release --quiet --manifest-path "$root/Cargo.toml"
    target=$(cargo metadata --format-version 1 --no-deps --manifest-path "$root/Cargo.toml" |
        sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
    MOVERLOG=$target/release/moverlog
fi
cd "$root/models"

# spent COMMAND...: runs it, its output in $work/out, its status in $status, its CPU seconds in $seconds.
spent() {
    local times
    TIMEFORMAT='%U %S'
    status=0
    times=$({ time (ulimit -t "$limit" && "$@" >"$work/out" 2>"$work/err"); } 2>&1) || status=$?
    seconds=$(awk 'END { printf "%.2f", $1 + $2 }' <<<"$times")
}

# cell MODEL ENGINE RULES CONSTANTS...: the time, or a dash.
cell() {
    local model=$1 engine=$2 rules=$3
    shift 3
    spent "$MOVERLOG" check "dyn/$model.mover" --engine "$engine" --rules "$rules" --depth 1000 \
        --quiet "$@"
    case $status in
    0) echo "$seconds" ;;
    3 | 137 | 152) echo – ;;
    *) echo "$model: exit $status: $(cat "$work/out" "$work/err")" >&2 && exit 1 ;;
    esac
}

# A model, the most threads for which it has work, the constant that says how many there are, what it is multiplied by, and
# other constants.
families=(
    "hash_table 7 T 1 N=8"
    "hash_table_all_present 4 T 1"
    "hash_table_filled 7 T 1 B=8"
    "hash_table_half_present 4 H 2"
    "dynamic_locking 7 T 1 W=1"
    "load_balancing 7 W 1 L=2"
)

dyn() {
    local family model most constant each others threads engine rules row value
    local -A over
    echo "| model | threads | bmc dynamic-table2 | bmc phase | bmc static | bmc nored | ic3 dynamic-table2 | ic3 phase | ic3 static | ic3 nored |"
    echo "|---|---|---|---|---|---|---|---|---|---|"
    for family in "${families[@]}"; do
        read -r model most constant each others <<<"$family"
        (($# == 0)) || [[ " $* " == *" $model "* ]] || continue
        over=()
        for threads in 2 3 4 5 6 7; do
            ((threads <= most && threads % each == 0)) || continue
            local -a constants=(--const "$constant=$((threads / each))")
            for other in $others; do constants+=(--const "$other"); done
            row="| \`$model\` | $threads"
            for engine in bmc ic3; do
                for rules in dynamic-table2 phase static nored; do
                    value=–
                    [[ -n ${over[$engine $rules]:-} ]] || value=$(cell "$model" "$engine" "$rules" "${constants[@]}")
                    [[ $value != – ]] || over[$engine $rules]=1
                    row+=" | $value"
                done
            done
            echo "$row |"
            ((${#over[@]} < 8)) || break
        done
    done
}

abc() {
    local model ours theirs verdict other bits before
    command -v berkeley-abc >/dev/null || { echo "berkeley-abc is not installed" >&2 && exit 1; }
    echo "| model | verdict | bits | ic3 | pdr | ic3 / pdr |"
    echo "|---|---|---|---|---|---|"
    while read -r model; do
        "$MOVERLOG" export "$model" >"$work/model.aig" 2>/dev/null || continue
        spent "$MOVERLOG" check "$model" --engine ic3 --quiet
        ((status < 2)) || continue
        verdict=$(sed 's/:.*//;q' "$work/out") ours=$seconds
        bits=$(sed -n 's/.*: \([0-9]*\) bits\?,.*/\1/p' "$work/out")
        other=– theirs=
        for before in "" "scorr; dc2;"; do
            spent berkeley-abc -q "read_aiger $work/model.aig; fold; orpos; $before pdr"
            if grep -q "Property proved" "$work/out"; then
                other=safe
            elif grep -q "was asserted in frame" "$work/out"; then
                other=wrong
            else
                continue
            fi
            theirs=$(printf '%s\n' $theirs "$seconds" | sort -g | head -1)
        done
        [[ $other != – ]] || continue
        echo "| \`${model%.mover}\` | $verdict | $bits | $ours | $theirs | $(ratio "$ours" "$theirs") |"
        [[ $verdict == "$other" ]] || { echo "$model: $verdict by ic3, $other by pdr" >&2 && exit 1; }
    done < <(find "${@:-.}" -name '*.mover' | sed 's,^\./,,' | sort) | tee "$work/table"
    mean 5 6 7
}

# both MODEL ENGINE: of two runs by each solver the lesser time, $batsat and $cadical, nothing where neither ends; whether
# they agree, $same.
both() {
    local run solver
    local -A times=() verdict=()
    for run in 1 2; do
        for solver in batsat cadical; do
            spent "$MOVERLOG" check "$1" --engine "$2" --solver "$solver" --depth 1000 --quiet
            ((status < 2)) || continue
            times[$solver]+="$seconds " verdict[$solver]=$status
        done
    done
    batsat=$(lesser ${times[batsat]:-}) cadical=$(lesser ${times[cadical]:-})
    same=
    [[ -z $batsat || -z $cadical || ${verdict[batsat]} == "${verdict[cadical]}" ]] && same=1 || true
}

lesser() { printf '%s\n' "$@" | sort -g | head -1; }

solvers() {
    local engine=$1 model quotient
    shift
    echo "| model | $engine batsat | $engine cadical | cadical / batsat |"
    echo "|---|---|---|---|"
    while read -r model; do
        both "$model" "$engine"
        [[ $same ]] || { echo "$model: the solvers do not agree" >&2 && exit 1; }
        [[ $batsat$cadical ]] || continue
        quotient=–
        [[ -z $batsat || -z $cadical ]] || quotient=$(ratio "$cadical" "$batsat")
        echo "| \`${model%.mover}\` | ${batsat:-–} | ${cadical:-–} | $quotient |"
    done < <(find "${@:-.}" -name '*.mover' | sed 's,^\./,,' | sort) | tee "$work/table"
    mean 3 4 5
}

# mean A B RATIO: of the ratios in a column of the table, and where either of two times is more than a tenth of a second.
mean() {
    awk -F'|' -v a="$1" -v b="$2" -v r="$3" -v least=0.10 '$r + 0 > 0 { n++; all += log($r); if ($a > least || $b > least) { m++; some += log($r) } }
        END { printf "\n%d models, geometric mean of the ratios %.2f; %d of them take either more than %.2f s, %.2f\n", n, exp(all / n), m, least, m ? exp(some / m) : 0 }' "$work/table"
}

# Of times below a hundredth of a second nothing is known.
ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { a = a < 0.01 ? 0.01 : a; b = b < 0.01 ? 0.01 : b; printf "%.2f", a / b }'
}

case ${1:-} in
dyn) shift && dyn "$@" ;;
abc) shift && abc "$@" ;;
solvers) shift && solvers "$@" ;;
*) echo "symbolic.sh dyn [MODEL...], symbolic.sh abc [FOLDER...] or symbolic.sh solvers ENGINE [FOLDER...]" >&2 && exit 2 ;;
esac
