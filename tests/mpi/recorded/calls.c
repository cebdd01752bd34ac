// Messages, collective calls, requests, probes and one-sided calls, most of them in loops, on rows of ranks and on all.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size;

static void ring(MPI_Comm comm, int rounds) {
    int own, all, got = -1;
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &all);
    for (int i = 0; i < rounds; ++i) {
        MPI_Request both[2];
        MPI_Irecv(&got, 1, MPI_INT, (own + all - 1) % all, i, comm, &both[0]);
        MPI_Isend(&own, 1, MPI_INT, (own + 1) % all, i, comm, &both[1]);
        MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    }
    if (got != (own + all - 1) % all) MPI_Abort(comm, 1);
}

static void collectives(MPI_Comm comm) {
    int all, own;
    MPI_Comm_size(comm, &all);
    MPI_Comm_rank(comm, &own);
    int* numbers = calloc((size_t)all, sizeof(int));
    double sum = 0, mine = own;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Bcast(&sum, 1, MPI_DOUBLE, all - 1, comm);
    MPI_Allgather(&own, 1, MPI_INT, numbers, 1, MPI_INT, comm);
    MPI_Gather(&own, 1, MPI_INT, numbers, 1, MPI_INT, 0, comm);
    MPI_Request barrier;
    MPI_Ibarrier(comm, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    free(numbers);
}

static void workers(void) {
    if (rank == 0) {
        for (int i = 1; i < size; ++i) {
            MPI_Status status;
            int number = 0;
            MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Ssend(&number, 1, MPI_INT, status.MPI_SOURCE, 9, MPI_COMM_WORLD);
        }
        return;
    }
    int number = rank;
    MPI_Send(&number, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
    MPI_Recv(&number, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void one_sided(void) {
    long* memory = NULL;
    MPI_Win window;
    MPI_Win_allocate((MPI_Aint)sizeof(long) * (rank + 8), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &window);
    for (int i = 0; i < rank + 8; ++i) memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    long got = 0, one = 1, values[4] = {rank, rank + 2, rank + 4, rank + 6};
    MPI_Datatype spread;
    MPI_Type_vector(2, 1, 2, MPI_LONG, &spread);
    MPI_Type_commit(&spread);
    MPI_Win_lock_all(0, window);
    for (int i = 0; i < 5; ++i) {
        MPI_Request put;
        MPI_Rput(values, 4, MPI_LONG, (rank + 1) % size, 0, 4, MPI_LONG, window, &put);
        MPI_Wait(&put, MPI_STATUS_IGNORE);
        MPI_Fetch_and_op(&one, &got, MPI_LONG, 0, 5, MPI_SUM, window);
        MPI_Win_flush(0, window);
        MPI_Accumulate(values, 2, MPI_LONG, rank ^ (size > 1 && size % 2 == 0), 4, 2, MPI_LONG, MPI_MAX, window);
        MPI_Get(values, 1, spread, (rank + 2) % size, 0, 1, spread, window);
        MPI_Win_flush_all(window);
    }
    MPI_Win_unlock_all(window);
    MPI_Type_free(&spread);
    MPI_Win_free(&window);
}

static void polls(void) {
    int number = rank, flag = 0;
    if (rank == 0) {
        MPI_Request all;
        MPI_Isend(&number, 1, MPI_INT, size - 1, 3, MPI_COMM_WORLD, &all);
        while (!flag) MPI_Test(&all, &flag, MPI_STATUS_IGNORE);
    }
    if (rank == size - 1) {
        while (!flag) MPI_Iprobe(0, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Recv(&number, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm row;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 4, rank, &row);
    for (const char* part = argc > 1 ? argv[1] : "rRcCwop"; *part != 0; ++part) {
        switch (*part) {
            case 'r': ring(MPI_COMM_WORLD, 3); break;
            case 'R': ring(row, 10); break;
            case 'c': collectives(MPI_COMM_WORLD); break;
            case 'C': collectives(row); break;
            case 'w': workers(); break;
            case 'o': one_sided(); break;
            default: polls();
        }
    }
    MPI_Comm_free(&row);
    MPI_Finalize();
    return 0;
}
