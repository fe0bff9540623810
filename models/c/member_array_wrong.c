//@ expect: wrong (undefined, line 29)
// One part more than there is room for is in the next member.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct job {
    char name[4];
    int parts[2];
    int done;
};

union either {
    int few[2];
    int more[3];
};

struct table {
    int cells[2][2];
    union either either;
    int last;
};

struct job jobs[2];
struct table table;

static void fill(int *to, int n) {
    for (int i = 0; i < n; i++) {
        to[i] = i + 1;
    }
}

static int all(const struct job *of, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += of[i].parts[0] + of[i].parts[1] + of[i].done;
    }
    return sum;
}

static void *work(void *arg) {
    struct job *job = arg;
    int *end = &job->parts[2];
    strcpy(job->name, "job");
    fill(job->parts, 3);
    job->done = end[-1];
    return 0;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], 0, work, &jobs[i]);
    }
    fill(&table.cells[0][0], 4);
    fill(table.either.more, 3);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], 0);
    }
    assert(all(jobs, 2) == 10);
    assert(table.cells[1][1] == 4 && table.either.few[1] == 2 && table.last == 0);
    return 0;
}
