// Numbers of threads, levels, regions within regions, the clauses if and num_threads.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>

void test(int rank, int size) {
    int threads = 0, inner = 0, wrong = 0;
    EXPECT(omp_get_num_threads() == 1 && omp_get_thread_num() == 0 && !omp_in_parallel() && omp_get_level() == 0);
    omp_set_num_threads(3);
    EXPECT(omp_get_max_threads() == 3);
#pragma omp parallel reduction(+ : threads, inner)
    {
        threads += omp_in_parallel() && omp_get_num_threads() == 3;
#pragma omp parallel num_threads(2) reduction(+ : inner)
        inner += omp_get_num_threads() == 1 && omp_get_level() == 2 && omp_get_active_level() == 1;
    }
    EXPECT(threads == 3 && inner == 3);
    omp_set_max_active_levels(2);
    inner = 0;
#pragma omp parallel num_threads(2) reduction(+ : inner, wrong)
    {
        const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3) reduction(+ : inner, wrong)
        {
            inner += omp_get_thread_num();
            wrong += omp_get_ancestor_thread_num(1) != outer || omp_get_team_size(1) != 2 || omp_get_team_size(2) != 3;
#pragma omp barrier
        }
    }
    EXPECT(inner == 6 && wrong == 0);
    omp_set_max_active_levels(1);
#pragma omp parallel if (rank > size)
    EXPECT(omp_get_num_threads() == 1);
    const double began = omp_get_wtime();
    EXPECT(omp_get_wtime() >= began && omp_get_wtime() < 1);
}
