// Ordered parts run in the order of the iterations.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

void test(int rank, int size) {
    int next = 0, in_order = 1;
#pragma omp parallel for ordered schedule(dynamic, 2) num_threads(4)
    for (int i = 0; i < 37; ++i) {
#pragma omp ordered
        {
            in_order = in_order && next == i;
            ++next;
        }
    }
    EXPECT(in_order && next == 37);
    next = 0;
#pragma omp parallel for ordered schedule(static) num_threads(3)
    for (int i = 10; i > 0; --i) {
        if (i % 3 == 0) continue;
#pragma omp ordered
        in_order = in_order && ++next <= 7;
    }
    EXPECT(in_order && next == 7 && rank < size);
}
