// Each iteration of a loop is done once, whatever the schedule; a sum is a sum.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>

enum { count = 101 };
static int done[count];

static void expect_each_once(void) {
    for (int i = 0; i < count; ++i) EXPECT(done[i] == 1);
    memset(done, 0, sizeof(done));
}

void test(int rank, int size) {
    long sum = 0;
    int most = -1, i;
#pragma omp parallel for num_threads(3)
    for (i = 0; i < count; ++i) ++done[i];
    expect_each_once();
#pragma omp parallel for num_threads(3) schedule(static, 7)
    for (i = 0; i < count; ++i) ++done[i];
    expect_each_once();
#pragma omp parallel for num_threads(5) schedule(dynamic, 4)
    for (i = count - 1; i >= 0; --i) ++done[i];
    expect_each_once();
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(guided) nowait
        for (i = 0; i < count; ++i) ++done[i];
#pragma omp for schedule(dynamic) reduction(+ : sum) reduction(max : most)
        for (i = 0; i < count; i += 2) {
            sum += i;
            most = i > most ? i : most;
        }
    }
    expect_each_once();
    EXPECT(sum == 50 * 51 && most == 100);
    omp_set_schedule(omp_sched_guided, 3);
#pragma omp parallel for schedule(runtime)
    for (unsigned long long k = 0; k < count; ++k) ++done[k];
    expect_each_once();
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int a = 0; a < 1; ++a)
        for (int b = 0; b < count; ++b) ++done[a + b];
    expect_each_once();
    EXPECT(size == 4 && rank < size);
}
