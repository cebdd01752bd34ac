// Tasks in the order of their dependences.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int value = 1, sum = 0, last = 0, chain = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task depend(out : value) shared(value)
        {
#pragma omp taskyield
            value = 2;
        }
        for (int i = 0; i < 3; ++i) {
#pragma omp task depend(in : value) shared(value, sum)
#pragma omp atomic
            sum += value;
        }
#pragma omp task depend(inout : value) shared(value, sum, last)
        {
            last = sum;
            value = 5;
        }
#pragma omp taskwait depend(in : value)
        EXPECT(last == 6 && value == 5);
        for (int i = 0; i < 10; ++i) {
#pragma omp task depend(inout : chain) firstprivate(i) shared(chain)
            chain = chain == i ? i + 1 : -100;
        }
#pragma omp task if (0) depend(in : chain) shared(chain, last)
        last = chain;
        EXPECT(last == 10);
    }
    EXPECT(chain == 10 && rank < size);
}
