// Functions of several programs of more_collectives.c.
#pragma once

#include <mpi.h>
#include <string.h>

enum { max_ranks = 16 };

// The two halves of MPI_COMM_WORLD, connected.
static inline MPI_Comm halves(int rank, int size, MPI_Comm* local) {
    MPI_Comm inter;
    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, local);
    MPI_Intercomm_create(*local, 0, MPI_COMM_WORLD, rank < size / 2 ? size / 2 : 0, 5, &inter);
    return inter;
}

// Not commutative: 2 by 2 matrices modulo 1,000.
static inline void multiply(void* in, void* inout, int* count, MPI_Datatype* type) {
    const int(*a)[4] = in;
    int(*b)[4] = inout;
    (void)type;
    for (int i = 0; i < *count; ++i) {
        const int product[4] = {a[i][0] * b[i][0] + a[i][1] * b[i][2], a[i][0] * b[i][1] + a[i][1] * b[i][3],
                                a[i][2] * b[i][0] + a[i][3] * b[i][2], a[i][2] * b[i][1] + a[i][3] * b[i][3]};
        for (int k = 0; k < 4; ++k) b[i][k] = product[k] % 1000;
    }
}

static inline void expected_product(int ranks, int result[4]) {
    int one[4] = {0, 1, 1, ranks - 1};
    memcpy(result, one, sizeof(one));
    int count = 1;
    for (int i = ranks - 2; i >= 0; --i) {
        int left[4] = {0, 1, 1, i};
        multiply(left, result, &count, NULL);
    }
}
