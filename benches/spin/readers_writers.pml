/* Twin of models/classic/readers_writers.mover. */
#ifndef R
#define R 2
#endif
#ifndef W
#define W 1
#endif

byte m, readers, reading;
bool room = true, writing;

active [R] proctype reader() {
    do
    :: true ->
        d_step { m == 0 -> m = _pid + 1 };
        readers++;
        if
        :: readers == 1 -> d_step { room -> room = false }
        :: else
        fi;
        m = 0;
        reading++;
        assert(!writing);
        reading--;
        d_step { m == 0 -> m = _pid + 1 };
        readers--;
        if
        :: readers == 0 -> room = true
        :: else
        fi;
        m = 0
    od
}

active [W] proctype writer() {
    do
    :: true ->
        d_step { room -> room = false };
        writing = true;
        assert(reading == 0);
        writing = false;
        room = true
    od
}
