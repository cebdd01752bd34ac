// Cartesian topologies, from section 8.5 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// Returns a grid of 2 times 2; the second dimension is periodic.
static MPI_Comm grid(void) {
    MPI_Comm comm;
    const int dims[2] = {2, 2}, periods[2] = {0, 1};
    PMPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    return comm;
}

// program dims_of_numbers: Dimensions are as close to each other as possible, in decreasing order (8.5.2).
PROGRAM(dims_of_numbers) {
    const int expected[5][2] = {{3, 2}, {3, 3}, {4, 3}, {7, 1}, {4, 4}}, numbers[5] = {6, 9, 12, 7, 16};
    for (int i = 0; i < 5; ++i) {
        int dims[2] = {0, 0};
        MPI_Dims_create(numbers[i], 2, dims);
        IS(dims[0], expected[i][0]);
        IS(dims[1], expected[i][1]);
    }
}

// program dims_given: Dimensions that are not 0 stay; the others are filled in decreasing order (8.5.2).
PROGRAM(dims_given) {
    int dims[3] = {0, 3, 0}, one[1] = {0}, all[2] = {2, 3};
    MPI_Dims_create(12, 3, dims);
    IS(dims[0], 2);
    IS(dims[1], 3);
    IS(dims[2], 2);
    MPI_Dims_create(11, 1, one);
    IS(one[0], 11);
    IS(MPI_Dims_create(6, 2, all), MPI_SUCCESS);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int wrong[2] = {4, 0};
    FAILS(MPI_Dims_create(6, 2, wrong), MPI_ERR_DIMS);
}

// program cart_ranks: Ranks are in row-major order; coordinates and ranks are inverse (8.5.5).
PROGRAM(cart_ranks) {
    MPI_Comm comm = MPI_COMM_NULL;
    const int dims[2] = {2, 2}, periods[2] = {0, 0};
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    int at[2] = {-1, -1}, found = -1;
    MPI_Cart_coords(comm, rank, 2, at);
    IS(at[0], rank / 2);
    IS(at[1], rank % 2);
    MPI_Cart_rank(comm, at, &found);
    IS(found, rank);
    PMPI_Comm_free(&comm);
}

// program cart_fewer: A grid that is smaller than the group has no other ranks (8.5.1).
PROGRAM(cart_fewer) {
    MPI_Comm comm = MPI_COMM_WORLD;
    const int dims[1] = {3}, periods[1] = {0};
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &comm);
    CHECK((comm == MPI_COMM_NULL) == (rank == 3));
    if (comm != MPI_COMM_NULL) {
        int found = -1;
        PMPI_Comm_size(comm, &found);
        IS(found, 3);
        PMPI_Comm_free(&comm);
    }
}

// program cart_of_none: A topology without dimensions has one rank (8.5.1).
PROGRAM(cart_of_none) {
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &comm);
    CHECK((comm == MPI_COMM_NULL) == (rank != 0));
    if (rank == 0) {
        int dimensions = -1, found = -1;
        MPI_Cartdim_get(comm, &dimensions);
        IS(dimensions, 0);
        MPI_Cart_rank(comm, NULL, &found);
        IS(found, 0);
        PMPI_Comm_free(&comm);
    }
}

// program cart_get: Dimensions, periods and coordinates of the calling rank (8.5.5).
PROGRAM(cart_get) {
    MPI_Comm comm = grid();
    int dimensions = -1, dims[2] = {-1, -1}, periods[2] = {-1, -1}, at[2] = {-1, -1}, kind = -1;
    MPI_Topo_test(comm, &kind);
    CHECK(kind == MPI_CART);
    MPI_Topo_test(MPI_COMM_WORLD, &kind);
    CHECK(kind == MPI_UNDEFINED);
    MPI_Cartdim_get(comm, &dimensions);
    IS(dimensions, 2);
    MPI_Cart_get(comm, 2, dims, periods, at);
    IS(dims[0] * 10 + dims[1], 22);
    IS(!!periods[0], 0);
    IS(!!periods[1], 1);
    IS(at[0], rank / 2);
    IS(at[1], rank % 2);
    PMPI_Comm_free(&comm);
}

// program cart_shift_border: A shift over the end of a dimension gives a null process, or wraps (8.5.6).
PROGRAM(cart_shift_border) {
    MPI_Comm comm = grid();
    int from = -9, to = -9;
    MPI_Cart_shift(comm, 0, 1, &from, &to);
    CHECK(from == (rank < 2 ? MPI_PROC_NULL : rank - 2));
    CHECK(to == (rank < 2 ? rank + 2 : MPI_PROC_NULL));
    MPI_Cart_shift(comm, 1, 1, &from, &to);
    IS(from, rank ^ 1);
    IS(to, rank ^ 1);
    MPI_Cart_shift(comm, 0, -1, &from, &to);
    CHECK(to == (rank < 2 ? MPI_PROC_NULL : rank - 2));
    MPI_Cart_shift(comm, 1, 0, &from, &to);
    IS(from, rank);
    IS(to, rank);
    MPI_Cart_shift(comm, 1, 3, &from, &to);
    IS(to, rank ^ 1);
    PMPI_Comm_free(&comm);
}

// program cart_wraps: Coordinates outside of a periodic dimension wrap, others are an error (8.5.5).
PROGRAM(cart_wraps) {
    MPI_Comm comm = grid();
    int found = -1;
    MPI_Cart_rank(comm, (const int[]){1, -1}, &found);
    IS(found, 3);
    MPI_Cart_rank(comm, (const int[]){0, 6}, &found);
    IS(found, 0);
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    CHECK(MPI_Cart_rank(comm, (const int[]){2, 0}, &found) != MPI_SUCCESS);
    PMPI_Comm_free(&comm);
}

// program cart_sub: Dimensions that remain form grids of lower dimensions (8.5.7).
PROGRAM(cart_sub) {
    MPI_Comm comm = grid(), rows = MPI_COMM_NULL;
    int found = -1, dims[1] = {-1}, periods[1] = {-1}, at[1] = {-1};
    MPI_Cart_sub(comm, (const int[]){0, 1}, &rows);
    PMPI_Comm_size(rows, &found);
    IS(found, 2);
    MPI_Cart_get(rows, 1, dims, periods, at);
    IS(at[0], rank % 2);
    IS(!!periods[0], 1);
    int sum = -1;
    PMPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, rows);
    IS(sum, rank < 2 ? 1 : 5);
    PMPI_Comm_free(&rows);
    PMPI_Comm_free(&comm);
}

// program cart_sub_points: If no dimension remains, each rank has a grid without dimensions (8.5.7).
// mpich: returns no communicator to most ranks
PROGRAM(cart_sub_points) {
    MPI_Comm comm = grid(), points = MPI_COMM_NULL;
    int found = -1;
    MPI_Cart_sub(comm, (const int[]){0, 0}, &points);
    PMPI_Comm_size(points, &found);
    IS(found, 1);
    MPI_Cartdim_get(points, &found);
    IS(found, 0);
    PMPI_Comm_free(&points);
    PMPI_Comm_free(&comm);
}

// program cart_map: The rank of the calling process in a grid, or MPI_UNDEFINED (8.5.8).
// openmpi: returns the rank to those outside, too
PROGRAM(cart_map) {
    int found = -9;
    MPI_Cart_map(MPI_COMM_WORLD, 1, (const int[]){3}, (const int[]){0}, &found);
    CHECK(found == MPI_UNDEFINED || (found >= 0 && found < 3));
    int all[4], members = 0;
    PMPI_Allgather(&found, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) members += all[i] != MPI_UNDEFINED;
    IS(members, 3);
}

// program cart_duplicate: A duplicate has the topology (8.5, 7.4.2).
PROGRAM(cart_duplicate) {
    MPI_Comm comm = grid(), copy, part;
    int kind = -1, at[2] = {-1, -1};
    MPI_Comm_dup(comm, &copy);
    MPI_Topo_test(copy, &kind);
    CHECK(kind == MPI_CART);
    MPI_Cart_coords(copy, 3, 2, at);
    IS(at[0], 1);
    IS(at[1], 1);
    MPI_Comm_split(comm, 0, 0, &part);
    MPI_Topo_test(part, &kind);
    CHECK(kind == MPI_UNDEFINED);
    PMPI_Comm_free(&part);
    PMPI_Comm_free(&copy);
    PMPI_Comm_free(&comm);
}

// program cart_exchange: Messages to the neighbours of a shift, with null processes at the ends (8.5.6, 3.11).
PROGRAM(cart_exchange) {
    MPI_Comm comm;
    int from, to, value = -5;
    PMPI_Cart_create(MPI_COMM_WORLD, 1, (const int[]){4}, (const int[]){0}, 0, &comm);
    MPI_Cart_shift(comm, 0, 2, &from, &to);
    MPI_Sendrecv(&rank, 1, MPI_INT, to, 0, &value, 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE);
    IS(value, rank < 2 ? -5 : rank - 2);
    PMPI_Comm_free(&comm);
}

// program cart_too_large: A grid that is larger than the group is an error (8.5.1).
PROGRAM(cart_too_large) {
    MPI_Comm comm = MPI_COMM_NULL;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(MPI_Cart_create(MPI_COMM_WORLD, 1, (const int[]){5}, (const int[]){0}, 0, &comm) != MPI_SUCCESS);
    int dimensions = -1;
    FAILS(MPI_Cartdim_get(MPI_COMM_WORLD, &dimensions), MPI_ERR_TOPOLOGY);
}
