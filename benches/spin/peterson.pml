/* Twin of models/classic/peterson.mover. */

bool flag[2];
byte turn, inside;

active [2] proctype process() {
    do
    :: true ->
        flag[_pid] = true;
        turn = 1 - _pid;
        !flag[1 - _pid] || turn == _pid;
        inside++;
        assert(inside == 1);
        inside--;
        flag[_pid] = false
    od
}
