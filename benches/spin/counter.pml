/* Twin of models/classic/counter.mover. */
#ifndef N
#define N 3
#endif
#ifndef K
#define K 3
#endif

byte m, c, done;

active [N] proctype worker() {
    byte k, t;

    do
    :: k < K ->
        d_step { m == 0 -> m = _pid + 1 };
        t = c;
        c = t + 1;
        d_step { m = 0; t = 0 };        /* t goes out of scope */
        k++
    :: else -> break                    /* k is K from here on */
    od;
    atomic { m == 0 -> m = _pid + 1 };  /* one step; a loop may not end in front of a d_step */
    done++;
    m = 0;
end:
    false                               /* a process that ended would take one more step to vanish */
}

active proctype main_thread() {
    d_step { m == 0 -> m = _pid + 1 };
    assert(c <= N * K && (done < N || c == N * K));
    m = 0;
end:
    false
}
