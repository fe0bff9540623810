/* Twin of models/classic/bakery.mover. */
#ifndef N
#define N 2
#endif
#ifndef M
#define M 3
#endif

bool choosing[N];
byte ticket[N];
byte inside;

active [N] proctype process() {
    byte max;
    byte j = N;                         /* N outside the loops, where it is out of scope */

start:
    choosing[_pid] = true;
    max = 0;
    j = 0;
    do
    :: j < N ->
        if
        :: ticket[j] > max -> max = ticket[j]
        :: else
        fi;
        j++
    :: else -> break
    od;
    if
    :: max == M ->
        choosing[_pid] = false;
        max = 0;                        /* goto start: max goes out of scope */
        goto start
    :: else
    fi;
    ticket[_pid] = max + 1;
    choosing[_pid] = false;
    j = 0;
    do
    :: j < N ->
        !choosing[j];
        ticket[j] == 0 || ticket[j] > ticket[_pid] || (ticket[j] == ticket[_pid] && j >= _pid);
        j++
    :: else -> break
    od;
    inside++;
    assert(inside == 1);
    inside--;
    ticket[_pid] = 0;
    max = 0;                            /* goto start */
    goto start
}
