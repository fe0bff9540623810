/* Twin of models/classic/mutex_array.mover. */
#ifndef N
#define N 2
#endif
#ifndef C
#define C 2
#endif

byte m[C], cell[C];

active [N] proctype worker() {
    byte i;

    do
    :: true ->
        if
        :: i = 0
#if C > 1
        :: i = 1
#endif
#if C > 2
        :: i = 2
#endif
        fi;
        d_step { m[i] == 0 -> m[i] = _pid + 1 };
        cell[i] = cell[i] + 1;
        assert(cell[i] == 1);
        cell[i] = cell[i] - 1;
        atomic { m[i] = 0; i = 0 }      /* i goes out of scope */
    od
}
