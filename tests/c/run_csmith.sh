#!/bin/sh
# Random C programs of csmith: each claims the checksum that gcc computes, and must not be found wrong.
# tests/c/run_csmith.sh FROM TO [MOVERLOG]     seeds; needs csmith and gcc
# Prints how many were safe, refused, without an answer in time, or without end; fails at the first that is wrong.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
moverlog=${3:-$here/../../target/release/moverlog}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
shape="--no-math64 --no-longlong --no-bitfields --no-unions --no-packed-struct --no-volatiles --no-volatile-pointers
    --no-argc --no-float --no-builtins --max-funcs 4 --max-block-depth 3 --max-block-size 4 --max-expr-complexity 4
    --max-array-dim 2 --max-array-len-per-dim 4 --quiet"
safe=0 refused=0 open=0 endless=0
seed=$1
while [ "$seed" -lt "$2" ]; do
    # Constants are `long` there, which is no matter where all of them have 32 bits.
    csmith --seed "$seed" $shape | sed -E 's/\b(0x[0-9A-F]+|[0-9]+)(U?)LL?\b/\1\2/g' >"$out/p.c"
    gcc -w -fwrapv -O0 -I"$here/csmith" -o "$out/p" "$out/p.c"
    if sum=$(timeout 5 "$out/p"); then
        status=0
        "$moverlog" check "$out/p.c" -I "$here/csmith" -D "EXPECT=${sum}u" --rules interleaving --timeout 10 --quiet \
            >"$out/said" 2>&1 || status=$?
        case $status in
            0) safe=$((safe + 1)) ;;
            2) refused=$((refused + 1)) ;;
            3) open=$((open + 1)) ;;
            *) echo "seed $seed, checksum $sum:" && head -3 "$out/said" && exit 1 ;;
        esac
    else
        endless=$((endless + 1))
    fi
    seed=$((seed + 1))
done
echo "safe $safe, refused $refused, open $open, without end $endless"
