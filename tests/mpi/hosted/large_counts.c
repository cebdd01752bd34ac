// Functions of later versions of MPI: a send and a receive with one request, and functions of windows with large
// counts.
#include "tests/mpi/programs/check.h"

#include <stdlib.h>

// program hosted_isendrecv: A ring, by each way to complete the request.
PROGRAM(hosted_isendrecv) {
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    for (int way = 0; way < 4; ++way) {
        const int sent[2] = {rank, way};
        int got[2] = {-1, -1}, flag = 0, index = -1, count = -1;
        MPI_Request request;
        MPI_Status status;
        MPI_Isendrecv(sent, 2, MPI_INT, to, 5, got, 2, MPI_INT, from, 5, MPI_COMM_WORLD, &request);
        if (way == 0) MPI_Wait(&request, &status);
        if (way == 1) MPI_Waitall(1, &request, &status);
        if (way == 2) MPI_Waitany(1, &request, &index, &status);
        while (way == 3 && !flag) MPI_Test(&request, &flag, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        EXPECT(request == MPI_REQUEST_NULL && got[0] == from && got[1] == way);
        EXPECT(count == 2 && status.MPI_SOURCE == from && status.MPI_TAG == 5 && (way != 2 || index == 0));
    }
}

// program hosted_isendrecv_waits: The request is complete only when its send is, too.
PROGRAM(hosted_isendrecv_waits) {
    static char sent[200000], got;
    if (rank > 1 || size < 2) return;
    if (rank == 1) {
        MPI_Send("x", 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
        MPI_Recv(NULL, 0, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(sent, sizeof(sent), MPI_CHAR, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        EXPECT(sent[0] == 's' && sent[sizeof(sent) - 1] == 's');
        return;
    }
    for (size_t i = 0; i < sizeof(sent); ++i) sent[i] = 's';
    MPI_Request request;
    MPI_Isendrecv_c(sent, sizeof(sent), MPI_CHAR, 1, 3, &got, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, &request);
    int flag = 1;
    for (int i = 0; i < 100; ++i) {
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        EXPECT(!flag);
    }
    MPI_Send(NULL, 0, MPI_CHAR, 1, 2, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT(got == 'x');
}

// program hosted_isendrecv_replace: The buffer that is sent may be overwritten before the send is complete.
PROGRAM(hosted_isendrecv_replace) {
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    int line[6] = {rank, -1, rank + 100, -1, rank + 200, -1};
    MPI_Datatype column;
    MPI_Request request;
    MPI_Type_vector(3, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Isendrecv_replace(line, 1, column, to, 0, from, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; ++i) EXPECT(line[2 * i] == from + 100 * i && line[2 * i + 1] == -1);
    MPI_Type_free(&column);
}

// program hosted_large_operations: Each operation with large counts.
// options: --set platform.ranks_per_node=8
PROGRAM(hosted_large_operations) {
    const MPI_Count one = 1, two = 2;
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    int *base, sent[2] = {rank, rank + 1}, got[2] = {-1, -1}, more[2] = {-1, -1};
    MPI_Request requests[2];
    MPI_Win win;
    MPI_Win_allocate_c(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 4; ++i) base[i] = 0;
    MPI_Win_fence(0, win);
    MPI_Put_c(sent, two, MPI_INT, to, 0, two, MPI_INT, win);
    MPI_Accumulate_c(sent, one, MPI_INT, to, 2, one, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(base[0] == from && base[1] == from + 1 && base[2] == from);
    MPI_Get_c(got, two, MPI_INT, to, 0, two, MPI_INT, win);
    MPI_Get_accumulate_c(sent, one, MPI_INT, more, one, MPI_INT, to, 2, one, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(got[0] == rank && got[1] == rank + 1 && more[0] == rank && base[2] == 2 * from);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock_all(0, win);
    MPI_Rput_c(sent, one, MPI_INT, to, 3, one, MPI_INT, win, &requests[0]);
    MPI_Rget_c(got, one, MPI_INT, to, 1, one, MPI_INT, win, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Win_flush_all(win);
    MPI_Raccumulate_c(sent, one, MPI_INT, to, 3, one, MPI_INT, MPI_SUM, win, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Rget_accumulate_c(sent, one, MPI_INT, more, one, MPI_INT, to, 3, one, MPI_INT, MPI_SUM, win, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    EXPECT(got[0] == rank + 1 && more[0] == 2 * rank);
    MPI_Win_free(&win);
}

// program hosted_large_windows: Windows with large displacement units.
// options: --set platform.ranks_per_node=8
PROGRAM(hosted_large_windows) {
    long cells[2] = {0, 0}, *base, *other;
    MPI_Aint bytes = 0, unit = 0;
    MPI_Win win;
    MPI_Win_create_c(cells, sizeof(cells), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    const long value = rank + 1;
    MPI_Win_fence(0, win);
    MPI_Put_c(&value, 1, MPI_LONG, (rank + 1) % size, 1, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
    EXPECT(cells[0] == 0 && cells[1] == (rank + size - 1) % size + 1);
    MPI_Win_free(&win);
    MPI_Win_allocate_shared_c(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    *base = rank;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    MPI_Win_shared_query_c(win, (rank + 1) % size, &bytes, &unit, &other);
    EXPECT(bytes == sizeof(long) && unit == sizeof(long) && *other == (rank + 1) % size);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}
