/* Twin of models/classic/dekker.mover. */

bool flag[2];
byte turn, inside;

active [2] proctype process() {
    do
    :: true ->
        flag[_pid] = true;
        do
        :: flag[1 - _pid] ->
            if
            :: turn != _pid ->
                flag[_pid] = false;
                turn == _pid;
                flag[_pid] = true
            :: else
            fi
        :: else -> break
        od;
        inside++;
        assert(inside == 1);
        inside--;
        turn = 1 - _pid;
        flag[_pid] = false
    od
}
