/* Twin of models/classic/alternating_bit.mover. */
#ifndef D
#define D 2
#endif

byte data[D], dfirst, dlen;
byte acks[D], afirst, alen;

active proctype sender() {
    byte number, my_bit, b;

    do
    :: true ->
        if
        :: true ->
            if
            :: d_step { dlen < D -> data[(dfirst + dlen) % D] = 2 * number + my_bit; dlen++ }
            :: true                     /* lose */
            fi
        :: true ->
            d_step {
                b = 1 - my_bit;
                if
                :: alen > 0 -> b = acks[afirst]; acks[afirst] = 0; afirst = (afirst + 1) % D; alen--
                :: else
                fi
            };
            if
            :: b == my_bit ->
                number = (number + 1) % 4;
                my_bit = 1 - my_bit
            :: else
            fi
        fi
    od
}

active proctype receiver() {
    byte expected, my_bit, m;

    my_bit = 1;
    m = 0;
    do
    :: true ->
        if
        :: true ->
            d_step {
                m = my_bit;
                if
                :: dlen > 0 -> m = data[dfirst]; data[dfirst] = 0; dfirst = (dfirst + 1) % D; dlen--
                :: else
                fi
            };
            if
            :: m % 2 != my_bit ->
                assert(m / 2 == expected);
                expected = (expected + 1) % 4;
                my_bit = 1 - my_bit
            :: else
            fi
        :: true ->
            if
            :: d_step { alen < D -> acks[(afirst + alen) % D] = my_bit; alen++ }
            :: true                     /* lose */
            fi
        fi
    od
}
