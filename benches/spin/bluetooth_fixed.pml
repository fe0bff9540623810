/* Twin of models/classic/bluetooth_fixed.mover. Promela has no procedures: they are written out. */
#ifndef N
#define N 2
#endif

byte pendingIo = 1;
bool stoppingFlag, stoppingEvent, stopped;

inline decrement() {
    true;                               /* call IoDecrement() */
    d_step { pendingIo--; left = pendingIo };
    if
    :: left == 0 -> stoppingEvent = true
    :: d_step { left != 0 -> left = 0 } /* out of scope at the end */
    fi;
    true                                /* return */
}

active [N] proctype adder() {
    byte left;
    short status;

    true;                               /* call IoIncrement() */
    pendingIo++;
    if
    :: stoppingFlag -> decrement(); status = -1
    :: else -> true                     /* return 0 */
    fi;
    if
    :: status == 0 -> assert(!stopped); decrement()
    :: d_step { status != 0 -> status = 0 }
    fi;
end:
    false
}

active proctype stopper() {
    byte left;

    stoppingFlag = true;
    decrement();
    stoppingEvent;
    stopped = true;
end:
    false
}
