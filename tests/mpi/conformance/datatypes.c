// Constructors of datatypes, from section 5.1 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// Prints lower bound, extent, true lower bound, true extent and size, and checks them.
static void has_bounds(MPI_Datatype type, long lb, long extent, long true_lb, long true_extent, int size) {
    MPI_Aint found[4] = {-99, -99, -99, -99};
    int bytes = -99;
    MPI_Type_get_extent(type, &found[0], &found[1]);
    MPI_Type_get_true_extent(type, &found[2], &found[3]);
    MPI_Type_size(type, &bytes);
    IS(found[0], lb);
    IS(found[1], extent);
    IS(found[2], true_lb);
    IS(found[3], true_extent);
    IS(bytes, size);
}

// Packs one element of the datatype from numbered ints, prints the numbers, and compares them with the list.
static void has_ints(MPI_Datatype type, int count, const int* expected) {
    int memory[64], packed[64], at = 0;
    for (int i = 0; i < 64; ++i) memory[i] = i, packed[i] = -1;
    PMPI_Type_commit(&type);
    PMPI_Pack(memory, 1, type, packed, sizeof(packed), &at, MPI_COMM_SELF);
    IS(at, 4 * count);
    for (int i = 0; i < count; ++i) IS(packed[i], expected[i]);
}

// program contiguous: A contiguous datatype has the elements one after another (5.1.2).
PROGRAM(contiguous) {
    MPI_Datatype type;
    MPI_Type_contiguous(3, MPI_INT, &type);
    has_bounds(type, 0, 12, 0, 12, 12);
    has_ints(type, 3, (const int[]){0, 1, 2});
    MPI_Type_free(&type);
    CHECK(type == MPI_DATATYPE_NULL);
}

// program vector: A vector has blocks at equal distances, and no gap after the last one (5.1.2).
PROGRAM(vector) {
    MPI_Datatype type;
    MPI_Type_vector(3, 2, 4, MPI_INT, &type);
    has_bounds(type, 0, 40, 0, 40, 24);
    has_ints(type, 6, (const int[]){0, 1, 4, 5, 8, 9});
    MPI_Type_free(&type);
}

// program vector_negative: A negative stride gives a negative lower bound (5.1.2, 5.1.7).
PROGRAM(vector_negative) {
    MPI_Datatype type;
    MPI_Type_vector(3, 1, -2, MPI_INT, &type);
    has_bounds(type, -16, 20, -16, 20, 12);
    MPI_Type_free(&type);
}

// program hvector: The stride of an hvector is in bytes (5.1.2).
PROGRAM(hvector) {
    MPI_Datatype type;
    MPI_Type_create_hvector(3, 1, 20, MPI_INT, &type);
    has_bounds(type, 0, 44, 0, 44, 12);
    has_ints(type, 3, (const int[]){0, 5, 10});
    MPI_Type_free(&type);
}

// program indexed: Blocks have their own lengths and displacements, in the order given (5.1.2).
PROGRAM(indexed) {
    MPI_Datatype type;
    MPI_Type_indexed(3, (const int[]){2, 0, 1}, (const int[]){5, 9, 1}, MPI_INT, &type);
    has_bounds(type, 4, 24, 4, 24, 12);
    has_ints(type, 3, (const int[]){5, 6, 1});
    MPI_Type_free(&type);
}

// program hindexed: Displacements in bytes (5.1.2).
PROGRAM(hindexed) {
    MPI_Datatype type;
    MPI_Type_create_hindexed(2, (const int[]){1, 2}, (const MPI_Aint[]){12, 20}, MPI_INT, &type);
    has_bounds(type, 12, 16, 12, 16, 12);
    has_ints(type, 3, (const int[]){3, 5, 6});
    MPI_Type_free(&type);
}

// program indexed_block: Blocks of the same length (5.1.2).
PROGRAM(indexed_block) {
    MPI_Datatype type;
    MPI_Type_create_indexed_block(3, 2, (const int[]){8, 0, 4}, MPI_INT, &type);
    has_bounds(type, 0, 40, 0, 40, 24);
    has_ints(type, 6, (const int[]){8, 9, 0, 1, 4, 5});
    MPI_Type_free(&type);
}

// program hindexed_block: Blocks of the same length at displacements in bytes (5.1.2).
PROGRAM(hindexed_block) {
    MPI_Datatype type;
    MPI_Type_create_hindexed_block(2, 2, (const MPI_Aint[]){32, 4}, MPI_INT, &type);
    has_bounds(type, 4, 36, 4, 36, 16);
    has_ints(type, 4, (const int[]){8, 9, 1, 2});
    MPI_Type_free(&type);
}

// program structure: A structure's extent includes padding for its alignment (5.1.2, 5.1.6).
PROGRAM(structure) {
    struct {
        char c;
        double d;
        char e;
    } memory;
    MPI_Datatype type;
    const MPI_Aint at[3] = {0, 8, 16};
    MPI_Type_create_struct(3, (const int[]){1, 1, 1}, at, (const MPI_Datatype[]){MPI_CHAR, MPI_DOUBLE, MPI_CHAR},
                           &type);
    has_bounds(type, 0, sizeof(memory), 0, 17, 10);
    MPI_Type_free(&type);
}

// program structure_of_none: A structure without blocks has size and extent 0 (5.1.2).
PROGRAM(structure_of_none) {
    MPI_Datatype type;
    MPI_Type_create_struct(0, NULL, NULL, NULL, &type);
    has_bounds(type, 0, 0, 0, 0, 0);
    MPI_Type_free(&type);
    MPI_Type_contiguous(0, MPI_INT, &type);
    has_bounds(type, 0, 0, 0, 0, 0);
    MPI_Type_free(&type);
}

// program resized: The bounds are those given; the true bounds are those of the data (5.1.7, 5.1.8).
PROGRAM(resized) {
    MPI_Datatype type, three;
    MPI_Type_create_resized(MPI_INT, -4, 20, &type);
    has_bounds(type, -4, 20, 0, 4, 4);
    MPI_Type_contiguous(3, type, &three);
    has_bounds(three, -4, 60, 0, 44, 12);
    has_ints(three, 3, (const int[]){0, 5, 10});
    MPI_Type_free(&type);
    MPI_Type_free(&three);
}

// program resized_smaller: Elements of a datatype with a smaller extent overlap the gaps of others (5.1.7).
PROGRAM(resized_smaller) {
    int matrix[4][4], columns[16];
    MPI_Datatype column, narrow;
    for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = i, columns[i] = -1;
    MPI_Type_vector(4, 1, 4, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, sizeof(int), &narrow);
    MPI_Type_commit(&narrow);
    MPI_Sendrecv(matrix, 4, narrow, rank, 0, columns, 16, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 16; ++i) IS(columns[i], 4 * (i % 4) + i / 4);
    MPI_Type_free(&narrow);
    MPI_Type_free(&column);
}

// program lower_bound_stays: The bounds of a resized component are those of a structure, too (5.1.7).
// mpich: the upper bound is that of the last element
PROGRAM(lower_bound_stays) {
    MPI_Datatype wide, type;
    MPI_Type_create_resized(MPI_CHAR, -3, 10, &wide);
    MPI_Type_create_struct(2, (const int[]){1, 1}, (const MPI_Aint[]){0, 40}, (const MPI_Datatype[]){wide, MPI_CHAR},
                           &type);
    has_bounds(type, -3, 10, 0, 41, 2);
    MPI_Type_free(&wide);
    MPI_Type_free(&type);
}

// program subarray_c: A subarray has the extent of the whole array; in C's order the last index is the fastest (5.1.3).
PROGRAM(subarray_c) {
    MPI_Datatype type;
    const int sizes[2] = {4, 5}, parts[2] = {2, 3}, starts[2] = {1, 2};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type);
    has_bounds(type, 0, 80, 28, 32, 24);
    has_ints(type, 6, (const int[]){7, 8, 9, 12, 13, 14});
    MPI_Type_free(&type);
}

// program subarray_fortran: In Fortran's order the first index is the fastest (5.1.3).
PROGRAM(subarray_fortran) {
    MPI_Datatype type;
    const int sizes[2] = {4, 5}, parts[2] = {2, 3}, starts[2] = {1, 2};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INT, &type);
    has_ints(type, 6, (const int[]){9, 10, 13, 14, 17, 18});
    MPI_Type_free(&type);
}

// program darray_block: Blocks of an array over a grid of processes; the last one has the rest (5.1.4).
PROGRAM(darray_block) {
    MPI_Datatype type;
    const int sizes[1] = {10}, how[1] = {MPI_DISTRIBUTE_BLOCK}, arguments[1] = {MPI_DISTRIBUTE_DFLT_DARG};
    const int grid[1] = {4};
    const int expected[4][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9}};
    MPI_Type_create_darray(4, rank, 1, sizes, how, arguments, grid, MPI_ORDER_C, MPI_INT, &type);
    has_ints(type, rank == 3 ? 1 : 3, expected[rank]);
    MPI_Aint lb = -1, extent = -1;
    MPI_Type_get_extent(type, &lb, &extent);
    IS(lb, 0);
    IS(extent, 40);
    MPI_Type_free(&type);
}

// program darray_cyclic: Cyclic blocks of the given size; other dimensions are not distributed (5.1.4).
PROGRAM(darray_cyclic) {
    MPI_Datatype type;
    const int sizes[2] = {2, 10}, how[2] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_CYCLIC};
    const int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2}, grid[2] = {1, 4};
    const int expected[4][8] = {{0, 1, 8, 9, 10, 11, 18, 19}, {2, 3, 12, 13}, {4, 5, 14, 15}, {6, 7, 16, 17}};
    MPI_Type_create_darray(4, rank, 2, sizes, how, arguments, grid, MPI_ORDER_C, MPI_INT, &type);
    has_ints(type, rank == 0 ? 8 : 4, expected[rank]);
    MPI_Type_free(&type);
}

// program darray_grid: Ranks are in the grid in row-major order (5.1.4).
PROGRAM(darray_grid) {
    MPI_Datatype type;
    const int sizes[2] = {4, 4}, how[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK};
    const int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {2, 2};
    const int first = 8 * (rank / 2) + 2 * (rank % 2);
    MPI_Type_create_darray(4, rank, 2, sizes, how, arguments, grid, MPI_ORDER_C, MPI_INT, &type);
    has_ints(type, 4, (const int[]){first, first + 1, first + 4, first + 5});
    MPI_Type_free(&type);
}

// program nested_types: A datatype of datatypes whose parts are freed (5.1.9).
PROGRAM(nested_types) {
    MPI_Datatype pair, pairs, type;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_vector(2, 1, 2, pair, &pairs);
    MPI_Type_create_hvector(2, 1, 40, pairs, &type);
    MPI_Type_free(&pair);
    MPI_Type_free(&pairs);
    CHECK(pair == MPI_DATATYPE_NULL && pairs == MPI_DATATYPE_NULL);
    has_bounds(type, 0, 64, 0, 64, 32);
    has_ints(type, 8, (const int[]){0, 1, 4, 5, 10, 11, 14, 15});
    MPI_Type_free(&type);
}

// program freed_in_use: A datatype that is freed is used by the communication that has begun (5.1.9).
PROGRAM(freed_in_use) {
    int values[4] = {rank, -1, rank + 10, -1}, got[2] = {-1, -1};
    MPI_Datatype type;
    MPI_Request request;
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Isend(values, 1, type, right_of(rank, size), 0, MPI_COMM_WORLD, &request);
    MPI_Type_free(&type);
    MPI_Recv(got, 2, MPI_INT, left_of(rank, size), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    IS(got[1], left_of(rank, size) + 10);
}

// program duplicate_type: A duplicate has the same map, and is committed if the original is (5.1.10).
PROGRAM(duplicate_type) {
    int values[3] = {1, 2, 3}, got[2] = {-1, -1};
    MPI_Datatype type, copy;
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_dup(type, &copy);
    MPI_Type_free(&type);
    MPI_Sendrecv(values, 1, copy, rank, 0, got, 2, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    IS(got[0], 1);
    IS(got[1], 3);
    MPI_Type_free(&copy);
}

// program uncommitted: A datatype that is not committed is an error in communication (5.1.9).
PROGRAM(uncommitted) {
    MPI_Datatype type;
    int value = 1;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(1, MPI_INT, &type);
    FAILS(MPI_Send(&value, 1, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    MPI_Type_commit(&type);
    IS(MPI_Send(&value, 1, type, MPI_PROC_NULL, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    IS(MPI_Type_commit(&type), MPI_SUCCESS);
    MPI_Type_free(&type);
}

// program get_address: Addresses differ as those of C do, and MPI's functions compute with them (5.1.5).
PROGRAM(get_address) {
    int values[10];
    MPI_Aint first = -1, last = -1;
    MPI_Get_address(&values[0], &first);
    MPI_Get_address(&values[9], &last);
    IS(MPI_Aint_diff(last, first), 36);
    CHECK(MPI_Aint_add(first, 36) == last);
    CHECK((void*)first == (void*)values);
}

// program extent_of_many: Bounds of many elements, and the form with MPI_Count (5.1.7).
PROGRAM(extent_of_many) {
    MPI_Datatype type;
    MPI_Count lb = -1, extent = -1, true_lb = -1, true_extent = -1, bytes = -1;
    MPI_Type_create_hindexed(2, (const int[]){1, 1}, (const MPI_Aint[]){8, 5000000000}, MPI_INT, &type);
    MPI_Type_get_extent_x(type, &lb, &extent);
    MPI_Type_get_true_extent_x(type, &true_lb, &true_extent);
    MPI_Type_size_x(type, &bytes);
    IS(lb, 8);
    IS(extent, 4999999996);
    IS(true_lb, 8);
    IS(true_extent, 4999999996);
    IS(bytes, 8);
    MPI_Type_free(&type);
}

// program size_too_large: A size that int cannot express is MPI_UNDEFINED (5.1.5).
PROGRAM(size_too_large) {
    MPI_Datatype type, large;
    int bytes = 1;
    MPI_Count all = -1;
    MPI_Type_contiguous(1 << 30, MPI_INT, &type);
    MPI_Type_size(type, &bytes);
    CHECK(bytes == MPI_UNDEFINED);
    MPI_Type_contiguous(8, type, &large);
    MPI_Type_size_x(large, &all);
    IS(all, 8LL << 32);
    MPI_Type_free(&type);
    MPI_Type_free(&large);
}

// program different_types_match: Sender and receiver may use different datatypes with the same signature (5.1.11).
PROGRAM(different_types_match) {
    int values[6] = {1, 2, 3, 4, 5, 6}, got[12];
    MPI_Datatype rows, spread;
    MPI_Status status;
    int count = -1;
    for (int i = 0; i < 12; ++i) got[i] = 0;
    MPI_Type_contiguous(3, MPI_INT, &rows);
    MPI_Type_vector(6, 1, 2, MPI_INT, &spread);
    MPI_Type_commit(&rows);
    MPI_Type_commit(&spread);
    MPI_Sendrecv(values, 2, rows, rank, 0, got, 1, spread, rank, 0, MPI_COMM_WORLD, &status);
    IS(got[10], 6);
    IS(got[9], 0);
    MPI_Get_count(&status, spread, &count);
    IS(count, 1);
    MPI_Type_free(&rows);
    MPI_Type_free(&spread);
}

// program overlapping_sends: A datatype with overlapping elements can be sent (5.1.11).
PROGRAM(overlapping_sends) {
    int values[3] = {1, 2, 3}, got[4] = {0};
    MPI_Datatype type;
    MPI_Type_create_hvector(2, 2, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(values, 1, type, rank, 0, got, 4, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    IS(got[1], 2);
    IS(got[2], 2);
    IS(got[3], 3);
    MPI_Type_free(&type);
}

// program true_extent: The true bounds are those of the data, also behind a first gap (5.1.8).
PROGRAM(true_extent) {
    MPI_Datatype type, wide;
    MPI_Aint lb = -1, extent = -1;
    MPI_Type_create_hindexed_block(2, 1, (const MPI_Aint[]){8, 20}, MPI_INT, &type);
    MPI_Type_create_resized(type, -100, 300, &wide);
    MPI_Type_get_true_extent(wide, &lb, &extent);
    IS(lb, 8);
    IS(extent, 16);
    MPI_Type_free(&type);
    MPI_Type_free(&wide);
}

// program negative_extent: Elements of a datatype with a negative extent are stored backwards (5.1.7).
PROGRAM(negative_extent) {
    int memory[4] = {0, 1, 2, 3}, got[3] = {-1, -1, -1};
    MPI_Datatype backwards;
    MPI_Type_create_resized(MPI_INT, 0, -(MPI_Aint)sizeof(int), &backwards);
    MPI_Type_commit(&backwards);
    MPI_Sendrecv(&memory[3], 3, backwards, rank, 0, got, 3, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; ++i) IS(got[i], 3 - i);
    MPI_Type_free(&backwards);
}

// program blocks_of_none: Blocks without elements have no effect on bounds (5.1.2, 5.1.7).
// mpich: a vector of empty blocks has an extent
PROGRAM(blocks_of_none) {
    MPI_Datatype type;
    MPI_Type_create_hindexed(3, (const int[]){0, 2, 0}, (const MPI_Aint[]){-400, 8, 4000}, MPI_INT, &type);
    has_bounds(type, 8, 8, 8, 8, 8);
    MPI_Type_free(&type);
    MPI_Type_vector(2, 0, 100, MPI_INT, &type);
    has_bounds(type, 0, 0, 0, 0, 0);
    MPI_Type_free(&type);
}

// program darray_three: Three dimensions in Fortran's order, one of them cyclic in blocks (5.1.4).
PROGRAM(darray_three) {
    MPI_Datatype type;
    const int sizes[3] = {4, 2, 3}, grid[3] = {2, 1, 2};
    const int how[3] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_BLOCK};
    const int arguments[3] = {1, MPI_DISTRIBUTE_DFLT_DARG, 2};
    const int expected[4][8] = {
        {0, 2, 4, 6, 8, 10, 12, 14}, {16, 18, 20, 22}, {1, 3, 5, 7, 9, 11, 13, 15}, {17, 19, 21, 23}};
    MPI_Type_create_darray(4, rank, 3, sizes, how, arguments, grid, MPI_ORDER_FORTRAN, MPI_INT, &type);
    has_ints(type, rank % 2 ? 4 : 8, expected[rank]);
    MPI_Type_free(&type);
}

// program subarray_three: Three dimensions; elements of the array are a datatype with gaps (5.1.3).
PROGRAM(subarray_three) {
    MPI_Datatype pair, type;
    const int sizes[3] = {2, 3, 2}, parts[3] = {1, 2, 1}, starts[3] = {1, 0, 1};
    MPI_Type_create_resized(MPI_INT, 0, 8, &pair);
    MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, pair, &type);
    has_bounds(type, 0, 96, 56, 20, 8);
    has_ints(type, 2, (const int[]){14, 18});
    MPI_Type_free(&pair);
    MPI_Type_free(&type);
}

// program absolute_structure: A structure of addresses on the heap and on the stack (5.1.5, 5.1.12).
PROGRAM(absolute_structure) {
    int on_stack = rank, *on_heap = malloc(sizeof(int)), got[2] = {-1, -1};
    MPI_Aint at[2];
    MPI_Datatype type;
    *on_heap = rank + 70;
    MPI_Get_address(&on_stack, &at[0]);
    MPI_Get_address(on_heap, &at[1]);
    MPI_Type_create_hindexed_block(2, 1, at, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(MPI_BOTTOM, 1, type, rank, 0, got, 2, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    IS(got[0], rank);
    IS(got[1], rank + 70);
    MPI_Bcast(MPI_BOTTOM, 1, type, 2, MPI_COMM_WORLD);
    IS(on_stack, 2);
    IS(*on_heap, 72);
    MPI_Type_free(&type);
    free(on_heap);
}

// program size_of_nothing: The count of a datatype without elements is 0 for an empty message (3.2.5).
PROGRAM(size_of_nothing) {
    MPI_Datatype none;
    MPI_Status status;
    int count = -1;
    MPI_Type_contiguous(0, MPI_INT, &none);
    MPI_Type_commit(&none);
    MPI_Sendrecv(NULL, 0, MPI_INT, rank, 0, NULL, 1, none, rank, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, none, &count);
    IS(count, 0);
    MPI_Type_free(&none);
}

// program receives_longer: A vector receives a message that ends within it; elements behind the message stay (3.2.4).
PROGRAM(receives_longer) {
    int values[8], sent[3] = {5, 6, 7}, count = -1, elements = -1;
    MPI_Datatype rows;
    MPI_Status status;
    for (int i = 0; i < 8; ++i) values[i] = -i;
    MPI_Type_vector(2, 2, 4, MPI_INT, &rows);
    MPI_Type_commit(&rows);
    MPI_Sendrecv(sent, 3, MPI_INT, rank, 0, values, 1, rows, rank, 0, MPI_COMM_WORLD, &status);
    IS(values[1], 6);
    IS(values[4], 7);
    IS(values[5], -5);
    IS(values[2], -2);
    MPI_Get_count(&status, rows, &count);
    CHECK(count == MPI_UNDEFINED);
    MPI_Get_elements(&status, rows, &elements);
    IS(elements, 3);
    MPI_Type_free(&rows);
}
