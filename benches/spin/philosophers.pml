/* Twin of models/classic/philosophers.mover. */
#ifndef N
#define N 4
#endif

byte fork[N];
bool used[N];

active [N] proctype philosopher() {
    byte first = (_pid < N - 1 -> _pid : 0);
    byte second = (_pid < N - 1 -> _pid + 1 : N - 1);

    do
    :: true ->
        d_step { fork[first] == 0 -> fork[first] = _pid + 1 };
        d_step { fork[second] == 0 -> fork[second] = _pid + 1 };
        assert(!used[first] && !used[second]);
        used[first] = true;
        used[second] = true;
        used[first] = false;
        used[second] = false;
        fork[second] = 0;
        fork[first] = 0
    od
}
