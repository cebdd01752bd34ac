// Races of accesses with derived datatypes.
#include "tests/mpi/races/race.h"

// race datatypes/backwards: A vector with a negative stride reaches below its displacement.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: what is above is free.
RACE(backwards) {
    begin_with_window();
    int data[3] = {1, 2, 3};
    MPI_Datatype type;
    MPI_Type_vector(3, 1, -2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(data, 3, MPI_INT, 0, 4, 1, type, win);                     // race: first
    if (rank == 2) MPI_Put(data, 2, MPI_INT, 0, WRONG(2) RIGHT(5), 2, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
    end_with_window();
}

// race datatypes/columns: Two ranks put columns of one matrix.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// scenario: vectors/columns-meet
// right scenario: vectors/columns
// mended: neighbouring columns, interleaved in memory.
RACE(columns) {
    begin_with_window();
    int column[4] = {rank, rank, rank, rank};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(column, 4, MPI_INT, 0, 1, 1, type, win);                  // race: first
    if (rank == 2) MPI_Put(column, 4, MPI_INT, 0, WRONG(1) RIGHT(2), 1, type, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
    end_with_window();
}

// race datatypes/freed: A datatype may be freed while operations with it are under way; they go on.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: the gap is stored to.
RACE(freed) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Type_vector(2, 1, 3, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_lock_all(0, win);
    if (rank == 0) MPI_Put(data, 1, type, 1, 0, 2, MPI_INT, win);  // race: first
    MPI_Type_free(&type);
    if (rank == 0) data[WRONG(3) RIGHT(2)] = 0;  // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race datatypes/gaps-of-a-result: Two gets fill one array, the one its even and the other its odd elements.
// synchronisation: shared lock
// ranks: 2
// rule: MM-BUF-1
// mended: the second begins at the first odd one.
RACE(gaps_of_a_result) {
    begin_with_window();
    int data[9] = {0};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(data, 1, type, 1, 0, 4, MPI_INT, win);                      // race: first
        MPI_Get(data + WRONG(2) RIGHT(1), 1, type, 1, 4, 4, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
    }
    MPI_Type_free(&type);
    end_with_window();
}

// race datatypes/gaps-of-a-source: The source of a put has gaps.
// synchronisation: lock_all
// ranks: 2
// rule: MM-BUF-1
// mended: only the gaps are stored to.
RACE(gaps_of_a_source) {
    begin_with_window();
    int data[8] = {1, 0, 2, 0, 3, 0, 4, 0};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 1, type, 1, 0, 4, MPI_INT, win);  // race: first
        data[WRONG(4) RIGHT(5)] = 7;                    // race: second
    }
    MPI_Win_unlock_all(win);
    MPI_Type_free(&type);
    end_with_window();
}

// race datatypes/indexed: The list of an indexed type names an element that another put has, too.
// synchronisation: lock_all
// ranks: 3
// rule: MM-PAIR-1
// mended: it names its neighbours only.
RACE(indexed) {
    begin_with_window();
    int data[5] = {1, 2, 3, 4, 5};
    int lengths[3] = {2, 1, 2}, places[3] = {0, WRONG(5) RIGHT(6), 9};
    MPI_Datatype type;
    MPI_Type_indexed(3, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Put(data, 5, MPI_INT, 0, 0, 1, type, win);     // race: first
    if (rank == 2) MPI_Put(data, 4, MPI_INT, 0, 2, 4, MPI_INT, win);  // race: second
    MPI_Win_unlock_all(win);
    MPI_Type_free(&type);
    end_with_window();
}

// race datatypes/members: Puts to the members of one structure.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: to different members.
struct particle {
    char kind;
    int cell;
    double mass;
};
static struct particle particles[4];

RACE(members) {
    begin();
    const int cell = offsetof(struct particle, cell);
    char kind[8] = {0};
    MPI_Win_create(particles, sizeof(particles), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, cell, 1, MPI_INT, win);                                // race: first
    if (rank == 2) MPI_Put(kind, WRONG(5) RIGHT(4), MPI_CHAR, 0, 0, WRONG(5) RIGHT(4), MPI_CHAR, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race datatypes/received-backwards: What a message brings, element by element backwards, is put.
// synchronisation: request of a message
// ranks: 2
// rule: MM-BUF-1
// right scenario: buffers/messages
// mended: it is there before the put.
RACE(received_backwards) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Type_vector(4, 1, -1, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) MPI_Send(data, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Request request;
        MPI_Irecv(data + 3, 1, type, 0, 0, MPI_COMM_WORLD, &request);  // race: first
        RIGHT(MPI_Wait(&request, MPI_STATUS_IGNORE);)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race: second
        MPI_Win_unlock(1, win);
        WRONG(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    }
    MPI_Type_free(&type);
    end_with_window();
}

// race datatypes/resized: Elements of a resized type lie further apart than they are long.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: another rank's lie between them.
RACE(resized) {
    begin_with_window();
    int data[4] = {1, 2, 3, 4};
    MPI_Datatype wide;
    MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &wide);
    MPI_Type_commit(&wide);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(data, 4, MPI_INT, 0, 0, 4, wide, win);                     // race: first
    if (rank == 2) MPI_Put(data, 2, MPI_INT, 0, WRONG(2) RIGHT(1), 2, MPI_INT, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Type_free(&wide);
    end_with_window();
}

// race datatypes/row-and-column: A column that is put, and the row that the owner reads.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// access: second load
// mended: the column begins below the row.
RACE(row_and_column) {
    begin_with_window();
    int column[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Type_vector(WRONG(4) RIGHT(3), 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Put(column, WRONG(4) RIGHT(3), MPI_INT, 0, WRONG(2) RIGHT(6), 1, type, win);  // race: first
    if (rank == 0) {
        int sum = 0;
        for (int i = 0; i < 4; ++i) sum += window[i];  // race: second
        use(sum);
    }
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
    end_with_window();
}

// race datatypes/structure: A datatype of a structure leaves out its padding; a run of its bytes does not.
// synchronisation: fence
// ranks: 2
// right under: unified
// rule: MM-PAIR-2
// mended: the datatype is used. (Separate model: no store beside an update of the window; right in the unified one.)
struct point {
    char kind;
    char unused[7];
    double mass;
};
static struct point points[2];

RACE(structure) {
    begin();
    struct point mine = {'a', {0}, 1.0};
    int lengths[2] = {1, 1};
    MPI_Aint places[2] = {offsetof(struct point, kind), offsetof(struct point, mass)};
    MPI_Datatype members[2] = {MPI_CHAR, MPI_DOUBLE}, type;
    MPI_Type_create_struct(2, lengths, places, members, &type);
    MPI_Type_commit(&type);
    MPI_Win_create(points, sizeof(points), sizeof(mine), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    WRONG(if (rank == 1) MPI_Put(&mine, 16, MPI_BYTE, 0, 1, 16, MPI_BYTE, win);)  // race: first
    RIGHT(if (rank == 1) MPI_Put(&mine, 1, type, 0, 1, 1, type, win);)
    if (rank == 0) points[1].unused[3] = 1;  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
}

// race datatypes/subarrays: Two ranks put rectangles into one matrix.
// synchronisation: fence
// ranks: 3
// rule: MM-PAIR-1
// mended: the rectangles touch at their corners.
RACE(subarrays) {
    begin_with_window();
    const int sizes[2] = {4, 4}, part[2] = {2, 2};
    const int corner[2] = {rank == 1 ? 0 : WRONG(1) RIGHT(2), rank == 1 ? 0 : WRONG(1) RIGHT(2)};
    int data[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Type_create_subarray(2, sizes, part, corner, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_fence(0, win);
    if (rank > 0) MPI_Put(data, 4, MPI_INT, 0, 0, 1, type, win);  // race: both
    MPI_Win_fence(0, win);
    MPI_Type_free(&type);
    end_with_window();
}
