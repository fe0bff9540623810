/* Runs a C program many times, each under another schedule that is drawn by chance.
 *
 * The program is compiled with `-fsanitize=thread` and linked with this file in place of that sanitiser's library:
 * each access to memory calls `__tsan_read4` and its like, which is where threads are switched, one running at a time.
 * Memory is therefore sequentially consistent. What blocks (`pthread_*`, `sem_*`, C11) is wrapped by the linker.
 * `run_gcc.sh` says how it is built. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <threads.h>
#include <ucontext.h>
#include <unistd.h>

enum { OK, ASSERTION = 10, DEADLOCK, UNDEFINED, CUT, STUCK };
enum { THREADS = 40, KEYS = 16, BLOCKS = 4000, ARENA = 1 << 20, STEPS = 20000 };

typedef struct thread {
    pthread_t real;
    sem_t turn;
    bool started, finished, over, joined, detached, assumed; /* `main` is over before it is finished */
    int atomic; /* how many atomic sections it is in */
    bool (*ready)(void *);
    void *arg;
    void *(*start)(void *);
    void *given, *result;
    void *waiting; /* the condition variable it waits on */
    jmp_buf end;
    __pthread_unwind_buf_t *cleanup[KEYS]; /* where handlers of pthread_cleanup_push wait */
    int cleanups;
    struct { char *at; int size; bool write, atomic; void *pc; } next;
    void *value[KEYS];
} thread;

static struct { int assertion_line, races; void *race[2], *undefined; char why[80]; } *shared;
static thread threads_[THREADS];
static int count_ = 1;
static __thread thread *me;
static unsigned long long seed_;
static int steps_, stay_;
static void (*destructor[KEYS])(void *);
static int keys_;

static unsigned drawn(unsigned below) {
    seed_ = seed_ * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned)(seed_ >> 33) % below;
}

static void undefined(const char *why, void *pc) {
    if (!shared->undefined) {
        shared->undefined = pc;
        snprintf(shared->why, sizeof shared->why, "%s", why);
    }
    _exit(UNDEFINED);
}
#define UNDEF(why) undefined(why, __builtin_return_address(0))

/* ---- switching ---- */

static void hand_over(thread *to) {
    thread *from = me;
    if (to == from)
        return;
    extern int __real_sem_post(sem_t *), __real_sem_wait(sem_t *);
    __real_sem_post(&to->turn);
    if (!from->finished)
        while (__real_sem_wait(&from->turn)) {}
}

static bool runs(thread *t) {
    return t->started && !t->finished && (!t->ready || t->ready(t->arg));
}

/* Another thread wakes up without a signal, now and then. */
static void spurious(void) {
    if (drawn(20))
        return;
    thread *t = &threads_[drawn(count_)];
    if (t->waiting)
        t->waiting = 0;
}

static void choose(void) {
    thread *can[THREADS];
    int n = 0;
    bool assumed = false;
    for (int i = 0; i < count_; i++) {
        if (runs(&threads_[i]))
            can[n++] = &threads_[i];
        assumed |= threads_[i].assumed;
    }
    if (!n)
        _exit(assumed ? STUCK : DEADLOCK);
    spurious();
    if (!me->finished && runs(me) && (int)drawn(100) < stay_)
        return;
    hand_over(can[drawn(n)]);
}

static void point(bool (*ready)(void *), void *arg) {
    me->ready = ready;
    me->arg = arg;
    if (me->atomic) {
        if (ready && !ready(arg))
            _exit(CUT);
    } else {
        if (++steps_ > STEPS)
            _exit(CUT);
        choose();
    }
    me->ready = 0;
}

static bool never(void *arg) { return false; }

/* ---- accesses ---- */

static char arena[ARENA] __attribute__((aligned(64)));
static struct { int from, size; bool freed; } block[BLOCKS];
static int blocks_, top_ = 64;

static void within(char *at, int size, void *pc) {
    if (at < arena || at >= arena + ARENA)
        return;
    int from = at - arena;
    for (int i = 0; i < blocks_; i++)
        if (from >= block[i].from && from + size <= block[i].from + block[i].size) {
            if (block[i].freed)
                undefined("use after free", pc);
            return;
        }
    undefined("outside a heap object", pc);
}

static void races(void *pc) {
    for (int i = 0; i < count_; i++) {
        thread *t = &threads_[i];
        if (t == me || !t->next.at || t->finished)
            continue;
        bool meet = t->next.at < me->next.at + me->next.size && me->next.at < t->next.at + t->next.size;
        if (meet && (t->next.write || me->next.write) && !(t->next.atomic && me->next.atomic)) {
            if (!shared->races++) {
                shared->race[0] = t->next.pc;
                shared->race[1] = pc;
            }
        }
    }
}

static void access_(void *at, int size, bool write, bool atomic, void *pc) {
    if (!me)
        return;
    me->next.at = at;
    me->next.size = size;
    me->next.write = write;
    me->next.atomic = atomic || me->atomic;
    me->next.pc = pc;
    races(pc);
    point(0, 0);
    me->next.at = 0;
    within(at, size, pc);
}

#define PC __builtin_return_address(0)
#define PLAIN(n) \
    void __tsan_read##n(void *p) { access_(p, n, false, false, PC); } \
    void __tsan_write##n(void *p) { access_(p, n, true, false, PC); } \
    void __tsan_unaligned_read##n(void *p) { access_(p, n, false, false, PC); } \
    void __tsan_unaligned_write##n(void *p) { access_(p, n, true, false, PC); } \
    void __tsan_volatile_read##n(void *p) { access_(p, n, false, false, PC); } \
    void __tsan_volatile_write##n(void *p) { access_(p, n, true, false, PC); }
PLAIN(1) PLAIN(2) PLAIN(4) PLAIN(8) PLAIN(16)
void __tsan_read_range(void *p, long n) { access_(p, n, false, false, PC); }
void __tsan_write_range(void *p, long n) { access_(p, n, true, false, PC); }

#define FETCH(T, n, name, e) \
    T __tsan_atomic##n##_fetch_##name(T *p, T v, int o) { access_(p, n / 8, true, true, PC); T old = *p; *p = e; return old; }
#define ATOMIC(T, n) \
    T __tsan_atomic##n##_load(T *p, int o) { access_(p, n / 8, false, true, PC); return *p; } \
    void __tsan_atomic##n##_store(T *p, T v, int o) { access_(p, n / 8, true, true, PC); *p = v; } \
    T __tsan_atomic##n##_exchange(T *p, T v, int o) { access_(p, n / 8, true, true, PC); T old = *p; *p = v; return old; } \
    FETCH(T, n, add, old + v) FETCH(T, n, sub, old - v) FETCH(T, n, or, old | v) \
    FETCH(T, n, and, old & v) FETCH(T, n, xor, old ^ v) FETCH(T, n, nand, ~(old & v)) \
    static int cas##n(T *p, T *e, T v, bool weak, void *pc) { \
        access_(p, n / 8, true, true, pc); \
        if (*p == *e && !(weak && !drawn(8))) { *p = v; return 1; } \
        *e = *p; \
        return 0; \
    } \
    int __tsan_atomic##n##_compare_exchange_strong(T *p, T *e, T v, int s, int f) { return cas##n(p, e, v, false, PC); } \
    int __tsan_atomic##n##_compare_exchange_weak(T *p, T *e, T v, int s, int f) { return cas##n(p, e, v, true, PC); } \
    T __tsan_atomic##n##_compare_exchange_val(T *p, T e, T v, int s, int f) { cas##n(p, &e, v, false, PC); return e; }
ATOMIC(unsigned char, 8)
ATOMIC(unsigned short, 16)
ATOMIC(unsigned, 32)
ATOMIC(unsigned long, 64)
void __tsan_atomic_thread_fence(int o) {}
void __tsan_atomic_signal_fence(int o) {}
void __tsan_init(void) {}

static bool is_atomic(void *inside) {
    Dl_info info;
    const char *name = dladdr(inside, &info) ? info.dli_sname : 0;
    return name && !strncmp(name, "__VERIFIER_atomic_", 18);
}

void __VERIFIER_atomic_begin(void) { point(0, 0); me->atomic++; }
void __VERIFIER_atomic_end(void) { me->atomic--; }
void __tsan_func_entry(void *caller) { if (me && is_atomic(PC)) __VERIFIER_atomic_begin(); }
void __tsan_func_exit(void) { if (me && is_atomic(PC)) __VERIFIER_atomic_end(); }

/* ---- what programs of SV-COMP call ---- */

void __VERIFIER_assume(int holds) {
    if (holds)
        return;
    me->assumed = true;
    point(never, 0);
}

int __VERIFIER_nondet_int(void) { return drawn(4) ? (int)drawn(4) - 1 : (int)drawn(12); }
unsigned __VERIFIER_nondet_uint(void) { return drawn(4) ? drawn(3) : drawn(12); }
char __VERIFIER_nondet_char(void) { return (char)drawn(256); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)drawn(256); }
_Bool __VERIFIER_nondet_bool(void) { return drawn(2); }

void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    shared->assertion_line = line;
    _exit(ASSERTION);
}
__attribute__((weak)) void reach_error(void) { shared->assertion_line = -1; _exit(ASSERTION); }
void __VERIFIER_error(void) { reach_error(); }

static void (*handler[KEYS])(void);
static int handlers_;
static bool exiting_;

int __wrap_atexit(void (*f)(void)) { point(0, 0); return handlers_ == KEYS ? 1 : (handler[handlers_++] = f, 0); }
void __wrap_exit(int status) {
    point(0, 0);
    if (exiting_)
        point(never, 0);
    exiting_ = true;
    while (handlers_)
        handler[--handlers_]();
    _exit(OK);
}
void __wrap_abort(void) { point(0, 0); _exit(OK); }

/* ---- the heap ---- */

static void *allocate(unsigned long size) {
    void *p = arena + top_;
    if (blocks_ == BLOCKS || top_ + size + 64 > ARENA)
        _exit(CUT);
    block[blocks_].from = top_;
    block[blocks_++].size = size;
    top_ += (size + 63) / 32 * 32;
    return p;
}

void *__wrap_malloc(unsigned long size) { return memset(allocate(size), 0x5a, size); }
char *__wrap_strdup(const char *text) { return strcpy(__wrap_malloc(strlen(text) + 1), text); }
void *__wrap_calloc(unsigned long n, unsigned long size) { return memset(allocate(n * size), 0, n * size); }
void __wrap_free(void *p) {
    point(0, 0);
    for (int i = 0; p && i < blocks_; i++)
        if (arena + block[i].from == p && !block[i].freed) {
            block[i].freed = true;
            return;
        }
    if (p)
        UNDEF("free of what is not allocated");
}
void *__wrap_realloc(void *old, unsigned long size) {
    void *p = __wrap_malloc(size);
    for (int i = 0; old && i < blocks_; i++)
        if (arena + block[i].from == old)
            memcpy(p, old, block[i].size < (int)size ? block[i].size : size);
    __wrap_free(old);
    return p;
}

/* ---- threads ---- */

static void leave(void) {
    for (int round = 0; round < 4; round++)
        for (int k = 0; k < keys_; k++) {
            void *value = me->value[k];
            me->value[k] = 0;
            if (value && destructor[k])
                destructor[k](value);
        }
    me->over = me->finished = true;
}

static void *body(void *arg) {
    extern int __real_sem_wait(sem_t *);
    me = arg;
    while (__real_sem_wait(&me->turn)) {}
    if (!setjmp(me->end))
        me->result = me->start(me->given);
    leave();
    steps_++;
    choose();
    return 0;
}

static int create(unsigned long *id, void *start, void *given) {
    extern int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    point(0, 0);
    if (count_ == THREADS)
        _exit(CUT);
    thread *t = &threads_[count_];
    t->start = start;
    t->given = given;
    if (__real_pthread_create(&t->real, 0, body, t))
        _exit(CUT);
    t->started = true;
    count_++;
    *id = t - threads_ + 1;
    return 0;
}

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *), void *given) {
    int answer = create(id, start, given);
    if (attr && *(int *)attr == PTHREAD_CREATE_DETACHED)
        threads_[*id - 1].detached = true;
    return answer;
}
int __wrap_thrd_create(thrd_t *id, thrd_start_t start, void *given) { return create(id, (void *)start, given); }

static bool finished(void *t) { return ((thread *)t)->over; }
static void *join(unsigned long id, void *pc) {
    if (id == 0 || id > (unsigned long)count_)
        undefined("join of no thread", pc);
    thread *t = &threads_[id - 1];
    if (t->joined || t->detached)
        undefined("join of a thread that is joined or detached", pc);
    t->joined = true;
    point(finished, t);
    return t->result;
}
int __wrap_pthread_join(pthread_t id, void **result) {
    void *r = join(id, PC);
    if (result)
        *result = r;
    return 0;
}
int __wrap_thrd_join(thrd_t id, int *result) {
    void *r = join(id, PC);
    if (result)
        *result = (int)(long)r;
    return thrd_success;
}
int __wrap_pthread_detach(pthread_t id) { threads_[id - 1].detached = true; return 0; }
int __wrap_thrd_detach(thrd_t id) { return __wrap_pthread_detach(id); }
pthread_t __wrap_pthread_self(void) { return me - threads_ + 1; }
thrd_t __wrap_thrd_current(void) { return me - threads_ + 1; }
/* By the macros of glibc: whoever comes to a handler this way performs it, and goes on to the next one. */
void __wrap___pthread_register_cancel(__pthread_unwind_buf_t *buffer) { me->cleanup[me->cleanups++] = buffer; }
void __wrap___pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { (void)buffer; me->cleanups--; }
void __wrap___pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
    (void)buffer;
    if (me->cleanups)
        longjmp((struct __jmp_buf_tag *)me->cleanup[--me->cleanups], 1);
    longjmp(me->end, 1);
}
void __wrap_pthread_exit(void *result) { me->result = result; __wrap___pthread_unwind_next(0); }
void __wrap_thrd_exit(int result) { __wrap_pthread_exit((void *)(long)result); }
int __wrap_sched_yield(void) { point(0, 0); return 0; }
void __wrap_thrd_yield(void) { point(0, 0); }
int __wrap_usleep(useconds_t n) { point(0, 0); return 0; }
unsigned __wrap_sleep(unsigned n) { point(0, 0); return 0; }
int __wrap_nanosleep(const struct timespec *a, struct timespec *b) { point(0, 0); return 0; }
int __wrap_thrd_sleep(const struct timespec *a, struct timespec *b) { point(0, 0); return 0; }

/* ---- mutexes: laid out so that the system's static initialisers say the kind ---- */

typedef struct { int held, depth, owner, destroyed, kind; } mutex;
enum { NORMAL, RECURSIVE, ERRORCHECK };
#define ME ((int)(me - threads_) + 1)

static bool mutex_free(void *m) { return !((mutex *)m)->held; }
static bool mutex_mine(mutex *m) { return m->held && m->owner == ME; }
static void take(mutex *m) { m->held = m->depth = 1; m->owner = ME; }
static void alive(mutex *m, void *pc) {
    within((char *)m, sizeof *m, pc);
    if (m->destroyed)
        undefined("destroyed mutex", pc);
}

static int lock(mutex *m, void *pc) {
    point(0, 0);
    alive(m, pc);
    if (mutex_mine(m) && m->kind == RECURSIVE)
        return m->depth++, 0;
    if (mutex_mine(m) && m->kind == ERRORCHECK)
        return EDEADLK;
    point(mutex_free, m);
    alive(m, pc);
    take(m);
    return 0;
}
static int try(mutex *m, void *pc) {
    point(0, 0);
    alive(m, pc);
    if (mutex_mine(m) && m->kind == RECURSIVE)
        return m->depth++, 0;
    if (m->held)
        return EBUSY;
    take(m);
    return 0;
}
static int unlock(mutex *m, void *pc) {
    point(0, 0);
    alive(m, pc);
    if (!mutex_mine(m)) {
        if (m->kind == NORMAL)
            undefined("unlock of a mutex that is not held", pc);
        return EPERM;
    }
    if (!--m->depth)
        m->held = 0;
    return 0;
}
static int mutex_init(mutex *m, int kind) { memset(m, 0, sizeof *m); m->kind = kind; return 0; }
static int mutex_destroy(mutex *m, void *pc) {
    point(0, 0);
    alive(m, pc);
    if (m->held)
        undefined("destroys a mutex that is held", pc);
    m->destroyed = 1;
    return 0;
}

int __wrap_pthread_mutex_init(void *m, const pthread_mutexattr_t *attr) {
    int kind = 0;
    if (attr)
        pthread_mutexattr_gettype(attr, &kind);
    return mutex_init(m, kind);
}
int __wrap_pthread_mutex_destroy(void *m) { return mutex_destroy(m, PC); }
int __wrap_pthread_mutex_lock(void *m) { return lock(m, PC); }
int __wrap_pthread_mutex_trylock(void *m) { return try(m, PC); }
int __wrap_pthread_mutex_unlock(void *m) { return unlock(m, PC); }
int __wrap_pthread_mutex_timedlock(void *m, void *t) { return try(m, PC) ? ETIMEDOUT : 0; }
int __wrap_mtx_init(void *m, int type) { return mutex_init(m, type & mtx_recursive ? RECURSIVE : NORMAL); }
void __wrap_mtx_destroy(void *m) { mutex_destroy(m, PC); }
int __wrap_mtx_lock(void *m) { lock(m, PC); return thrd_success; }
int __wrap_mtx_trylock(void *m) { return try(m, PC) ? thrd_busy : thrd_success; }
int __wrap_mtx_timedlock(void *m, void *t) { return try(m, PC) ? thrd_timedout : thrd_success; }
int __wrap_mtx_unlock(void *m) { unlock(m, PC); return thrd_success; }

int __wrap_pthread_spin_init(volatile int *l, int s) { *l = 0; return 0; }
int __wrap_pthread_spin_destroy(volatile int *l) { return 0; }
static bool is_zero(void *n) { return !*(int *)n; }
int __wrap_pthread_spin_lock(int *l) { point(is_zero, l); *l = ME; return 0; }
int __wrap_pthread_spin_trylock(int *l) { point(0, 0); return *l ? EBUSY : (*l = ME, 0); }
int __wrap_pthread_spin_unlock(int *l) {
    point(0, 0);
    if (*l != ME)
        UNDEF("unlock of a spin lock that is not held");
    *l = 0;
    return 0;
}

/* ---- condition variables ---- */

static bool woken(void *t) { return !((thread *)t)->waiting; }
static void wait_on(void *c, mutex *m, void *pc) {
    unlock(m, pc);
    me->waiting = c;
    point(woken, me);
    point(mutex_free, m);
    take(m);
}
static int timed_wait(void *c, mutex *m, void *pc) {
    unlock(m, pc);
    me->waiting = c;
    point(0, 0);
    int answer = me->waiting ? ETIMEDOUT : 0;
    me->waiting = 0;
    point(mutex_free, m);
    take(m);
    return answer;
}
static int notify(void *c, bool all) {
    point(0, 0);
    int waiting = 0;
    for (int i = 0; i < count_; i++)
        waiting += threads_[i].waiting == c;
    int one = waiting ? (int)drawn(waiting) : 0;
    for (int i = 0; i < count_; i++)
        if (threads_[i].waiting == c && (all || one-- == 0))
            threads_[i].waiting = 0;
    return 0;
}
int __wrap_pthread_cond_init(void *c, void *a) { return 0; }
int __wrap_pthread_cond_destroy(void *c) { return 0; }
int __wrap_pthread_cond_wait(void *c, void *m) { wait_on(c, m, PC); return 0; }
int __wrap_pthread_cond_timedwait(void *c, void *m, void *t) { return timed_wait(c, m, PC); }
int __wrap_pthread_cond_signal(void *c) { return notify(c, false); }
int __wrap_pthread_cond_broadcast(void *c) { return notify(c, true); }
int __wrap_cnd_init(void *c) { return thrd_success; }
void __wrap_cnd_destroy(void *c) {}
int __wrap_cnd_wait(void *c, void *m) { wait_on(c, m, PC); return thrd_success; }
int __wrap_cnd_timedwait(void *c, void *m, void *t) { return timed_wait(c, m, PC) ? thrd_timedout : thrd_success; }
int __wrap_cnd_signal(void *c) { return notify(c, false); }
int __wrap_cnd_broadcast(void *c) { return notify(c, true); }

/* ---- semaphores, read-write locks, barriers, once, keys ---- */

static bool positive(void *n) { return *(int *)n > 0; }
int __wrap_sem_init(int *s, int shared_, unsigned n) { *s = n; return 0; }
int __wrap_sem_destroy(int *s) { return 0; }
int __wrap_sem_wait(int *s) { point(positive, s); --*s; return 0; }
int __wrap_sem_trywait(int *s) { point(0, 0); return *s > 0 ? --*s, 0 : (errno = EAGAIN, -1); }
int __wrap_sem_timedwait(int *s, void *t) { point(0, 0); return *s > 0 ? --*s, 0 : (errno = ETIMEDOUT, -1); }
int __wrap_sem_post(int *s) { point(0, 0); ++*s; return 0; }
int __wrap_sem_getvalue(int *s, int *v) { point(0, 0); *v = *s; return 0; }

static bool no_writer(void *l) { return *(int *)l >= 0; }
int __wrap_pthread_rwlock_init(int *l, void *a) { *l = 0; return 0; }
int __wrap_pthread_rwlock_destroy(int *l) { return 0; }
static int read_(int *l, int otherwise) { return *l < 0 ? otherwise : (++*l, 0); }
static int write_(int *l, int otherwise) { return *l ? otherwise : (*l = -ME, 0); }
static int waits(int *l, bool (*ready)(void *)) {
    if (*l == -ME)
        return EDEADLK;
    point(ready, l);
    return 0;
}
int __wrap_pthread_rwlock_rdlock(int *l) { int mine = waits(l, no_writer); return mine ? mine : read_(l, EDEADLK); }
int __wrap_pthread_rwlock_wrlock(int *l) { int mine = waits(l, is_zero); return mine ? mine : write_(l, EDEADLK); }
int __wrap_pthread_rwlock_tryrdlock(int *l) { point(0, 0); return read_(l, EBUSY); }
int __wrap_pthread_rwlock_trywrlock(int *l) { point(0, 0); return write_(l, EBUSY); }
int __wrap_pthread_rwlock_timedrdlock(int *l, void *t) { point(0, 0); return *l == -ME ? EDEADLK : read_(l, ETIMEDOUT); }
int __wrap_pthread_rwlock_timedwrlock(int *l, void *t) { point(0, 0); return *l == -ME ? EDEADLK : write_(l, ETIMEDOUT); }
int __wrap_pthread_rwlock_unlock(int *l) {
    point(0, 0);
    if (!*l)
        UNDEF("unlock of a read-write lock that is free");
    *l = *l < 0 ? 0 : *l - 1;
    return 0;
}

typedef struct { int size, count, generation; } barrier;
struct passed { barrier *b; int generation; };
static bool passed(void *arg) { struct passed *p = arg; return p->b->generation != p->generation; }
int __wrap_pthread_barrier_init(barrier *b, void *a, unsigned n) { *b = (barrier){n, 0, 0}; return n ? 0 : EINVAL; }
int __wrap_pthread_barrier_destroy(barrier *b) { return 0; }
int __wrap_pthread_barrier_wait(barrier *b) {
    point(0, 0);
    if (++b->count == b->size) {
        b->count = 0;
        b->generation++;
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    struct passed p = {b, b->generation};
    point(passed, &p);
    return 0;
}

static bool once_over(void *o) { return *(int *)o != 1; }
int __wrap_pthread_once(int *o, void (*f)(void)) {
    point(0, 0);
    if (*o == 0) {
        *o = 1;
        f();
        point(0, 0);
        *o = 2;
    }
    point(once_over, o);
    return 0;
}
void __wrap_call_once(int *o, void (*f)(void)) { __wrap_pthread_once(o, f); }

static int new_key(unsigned *k, void (*f)(void *)) {
    if (keys_ == KEYS)
        _exit(CUT);
    destructor[keys_] = f;
    *k = keys_++;
    return 0;
}
int __wrap_pthread_key_create(unsigned *k, void (*f)(void *)) { return new_key(k, f); }
int __wrap_pthread_key_delete(unsigned k) { destructor[k] = 0; return 0; }
void *__wrap_pthread_getspecific(unsigned k) { return me->value[k]; }
int __wrap_pthread_setspecific(unsigned k, void *v) { me->value[k] = v; return 0; }
int __wrap_tss_create(unsigned *k, void (*f)(void *)) { return new_key(k, f); }
void __wrap_tss_delete(unsigned k) { destructor[k] = 0; }
void *__wrap_tss_get(unsigned k) { return me->value[k]; }
int __wrap_tss_set(unsigned k, void *v) { me->value[k] = v; return thrd_success; }

/* ---- runs ---- */

static void caught(int number, siginfo_t *info, void *context) {
    undefined(strsignal(number), (char *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] + 1);
}

static bool others_done(void *arg) {
    for (int i = 1; i < count_; i++)
        if (!threads_[i].finished)
            return false;
    return true;
}

static void one_run(unsigned seed, char **argv) {
    extern int __real_main(int, char **);
    static const int stay[] = {0, 50, 85, 95};
    struct sigaction action = {.sa_sigaction = caught, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGFPE, &action, 0);
    sigaction(SIGBUS, &action, 0);
    alarm(5);
    me = &threads_[0];
    me->started = true;
    extern int __real_sem_init(sem_t *, int, unsigned);
    for (int i = 0; i < THREADS; i++)
        __real_sem_init(&threads_[i].turn, 0, 0);
    seed_ = seed * 0x9e3779b97f4a7c15ull + 1;
    drawn(2);
    stay_ = stay[seed % 4];
    if (!setjmp(me->end)) {
        char *words[] = {argv[0], 0};
        __real_main(1, words);
        __wrap_exit(0);
    }
    leave();
    me->finished = false;
    point(others_done, 0);
    _exit(OK);
}

int __wrap_main(int argc, char **argv) {
    int runs = argc > 1 ? atoi(argv[1]) : 1000, seen[32] = {0}, first[32] = {0};
    shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 1; i <= runs; i++) {
        int status;
        pid_t child = fork();
        if (!child) {
            if (!freopen("/dev/null", "w", stdout))
                _exit(CUT);
            one_run(i, argv);
        }
        waitpid(child, &status, 0);
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : CUT;
        if (!seen[code & 31]++)
            first[code & 31] = i;
    }
    int ok = runs - seen[ASSERTION] - seen[DEADLOCK] - seen[UNDEFINED] - seen[CUT] - seen[STUCK];
    printf("ok=%d assertion=%d line=%d deadlock=%d undefined=%d(%p,%s) cut=%d stuck=%d races=%d(%p,%p)\n",
           ok, seen[ASSERTION], shared->assertion_line, seen[DEADLOCK], seen[UNDEFINED], shared->undefined, shared->why,
           seen[CUT], seen[STUCK], shared->races, shared->race[0], shared->race[1]);
    return 0;
}
