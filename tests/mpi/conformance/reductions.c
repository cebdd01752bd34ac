// Reductions and scans, from sections 6.9 to 6.11 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

#include <complex.h>

// Appends the digits of `in` in front of those of `inout`: not commutative.
static void join(void* in, void* inout, int* length, MPI_Datatype* type) {
    long *left = in, *right = inout;
    for (int i = 0; i < *length; ++i) {
        long scale = 1;
        while (scale <= right[i]) scale *= 10;
        right[i] += left[i] * scale;
    }
    (void)type;
}

static int calls, wrong_types;
static MPI_Datatype expected_type;

static void count_calls(void* in, void* inout, int* length, MPI_Datatype* type) {
    ++calls;
    wrong_types += *type != expected_type;
    for (int i = 0; i < 2 * *length; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

// program predefined_operations: The operations on integers (6.9.2).
PROGRAM(predefined_operations) {
    const MPI_Op ops[10] = {MPI_SUM, MPI_PROD, MPI_MAX,  MPI_MIN, MPI_LAND,
                            MPI_LOR, MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR};
    const int expected[10] = {10, 24, 4, 1, 1, 1, 0, 0, 7, 4};
    for (int i = 0; i < 10; ++i) {
        const int value = rank + 1;
        int result = -1;
        MPI_Reduce(&value, &result, 1, MPI_INT, ops[i], 1, MPI_COMM_WORLD);
        if (rank == 1) IS(result, expected[i]);
        else CHECK(result == -1);
    }
}

// program each_element: A reduction is of each element (6.9.1).
PROGRAM(each_element) {
    const int values[3] = {rank, 10 * rank, -rank};
    int sums[3] = {-1, -1, -1};
    MPI_Allreduce(values, sums, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    IS(sums[0], 6);
    IS(sums[1], 60);
    IS(sums[2], -6);
}

// program reals_and_complex: Sums and products of reals and complex numbers (6.9.2).
PROGRAM(reals_and_complex) {
    const double _Complex value = (rank + 1) + 1.0 * I;
    double _Complex product = 0;
    float sum = -1, half = rank + 0.5f;
    long double largest = -1, mine = rank;
    MPI_Allreduce(&value, &product, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
    IS(creal(product), -10);
    IS(cimag(product), 40);
    MPI_Allreduce(&half, &sum, 1, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    IS(sum, 8);
    MPI_Allreduce(&mine, &largest, 1, MPI_LONG_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    IS(largest, 3);
}

// program integers_of_c: Sums of all integer datatypes, with signs (6.9.2).
// mpich: compares unsigned values as signed ones
PROGRAM(integers_of_c) {
    const signed char small = -20;
    signed char small_sum = 0;
    unsigned short words = 20000, largest = 0;
    const unsigned long long many = 1ULL << 62;
    unsigned long long bits = 0;
    int64_t low = rank == 2 ? -5000000000 : 7, lowest = 0;
    uint8_t byte = (uint8_t)(200 + rank), most = 0;
    MPI_Allreduce(&small, &small_sum, 1, MPI_SIGNED_CHAR, MPI_SUM, MPI_COMM_WORLD);
    IS(small_sum, -80);
    words = (unsigned short)(words + 10000 * rank);
    MPI_Allreduce(&words, &largest, 1, MPI_UNSIGNED_SHORT, MPI_MAX, MPI_COMM_WORLD);
    IS(largest, 50000);
    MPI_Allreduce(&many, &bits, 1, MPI_UNSIGNED_LONG_LONG, MPI_BOR, MPI_COMM_WORLD);
    CHECK(bits == many);
    MPI_Allreduce(&low, &lowest, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
    IS(lowest, -5000000000);
    MPI_Allreduce(&byte, &most, 1, MPI_UINT8_T, MPI_MAX, MPI_COMM_WORLD);
    IS(most, 203);
}

// program minloc_ties: MPI_MINLOC and MPI_MAXLOC return the smallest index of equal values (6.9.4).
PROGRAM(minloc_ties) {
    struct {
        double value;
        int index;
    } mine = {rank % 2, rank}, result = {-1, -1};
    MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    IS(result.value, 0);
    IS(result.index, 0);
    MPI_Allreduce(&mine, &result, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    IS(result.value, 1);
    IS(result.index, 1);
    int pair[2] = {5, 10 - rank}, least[2] = {-1, -1};
    MPI_Allreduce(pair, least, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    IS(least[1], 7);
}

// program reduce_in_place: With MPI_IN_PLACE the root's values are in its receive buffer (6.9.1).
PROGRAM(reduce_in_place) {
    int value = rank + 1;
    if (rank == 2) MPI_Reduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
    else MPI_Reduce(&value, NULL, 1, MPI_INT, MPI_SUM, 2, MPI_COMM_WORLD);
    IS(value, rank == 2 ? 10 : rank + 1);
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    IS(value, 10);
}

// program operation_undefined: A sum of bytes and a logical operation of reals are errors of class MPI_ERR_OP (6.9.2).
// openmpi: adds bytes
PROGRAM(operation_undefined) {
    char bytes[8] = {0};
    double value = 1, result = 0;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(MPI_Allreduce(MPI_IN_PLACE, bytes, 8, MPI_BYTE, MPI_SUM, MPI_COMM_WORLD), MPI_ERR_OP);
    FAILS(MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_BXOR, MPI_COMM_WORLD), MPI_ERR_OP);
    FAILS(MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_REPLACE, MPI_COMM_WORLD), MPI_ERR_OP);
}

// program noncommutative: A noncommutative operation is applied in the order of ranks, also with another root (6.9.5).
PROGRAM(noncommutative) {
    const long value = rank + 1;
    long result = -1;
    MPI_Op op;
    MPI_Op_create(join, 0, &op);
    for (int root = 0; root < size; ++root) {
        result = -1;
        MPI_Reduce(&value, &result, 1, MPI_LONG, op, root, MPI_COMM_WORLD);
        IS(result, rank == root ? 1234 : -1);
    }
    MPI_Allreduce(&value, &result, 1, MPI_LONG, op, MPI_COMM_WORLD);
    IS(result, 1234);
    MPI_Scan(&value, &result, 1, MPI_LONG, op, MPI_COMM_WORLD);
    IS(result, ((const long[]){1, 12, 123, 1234})[rank]);
    MPI_Exscan(&value, &result, 1, MPI_LONG, op, MPI_COMM_WORLD);
    if (rank > 0) IS(result, ((const long[]){0, 1, 12, 123})[rank]);
    MPI_Op_free(&op);
    CHECK(op == MPI_OP_NULL);
}

// program datatype_of_operation: The function of an operation gets the datatype of the call (6.9.5).
PROGRAM(datatype_of_operation) {
    int value[2] = {rank, 1}, result[2] = {-1, -1};
    MPI_Op op;
    MPI_Type_contiguous(2, MPI_INT, &expected_type);
    MPI_Type_commit(&expected_type);
    MPI_Op_create(count_calls, 1, &op);
    calls = wrong_types = 0;
    MPI_Allreduce(value, result, 1, expected_type, op, MPI_COMM_WORLD);
    IS(result[0], 6);
    IS(result[1], 4);
    IS(wrong_types, 0);
    MPI_Op_free(&op);
    MPI_Type_free(&expected_type);
}

// program commutative_flag: Predefined operations are commutative; others are as they were created (6.9.7).
PROGRAM(commutative_flag) {
    int flag = -1;
    MPI_Op op;
    MPI_Op_commutative(MPI_MAXLOC, &flag);
    IS(flag, 1);
    MPI_Op_create(join, 0, &op);
    MPI_Op_commutative(op, &flag);
    IS(flag, 0);
    MPI_Op_free(&op);
    MPI_Op_create(join, 1, &op);
    MPI_Op_commutative(op, &flag);
    IS(flag, 1);
    MPI_Op_free(&op);
}

// program reduce_local: The first argument is the left operand, the second one has the result (6.9.7).
PROGRAM(reduce_local) {
    const int in[3] = {5, 6, 7};
    int inout[3] = {10, 1, 7};
    MPI_Reduce_local(in, inout, 3, MPI_INT, MPI_MIN);
    for (int i = 0; i < 3; ++i) IS(inout[i], ((const int[]){5, 1, 7})[i]);
    long left = 12, right = 34;
    MPI_Op op;
    MPI_Op_create(join, 0, &op);
    MPI_Reduce_local(&left, &right, 1, MPI_LONG, op);
    IS(right, 1234);
    MPI_Op_free(&op);
}

// program reduce_scatter_blocks: Blocks of equal lengths of the result go to the ranks (6.10.1).
PROGRAM(reduce_scatter_blocks) {
    int values[8], result[2] = {-1, -1};
    for (int i = 0; i < 8; ++i) values[i] = i + 100 * rank;
    MPI_Reduce_scatter_block(values, result, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    IS(result[0], 600 + 4 * (2 * rank));
    IS(result[1], 600 + 4 * (2 * rank + 1));
    MPI_Reduce_scatter_block(MPI_IN_PLACE, values, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    IS(values[1], 301 + 2 * rank);
}

// program reduce_scatter_lengths: Blocks of different lengths, also none (6.10.2).
PROGRAM(reduce_scatter_lengths) {
    const int counts[4] = {1, 0, 3, 2};
    int values[6], result[3] = {-1, -1, -1};
    for (int i = 0; i < 6; ++i) values[i] = i * (rank + 1);
    MPI_Reduce_scatter(values, result, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    const int expected[4][3] = {{0, -1, -1}, {-1, -1, -1}, {10, 20, 30}, {40, 50, -1}};
    for (int i = 0; i < 3; ++i) IS(result[i], expected[rank][i]);
    MPI_Reduce_scatter(MPI_IN_PLACE, values, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank != 1) IS(values[0], expected[rank][0]);
}

// program scans: An inclusive scan includes the rank's own value, an exclusive one does not (6.11).
PROGRAM(scans) {
    const int value = rank + 1;
    int inclusive = -1, exclusive = -1;
    MPI_Scan(&value, &inclusive, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(&value, &exclusive, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    IS(inclusive, (rank + 1) * (rank + 2) / 2);
    if (rank > 0) IS(exclusive, rank * (rank + 1) / 2);
    inclusive = value;
    MPI_Scan(MPI_IN_PLACE, &inclusive, 1, MPI_INT, MPI_PROD, MPI_COMM_WORLD);
    IS(inclusive, ((const int[]){1, 2, 6, 24})[rank]);
    exclusive = value;
    MPI_Exscan(MPI_IN_PLACE, &exclusive, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank > 0) IS(exclusive, rank);
}

// program same_result: All ranks have the same result of a sum of reals (6.9.6).
PROGRAM(same_result) {
    const double value = 1.0 / (rank + 3) * (rank % 2 ? 1e16 : 1);
    double sum = 0, all[4];
    MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    PMPI_Allgather(&sum, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(sum > 1e15);
    for (int i = 0; i < 4; ++i) IS(memcmp(&all[i], &sum, sizeof(sum)), 0);
}

// program reduction_of_vectors: A derived datatype is reduced by a function of the program, gaps stay (6.9.5).
PROGRAM(reduction_of_vectors) {
    int values[4] = {rank, 50, rank, 50}, result[4] = {-1, -1, -1, -1};
    MPI_Op op;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &expected_type);
    MPI_Type_commit(&expected_type);
    MPI_Op_create(count_calls, 1, &op);
    calls = 0;
    MPI_Reduce(values, result, 2, expected_type, op, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        IS(result[0], 6);
        IS(result[2], 6);
        IS(calls > 0, 1);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&expected_type);
}
