#!/usr/bin/env bash
# Two Markdown tables. How moverlog compares with SPIN on the twins in benches/spin: ratios, states and user times,
# the best of three alternating rounds (without SPIN or gcc our columns alone). And what grows how with a parameter:
# the length of a transaction, the values of data, the number of threads that do not notice each other.
set -euo pipefail

models=(
    "counter N=4 K=4"
    "counter N=5 K=2"
    "philosophers N=7"
    "philosophers N=8"
    "bakery N=3 M=3"
    "bakery N=3 M=5"
    "alternating_bit D=3"
    "indexer N=3 K=2"
    "indexer N=5 K=1"
    "peterson"
    "dekker"
)
rounds=3
shortest=50 # milliseconds; of shorter times no ratio is printed

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo build --release --quiet --manifest-path "$root/Cargo.toml"
target=$(cargo metadata --format-version 1 --no-deps --manifest-path "$root/Cargo.toml" |
    sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
moverlog=$target/release/moverlog

ways=(interleaving reduction)
if command -v spin >/dev/null && command -v gcc >/dev/null; then
    ways=(full interleaving por reduction)
else
    echo "SPIN or gcc is not installed: no comparison" >&2
fi

die() {
    echo "$1" >&2
    exit 1
}

# The two verifiers of a twin, $work/full and $work/por.
compile() {
    local name=$1 constant macros=()
    shift
    for constant; do macros+=("-D$constant"); done
    cd "$work"
    # -o2 -o3: no variable is hidden, and no two statements become one step.
    spin -a -o2 -o3 "${macros[@]}" "$root/benches/spin/$name.pml" >out || die "$(cat out)"
    gcc -O2 -w -DSAFETY -DMEMLIM=8192 -DNOREDUCE -o full pan.c
    gcc -O2 -w -DSAFETY -DMEMLIM=8192 -o por pan.c
}

# fit WAY: runs the verifier once, and prints the bounds that fit it: a stack as deep as its search gets,
# and a hash table with at least two slots for every state. Larger ones, as -m10000000 and -w24, the default,
# take time to set up and to reach into.
fit() {
    "$work/$1" -n -E -m10000000 >"$work/out" || die "$(cat "$work/out")"
    awk '/depth reached/ { depth = $6 + 0 }
        /states, stored/ { for (slots = 1; slots < 2 * $1; slots *= 2) bits++ }
        END { printf "-m%d -w%d", depth + 10, bits < 10 ? 10 : bits }' "$work/out"
}

# run WAY MODEL [CONSTANT..]: prints states and milliseconds.
run() {
    local way=$1 name=$2 constant command states time TIMEFORMAT=%3U
    shift 2
    if [[ $way == full || $way == por ]]; then
        command=("$work/$way" -n -E ${bounds[$way]})
    else
        command=("$moverlog" check "$root/models/classic/$name.mover" --rules "$way" --quiet --format json)
        for constant; do command+=(--const "$constant"); done
    fi
    time=$({ time "${command[@]}" >"$work/out" 2>&1; } 2>&1) || die "$(cat "$work/out")"
    if [[ $way == full || $way == por ]]; then
        grep -q 'errors: 0' "$work/out" || die "$(cat "$work/out")"
        if grep -qE 'too small|out of memory|incomplete' "$work/out"; then die "$(cat "$work/out")"; fi
        states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' "$work/out")
    else
        states=$(sed -n 's/^ *"states": \([0-9]*\),$/\1/p' "$work/out")
    fi
    echo "$states" $((10#${time/./}))
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

time_ratio() {
    if (($1 < shortest || $2 < shortest)); then printf '–'; else ratio "$1" "$2"; fi
}

cell() {
    awk -v states="${states[$1]}" -v ms="${best[$1]}" 'BEGIN { printf "%d, %.2f s", states, ms / 1000 }'
}

declare -A states best bounds
if ((${#ways[@]} == 4)); then
    echo "| model | time, interleaving / SPIN full | time, reduction / SPIN reduced | states, interleaving / SPIN full | states, reduction / SPIN reduced | SPIN full | interleaving | SPIN reduced | reduction |"
    echo "|---|---|---|---|---|---|---|---|---|"
else
    echo "| model | interleaving | reduction |"
    echo "|---|---|---|"
fi
for model in "${models[@]}"; do
    read -ra words <<<"$model"
    if ((${#ways[@]} == 4)); then
        (compile "${words[@]}")
        for way in full por; do bounds[$way]=$(fit "$way"); done
    fi
    best=()
    for ((round = 0; round < rounds; round++)); do
        for way in "${ways[@]}"; do
            result=$(run "$way" "${words[@]}")
            read -r count time <<<"$result"
            states[$way]=$count
            if ((time < ${best[$way]:-time + 1})); then best[$way]=$time; fi
        done
    done
    if ((${#ways[@]} == 4)); then
        ((states[full] == states[interleaving])) ||
            die "$model: SPIN stores ${states[full]} states and interleaving ${states[interleaving]}"
        printf '| %s ' "$model" "$(time_ratio "${best[interleaving]}" "${best[full]}")" \
            "$(time_ratio "${best[reduction]}" "${best[por]}")" \
            "$(ratio "${states[interleaving]}" "${states[full]}")" \
            "$(ratio "${states[reduction]}" "${states[por]}")"
    else
        printf '| %s ' "$model"
    fi
    for way in "${ways[@]}"; do printf '| %s ' "$(cell "$way")"; done
    echo "|"
done

# grows CONSTANT VALUES.. <MODEL: a row for each value, the best of three rounds.
grows() {
    local constant=$1 value round time count least TIMEFORMAT=%3U
    shift
    cat >"$work/grows.mover"
    for value; do
        least=
        for ((round = 0; round < rounds; round++)); do
            time=$({ time "$moverlog" check "$work/grows.mover" --const "$constant=$value" --quiet --format json \
                --timeout 60 >"$work/out" 2>&1; } 2>&1) || true
            time=$((10#${time/./}))
            if ((time < ${least:-time + 1})); then least=$time; fi
        done
        count=$(sed -n 's/^ *"states": \([0-9]*\),$/\1/p' "$work/out")
        verdict=$(sed -n 's/^ *"verdict": "\(.*\)",$/\1/p' "$work/out")
        awk -v what="$constant = $value" -v verdict="$verdict" -v states="$count" -v ms="$least" \
            'BEGIN { printf "| %s | %s | %d | %.2f s |\n", what, verdict, states, ms / 1000 }'
    done
}

echo
echo "| what | verdict | states | time |"
echo "|---|---|---|---|"
# One transaction of K steps.
grows K 200 400 800 1600 <<'MODEL'
const K = 200;
mutex m;
int x;
void T() { acquire(m); for (int i = 0; i < K; i++) { x = i; } release(m); }
P = { T() } || { T() };
MODEL
# Data on which nothing depends.
grows V 1023 4095 65535 <<'MODEL'
const V = 1023;
int x;
int y;
void T() { x = choose(0..V); y = choose(0..V); }
P = { T() } || { T() };
MODEL
grows N 4 14 64 <"$root/models/classic/locks_of_their_own.mover"
