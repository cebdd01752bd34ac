// MPI_IN_PLACE in nonblocking and persistent collective calls, and signatures, from chapter 6 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

static MPI_Request request;

static void wait_for(void) {
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(request == MPI_REQUEST_NULL);
}

static const int ones[4] = {1, 1, 1, 1};
static const int in_order[4] = {0, 1, 2, 3};
static const int reversed[4] = {3, 2, 1, 0};

// program in_place_iallgather: Each rank has its block at its position already (6.7, 6.12.5).
PROGRAM(in_place_iallgather) {
    int all[4] = {-1, -1, -1, -1};
    all[rank] = 5 * rank;
    MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for();
    for (int i = 0; i < 4; ++i) IS(all[i], 5 * i);
    for (int i = 0; i < 4; ++i) all[i] = -1;
    all[3 - rank] = 7 * rank;
    MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, ones, reversed, MPI_INT, MPI_COMM_WORLD, &request);
    wait_for();
    for (int i = 0; i < 4; ++i) IS(all[3 - i], 7 * i);
}

// program in_place_ialltoall: Blocks are exchanged in one buffer, in each of the three forms (6.8, 6.12.6).
PROGRAM(in_place_ialltoall) {
    int all[4];
    const int bytes[4] = {0, 4, 8, 12};
    const MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};
    for (int form = 0; form < 3; ++form) {
        for (int i = 0; i < 4; ++i) all[i] = 10 * rank + i;
        if (form == 0) {
            MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD, &request);
        } else if (form == 1) {
            MPI_Ialltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, all, ones, in_order, MPI_INT, MPI_COMM_WORLD,
                           &request);
        } else {
            MPI_Ialltoallw(MPI_IN_PLACE, NULL, NULL, NULL, all, ones, bytes, types, MPI_COMM_WORLD, &request);
        }
        wait_for();
        for (int i = 0; i < 4; ++i) IS(all[i], 10 * i + rank);
    }
}

// program in_place_alltoallw: The blocking form, with blocks of different datatypes (6.8).
PROGRAM(in_place_alltoallw) {
    struct {
        int number;
        double real;
    } values = {rank, rank + 0.5};
    // Ranks of one parity exchange an int, others a double.
    int counts[4], at[4];
    MPI_Datatype types[4];
    for (int i = 0; i < 4; ++i) {
        const int same = i != rank && i % 2 == rank % 2, pair = (i ^ 1) == rank;
        counts[i] = same || pair;
        at[i] = same ? 0 : 8;
        types[i] = same ? MPI_INT : MPI_DOUBLE;
    }
    MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, &values, counts, at, types, MPI_COMM_WORLD);
    IS(values.number, rank ^ 2);
    IS(values.real * 2, 2 * (rank ^ 1) + 1);
}

// program in_place_ireductions: Values are in the result's buffer (6.9, 6.12).
PROGRAM(in_place_ireductions) {
    int value = rank + 1, values[4] = {rank, rank, rank, rank};
    MPI_Iallreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for();
    IS(value, 10);
    value = rank + 1;
    if (rank == 3) MPI_Ireduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_PROD, 3, MPI_COMM_WORLD, &request);
    else MPI_Ireduce(&value, NULL, 1, MPI_INT, MPI_PROD, 3, MPI_COMM_WORLD, &request);
    wait_for();
    IS(value, rank == 3 ? 24 : rank + 1);
    MPI_Ireduce_scatter_block(MPI_IN_PLACE, values, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for();
    IS(values[0], 6);
    for (int i = 0; i < 4; ++i) values[i] = rank + 10 * i;
    MPI_Ireduce_scatter(MPI_IN_PLACE, values, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for();
    IS(values[0], 6 + 40 * rank);
}

// program in_place_iscans: Scans in place (6.11, 6.12).
PROGRAM(in_place_iscans) {
    int value = rank + 1;
    MPI_Iscan(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for();
    IS(value, (rank + 1) * (rank + 2) / 2);
    value = rank + 1;
    MPI_Iexscan(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    wait_for();
    if (rank > 0) IS(value, rank * (rank + 1) / 2);
}

// program in_place_persistent: A persistent call in place reads its buffer at each start (6.13).
PROGRAM(in_place_persistent) {
    int value = -1, all[4];
    MPI_Request requests[2];
    MPI_Allreduce_init(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Alltoall_init(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int round = 0; round < 3; ++round) {
        value = rank + round;
        for (int i = 0; i < 4; ++i) all[i] = 100 * round + 10 * rank + i;
        PMPI_Startall(2, requests);
        PMPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        IS(value, 6 + 4 * round);
        IS(all[2], 100 * round + 20 + rank);
    }
    PMPI_Request_free(&requests[0]);
    PMPI_Request_free(&requests[1]);
}

// program signatures_of_alltoall: Counts and datatypes of sends and receives differ, their signatures do not (6.8).
PROGRAM(signatures_of_alltoall) {
    int sent[8], got[16];
    MPI_Datatype pair, spread;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_vector(2, 1, 2, MPI_INT, &spread);
    MPI_Type_create_resized(spread, 0, 16, &spread);
    MPI_Type_commit(&pair);
    MPI_Type_commit(&spread);
    for (int i = 0; i < 8; ++i) sent[i] = 10 * rank + i;
    for (int i = 0; i < 16; ++i) got[i] = -1;
    if (rank % 2) MPI_Alltoall(sent, 1, pair, got, 1, spread, MPI_COMM_WORLD);
    else MPI_Alltoall(sent, 2, MPI_INT, got, 2, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) {
        IS(got[(rank % 2 ? 4 : 2) * i], 10 * i + 2 * rank);
        IS(got[(rank % 2 ? 4 : 2) * i + (rank % 2 ? 2 : 1)], 10 * i + 2 * rank + 1);
    }
    MPI_Type_free(&pair);
    MPI_Type_free(&spread);
}

// program signatures_of_gather: Each rank sends its own datatype to the root (6.5).
PROGRAM(signatures_of_gather) {
    int sent[7] = {rank, -1, rank + 10, -1, -1, rank + 20, -1}, got[12];
    MPI_Datatype indexed;
    MPI_Type_indexed(3, ones, (const int[]){0, 2, 5}, MPI_INT, &indexed);
    MPI_Type_commit(&indexed);
    const int plain[3] = {rank, rank + 10, rank + 20};
    if (rank < 2) MPI_Gather(sent, 1, indexed, got, 3, MPI_INT, 1, MPI_COMM_WORLD);
    else MPI_Gather(plain, 3, MPI_INT, NULL, 0, MPI_INT, 1, MPI_COMM_WORLD);
    for (int i = 0; rank == 1 && i < 12; ++i) IS(got[i], i / 3 + 10 * (i % 3));
    MPI_Type_free(&indexed);
}

// Adds pairs as polynomials: associative, not commutative.
static void compose(void* in, void* inout, int* length, MPI_Datatype* type) {
    long(*left)[2] = in, (*right)[2] = inout;
    for (int i = 0; i < *length; ++i) {
        // Left is x -> a x + b, applied first.
        const long a = left[i][0] * right[i][0], b = right[i][0] * left[i][1] + right[i][1];
        right[i][0] = a;
        right[i][1] = b;
    }
    (void)type;
}

// program noncommutative_everywhere: A noncommutative operation in each kind of reduction (6.9.5, 6.10, 6.11).
PROGRAM(noncommutative_everywhere) {
    MPI_Datatype type;
    MPI_Op op;
    MPI_Type_contiguous(2, MPI_LONG, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(compose, 0, &op);
    long expected[4][2] = {{2, 1}};
    for (int i = 1; i < 4; ++i) {
        expected[i][0] = expected[i - 1][0] * (i + 2);
        expected[i][1] = expected[i - 1][1] * (i + 2) + i + 1;
    }
    long value[4][2], result[4][2];
    for (int i = 0; i < 4; ++i) value[i][0] = rank + 2, value[i][1] = rank + 1;
    memset(result, 0, sizeof(result));
    MPI_Allreduce(value, result, 2, type, op, MPI_COMM_WORLD);
    IS(result[1][0], expected[3][0]);
    IS(result[1][1], expected[3][1]);
    memset(result, 0, sizeof(result));
    MPI_Reduce_scatter_block(value, result, 1, type, op, MPI_COMM_WORLD);
    IS(result[0][1], expected[3][1]);
    memset(result, 0, sizeof(result));
    MPI_Reduce_scatter(value, result, ones, type, op, MPI_COMM_WORLD);
    IS(result[0][1], expected[3][1]);
    memset(result, 0, sizeof(result));
    MPI_Scan(value, result, 1, type, op, MPI_COMM_WORLD);
    IS(result[0][1], expected[rank][1]);
    MPI_Exscan(value, result, 1, type, op, MPI_COMM_WORLD);
    if (rank > 0) IS(result[0][1], expected[rank - 1][1]);
    MPI_Iallreduce(value, result, 1, type, op, MPI_COMM_WORLD, &request);
    wait_for();
    IS(result[0][1], expected[3][1]);
    for (int root = 0; root < 4; ++root) {
        memset(result, 0, sizeof(result));
        MPI_Reduce(rank == root ? MPI_IN_PLACE : value, rank == root ? value : NULL, 1, type, op, root, MPI_COMM_WORLD);
        if (rank == root) IS(value[0][1], expected[3][1]);
        value[0][0] = rank + 2;
        value[0][1] = rank + 1;
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

// program operations_by_type: Logical operations of bool, sums of addresses and counts, complex numbers (6.9.2).
// openmpi: compares MPI_OFFSET as unsigned
PROGRAM(operations_by_type) {
    _Bool flag = rank != 2, all = 1, any = 0;
    MPI_Aint address = 1000 + rank, sum = -1;
    MPI_Count count = (MPI_Count)1 << (40 + rank), bits = 0;
    MPI_Offset offset = -rank, least = 1;
    unsigned small = 3000000000u + (unsigned)rank, most = 0;
    float _Complex one = 1 + (float)rank, total = 0;
    MPI_Allreduce(&flag, &all, 1, MPI_C_BOOL, MPI_LAND, MPI_COMM_WORLD);
    MPI_Allreduce(&flag, &any, 1, MPI_C_BOOL, MPI_LOR, MPI_COMM_WORLD);
    IS(all, 0);
    IS(any, 1);
    MPI_Allreduce(&address, &sum, 1, MPI_AINT, MPI_SUM, MPI_COMM_WORLD);
    IS(sum, 4006);
    MPI_Allreduce(&count, &bits, 1, MPI_COUNT, MPI_BOR, MPI_COMM_WORLD);
    IS(bits >> 40, 15);
    MPI_Allreduce(&offset, &least, 1, MPI_OFFSET, MPI_MIN, MPI_COMM_WORLD);
    IS(least, -3);
    MPI_Allreduce(&small, &most, 1, MPI_UNSIGNED, MPI_MAX, MPI_COMM_WORLD);
    IS(most, 3000000003);
    MPI_Allreduce(&one, &total, 1, MPI_C_FLOAT_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
    IS((float)total, 10);
    unsigned char byte = (unsigned char)(1 << rank), mask = 0;
    MPI_Allreduce(&byte, &mask, 1, MPI_BYTE, MPI_BXOR, MPI_COMM_WORLD);
    IS(mask, 15);
}

// program pairs_by_type: The indices of all predefined pairs, in reductions and scans (6.9.4).
PROGRAM(pairs_by_type) {
    struct {
        float value;
        int index;
    } real = {(float)((rank * 3) % 4), rank}, most = {-1, -1};
    struct {
        long value;
        int index;
    } number = {-rank, rank}, least = {-1, -1};
    struct {
        short value;
        int index;
    } small = {(short)(rank / 2), rank}, found = {-1, -1};
    struct {
        long double value;
        int index;
    } wide = {rank == 1, rank}, widest = {-1, -1};
    MPI_Allreduce(&real, &most, 1, MPI_FLOAT_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    IS(most.value, 3);
    IS(most.index, 1);
    MPI_Allreduce(&number, &least, 1, MPI_LONG_INT, MPI_MINLOC, MPI_COMM_WORLD);
    IS(least.value, -3);
    IS(least.index, 3);
    MPI_Scan(&small, &found, 1, MPI_SHORT_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    IS(found.value, rank / 2);
    IS(found.index, rank / 2 * 2);
    MPI_Reduce(&wide, &widest, 1, MPI_LONG_DOUBLE_INT, MPI_MAXLOC, 0, MPI_COMM_WORLD);
    IS(widest.index, rank == 0 ? 1 : -1);
}
