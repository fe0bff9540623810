#!/usr/bin/env bash
# Three Markdown tables. How moverlog compares with SPIN on the twins in benches/spin: ratios, states and user times,
# the best of three alternating rounds (without SPIN or gcc our columns alone). How many states each reduction stores,
# LTSmin's among them where `prom2lts-seq` and `spins` are installed. And what grows how with a parameter: the length
# of a transaction, the values of data, the number of threads that do not notice each other.
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
    "readers_writers R=3 W=2"
    "mutex_array N=3 C=3"
    "bluetooth_fixed N=3"
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

ways=(interleaving reduction default)
peers=()
if command -v spin >/dev/null && command -v gcc >/dev/null; then
    ways=(full interleaving por reduction default)
    peers=(por)
    if command -v prom2lts-seq >/dev/null && command -v spins >/dev/null; then
        peers+=(del tr str)
        ways+=(del tr str)
    else
        echo "prom2lts-seq or spins is not installed: no column for LTSmin" >&2
    fi
else
    echo "SPIN or gcc is not installed: no comparison" >&2
fi

die() {
    echo "$1" >&2
    exit 1
}

# The two verifiers of a twin, $work/full and $work/por, and what LTSmin reads, $work/twin.pml.spins.
compile() {
    local name=$1 constant macros=()
    shift
    for constant; do macros+=("-D$constant"); done
    cd "$work"
    # -o2 -o3: no variable is hidden, and no two statements become one step.
    spin -a -o2 -o3 "${macros[@]}" "$root/benches/spin/$name.pml" >out || die "$(cat out)"
    gcc -O2 -w -DSAFETY -DMEMLIM=8192 -DNOREDUCE -o full pan.c
    gcc -O2 -w -DSAFETY -DMEMLIM=8192 -o por pan.c
    if ((${#peers[@]} > 1)); then
        gcc -E -P -x c "${macros[@]}" "$root/benches/spin/$name.pml" -o twin.pml
        # -o3: as above.
        spins -o3 twin.pml >out 2>&1 || die "$(cat out)"
    fi
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
    case $way in
    full | por) command=("$work/$way" -n -E ${bounds[$way]}) ;;
    del | tr | str) command=(timeout 30 prom2lts-seq --por="$way" "$work/twin.pml.spins") ;;
    *)
        command=("$moverlog" check "$root/models/classic/$name.mover" --quiet --format json)
        if [[ $way != default ]]; then command+=(--rules "$way"); fi
        for constant; do command+=(--const "$constant"); done
        ;;
    esac
    time=$({ time "${command[@]}" >"$work/out" 2>&1; } 2>&1) || {
        # LTSmin has half a minute; what does not end then is none of the fewest.
        [[ $way =~ ^(del|tr|str)$ ]] || die "$(cat "$work/out")"
        echo 0 30000
        return
    }
    case $way in
    full | por)
        grep -q 'errors: 0' "$work/out" || die "$(cat "$work/out")"
        if grep -qE 'too small|out of memory|incomplete' "$work/out"; then die "$(cat "$work/out")"; fi
        states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' "$work/out")
        ;;
    del | tr | str) states=$(sed -n 's/.*state space [0-9]* levels, \([0-9]*\) states.*/\1/p' "$work/out") ;;
    *) states=$(sed -n 's/^ *"states": \([0-9]*\),$/\1/p' "$work/out") ;;
    esac
    [[ -n $states ]] || die "$(cat "$work/out")"
    echo "$states" $((10#${time/./}))
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

time_ratio() {
    if (($1 < shortest || $2 < shortest)); then printf '–'; else ratio "$1" "$2"; fi
}

cell() {
    if ((states[$1] == 0)); then printf 'over 30 s'; return; fi
    awk -v states="${states[$1]}" -v ms="${best[$1]}" 'BEGIN { printf "%d, %.2f s", states, ms / 1000 }'
}

# fewest WAY..: the fewest states that one of these stores.
fewest() {
    local way least=
    for way; do
        if ((states[$way] > 0 && ${states[$way]} < ${least:-states[$way] + 1})); then least=${states[$way]}; fi
    done
    echo "$least"
}

# A row of the table of states.
row() {
    printf '| %s ' "$model"
    for way in "${peers[@]}" reduction default; do printf '| %s ' "$(cell "$way")"; done
    if ((${#peers[@]})); then printf '| %s ' "$(ratio "${states[default]}" "$(fewest "${peers[@]}")")"; fi
    echo "|"
}

declare -A states best bounds
declare -A titles=([por]="SPIN reduced" [del]="LTSmin del" [tr]="LTSmin tr" [str]="LTSmin str")
if ((${#peers[@]})); then
    echo "| model | time, interleaving / SPIN full | time, reduction / SPIN reduced | states, interleaving / SPIN full | states, reduction / SPIN reduced | SPIN full | interleaving | SPIN reduced | reduction |"
    echo "|---|---|---|---|---|---|---|---|---|"
fi
rows=()
for model in "${models[@]}"; do
    read -ra words <<<"$model"
    if ((${#peers[@]})); then
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
    rows+=("$(row)")
    if ((${#peers[@]})); then
        ((states[full] == states[interleaving])) ||
            die "$model: SPIN stores ${states[full]} states and interleaving ${states[interleaving]}"
        printf '| %s ' "$model" "$(time_ratio "${best[interleaving]}" "${best[full]}")" \
            "$(time_ratio "${best[reduction]}" "${best[por]}")" \
            "$(ratio "${states[interleaving]}" "${states[full]}")" \
            "$(ratio "${states[reduction]}" "${states[por]}")"
        for way in full interleaving por reduction; do printf '| %s ' "$(cell "$way")"; done
        echo "|"
    fi
done

echo
header="| model "
for way in "${peers[@]}"; do header+="| ${titles[$way]} "; done
header+="| reduction | default "
if ((${#peers[@]})); then header+="| states, default / fewest of the others "; fi
echo "$header|"
echo "$header|" | sed 's/[^|]*/---/g; s/^---//; s/---$//'
printf '%s\n' "${rows[@]}"

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
