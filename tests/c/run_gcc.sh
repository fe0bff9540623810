#!/bin/sh
# Runs C programs under schedules drawn by chance (scheduler.c) and says for each whether what it claims was seen.
# tests/c/run_gcc.sh [-n RUNS] FILE.c..     needs gcc, addr2line and the GNU linker
# A program that claims to be wrong has to fail, where it says, in some run; one that claims to be safe has to fail in none.
set -eu
cd "$(dirname "$0")/../.."
runs=1000
[ "${1:-}" = -n ] && { runs=$2; shift 2; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
gcc -std=gnu11 -O2 -w -c tests/c/scheduler.c -o "$out/scheduler.o"
wraps=$(sed -n 's/.*\<__wrap_\([a-z_]*\)(.*{.*/-Wl,--wrap=\1/p' tests/c/scheduler.c | sort -u)

line_of() { # ADDRESS: the line of the call that returns there
    printf '0x%x' $(($1 - 1)) | addr2line -e "$out/p" | sed 's,.*:,,; s, .*,,'
}
field() { # NAME: a number of the answer
    echo "$said" | sed -n "s/.*\<$1=\([-0-9]*\).*/\1/p"
}
line() { # the line that the claim names, if it does
    echo "$claim" | sed -n 's/.*line \([0-9]*\).*/\1/p'
}
as_claimed() {
    case "$property $claim" in
        "no-data-race safe"*) [ "$(field races)" = 0 ] ;;
        "no-deadlock safe"*) [ "$(field assertion)$(field deadlock)" = 00 ] ;;
        *" wrong (race"*) [ "$(field races)" != 0 ] ;;
        *" wrong (deadlock"*) [ "$(field deadlock)" != 0 ] ;;
        *" wrong (assertion"*) [ "$(field assertion)" != 0 ] && { [ -z "$(line)" ] || [ "$(field line)" = "$(line)" ] || [ "$(field line)" = -1 ]; } ;;
        *" wrong (undefined"*)
            [ "$(field undefined)" != 0 ] && { [ -z "$(line)" ] || [ "$(line_of "$(echo "$said" | sed 's/.*undefined=[0-9]*(\([^,]*\),.*/\1/')")" = "$(line)" ]; } ;;
        *" wrong") [ "$(field assertion)$(field undefined)$(field deadlock)" != 000 ] ;;
        *" inconclusive"* | *" safe"*) [ "$(field assertion)$(field undefined)" = 00 ] ;;
        *) false ;;
    esac
}
count() { # PROPERTY: how many runs, or places, are against it
    case "$1" in
        unreach-call) field assertion ;;
        no-data-race) field races ;;
        no-deadlock) field deadlock ;;
    esac
}
also_as_claimed() {
    for p in $(sed -n 's,^//@ also: *,,p' "$f" | tr -d ,); do
        [ "$(count "$p")" = 0 ] || return 1
    done
    for p in $(sed -n 's,^//@ also not: *,,p' "$f" | tr -d ,); do
        [ "$(count "$p")" != 0 ] || return 1
    done
}

bad=0
for f in "$@"; do
    claim=$(sed -n 's,^//@ expect: *,,p' "$f" | head -1)
    property=$(sed -n 's,^//@ property: *,,p' "$f" | head -1)
    gcc -std=gnu11 -Wall -Wno-tsan -O0 -g -no-pie -pthread -fwrapv -fsanitize=thread -c "$f" -o "$out/p.o"
    gcc -no-pie -pthread -rdynamic $wraps "$out/p.o" "$out/scheduler.o" -lm -o "$out/p"
    said=$("$out/p" "$runs")
    if grep -q '^//@ tried: not' "$f"; then verdict=not-tried; elif as_claimed && also_as_claimed; then verdict=as-claimed; else verdict=DIFFERS bad=1; fi
    echo "$verdict $f: $property $claim: $said"
done
exit $bad
