// Loops of tasks, and reductions of tasks.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int done[50] = {0}, sum = 0, product = 1, groups = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp taskloop grainsize(7)
        for (int i = 0; i < 50; ++i) ++done[i];
#pragma omp taskloop num_tasks(3)
        for (int i = 49; i >= 0; i -= 2) ++done[i];
#pragma omp taskloop reduction(+ : sum)
        for (unsigned long long i = 0; i < 50; ++i) sum += done[i];
#pragma omp taskgroup task_reduction(* : product) task_reduction(+ : groups)
        {
            for (int i = 1; i < 6; ++i) {
#pragma omp task in_reduction(* : product) in_reduction(+ : groups) firstprivate(i)
                {
                    product *= i;
                    ++groups;
                }
            }
        }
    }
    EXPECT(sum == 75 && product == 120 && groups == 5 && rank < size);
}
