/* Twin of models/classic/indexer.mover. Promela has no procedures: insert is written out. */
#ifndef N
#define N 3
#endif
#ifndef K
#define K 1
#endif
#define SIZE 8

byte lock[SIZE], table[SIZE];

active [N] proctype worker() {
    byte k, w, h;
    bool vacant;

    k = 1;
    do
    :: k <= K ->
        w = 11 * k + 3 * _pid;
        true;                           /* call insert(w) */
        h = (w * 7) % SIZE;
        vacant = false;
        do
        :: !vacant ->
            d_step { lock[h] == 0 -> lock[h] = _pid + 1 };
            vacant = (table[h] == 0);
            if
            :: vacant -> table[h] = w
            :: else
            fi;
            lock[h] = 0;
            if
            :: !vacant -> h = (h + 1) % SIZE
            :: else
            fi
        :: else -> break
        od;
        vacant = false;                 /* return h: the callee's locals go out of scope */
        d_step { lock[h] == 0 -> lock[h] = _pid + 1 };
        assert(table[h] == w);
        d_step { lock[h] = 0; h = 0; w = 0 };
        k++
    :: else -> break                    /* k is K + 1 from here on */
    od;
end:
    false
}
