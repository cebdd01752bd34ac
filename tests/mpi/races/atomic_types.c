// Races of accumulates whose elements are of several types or overlap.
#include "tests/mpi/races/race.h"

// race atomic/ends-differ: Long accumulates of two operations overlap by one element.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: by none.
RACE(ends_differ) {
    begin_with_window();
    int values[5] = {1, 2, 3, 4, 5};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(values, 5, MPI_INT, 0, 0, 5, MPI_INT, MPI_SUM, win);                  // race: first
    if (rank == 2) MPI_Accumulate(values, 5, MPI_INT, 0, WRONG(4) RIGHT(5), 5, MPI_INT, MPI_MAX, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race atomic/int-long: The same operation on the same bytes, but as elements of another size.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// scenario: lock_all/sum-of-other-datatype
// mended: each has its own place.
RACE(int_long) {
    begin_with_window();
    int one = 1;
    long wide = 1;
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&wide, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);               // race: first
    if (rank == 2) MPI_Accumulate(&one, 1, MPI_INT, 0, WRONG(0) RIGHT(2), 1, MPI_INT, MPI_SUM, win);  // race: second
    MPI_Win_unlock_all(win);
    use((int)wide);
    end_with_window();
}

// race atomic/int-unsigned: The same operation on one element, but as another type.
// synchronisation: lock_all
// ranks: 3
// rule: MM-ACC-1
// mended: the same type, and MPI_Fetch_and_op beside MPI_Accumulate.
RACE(int_unsigned) {
    begin_with_window();
    int two = 2, old;
    const MPI_Datatype type = WRONG(MPI_UNSIGNED) RIGHT(MPI_INT);
    MPI_Win_lock_all(0, win);
    if (rank == 1) MPI_Accumulate(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 2) MPI_Fetch_and_op(&two, &old, type, 0, 0, MPI_SUM, win);            // race: second
    MPI_Win_unlock_all(win);
    end_with_window();
}

// race atomic/not-aligned: The elements of two accumulates lie half over each other.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// scenario: lock_all/sums-not-aligned
// mended: element on element, with one of them over the ends of the other.
RACE(not_aligned) {
    begin_with_window();
    const double values[3] = {1, 2, 3};
    const int at = WRONG(1) RIGHT(0);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(values, 1, MPI_DOUBLE, 0, 2, 1, MPI_DOUBLE, MPI_SUM, win);   // race: first
    if (rank == 2) MPI_Accumulate(values, 3, MPI_DOUBLE, 0, at, 3, MPI_DOUBLE, MPI_SUM, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race atomic/order-of-two-types: The order of accumulates of one rank needs elements of one type.
// synchronisation: lock_all
// ranks: 2
// rule: MM-ACC-1
// mended: both are of ints; their operations differ.
RACE(order_of_two_types) {
    begin_with_window();
    int values[2] = {1, 2};
    long wide = 3;
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(values, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);          // race: first
        WRONG(MPI_Accumulate(&wide, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, win);)  // race: second
        RIGHT(MPI_Accumulate(values, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_MAX, win);)
    }
    MPI_Win_unlock_all(win);
    use((int)wide);
    end_with_window();
}

// race atomic/padding-inside: MPI_MAXLOC on a pair of short and int beside a store to its index. What lies between
// value and index belongs to nobody, at the target as in the source.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// only under: unified
// mended: the stores are to the padding.
RACE(padding_inside) {
    begin();
    struct {
        short value, between;
        int index;
    } pair = {1, 2, 3}, mine = {4, 5, 6};
    MPI_Win_create(&mine, sizeof(mine), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&pair, 1, MPI_SHORT_INT, 0, 0, 1, MPI_SHORT_INT, MPI_MAXLOC, win);  // race: first
    RIGHT(pair.between = (short)size; keep(&pair);)
    if (rank == 0) WRONG(mine.index = size) RIGHT(mine.between = (short)size);  // race: second
    keep(&mine);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race atomic/padding: MPI_MAXLOC on a pair beside a load of its index. What lies behind the index belongs to nobody.
// synchronisation: fence
// ranks: 2
// rule: MM-PAIR-2
// mended: the load is of the padding, and so is a store to the source.
RACE(padding) {
    begin();
    struct {
        double value;
        int index, behind;
    } pair = {1, 2, 3}, mine = {4, 5, 6};
    MPI_Win_create(&mine, sizeof(mine), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&pair, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);  // race: first
    RIGHT(pair.behind = size; keep(&pair);)
    if (rank == 0) use(WRONG(mine.index) RIGHT(mine.behind));  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race atomic/pair-and-int: MPI_MAXLOC on a pair beside an accumulate of its index alone.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: of the pair behind it.
RACE(pair_and_int) {
    begin_with_window();
    int pair[2] = {5, rank};
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(pair, 1, MPI_2INT, 0, 0, 1, MPI_2INT, MPI_MAXLOC, win);  // race: first
    if (rank == 2)
        MPI_Accumulate(pair, 1, MPI_INT, 0, WRONG(1) RIGHT(2), 1, MPI_INT, MPI_REPLACE, win);  // race: second
    MPI_Win_fence(0, win);
    end_with_window();
}

// race atomic/pair-over-pair: The index of one pair lies where the value of another does, and both are accumulated.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: pair on pair.
RACE(pair_over_pair) {
    begin();
    struct {
        short value;
        int index;
    } pair = {1, 2}, mine[2] = {{3, 4}, {5, 6}};
    MPI_Win_create(mine, sizeof(mine), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    const int at = WRONG(4) RIGHT(0);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(&pair, 1, MPI_SHORT_INT, 0, 0, 1, MPI_SHORT_INT, MPI_MINLOC, win);   // race: first
    if (rank == 2) MPI_Accumulate(&pair, 1, MPI_SHORT_INT, 0, at, 1, MPI_SHORT_INT, MPI_MINLOC, win);  // race: second
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

// race atomic/vector-and-run: Accumulates with a derived datatype agree with others if its basic type is the same.
// synchronisation: fence
// ranks: 3
// rule: MM-ACC-1
// mended: it is.
RACE(vector_and_run) {
    begin_with_window();
    int values[4] = {1, 2, 3, 4};
    float others[4] = {1, 2, 3, 4};
    MPI_Datatype column;
    MPI_Type_vector(4, 1, 2, WRONG(MPI_FLOAT) RIGHT(MPI_INT), &column);
    MPI_Type_commit(&column);
    MPI_Win_fence(0, win);
    if (rank == 1) MPI_Accumulate(values, 4, MPI_INT, 0, 0, 4, MPI_INT, MPI_SUM, win);  // race: first
    if (rank == 2) {
        WRONG(MPI_Accumulate(others, 4, MPI_FLOAT, 0, 0, 1, column, MPI_SUM, win);)  // race: second
        RIGHT(MPI_Accumulate(values, 4, MPI_INT, 0, 0, 1, column, MPI_SUM, win);)
    }
    MPI_Win_fence(0, win);
    MPI_Type_free(&column);
    use((int)others[0]);
    end_with_window();
}
