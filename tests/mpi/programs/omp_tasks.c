// Tasks: children are waited for, groups too; they see what they were given.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>

static int fibonacci(int n) {
    int a, b;
    if (n < 2) return n;
#pragma omp task shared(a) if (n > 4)
    a = fibonacci(n - 1);
#pragma omp task shared(b) final(n < 6)
    b = fibonacci(n - 2);
#pragma omp taskwait
    return a + b;
}

void test(int rank, int size) {
    int result = 0, grandchildren = 0, by[4] = {0, 0, 0, 0}, sum = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp single
        result = fibonacci(12);
#pragma omp single
        {
#pragma omp taskgroup
            {
#pragma omp task
                for (int i = 0; i < 6; ++i) {
#pragma omp task
#pragma omp atomic
                    ++grandchildren;
                }
            }
            EXPECT(grandchildren == 6);
            for (int i = 0; i < 40; ++i) {
#pragma omp task firstprivate(i) priority(i)
                {
#pragma omp taskyield
#pragma omp atomic
                    sum += i;
#pragma omp atomic
                    ++by[omp_get_thread_num()];
                }
            }
        }
    }
    EXPECT(result == 144 && sum == 40 * 39 / 2);
    EXPECT(by[0] + by[1] + by[2] + by[3] == 40 && by[0] < 40 && by[1] < 40);
#pragma omp task shared(sum)
    sum = -1;
#pragma omp taskwait
    EXPECT(sum == -1 && rank < size);
}
