// The forms with large counts of functions for windows, from chapter 12 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// program large_window_making: Windows of memory of the program, and with their own memory (12.2).
PROGRAM(large_window_making) {
    _Alignas(16) int memory = -1, *allocated = NULL;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create_c(&memory, sizeof(memory), 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Win_fence(0, win);
    PMPI_Put(&rank, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win);
    PMPI_Win_fence(0, win);
    IS(memory, left_of(rank, size));
    PMPI_Win_free(&win);
    MPI_Win_allocate_c(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &allocated, &win);
    *allocated = -1;
    PMPI_Win_fence(0, win);
    PMPI_Put(&rank, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win);
    PMPI_Win_fence(0, win);
    IS(*allocated, left_of(rank, size));
    PMPI_Win_free(&win);
}

// program large_shared: Shared windows, and their query (12.2.3).
// options: --set platform.ranks_per_node=4
PROGRAM(large_shared) {
    int *memory = NULL, *other = NULL;
    MPI_Aint bytes = -1, unit = -1;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_allocate_shared_c(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_shared_query_c(win, right_of(rank, size), &bytes, &unit, &other);
    IS(bytes, 4);
    IS(unit, 4);
    PMPI_Win_fence(0, win);
    *other = rank;
    PMPI_Win_fence(0, win);
    IS(*memory, left_of(rank, size));
    PMPI_Win_free(&win);
}

// program large_operations: Operations between fences (12.3).
PROGRAM(large_operations) {
    _Alignas(16) int memory[4] = {-1, 10 * rank, 100, 100}, got = -1, old = -1;
    const int one = 1, right = right_of(rank, size);
    MPI_Win win;
    PMPI_Win_create(memory, sizeof(memory), 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Win_fence(0, win);
    MPI_Put_c(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Get_c(&got, 1, MPI_INT, right, 1, 1, MPI_INT, win);
    MPI_Accumulate_c(&one, 1, MPI_INT, right, 2, 1, MPI_INT, MPI_SUM, win);
    MPI_Get_accumulate_c(&one, 1, MPI_INT, &old, 1, MPI_INT, right, 3, 1, MPI_INT, MPI_SUM, win);
    PMPI_Win_fence(0, win);
    IS(memory[0], left_of(rank, size));
    IS(got, 10 * right);
    IS(memory[2], 101);
    IS(old, 100);
    IS(memory[3], 101);
    PMPI_Win_free(&win);
}

// program large_requests: Operations with requests (12.3.5).
PROGRAM(large_requests) {
    _Alignas(16) int memory[4] = {-1, 10 * rank, 100, 100}, got = -1, old = -1;
    const int one = 1, right = right_of(rank, size);
    MPI_Request requests[4];
    MPI_Win win;
    for (int i = 0; i < 4; ++i) requests[i] = MPI_REQUEST_NULL;
    PMPI_Win_create(memory, sizeof(memory), 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Rput_c(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win, &requests[0]);
    MPI_Rget_c(&got, 1, MPI_INT, right, 1, 1, MPI_INT, win, &requests[1]);
    MPI_Raccumulate_c(&one, 1, MPI_INT, right, 2, 1, MPI_INT, MPI_SUM, win, &requests[2]);
    MPI_Rget_accumulate_c(&one, 1, MPI_INT, &old, 1, MPI_INT, right, 3, 1, MPI_INT, MPI_SUM, win, &requests[3]);
    for (int i = 0; i < 4; ++i) CHECK(requests[i] != MPI_REQUEST_NULL);
    PMPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    PMPI_Win_unlock(right, win);
    IS(got, 10 * right);
    IS(old, 100);
    all_arrive();
    PMPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    IS(memory[0], left_of(rank, size));
    IS(memory[2], 101);
    PMPI_Win_unlock(rank, win);
    PMPI_Win_free(&win);
}
