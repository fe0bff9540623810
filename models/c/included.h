// Half of `included_wrong.c`.
int balance = 10;

int take(int amount) {
    if (balance < amount)
        return 0;
    balance -= amount;
    return amount;
}
