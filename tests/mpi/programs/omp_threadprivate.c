// Each thread has its threadprivate variables, from one region to the next.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>

static int mine = 7;
static int counted;
static _Thread_local int local = 3;
#pragma omp threadprivate(mine, counted)

void test(int rank, int size) {
    int wrong = 0;
    mine = 100 + rank;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
        const int number = omp_get_thread_num();
        wrong += mine != (number == 0 ? 100 + rank : 7);
        wrong += local != 3;
        local = number;
#pragma omp barrier
        wrong += local != number;
        mine = 10 * number;
        counted = number;
    }
    EXPECT(wrong == 0);
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
        wrong += mine != 10 * omp_get_thread_num() || counted != omp_get_thread_num();
    }
    mine = 55;
#pragma omp parallel num_threads(4) copyin(mine) reduction(+ : wrong)
    wrong += mine != 55;
    EXPECT(wrong == 0 && local == 0 && size == 4);
    local = 3;
}
