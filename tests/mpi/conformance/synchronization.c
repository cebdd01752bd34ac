// Synchronization of windows, from section 12.5 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

static MPI_Win window(int* memory, int count) {
    MPI_Win win;
    PMPI_Win_create(memory, (MPI_Aint)(count * sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

// Returns a group of ranks of MPI_COMM_WORLD.
static MPI_Group group_of(int count, const int* ranks) {
    MPI_Group all, group;
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Group_incl(all, count, ranks, &group);
    PMPI_Group_free(&all);
    return group;
}

// program fence_rounds: Each fence ends an epoch and begins one (12.5.1).
PROGRAM(fence_rounds) {
    _Alignas(16) int memory = -1;
    MPI_Win win = window(&memory, 1);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    for (int round = 0; round < 3; ++round) {
        PMPI_Put(&(int){10 * round + rank}, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win);
        MPI_Win_fence(round == 2 ? MPI_MODE_NOSUCCEED : 0, win);
        IS(memory, 10 * round + left_of(rank, size));
        if (round < 2) MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    }
    PMPI_Win_free(&win);
}

// program fence_asserts: Assertions of what does not happen (12.5.1, 12.5.5).
PROGRAM(fence_asserts) {
    _Alignas(16) int memory = rank, got = -1;
    MPI_Win win = window(&memory, 1);
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, win);
    PMPI_Get(&got, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
    IS(got, right_of(rank, size));
    PMPI_Win_free(&win);
}

// program fence_orders: A fence that ends an epoch is a barrier (12.5.1).
PROGRAM(fence_orders) {
    _Alignas(16) int memory = 0, arrived = 0, flag = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Win win = window(&memory, 1);
    MPI_Win_fence(0, win);
    if (rank == 0) PMPI_Irecv(&arrived, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);
    if (rank == 2) PMPI_Ssend(&(int){1}, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        PMPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
        IS(flag, 1);
    }
    PMPI_Win_free(&win);
}

// program post_start: A pair of ranks, with the roles exchanged in each round (12.5.2).
PROGRAM(post_start) {
    _Alignas(16) int memory = -1;
    const int other = rank ^ 1;
    MPI_Group pair = group_of(1, &other);
    MPI_Win win = window(&memory, 1);
    for (int round = 0; round < 4; ++round) {
        if ((rank + round) % 2 == 0) {
            MPI_Win_start(pair, 0, win);
            PMPI_Put(&(int){10 * round + rank}, 1, MPI_INT, other, 0, 1, MPI_INT, win);
            MPI_Win_complete(win);
        } else {
            MPI_Win_post(pair, 0, win);
            MPI_Win_wait(win);
            IS(memory, 10 * round + other);
        }
    }
    PMPI_Group_free(&pair);
    PMPI_Win_free(&win);
}

// program post_many: One target, three origins; the groups may be freed at once (12.5.2).
PROGRAM(post_many) {
    _Alignas(16) int memory[4] = {-1, -1, -1, -1};
    MPI_Win win = window(memory, 4);
    if (rank == 1) {
        MPI_Group origins = group_of(3, (const int[]){0, 2, 3});
        MPI_Win_post(origins, 0, win);
        PMPI_Group_free(&origins);
        MPI_Win_wait(win);
        for (int i = 0; i < 4; ++i) IS(memory[i], i == 1 ? -1 : 10 * i);
    } else {
        MPI_Group target = group_of(1, (const int[]){1});
        MPI_Win_start(target, 0, win);
        PMPI_Group_free(&target);
        PMPI_Put(&(int){10 * rank}, 1, MPI_INT, 1, rank, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }
    PMPI_Win_free(&win);
}

// program post_ring: All ranks are origins and targets at a time (12.5.2).
PROGRAM(post_ring) {
    _Alignas(16) int memory = -1, got = -1, left = left_of(rank, size), right = right_of(rank, size);
    MPI_Group from = group_of(1, &left), to = group_of(1, &right);
    MPI_Win win = window(&memory, 1);
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    PMPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    IS(memory, left);
    MPI_Win_post(from, MPI_MODE_NOPUT, win);
    MPI_Win_start(to, 0, win);
    PMPI_Get(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    IS(got, rank);
    PMPI_Group_free(&from);
    PMPI_Group_free(&to);
    PMPI_Win_free(&win);
}

// program post_test: MPI_Win_test is false before the origin completes, and ends the exposure when it is true (12.5.2).
PROGRAM(post_test) {
    _Alignas(16) int memory = -1, flag = 1;
    const int other = rank ^ 1;
    MPI_Group pair = group_of(1, &other);
    MPI_Win win = window(&memory, 1);
    if (rank % 2) {
        MPI_Win_post(pair, 0, win);
        MPI_Win_test(win, &flag);
        IS(flag, 0);
        PMPI_Send(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD);
        for (int i = 0; !flag && i < 1000000; ++i) MPI_Win_test(win, &flag);
        IS(flag, 1);
        IS(memory, other);
    } else {
        PMPI_Recv(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_start(pair, 0, win);
        PMPI_Put(&rank, 1, MPI_INT, other, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }
    PMPI_Group_free(&pair);
    PMPI_Win_free(&win);
}

// program lock_exclusive: A counter that is read and written under an exclusive lock loses no increment (12.5.3).
PROGRAM(lock_exclusive) {
    _Alignas(16) int memory = 0, value = -1;
    MPI_Win win = window(&memory, 1);
    for (int i = 0; i < 5; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        PMPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        PMPI_Win_flush(0, win);
        ++value;
        PMPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    all_arrive();
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    PMPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    IS(value, 20);
    PMPI_Win_free(&win);
}

// program lock_shared: Shared locks of several ranks are held at a time (12.5.3).
PROGRAM(lock_shared) {
    _Alignas(16) int memory[4] = {-1, -1, -1, -1};
    MPI_Win win = window(memory, 4);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    PMPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    all_arrive();
    MPI_Win_unlock(0, win);
    all_arrive();
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    for (int i = 0; i < 4; ++i) IS(memory[i], rank == 0 ? i : -1);
    MPI_Win_unlock(rank, win);
    PMPI_Win_free(&win);
}

// program lock_several: A rank holds locks of several targets at a time (12.5.3).
PROGRAM(lock_several) {
    _Alignas(16) int memory[4] = {-1, -1, -1, -1};
    const int values[4] = {10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3};
    MPI_Win win = window(memory, 4);
    for (int i = 0; i < size; ++i) MPI_Win_lock(MPI_LOCK_SHARED, i, 0, win);
    for (int i = 0; i < size; ++i) PMPI_Put(&values[i], 1, MPI_INT, i, rank, 1, MPI_INT, win);
    for (int i = size - 1; i >= 0; --i) MPI_Win_unlock(i, win);
    all_arrive();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    for (int i = 0; i < 4; ++i) IS(memory[i], 10 * i + rank);
    MPI_Win_unlock(rank, win);
    PMPI_Win_free(&win);
}

// program lock_no_check: The assertion that no conflicting lock is held (12.5.3, 12.5.5).
PROGRAM(lock_no_check) {
    _Alignas(16) int memory = -1;
    MPI_Win win = window(&memory, 1);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right_of(rank, size), MPI_MODE_NOCHECK, win);
    PMPI_Put(&rank, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win);
    MPI_Win_unlock(right_of(rank, size), win);
    all_arrive();
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    IS(memory, left_of(rank, size));
    MPI_Win_unlock(rank, win);
    PMPI_Win_free(&win);
}

// program lock_null_process: A lock of MPI_PROC_NULL (12.3, 3.11).
// openmpi: refuses the null process
PROGRAM(lock_null_process) {
    _Alignas(16) int memory = 3;
    MPI_Win win = window(&memory, 1);
    IS(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, MPI_PROC_NULL, 0, win), MPI_SUCCESS);
    PMPI_Put(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    IS(MPI_Win_unlock(MPI_PROC_NULL, win), MPI_SUCCESS);
    IS(memory, 3);
    PMPI_Win_free(&win);
}

// program lock_all_flush: MPI_Win_flush completes operations at the target within an epoch (12.5.4).
PROGRAM(lock_all_flush) {
    _Alignas(16) int memory[2] = {-1, -1}, got = -1;
    MPI_Win win = window(memory, 2);
    MPI_Win_lock_all(0, win);
    PMPI_Put(&rank, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win);
    MPI_Win_flush(right_of(rank, size), win);
    PMPI_Get(&got, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win);
    MPI_Win_flush(right_of(rank, size), win);
    IS(got, rank);
    all_arrive();
    MPI_Win_sync(win);
    IS(memory[0], left_of(rank, size));
    MPI_Win_unlock_all(win);
    PMPI_Win_free(&win);
}

// program flush_all_targets: MPI_Win_flush_all completes operations at all targets (12.5.4).
PROGRAM(flush_all_targets) {
    _Alignas(16) int memory[4] = {-1, -1, -1, -1}, got[4] = {-1, -1, -1, -1};
    MPI_Win win = window(memory, 4);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int i = 0; i < size; ++i) PMPI_Put(&rank, 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    for (int i = 0; i < size; ++i) PMPI_Get(&got[i], 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    for (int i = 0; i < 4; ++i) IS(got[i], rank);
    MPI_Win_unlock_all(win);
    PMPI_Win_free(&win);
}

// program flush_local_reuses: After MPI_Win_flush_local the origin's buffer can be changed (12.5.4).
PROGRAM(flush_local_reuses) {
    enum { count = 20000 };
    static _Alignas(16) int memory[count], values[count];
    for (int i = 0; i < count; ++i) memory[i] = -1, values[i] = rank + i;
    MPI_Win win = window(memory, count);
    MPI_Win_lock_all(0, win);
    PMPI_Put(values, count, MPI_INT, right_of(rank, size), 0, count, MPI_INT, win);
    MPI_Win_flush_local(right_of(rank, size), win);
    for (int i = 0; i < count; ++i) values[i] = -5;
    MPI_Win_unlock_all(win);
    all_arrive();
    PMPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    IS(memory[count - 1], left_of(rank, size) + count - 1);
    PMPI_Win_unlock(rank, win);
    PMPI_Win_free(&win);
}

// program flush_local_fetches: After a local flush the results of gets and fetches are there (12.5.4).
PROGRAM(flush_local_fetches) {
    _Alignas(16) int memory[2] = {rank, 100}, got = -1, old = -1;
    MPI_Win win = window(memory, 2);
    all_arrive();
    MPI_Win_lock_all(0, win);
    PMPI_Get(&got, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win);
    MPI_Win_flush_local(right_of(rank, size), win);
    IS(got, right_of(rank, size));
    PMPI_Fetch_and_op(&rank, &old, MPI_INT, right_of(rank, size), 1, MPI_SUM, win);
    MPI_Win_flush_local_all(win);
    IS(old, 100);
    MPI_Win_unlock_all(win);
    PMPI_Win_free(&win);
}

// program flush_local_all_buffers: After MPI_Win_flush_local_all all origin buffers can be changed (12.5.4).
PROGRAM(flush_local_all_buffers) {
    _Alignas(16) int memory[4] = {-1, -1, -1, -1}, value = 10 * rank, got[4] = {-1, -1, -1, -1};
    MPI_Win win = window(memory, 4);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < size; ++i) PMPI_Put(&value, 1, MPI_INT, i, rank, 1, MPI_INT, win);
    for (int i = 0; i < size; ++i) {
        PMPI_Get_accumulate(NULL, 0, MPI_INT, &got[i], 1, MPI_INT, i, rank, 1, MPI_INT, MPI_NO_OP, win);
    }
    MPI_Win_flush_local_all(win);
    value = -3;
    for (int i = 0; i < 4; ++i) IS(got[i] == -1 || got[i] == 10 * rank, 1);
    MPI_Win_unlock_all(win);
    all_arrive();
    PMPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    for (int i = 0; i < 4; ++i) IS(memory[i], 10 * i);
    PMPI_Win_unlock(rank, win);
    PMPI_Win_free(&win);
}

// program kinds_by_turns: Fences, posts and locks on one window, one after another (12.5).
PROGRAM(kinds_by_turns) {
    _Alignas(16) int memory = -1, left = left_of(rank, size), right = right_of(rank, size);
    MPI_Group from = group_of(1, &left), to = group_of(1, &right);
    MPI_Win win = window(&memory, 1);
    MPI_Win_fence(0, win);
    PMPI_Put(&(int){rank}, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    IS(memory, left);
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    PMPI_Put(&(int){rank + 10}, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    IS(memory, left + 10);
    all_arrive();
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    PMPI_Put(&(int){rank + 20}, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_unlock(right, win);
    all_arrive();
    MPI_Win_lock_all(0, win);
    int got = -1;
    PMPI_Get(&got, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    IS(got, left + 20);
    PMPI_Group_free(&from);
    PMPI_Group_free(&to);
    PMPI_Win_free(&win);
}

// program epochs_missing: Calls outside of their epochs are errors of class MPI_ERR_RMA_SYNC (12.5, 12.6).
// openmpi: MPI_Win_complete returns no error
PROGRAM(epochs_missing) {
    _Alignas(16) int memory = 0;
    MPI_Win win = window(&memory, 1);
    PMPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    FAILS(MPI_Win_unlock(right_of(rank, size), win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
    FAILS(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
    FAILS(PMPI_Put(&memory, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    PMPI_Win_free(&win);
}

// program lock_types: An unknown lock type is an error of class MPI_ERR_LOCKTYPE (12.6).
// mpich: the class is MPI_ERR_ARG
PROGRAM(lock_types) {
    _Alignas(16) int memory = 0;
    MPI_Win win = window(&memory, 1);
    PMPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    FAILS(MPI_Win_lock(-77, 0, 0, win), MPI_ERR_LOCKTYPE);
    FAILS(MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win), MPI_ERR_RANK);
    PMPI_Win_free(&win);
}

// program rma_requests: Requests of operations complete with the data at the origin (12.3.5).
PROGRAM(rma_requests) {
    _Alignas(16) int memory[3] = {-1, 10 * rank, 100}, got = -1, old = -1;
    MPI_Request requests[4];
    for (int i = 0; i < 4; ++i) requests[i] = MPI_REQUEST_NULL;
    MPI_Win win = window(memory, 3);
    all_arrive();
    PMPI_Win_lock_all(0, win);
    MPI_Rput(&rank, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win, &requests[0]);
    MPI_Rget(&got, 1, MPI_INT, right_of(rank, size), 1, 1, MPI_INT, win, &requests[1]);
    for (int i = 0; i < 2; ++i) {
        CHECK(requests[i] != MPI_REQUEST_NULL);
        PMPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        CHECK(requests[i] == MPI_REQUEST_NULL);
    }
    IS(got, 10 * right_of(rank, size));
    MPI_Raccumulate(&(int){1}, 1, MPI_INT, right_of(rank, size), 2, 1, MPI_INT, MPI_SUM, win, &requests[2]);
    MPI_Rget_accumulate(&(int){2}, 1, MPI_INT, &old, 1, MPI_INT, right_of(rank, size), 2, 1, MPI_INT, MPI_SUM, win,
                        &requests[3]);
    PMPI_Waitall(2, requests + 2, MPI_STATUSES_IGNORE);
    IS(old, 101);
    PMPI_Win_unlock_all(win);
    all_arrive();
    PMPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    IS(memory[0], left_of(rank, size));
    IS(memory[2], 103);
    PMPI_Win_unlock(rank, win);
    PMPI_Win_free(&win);
}

// program rma_request_null: Operations with requests on MPI_PROC_NULL are complete (12.3.5).
PROGRAM(rma_request_null) {
    _Alignas(16) int memory = 4, got = 5, flag = 0;
    MPI_Request request;
    MPI_Win win = window(&memory, 1);
    PMPI_Win_lock_all(0, win);
    MPI_Rget(&got, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &request);
    PMPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    IS(flag, 1);
    MPI_Rput(&got, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, &request);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    PMPI_Win_unlock_all(win);
    IS(got, 5);
    PMPI_Win_free(&win);
}

// program rma_request_mixed: Requests of operations and of messages complete in one list (12.3.5).
PROGRAM(rma_request_mixed) {
    _Alignas(16) int memory = 7 * rank, got = -1, value = -1;
    MPI_Request requests[2];
    MPI_Win win = window(&memory, 1);
    all_arrive();
    PMPI_Win_lock(MPI_LOCK_SHARED, right_of(rank, size), 0, win);
    MPI_Rget(&got, 1, MPI_INT, right_of(rank, size), 0, 1, MPI_INT, win, &requests[0]);
    PMPI_Irecv(&value, 1, MPI_INT, left_of(rank, size), 0, MPI_COMM_WORLD, &requests[1]);
    PMPI_Send(&rank, 1, MPI_INT, right_of(rank, size), 0, MPI_COMM_WORLD);
    PMPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    IS(got, 7 * right_of(rank, size));
    IS(value, left_of(rank, size));
    PMPI_Win_unlock(right_of(rank, size), win);
    PMPI_Win_free(&win);
}

// program fences_of_many: Puts of all ranks to all ranks between two fences (12.5.1).
PROGRAM(fences_of_many) {
    _Alignas(16) int memory[4] = {-1, -1, -1, -1};
    const int values[4] = {10 * rank, 10 * rank + 1, 10 * rank + 2, 10 * rank + 3};
    MPI_Win win = window(memory, 4);
    PMPI_Win_fence(0, win);
    for (int i = 0; i < size; ++i) PMPI_Put(&values[i], 1, MPI_INT, i, rank, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; ++i) IS(memory[i], 10 * i + rank);
    PMPI_Win_free(&win);
}
