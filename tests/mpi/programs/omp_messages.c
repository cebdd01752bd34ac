// Each thread exchanges messages with the thread of its number at other ranks: all block at once.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>

void test(int rank, int size) {
    int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
        const int tag = omp_get_thread_num(), next = (rank + 1) % size, last = (rank + size - 1) % size;
        int sent = 10 * rank + tag, got = -1, probed = -1;
        MPI_Status status;
        if (rank % 2 == 0) {
            MPI_Ssend(&sent, 1, MPI_INT, next, tag, MPI_COMM_WORLD);
            MPI_Recv(&got, 1, MPI_INT, last, tag, MPI_COMM_WORLD, &status);
        } else {
            MPI_Probe(last, tag, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &probed);
            MPI_Recv(&got, 1, MPI_INT, last, tag, MPI_COMM_WORLD, &status);
            MPI_Send(&sent, 1, MPI_INT, next, tag, MPI_COMM_WORLD);
            EXPECT(probed == 1);
        }
        EXPECT(got == 10 * last + tag && status.MPI_TAG == tag && status.MPI_SOURCE == last);
        MPI_Sendrecv(&sent, 1, MPI_INT, last, 10 + tag, &got, 1, MPI_INT, next, 10 + tag, MPI_COMM_WORLD, &status);
        EXPECT(got == 10 * next + tag);
        MPI_Request both[2];
        MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 20 + tag, MPI_COMM_WORLD, both);
        MPI_Isend(&sent, 1, MPI_INT, next, 20 + tag, MPI_COMM_WORLD, both + 1);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
        sum += got;
    }
    EXPECT(sum == 3 * 10 * ((rank + size - 1) % size) + 3);
}
