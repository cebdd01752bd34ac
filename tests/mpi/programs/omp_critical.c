// Critical sections, atomic operations and locks: no update is lost, though threads switch inside.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>
#include <sched.h>

struct wide {
    long double a, b;
};

void test(int rank, int size) {
    int plain = 0, named = 0, atomic = 0, locked = 0, nested = 0, refused = 0;
    long double wide = 0;
    omp_lock_t lock;
    omp_nest_lock_t nest;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 5; ++i) {
        int before;
#pragma omp critical
        {
            before = plain;
            sched_yield();
            plain = before + 1;
        }
#pragma omp critical(other)
        {
            before = named;
            sched_yield();
            named = before + 1;
        }
#pragma omp atomic
        ++atomic;
#pragma omp atomic
        wide += 0.5L;
        omp_set_lock(&lock);
        before = locked;
        sched_yield();
        locked = before + 1;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest);
        omp_set_nest_lock(&nest);
        ++nested;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
        while (!omp_test_lock(&lock)) {
#pragma omp atomic
            ++refused;
        }
        sched_yield();
        omp_unset_lock(&lock);
    }
    EXPECT(plain == 20 && named == 20 && atomic == 20 && locked == 20 && nested == 20 && wide == 10);
    EXPECT(refused > 0);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
    EXPECT(rank < size);
}
