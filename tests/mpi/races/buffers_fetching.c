// Races of accesses to the buffers of fetching operations.
#include "tests/mpi/races/race.h"

// race buffers/get_accumulate-origin: The operand is changed before the fence.
// synchronisation: fence
// ranks: 2
// rule: MM-BUF-1
// access: first origin buffer
// mended: behind it.
RACE(get_accumulate_origin) {
    begin_with_window();
    int add[2] = {1, 2}, old[2] = {0};
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Get_accumulate(add, 2, MPI_INT, old, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    add[1] = 5;  // race: second
    MPI_Win_fence(0, win);
    keep(add);
    end_with_window();
}

// race buffers/get_accumulate-result: The old values are read before MPI_Win_complete.
// synchronisation: PSCW
// ranks: 2
// rule: MM-BUF-1
// mended: behind it.
RACE(get_accumulate_result) {
    begin_with_window();
    int add[2] = {1, 2}, old[2] = {0};
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Get_accumulate(add, 2, MPI_INT, old, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_complete(win);)
        use(old[0]);  // race: second
        WRONG(MPI_Win_complete(win);)
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race buffers/compare_and_swap-result: The result of a swap is tested before the swap is complete.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Win_flush_local comes between.
RACE(compare_and_swap_result) {
    begin_with_window();
    int one = 1, zero = 0, found = 2;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Compare_and_swap(&one, &zero, &found, MPI_INT, 1, 0, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        use(found);  // race: second
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race buffers/compare_and_swap-new: The value to swap in is changed before MPI_Win_complete.
// synchronisation: PSCW
// ranks: 2
// rule: MM-BUF-1
// access: first origin buffer
// mended: behind it.
RACE(compare_and_swap_new) {
    begin_with_window();
    int mine = 1, zero = 0, found = 2;
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Compare_and_swap(&mine, &zero, &found, MPI_INT, 1, 0, win);  // race: first
        RIGHT(MPI_Win_complete(win);)
        mine = 3;  // race: second
        WRONG(MPI_Win_complete(win);)
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    keep(&mine);
    end_with_window();
}

// race buffers/fetch_and_op-no_op: MPI_NO_OP has no operand (MPI 4.1, 12.3.4): its address is ignored.
// synchronisation: fence
// ranks: 2
// rule: MM-BUF-1
// access: first origin buffer
// mended: the operation is MPI_NO_OP.
RACE(fetch_and_op_no_op) {
    begin_with_window();
    int operand = 1, found = 0;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Fetch_and_op(&operand, &found, MPI_INT, 1, 0, WRONG(MPI_SUM) RIGHT(MPI_NO_OP), win);  // race: first
    operand = 2;                                                                                  // race: second
    MPI_Win_fence(0, win);
    keep(&operand);
    end_with_window();
}

// race buffers/rget_accumulate-no_op: As fetch_and_op-no_op, with a request, an exclusive lock and memcpy.
// synchronisation: exclusive lock, request
// ranks: 2
// rule: MM-BUF-1
// access: first origin buffer
// mended: the operation is MPI_NO_OP.
RACE(rget_accumulate_no_op) {
    begin_with_window();
    int operand[2] = {1, 2}, found[2] = {0};
    const int next[2] = {3, 4};
    if (rank == 0) {
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Rget_accumulate(operand, 2, MPI_INT, found, 2, MPI_INT, 1, 0, 2, MPI_INT,  // race: first
                            WRONG(MPI_SUM) RIGHT(MPI_NO_OP), win, &request);
        memcpy(operand, next, sizeof(next));  // race: second
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
    }
    keep(operand);
    end_with_window();
}

// race buffers/rget_accumulate-origin: MPI_Test is called once, whatever it says; then the operand is received anew.
// synchronisation: request and message
// ranks: 2
// rule: MM-BUF-1
// access: first origin buffer
// mended: MPI_Wait.
RACE(rget_accumulate_origin) {
    begin_with_window();
    int operand = 1, found = 0, done = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Request request;
        MPI_Rget_accumulate(&operand, 1, MPI_INT, &found, 1, MPI_INT, 1, 0, 1, MPI_INT,  // race: first
                            MPI_SUM, win, &request);
        WRONG(MPI_Test(&request, &done, MPI_STATUS_IGNORE);)
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Recv(&operand, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // race: second
        WRONG(if (!done) MPI_Wait(&request, MPI_STATUS_IGNORE);)
    } else {
        MPI_Send(&operand, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    use(done);
    end_with_window();
}

// race buffers/rget_accumulate-result: memcmp looks at old values of an r-form.
// synchronisation: shared lock, request
// ranks: 2
// rule: MM-BUF-1
// mended: MPI_Win_flush_local completes it, although its request is waited for later.
RACE(rget_accumulate_result) {
    begin_with_window();
    int add[2] = {1, 2}, old[2] = {0};
    if (rank == 0) {
        MPI_Request request;
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Rget_accumulate(add, 2, MPI_INT, old, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win, &request);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        use(memcmp(old, window, sizeof(old)));  // race: second
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race buffers/fetch_and_op-result: A reduction adds the fetched values of all ranks.
// synchronisation: fence and collective call
// ranks: 2
// rule: MM-BUF-1
// mended: behind the fence.
RACE(fetch_and_op_result) {
    begin_with_window();
    int one = 1, found = 0, sum = 0;
    MPI_Win_fence(0, win);
    MPI_Fetch_and_op(&one, &found, MPI_INT, 0, rank, MPI_SUM, win);  // race: first
    RIGHT(MPI_Win_fence(0, win);)
    MPI_Allreduce(&found, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race buffers/fetch_and_op-two-results: Two fetching operations have one result.
// synchronisation: PSCW
// ranks: 2
// rule: MM-BUF-1
// mended: each has its own.
RACE(fetch_and_op_two_results) {
    begin_with_window();
    int one = 1, zero = 0, found[2] = {0};
    MPI_Group other = group_of(1 - rank);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Fetch_and_op(&one, found, MPI_INT, 1, 0, MPI_SUM, win);                        // race: first
        MPI_Compare_and_swap(&one, &zero, found + WRONG(0) RIGHT(1), MPI_INT, 1, 1, win);  // race: second
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    end_with_window();
}

// race buffers/compare_and_swap-fetched: The result of one operation is the operand of the next.
// synchronisation: exclusive lock
// ranks: 2
// rule: MM-BUF-1
// access: second origin buffer
// mended: MPI_Win_flush_local lies between.
RACE(compare_and_swap_fetched) {
    begin_with_window();
    int one = 1, found = 0, second = 0;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Fetch_and_op(&one, &found, MPI_INT, 1, 0, MPI_SUM, win);  // race: first
        RIGHT(MPI_Win_flush_local(1, win);)
        MPI_Compare_and_swap(&one, &found, &second, MPI_INT, 1, 1, win);  // race: second
        MPI_Win_unlock(1, win);
    }
    end_with_window();
}

// race buffers/result-with-gaps: The old values of a fetching operation have gaps.
// synchronisation: flush_local
// ranks: 2
// rule: MM-BUF-1
// mended: a gap is stored to.
RACE(result_with_gaps) {
    begin_with_window();
    int add[2] = {1, 2}, old[4] = {0};
    MPI_Datatype type;
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get_accumulate(add, 2, MPI_INT, old, 1, type, 1, 0, 2, MPI_INT, MPI_SUM, win);  // race: first
        old[WRONG(2) RIGHT(1)] = 5;                                                         // race: second
        MPI_Win_flush_local(1, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Type_free(&type);
    keep(old);
    end_with_window();
}
