// Collective calls that move data, from sections 6.2 to 6.8 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// program barrier_orders: No rank leaves a barrier before all have entered it (6.3).
PROGRAM(barrier_orders) {
    int arrived = 0, flag = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0) MPI_Irecv(&arrived, 1, MPI_INT, 3, 5, MPI_COMM_WORLD, &request);
    if (rank == 3) MPI_Ssend(&(int){1}, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        IS(flag, 1);
        IS(arrived, 1);
    }
}

// program broadcast_roots: Each rank can be the root (6.4).
PROGRAM(broadcast_roots) {
    for (int root = 0; root < size; ++root) {
        int values[2] = {-1, -1};
        if (rank == root) values[0] = root + 10, values[1] = root + 20;
        MPI_Bcast(values, 2, MPI_INT, root, MPI_COMM_WORLD);
        IS(values[1], root + 20);
    }
}

// program broadcast_types: Root and others may use different datatypes with the same signature (6.4).
PROGRAM(broadcast_types) {
    int values[6] = {-1, -1, -1, -1, -1, -1};
    MPI_Datatype every_second;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    if (rank == 1) {
        for (int i = 0; i < 3; ++i) values[i] = i + 1;
        MPI_Bcast(values, 3, MPI_INT, 1, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(values, 1, every_second, 1, MPI_COMM_WORLD);
        IS(values[4], 3);
        IS(values[1], -1);
    }
    MPI_Type_free(&every_second);
}

// program gather_in_order: The root has the values in the order of ranks; others' receive arguments do not count (6.5).
PROGRAM(gather_in_order) {
    int sent[2] = {rank, -rank}, got[8];
    for (int i = 0; i < 8; ++i) got[i] = 99;
    MPI_Gather(sent, 2, MPI_INT, rank == 2 ? got : NULL, rank == 2 ? 2 : -5, rank == 2 ? MPI_INT : MPI_DATATYPE_NULL, 2,
               MPI_COMM_WORLD);
    for (int i = 0; i < 8; ++i) IS(got[i], rank != 2 ? 99 : i % 2 ? -(i / 2) : i / 2);
}

// program gather_in_place: With MPI_IN_PLACE the root's own values are at their position already (6.5).
PROGRAM(gather_in_place) {
    int got[4] = {-1, -1, -1, -1};
    if (rank == 1) {
        got[1] = 111;
        MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, got, 1, MPI_INT, 1, MPI_COMM_WORLD);
        for (int i = 0; i < 4; ++i) IS(got[i], i == 1 ? 111 : i);
    } else {
        MPI_Gather(&rank, 1, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 1, MPI_COMM_WORLD);
    }
}

// program gatherv_with_gaps: Blocks of different lengths at displacements; the rest stays (6.5).
PROGRAM(gatherv_with_gaps) {
    int sent[3] = {rank, rank + 10, rank + 20}, got[16];
    const int counts[4] = {0, 1, 2, 3}, displs[4] = {0, 12, 8, 1};
    for (int i = 0; i < 16; ++i) got[i] = -1;
    MPI_Gatherv(sent, rank, MPI_INT, got, counts, displs, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        const int expected[16] = {-1, 3, 13, 23, -1, -1, -1, -1, 2, 12, -1, -1, 1, -1, -1, -1};
        for (int i = 0; i < 16; ++i) IS(got[i], expected[i]);
    }
}

// program gather_of_columns: The extent of the receive datatype determines the positions (6.5).
PROGRAM(gather_of_columns) {
    int column[4], matrix[16];
    MPI_Datatype strided, type;
    for (int i = 0; i < 4; ++i) column[i] = 10 * rank + i;
    MPI_Type_vector(4, 1, 4, MPI_INT, &strided);
    MPI_Type_create_resized(strided, 0, sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_Gather(column, 4, MPI_INT, matrix, 1, type, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < 16; ++i) IS(matrix[i], 10 * (i % 4) + i / 4);
    MPI_Type_free(&strided);
    MPI_Type_free(&type);
}

// program scatter_in_order: Each rank gets its block of the root's buffer (6.6).
PROGRAM(scatter_in_order) {
    int all[8], got[2] = {-1, -1};
    for (int i = 0; i < 8; ++i) all[i] = rank == 3 ? 100 + i : -1;
    MPI_Scatter(all, 2, MPI_INT, got, 2, MPI_INT, 3, MPI_COMM_WORLD);
    IS(got[0], 100 + 2 * rank);
    IS(got[1], 101 + 2 * rank);
}

// program scatter_in_place: With MPI_IN_PLACE the root keeps its block, and moves nothing (6.6).
PROGRAM(scatter_in_place) {
    int all[4] = {5, 6, 7, 8}, got = -1;
    if (rank == 2) MPI_Scatter(all, 1, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, 2, MPI_COMM_WORLD);
    else MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, &got, 1, MPI_INT, 2, MPI_COMM_WORLD);
    IS(got, rank == 2 ? -1 : 5 + rank);
    IS(all[2], 7);
}

// program scatterv_overlaps: The root may send the same elements to several ranks (6.6).
PROGRAM(scatterv_overlaps) {
    const int all[5] = {0, 1, 2, 3, 4}, counts[4] = {2, 2, 0, 3}, displs[4] = {0, 1, 4, 2};
    int got[3] = {-1, -1, -1};
    MPI_Scatterv(all, counts, displs, MPI_INT, got, counts[rank], MPI_INT, 0, MPI_COMM_WORLD);
    const int expected[4][3] = {{0, 1, -1}, {1, 2, -1}, {-1, -1, -1}, {2, 3, 4}};
    for (int i = 0; i < 3; ++i) IS(got[i], expected[rank][i]);
}

// program allgather_all: All ranks have all values (6.7).
PROGRAM(allgather_all) {
    int got[4] = {-1, -1, -1, -1}, again[4] = {-1, -1, -1, -1};
    const int value = rank * rank;
    MPI_Allgather(&value, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) IS(got[i], i * i);
    again[rank] = 7 * rank;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, again, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) IS(again[i], 7 * i);
}

// program allgatherv_lengths: Blocks of different lengths, in an order by displacements (6.7).
PROGRAM(allgatherv_lengths) {
    const int counts[4] = {1, 0, 2, 1}, displs[4] = {3, 0, 0, 2};
    int sent[2] = {rank + 1, rank + 11}, got[4] = {-1, -1, -1, -1};
    MPI_Allgatherv(sent, counts[rank], MPI_INT, got, counts, displs, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) IS(got[i], ((const int[]){3, 13, 4, 1})[i]);
}

// program alltoall_transposes: Block j of rank i is block i of rank j (6.8).
PROGRAM(alltoall_transposes) {
    int sent[4], got[4];
    for (int i = 0; i < 4; ++i) sent[i] = 10 * rank + i;
    MPI_Alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) IS(got[i], 10 * i + rank);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, got, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) IS(got[i], 10 * rank + i);
}

// program alltoallv_triangle: Rank i sends i elements to each rank, and receives j from rank j (6.8).
PROGRAM(alltoallv_triangle) {
    int sent[3] = {rank, rank, rank}, got[8], counts[4], at[4] = {0, 0, 0, 0}, from[4] = {0, 1, 2, 3};
    int to[4] = {0, 1, 2, 4};
    for (int i = 0; i < 4; ++i) counts[i] = rank;
    for (int i = 0; i < 8; ++i) got[i] = -1;
    MPI_Alltoallv(sent, counts, at, MPI_INT, got, from, to, MPI_INT, MPI_COMM_WORLD);
    const int expected[8] = {-1, 1, 2, 2, 3, 3, 3, -1};
    for (int i = 0; i < 8; ++i) IS(got[i], expected[i]);
}

// program alltoallv_in_place: With MPI_IN_PLACE the counts and displacements of the receives hold for sends (6.8).
PROGRAM(alltoallv_in_place) {
    int values[8];
    const int counts[4] = {1, 1, 1, 1}, at[4] = {6, 4, 2, 0};
    for (int i = 0; i < 8; ++i) values[i] = -1;
    for (int i = 0; i < 4; ++i) values[at[i]] = 10 * rank + i;
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, values, counts, at, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) IS(values[at[i]], 10 * i + rank);
    IS(values[1], -1);
}

// program alltoallw_types: Each block has its own datatype and a displacement in bytes (6.8).
PROGRAM(alltoallw_types) {
    struct {
        int number;
        char letter;
        double real;
        short small;
    } out = {rank, (char)('a' + rank), rank + 0.5, (short)(rank + 100)};
    const MPI_Datatype types[4] = {MPI_INT, MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
    const int at[4] = {0, 4, 8, 16}, ones[4] = {1, 1, 1, 1};
    double got[4] = {-1, -1, -1, -1};
    const int to[4] = {0, 8, 16, 24};
    MPI_Datatype mine[4] = {types[rank], types[rank], types[rank], types[rank]};
    MPI_Alltoallw(&out, ones, at, types, got, ones, to, mine, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) {
        if (rank == 0) IS(*(int*)&got[i], i);
        if (rank == 1) IS(*(char*)&got[i], 'a' + i);
        if (rank == 2) IS(got[i] * 2, 2 * i + 1);
        if (rank == 3) IS(*(short*)&got[i], i + 100);
    }
}

// program collectives_of_none: Collective calls with count 0 are allowed (6.4 to 6.9).
PROGRAM(collectives_of_none) {
    IS(MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    IS(MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    IS(MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, MPI_COMM_WORLD), MPI_SUCCESS);
    IS(MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD), MPI_SUCCESS);
}

// program with_messages: Messages and collective calls on one communicator do not mix (6.14).
PROGRAM(with_messages) {
    int value = -1, sum = -1;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Bcast(&(int){5}, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    IS(sum, 6);
    MPI_Send(&rank, 1, MPI_INT, right_of(rank, size), 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(value, left_of(rank, size));
}

// program on_self: Collective calls on MPI_COMM_SELF copy (6.2).
PROGRAM(on_self) {
    int got = -1, sum = -1, scanned = -1, all = -1;
    MPI_Gather(&rank, 1, MPI_INT, &got, 1, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF);
    MPI_Scan(&rank, &scanned, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Alltoall(&rank, 1, MPI_INT, &all, 1, MPI_INT, MPI_COMM_SELF);
    IS(got, rank);
    IS(sum, rank);
    IS(scanned, rank);
    IS(all, rank);
}

// program large_broadcast: A long broadcast and gather have all elements (6.4, 6.5).
PROGRAM(large_broadcast) {
    enum { count = 50000 };
    int* values = malloc(4 * count * sizeof(int));
    for (int i = 0; i < count; ++i) values[i] = rank == 1 ? 3 * i : 0;
    MPI_Bcast(values, count, MPI_INT, 1, MPI_COMM_WORLD);
    int wrong = 0;
    for (int i = 0; i < count; ++i) wrong += values[i] != 3 * i;
    IS(wrong, 0);
    for (int i = 0; i < count; ++i) values[rank * count + i] = rank * count + i;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, values, count, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4 * count; ++i) wrong += values[i] != i;
    IS(wrong, 0);
    free(values);
}
