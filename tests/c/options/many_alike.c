//@ : safe
//@ --rules reduction --max-states 100000: inconclusive (states)
#define N 10
#include "../../../models/c/many_alike.c"
