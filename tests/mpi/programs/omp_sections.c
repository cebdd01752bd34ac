// Sections, single with copyprivate, master, barriers.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>

void test(int rank, int size) {
    int section[3] = {0, 0, 0}, singles = 0, masters = 0, seen = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        ++section[0];
#pragma omp section
        ++section[1];
#pragma omp section
        ++section[2];
    }
    EXPECT(section[0] == 1 && section[1] == 1 && section[2] == 1);
#pragma omp parallel num_threads(4)
    {
        int mine = -1;
#pragma omp single copyprivate(mine)
        {
            ++singles;
            mine = 40 + rank;
        }
#pragma omp atomic
        seen += mine == 40 + rank;
#pragma omp master
        ++masters;
#pragma omp barrier
        if (omp_get_thread_num() == 3) EXPECT(seen == 4 && masters == 1);
#pragma omp single nowait
        ++singles;
    }
    EXPECT(singles == 2 && size == 4);
}
