// Constructors with negative, zero and huge arguments, and datatypes of more than 2^31 bytes.
#include "sim/mpi/objects/datatypes/datatype.h"
#include "sim/mpi/objects/datatypes/overlap.h"
#include "sim/mpi/objects/datatypes/runs.h"
#include "tests/mpi_objects/rank_library.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <climits>
#include <cstdint>
#include <functional>
#include <ostream>
#include <vector>

namespace rmasim::mpi {
namespace {

using Runs = std::vector<Run>;

constexpr MPI_Count huge = MPI_Count{1} << 61;

struct Facts {
    MPI_Count size, lb, extent, true_lb, true_extent;
    bool operator==(const Facts&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Facts& facts) {
    return out << facts.size << " " << facts.lb << " " << facts.extent << " " << facts.true_lb << " "
               << facts.true_extent;
}

Facts facts_of(MPI_Datatype type) {
    Facts facts{};
    EXPECT_EQ(MPI_Type_size_c(type, &facts.size), MPI_SUCCESS);
    EXPECT_EQ(MPI_Type_get_extent_c(type, &facts.lb, &facts.extent), MPI_SUCCESS);
    EXPECT_EQ(MPI_Type_get_true_extent_c(type, &facts.true_lb, &facts.true_extent), MPI_SUCCESS);
    return facts;
}

// A call of a constructor on MPI_INT, and what the standard says about it.
struct Call {
    const char* name;
    std::function<int(MPI_Datatype*)> make;
    int error_class;
    Facts facts;
};

constexpr Facts none{};
constexpr MPI_Count ones[] = {1, 1};
constexpr MPI_Count zeros[] = {0, 0};
constexpr int int_ones[] = {1, 1};
constexpr int negative[] = {-1};
constexpr MPI_Count negative_c[] = {-1};
constexpr MPI_Count far[] = {-huge, huge};
constexpr MPI_Count too_far[] = {-4 * (huge / 2), huge};
const MPI_Datatype two_ints[] = {MPI_INT, MPI_INT};

std::vector<Call> simple_calls() {
    return {
        {"contiguous 0", [](auto* t) { return MPI_Type_contiguous(0, MPI_INT, t); }, MPI_SUCCESS, none},
        {"contiguous -1", [](auto* t) { return MPI_Type_contiguous(-1, MPI_INT, t); }, MPI_ERR_COUNT, none},
        {"contiguous 2^31 - 1",
         [](auto* t) { return MPI_Type_contiguous(INT_MAX, MPI_INT, t); },
         MPI_SUCCESS,
         {4LL * INT_MAX, 0, 4LL * INT_MAX, 0, 4LL * INT_MAX}},
        {"contiguous_c 2^60",
         [](auto* t) { return MPI_Type_contiguous_c(huge / 2, MPI_INT, t); },
         MPI_SUCCESS,
         {2 * huge, 0, 2 * huge, 0, 2 * huge}},
        {"contiguous_c 2^61", [](auto* t) { return MPI_Type_contiguous_c(huge, MPI_INT, t); }, MPI_ERR_VALUE_TOO_LARGE,
         none},
        {"contiguous_c -1", [](auto* t) { return MPI_Type_contiguous_c(-1, MPI_INT, t); }, MPI_ERR_COUNT, none},
        {"vector 0", [](auto* t) { return MPI_Type_vector(0, 1, 1, MPI_INT, t); }, MPI_SUCCESS, none},
        {"vector of blocks of 0", [](auto* t) { return MPI_Type_vector(3, 0, 1, MPI_INT, t); }, MPI_SUCCESS, none},
        {"vector -1", [](auto* t) { return MPI_Type_vector(-1, 1, 1, MPI_INT, t); }, MPI_ERR_COUNT, none},
        {"vector of blocks of -1", [](auto* t) { return MPI_Type_vector(1, -1, 1, MPI_INT, t); }, MPI_ERR_ARG, none},
        {"vector, stride -2",
         [](auto* t) { return MPI_Type_vector(3, 1, -2, MPI_INT, t); },
         MPI_SUCCESS,
         {12, -16, 20, -16, 20}},
        {"vector, stride 0",
         [](auto* t) { return MPI_Type_vector(3, 1, 0, MPI_INT, t); },
         MPI_SUCCESS,
         {12, 0, 4, 0, 4}},
        {"vector, stride 2^31 - 1",
         [](auto* t) { return MPI_Type_vector(3, 1, INT_MAX, MPI_INT, t); },
         MPI_SUCCESS,
         {12, 0, 8LL * INT_MAX + 4, 0, 8LL * INT_MAX + 4}},
        {"vector_c, stride 2^61", [](auto* t) { return MPI_Type_vector_c(2, 1, huge, MPI_INT, t); },
         MPI_ERR_VALUE_TOO_LARGE, none},
        {"vector_c, one block, stride 2^61",
         [](auto* t) { return MPI_Type_vector_c(1, 1, huge, MPI_INT, t); },
         MPI_SUCCESS,
         {4, 0, 4, 0, 4}},
        {"hvector, stride -3",
         [](auto* t) { return MPI_Type_create_hvector(2, 1, -3, MPI_INT, t); },
         MPI_SUCCESS,
         {8, -3, 8, -3, 7}},
        {"hvector 0", [](auto* t) { return MPI_Type_create_hvector(0, 1, 1, MPI_INT, t); }, MPI_SUCCESS, none},
        {"hvector -1", [](auto* t) { return MPI_Type_create_hvector(-1, 1, 1, MPI_INT, t); }, MPI_ERR_COUNT, none},
        {"hvector_c 2^61",
         [](auto* t) { return MPI_Type_create_hvector_c(2, 1, huge, MPI_INT, t); },
         MPI_SUCCESS,
         {8, 0, huge + 4, 0, huge + 4}},
        {"hvector_c 8 times 2^61", [](auto* t) { return MPI_Type_create_hvector_c(8, 1, huge, MPI_INT, t); },
         MPI_ERR_VALUE_TOO_LARGE, none},
        {"hvector of blocks of -1", [](auto* t) { return MPI_Type_create_hvector(1, -1, 1, MPI_INT, t); }, MPI_ERR_ARG,
         none},
    };
}

std::vector<Call> list_calls() {
    return {
        {"indexed 0", [](auto* t) { return MPI_Type_indexed(0, nullptr, nullptr, MPI_INT, t); }, MPI_SUCCESS, none},
        {"indexed -1", [](auto* t) { return MPI_Type_indexed(-1, int_ones, int_ones, MPI_INT, t); }, MPI_ERR_COUNT,
         none},
        {"indexed, block of -1", [](auto* t) { return MPI_Type_indexed(1, negative, int_ones, MPI_INT, t); },
         MPI_ERR_ARG, none},
        {"indexed, disp -1",
         [](auto* t) { return MPI_Type_indexed(1, int_ones, negative, MPI_INT, t); },
         MPI_SUCCESS,
         {4, -4, 4, -4, 4}},
        {"indexed_c, blocks of 0", [](auto* t) { return MPI_Type_indexed_c(2, zeros, ones, MPI_INT, t); }, MPI_SUCCESS,
         none},
        {"indexed_c, disp 2^61", [](auto* t) { return MPI_Type_indexed_c(2, ones, far, MPI_INT, t); },
         MPI_ERR_VALUE_TOO_LARGE, none},
        {"hindexed_c, disp 2^61",
         [](auto* t) { return MPI_Type_create_hindexed_c(2, ones, far, MPI_INT, t); },
         MPI_SUCCESS,
         {8, -huge, 2 * huge + 4, -huge, 2 * huge + 4}},
        {"hindexed_c, 3 times 2^61 apart",
         [](auto* t) { return MPI_Type_create_hindexed_c(2, ones, too_far, MPI_INT, t); },
         MPI_SUCCESS,
         {8, -2 * huge, 3 * huge + 4, -2 * huge, 3 * huge + 4}},
        {"hindexed_c, block of -1", [](auto* t) { return MPI_Type_create_hindexed_c(1, negative_c, ones, MPI_INT, t); },
         MPI_ERR_ARG, none},
        {"hindexed null", [](auto* t) { return MPI_Type_create_hindexed(1, nullptr, nullptr, MPI_INT, t); },
         MPI_ERR_ARG, none},
        {"hindexed 0", [](auto* t) { return MPI_Type_create_hindexed(0, nullptr, nullptr, MPI_INT, t); }, MPI_SUCCESS,
         none},
        {"hindexed -1", [](auto* t) { return MPI_Type_create_hindexed(-1, nullptr, nullptr, MPI_INT, t); },
         MPI_ERR_COUNT, none},
        {"indexed_block_c, disp 2^61", [](auto* t) { return MPI_Type_create_indexed_block_c(2, 1, far, MPI_INT, t); },
         MPI_ERR_VALUE_TOO_LARGE, none},
        {"indexed_block_c, blocks of 2^60 bytes",
         [](auto* t) { return MPI_Type_create_indexed_block_c(2, huge / 2, ones, MPI_BYTE, t); },
         MPI_SUCCESS,
         {huge, 1, huge / 2, 1, huge / 2}},
        {"hindexed_block 0", [](auto* t) { return MPI_Type_create_hindexed_block(0, 1, nullptr, MPI_INT, t); },
         MPI_SUCCESS, none},
        {"hindexed_block -1", [](auto* t) { return MPI_Type_create_hindexed_block(-1, 1, nullptr, MPI_INT, t); },
         MPI_ERR_COUNT, none},
        {"indexed_block, length -1", [](auto* t) { return MPI_Type_create_indexed_block(1, -1, int_ones, MPI_INT, t); },
         MPI_ERR_ARG, none},
        {"indexed_block -1", [](auto* t) { return MPI_Type_create_indexed_block(-1, 1, int_ones, MPI_INT, t); },
         MPI_ERR_COUNT, none},
        {"indexed_block 0", [](auto* t) { return MPI_Type_create_indexed_block(0, 1, nullptr, MPI_INT, t); },
         MPI_SUCCESS, none},
        {"hindexed_block_c, 2^59 elements",
         [](auto* t) { return MPI_Type_create_hindexed_block_c(2, huge / 4, zeros, MPI_INT, t); },
         MPI_SUCCESS,
         {2 * huge, 0, huge, 0, huge}},
        {"hindexed_block_c, 2^61 elements",
         [](auto* t) { return MPI_Type_create_hindexed_block_c(2, huge, zeros, MPI_INT, t); }, MPI_ERR_VALUE_TOO_LARGE,
         none},
        {"struct 0", [](auto* t) { return MPI_Type_create_struct(0, nullptr, nullptr, nullptr, t); }, MPI_SUCCESS,
         none},
        {"struct -1", [](auto* t) { return MPI_Type_create_struct(-1, nullptr, nullptr, nullptr, t); }, MPI_ERR_COUNT,
         none},
        {"struct_c, disp 2^61",
         [](auto* t) { return MPI_Type_create_struct_c(2, ones, far, two_ints, t); },
         MPI_SUCCESS,
         {8, -huge, 2 * huge + 4, -huge, 2 * huge + 4}},
        {"struct_c, blocks of 0", [](auto* t) { return MPI_Type_create_struct_c(2, zeros, far, two_ints, t); },
         MPI_SUCCESS, none},
        {"struct_c, block of -1", [](auto* t) { return MPI_Type_create_struct_c(1, negative_c, far, two_ints, t); },
         MPI_ERR_ARG, none},
        {"struct_c, block of 2^61", [](auto* t) { return MPI_Type_create_struct_c(1, far + 1, zeros, two_ints, t); },
         MPI_ERR_VALUE_TOO_LARGE, none},
    };
}

std::vector<Call> resized_calls() {
    return {
        {"resized, extent -8",
         [](auto* t) { return MPI_Type_create_resized(MPI_INT, 4, -8, t); },
         MPI_SUCCESS,
         {4, 4, -8, 0, 4}},
        {"resized, extent 0",
         [](auto* t) { return MPI_Type_create_resized(MPI_INT, 0, 0, t); },
         MPI_SUCCESS,
         {4, 0, 0, 0, 4}},
        {"resized, extent 2^40",
         [](auto* t) { return MPI_Type_create_resized(MPI_INT, 0, MPI_Aint{1} << 40, t); },
         MPI_SUCCESS,
         {4, 0, MPI_Count{1} << 40, 0, 4}},
        {"resized_c beyond 2^63", [](auto* t) { return MPI_Type_create_resized_c(MPI_INT, 2 * huge, 2 * huge, t); },
         MPI_ERR_VALUE_TOO_LARGE, none},
    };
}

std::vector<Call> array_calls() {
    static constexpr int sizes[] = {INT_MAX, INT_MAX}, parts[] = {1, 2}, starts[] = {INT_MAX - 1, 0}, zero[] = {0, 1};
    static constexpr int whole[] = {MPI_DISTRIBUTE_NONE}, in_blocks[] = {MPI_DISTRIBUTE_BLOCK}, pair[] = {2},
                         by_default[] = {MPI_DISTRIBUTE_DFLT_DARG};
    static constexpr MPI_Count large[] = {huge, 4}, part[] = {huge, 1}, start[] = {0, 3};
    return {
        {"subarray of 2^62 elements",
         [](auto* t) { return MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_BYTE, t); },
         MPI_SUCCESS,
         {2, 0, MPI_Count{INT_MAX} * INT_MAX, (INT_MAX - 1) * MPI_Count{INT_MAX}, 2}},
        {"subarray of 2^64 bytes",
         [](auto* t) { return MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, t); },
         MPI_ERR_VALUE_TOO_LARGE, none},
        {"subarray of nothing",
         [](auto* t) { return MPI_Type_create_subarray(2, sizes, zero, starts, MPI_ORDER_C, MPI_INT, t); }, MPI_ERR_ARG,
         none},
        {"subarray without dimensions",
         [](auto* t) { return MPI_Type_create_subarray(0, sizes, parts, starts, MPI_ORDER_C, MPI_INT, t); },
         MPI_ERR_ARG, none},
        {"subarray, start -1",
         [](auto* t) { return MPI_Type_create_subarray(1, int_ones, int_ones, negative, MPI_ORDER_C, MPI_INT, t); },
         MPI_ERR_ARG, none},
        {"subarray_c of 2^61 elements",
         [](auto* t) { return MPI_Type_create_subarray_c(1, large, part, start, MPI_ORDER_C, MPI_BYTE, t); },
         MPI_SUCCESS,
         {huge, 0, huge, 0, huge}},
        {"darray, rank -1",
         [](auto* t) {
             return MPI_Type_create_darray(1, -1, 1, int_ones, whole, by_default, int_ones, MPI_ORDER_C, MPI_INT, t);
         },
         MPI_ERR_ARG, none},
        {"darray without dimensions",
         [](auto* t) {
             return MPI_Type_create_darray(1, 0, 0, int_ones, whole, by_default, int_ones, MPI_ORDER_C, MPI_INT, t);
         },
         MPI_ERR_ARG, none},
        {"darray of nothing",
         [](auto* t) {
             return MPI_Type_create_darray(1, 0, 1, zero, whole, by_default, int_ones, MPI_ORDER_C, MPI_INT, t);
         },
         MPI_ERR_ARG, none},
        {"darray_c of 2^61 elements",
         [](auto* t) {
             return MPI_Type_create_darray_c(2, 0, 1, large, in_blocks, by_default, pair, MPI_ORDER_C, MPI_BYTE, t);
         },
         MPI_SUCCESS,
         {huge / 2, 0, huge, 0, huge / 2}},
        {"darray_c of 2^63 bytes",
         [](auto* t) {
             return MPI_Type_create_darray_c(2, 0, 1, large, in_blocks, by_default, pair, MPI_ORDER_C, MPI_INT, t);
         },
         MPI_ERR_VALUE_TOO_LARGE, none},
        {"subarray_c of 2^63 bytes",
         [](auto* t) { return MPI_Type_create_subarray_c(1, large, part, start, MPI_ORDER_C, MPI_INT, t); },
         MPI_ERR_VALUE_TOO_LARGE, none},
        {"darray of 2^31 - 1 elements, block 1 of 2",
         [](auto* t) {
             return MPI_Type_create_darray(2, 1, 1, sizes, in_blocks, by_default, pair, MPI_ORDER_C, MPI_INT, t);
         },
         MPI_SUCCESS,
         {4 * MPI_Count{(1 << 30) - 1}, 0, 4LL * INT_MAX, MPI_Count{1} << 32, 4 * MPI_Count{(1 << 30) - 1}}},
    };
}

TEST(TypeLimits, NegativeZeroAndHugeArguments) {
    RankLibrary own;
    for (const auto& calls : {simple_calls(), list_calls(), resized_calls(), array_calls()}) {
        for (const Call& one : calls) {
            MPI_Datatype type = MPI_DATATYPE_NULL;
            EXPECT_EQ(one.make(&type), one.error_class) << one.name;
            if (one.error_class != MPI_SUCCESS) {
                EXPECT_EQ(type, MPI_DATATYPE_NULL) << one.name;
                continue;
            }
            EXPECT_EQ(facts_of(type), one.facts) << one.name;
            EXPECT_EQ(MPI_Type_commit(&type), MPI_SUCCESS) << one.name;
            EXPECT_EQ(MPI_Type_free(&type), MPI_SUCCESS) << one.name;
        }
    }
    EXPECT_EQ(own->types.derived(), 0U);
}

TEST(TypeLimits, SizesAbove2To31AreUndefinedAsIntegers) {
    RankLibrary own;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(INT_MAX, MPI_SHORT, &type);
    int size = 0;
    EXPECT_EQ(MPI_Type_size(type, &size), MPI_SUCCESS);
    EXPECT_EQ(size, MPI_UNDEFINED);
    MPI_Count count = 0;
    EXPECT_EQ(MPI_Type_size_x(type, &count), MPI_SUCCESS);
    EXPECT_EQ(count, 2LL * INT_MAX);
    MPI_Type_commit(&type);
    EXPECT_EQ(MPI_Pack_size(1, type, MPI_COMM_SELF, &size), MPI_ERR_VALUE_TOO_LARGE);
    EXPECT_EQ(MPI_Pack_size_c(3, type, MPI_COMM_SELF, &count), MPI_SUCCESS);
    EXPECT_EQ(count, 6LL * INT_MAX);
    MPI_Type_free(&type);
}

// A matrix of 2^40 bytes, and its transposition: the lists of runs are short, and overlap is decided without listing.
TEST(TypeLimits, HugeDatatypesHaveShortListsOfRuns) {
    RankLibrary own;
    const MPI_Count n = MPI_Count{1} << 18;
    MPI_Datatype column = MPI_DATATYPE_NULL, next = MPI_DATATYPE_NULL, transposed = MPI_DATATYPE_NULL;
    MPI_Type_vector_c(n, 1, n, MPI_DOUBLE, &column);
    MPI_Type_create_resized(column, 0, 8, &next);
    MPI_Type_contiguous_c(n, next, &transposed);
    MPI_Type_commit(&transposed);
    const TypeRef type = own->types.type(to_int(transposed));
    EXPECT_EQ(type->size(), 8 * n * n);
    EXPECT_EQ(type->runs().loops.size(), 1U);
    EXPECT_FALSE(overlaps(*type, 1));
    EXPECT_TRUE(overlaps(*type, 2));
    const Runs last = flat_runs(runs_of(*type, 1), 8 * n * n - 12, 8 * n * n);
    EXPECT_EQ(last, (Runs{{8 * n * (n - 1) - 4, 4}, {8 * n * n - 8, 8}}));
    for (MPI_Datatype* one : {&column, &next, &transposed}) MPI_Type_free(one);
}

TEST(TypeLimits, OfTwoSubarraysTheSecondOneFollowsTheWholeArray) {
    RankLibrary own;
    const int sizes[] = {4, 4}, parts[] = {2, 2}, starts[] = {1, 1};
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type);
    MPI_Type_commit(&type);
    const TypeRef made = own->types.type(to_int(type));
    EXPECT_EQ(flat_runs(runs_of(*made, 2), 0, 32), (Runs{{20, 8}, {36, 8}, {84, 8}, {100, 8}}));
    MPI_Type_free(&type);
}

}  // namespace
}  // namespace rmasim::mpi
