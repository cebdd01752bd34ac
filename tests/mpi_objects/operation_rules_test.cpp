// The rules by which a one-sided call judges its datatypes and operation (MPI 4.1, 12.3), and the layouts that it
// writes: the datatypes of programs that other libraries have handled wrongly.
#include "sim/mpi/objects/datatypes/packing.h"
#include "sim/mpi/objects/operation_rules.h"
#include "sim/mpi/objects/reductions.h"
#include "tests/mpi_objects/rank_library.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <type_traits>
#include <vector>

namespace rmasim::mpi {
namespace {

// Returns the class of the error; MPI_SUCCESS if there is none.
int class_of(const std::function<void()>& check) {
    try {
        check();
        return MPI_SUCCESS;
    } catch (const Error& error) {
        return error.error_class();
    }
}

Elements elements(Library& own, std::int64_t count, MPI_Datatype type) {
    return {count, own.types.type(to_int(type)).get()};
}

int accumulate(Library& own, MPI_Op op, const Elements& origin, const Elements& target) {
    return class_of([&] { check_accumulate(own, op, origin, target); });
}

int transfer(const Elements& from, const Elements& to) {
    return class_of([&] { check_transfer(from, to); });
}

MPI_Datatype vector_of(int count, int length, int stride, MPI_Datatype old) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_vector(count, length, stride, old, &made);
    return made;
}

MPI_Datatype contiguous_of(int count, MPI_Datatype old) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(count, old, &made);
    return made;
}

MPI_Datatype struct_of(const std::vector<int>& lengths, const std::vector<MPI_Aint>& disps,
                       const std::vector<MPI_Datatype>& types) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(static_cast<int>(lengths.size()), lengths.data(), disps.data(), types.data(), &made);
    return made;
}

// Returns the indices of 64 cells in which a put of `count` elements to cell `disp` stores its ints, in their order.
std::vector<int> cells_of_put(Library& own, MPI_Datatype type, int count, std::size_t disp) {
    const Elements target = elements(own, count, type);
    const std::int64_t bytes = target.type->size() * count;
    const auto ints = static_cast<std::size_t>(bytes) / sizeof(int);
    EXPECT_EQ(transfer(elements(own, static_cast<std::int64_t>(ints), MPI_INT), target), MPI_SUCCESS);
    std::vector<int> sent(ints), cells(64, -1), found(ints, -1);
    std::iota(sent.begin(), sent.end(), 0);
    unpack(reinterpret_cast<const std::byte*>(sent.data()), count, *target.type, 0, bytes, &cells[disp]);
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (cells[i] != -1) found[static_cast<std::size_t>(cells[i])] = static_cast<int>(i);
    EXPECT_EQ(std::count(cells.begin(), cells.end(), -1), 64 - static_cast<int>(ints));
    return found;
}

using Cells = std::vector<int>;

TEST(PutSubarrays, HaveTheExtentOfTheWholeArray) {
    RankLibrary own;
    const int size = 8, sub = 2, start = 3;
    MPI_Datatype line = MPI_DATATYPE_NULL, square = MPI_DATATYPE_NULL;
    MPI_Aint lb = -1, extent = -1;
    MPI_Type_create_subarray(1, &size, &sub, &start, MPI_ORDER_C, MPI_INT, &line);
    MPI_Type_get_extent(line, &lb, &extent);
    EXPECT_EQ(lb, 0);
    EXPECT_EQ(extent, 32);
    EXPECT_EQ(cells_of_put(*own, line, 1, 0), (Cells{3, 4}));
    EXPECT_EQ(cells_of_put(*own, line, 2, 0), (Cells{3, 4, 11, 12}));
    const int sizes[] = {4, 4}, subs[] = {2, 2}, starts[] = {1, 1};
    MPI_Type_create_subarray(2, sizes, subs, starts, MPI_ORDER_C, MPI_INT, &square);
    EXPECT_EQ(cells_of_put(*own, square, 1, 0), (Cells{5, 6, 9, 10}));
    EXPECT_EQ(cells_of_put(*own, square, 2, 0), (Cells{5, 6, 9, 10, 21, 22, 25, 26}));
}

TEST(PutSubarrays, AVectorOfNegativeStrideBeginsBelow) {
    RankLibrary own;
    const MPI_Datatype back = vector_of(3, 1, -2, MPI_INT);
    MPI_Aint lb = 0, extent = 0;
    MPI_Type_get_extent(back, &lb, &extent);
    EXPECT_EQ(lb, -16);
    EXPECT_EQ(extent, 20);
    EXPECT_EQ(cells_of_put(*own, back, 1, 20), (Cells{20, 18, 16}));
    EXPECT_EQ(cells_of_put(*own, back, 2, 20), (Cells{20, 18, 16, 25, 23, 21}));
}

TEST(AccumulateStruct, OfOneBasicTypeIsANumberOfThem) {
    RankLibrary own;
    const MPI_Datatype five = struct_of({5}, {0}, {MPI_INT});
    EXPECT_EQ(accumulate(*own, MPI_SUM, elements(*own, 5, MPI_INT), elements(*own, 1, five)), MPI_SUCCESS);
    const int sent[] = {1, 2, 3, 4, 5};
    int cells[16] = {};
    reduce(MPI_SUM, sent, cells, 1, *own->types.type(to_int(five)));
    EXPECT_EQ(cells[0], 1);
    EXPECT_EQ(cells[4], 5);
    EXPECT_EQ(cells[5], 0);
    const MPI_Datatype mixed = struct_of({1, 1}, {0, 8}, {MPI_INT, MPI_DOUBLE});
    EXPECT_EQ(accumulate(*own, MPI_SUM, elements(*own, 1, mixed), elements(*own, 1, mixed)), MPI_ERR_TYPE);
    EXPECT_EQ(accumulate(*own, MPI_REPLACE, elements(*own, 1, mixed), elements(*own, 1, mixed)), MPI_ERR_TYPE);
}

TEST(EmptyType, MovesNothingAndIsNoError) {
    RankLibrary own;
    const MPI_Datatype none = contiguous_of(0, MPI_INT);
    const Elements empty = elements(*own, 1, none), no_ints = elements(*own, 0, MPI_INT);
    EXPECT_EQ(transfer(empty, empty), MPI_SUCCESS);
    EXPECT_EQ(accumulate(*own, MPI_SUM, empty, empty), MPI_SUCCESS);
    EXPECT_EQ(accumulate(*own, MPI_SUM, no_ints, empty), MPI_SUCCESS);
    EXPECT_EQ(accumulate(*own, MPI_SUM, empty, elements(*own, 3, MPI_INT)), MPI_SUCCESS);
    EXPECT_EQ(accumulate(*own, MPI_SUM, elements(*own, 1, MPI_INT), empty), MPI_ERR_TYPE);  // no room
    EXPECT_EQ(accumulate(*own, MPI_OP_NULL, empty, empty), MPI_ERR_OP);
    int cell = 5;
    reduce(MPI_SUM, &cell, &cell, 1, *own->types.type(to_int(none)));
    EXPECT_EQ(cell, 5);
}

TEST(CharSum, IsDoneWithOneWarning) {
    RankLibrary own;
    const Datatype& one_char = *own->types.type(to_int(MPI_CHAR));
    EXPECT_EQ(class_of([&] { check_fetch_and_op(*own, MPI_SUM, one_char); }), MPI_SUCCESS);
    EXPECT_EQ(class_of([&] { check_fetch_and_op(*own, MPI_MAX, one_char); }), MPI_SUCCESS);
    EXPECT_EQ(own.warnings.size(), 1U);
    char one = 1, cell = 3;
    reduce(MPI_SUM, &one, &cell, 1, one_char);
    EXPECT_EQ(cell, 4);
    // Copying text is what MPI defines.
    EXPECT_EQ(class_of([&] { check_fetch_and_op(*own, MPI_REPLACE, one_char); }), MPI_SUCCESS);
    EXPECT_EQ(own.warnings.size(), 1U);
}

// The origin and the value to compare with are constants of the program.
static_assert(std::is_invocable_r_v<int, decltype(MPI_Compare_and_swap)*, const int*, const int*, int*, MPI_Datatype,
                                    int, MPI_Aint, MPI_Win>);

TEST(CasConst, IsForIntegersLogicalValuesAndBytes) {
    RankLibrary own;
    const auto check = [&](MPI_Datatype type) {
        return class_of([&] { check_compare_and_swap(*own->types.type(to_int(type))); });
    };
    for (const MPI_Datatype type : {MPI_INT, MPI_UINT8_T, MPI_INTEGER, MPI_INTEGER16, MPI_AINT, MPI_OFFSET, MPI_COUNT,
                                    MPI_LOGICAL, MPI_C_BOOL, MPI_BYTE})
        EXPECT_EQ(check(type), MPI_SUCCESS) << to_int(type);
    for (const MPI_Datatype type :
         {MPI_FLOAT, MPI_REAL16, MPI_COMPLEX, MPI_2INT, MPI_CHARACTER, MPI_PACKED, contiguous_of(1, MPI_INT)})
        EXPECT_EQ(check(type), MPI_ERR_TYPE) << to_int(type);
}

// ---- The other rules.

TEST(Transfers, CompareSignaturesInsteadOfBytes) {
    RankLibrary own;
    const auto check = [&](int count, MPI_Datatype from, int room, MPI_Datatype to) {
        return transfer(elements(*own, count, from), elements(*own, room, to));
    };
    EXPECT_EQ(check(4, MPI_INT, 2, MPI_LONG), MPI_ERR_TYPE);
    EXPECT_EQ(check(2, MPI_DOUBLE, 3, MPI_DOUBLE), MPI_SUCCESS);
    EXPECT_EQ(check(3, MPI_DOUBLE, 2, MPI_DOUBLE), MPI_ERR_TYPE);
    EXPECT_EQ(check(1, MPI_INT, 1, MPI_UNSIGNED), MPI_ERR_TYPE);
    EXPECT_EQ(check(1, contiguous_of(6, MPI_INT), 3, vector_of(2, 1, 5, MPI_INT)), MPI_SUCCESS);
    EXPECT_EQ(check(8, MPI_PACKED, 2, MPI_INT), MPI_SUCCESS);
    const MPI_Datatype pair = struct_of({1, 1}, {0, 8}, {MPI_INT, MPI_DOUBLE});
    const MPI_Datatype reversed = struct_of({1, 1}, {8, 0}, {MPI_INT, MPI_DOUBLE});
    EXPECT_EQ(check(2, pair, 2, reversed), MPI_SUCCESS);  // the order of the signature, not of the displacements
    EXPECT_EQ(check(1, pair, 1, struct_of({1, 1}, {0, 8}, {MPI_DOUBLE, MPI_INT})), MPI_ERR_TYPE);
}

TEST(Transfers, MayNotWriteAByteTwice) {
    RankLibrary own;
    MPI_Datatype same = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_INT, 0, 2, &same);
    EXPECT_EQ(transfer(elements(*own, 2, MPI_INT), elements(*own, 2, same)), MPI_ERR_TYPE);
    EXPECT_EQ(transfer(elements(*own, 2, same), elements(*own, 2, MPI_INT)), MPI_SUCCESS);  // reads them twice
    EXPECT_EQ(accumulate(*own, MPI_SUM, elements(*own, 2, MPI_INT), elements(*own, 2, same)), MPI_ERR_TYPE);
}

TEST(Accumulates, NeedAPredefinedOperationForTheirBasicType) {
    RankLibrary own;
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, 1, &op);
    const Elements one_int = elements(*own, 1, MPI_INT), one_double = elements(*own, 1, MPI_DOUBLE);
    EXPECT_EQ(accumulate(*own, op, one_int, one_int), MPI_ERR_OP);
    EXPECT_EQ(accumulate(*own, MPI_BAND, one_double, one_double), MPI_ERR_OP);
    EXPECT_EQ(accumulate(*own, MPI_SUM, one_int, one_double), MPI_ERR_TYPE);
    EXPECT_EQ(accumulate(*own, MPI_REPLACE, one_double, one_double), MPI_SUCCESS);
    EXPECT_EQ(accumulate(*own, MPI_NO_OP, elements(*own, 0, MPI_INT), one_double), MPI_SUCCESS);
    const Elements loc = elements(*own, 2, MPI_2INT);
    EXPECT_EQ(accumulate(*own, MPI_MINLOC, loc, loc), MPI_SUCCESS);
    EXPECT_EQ(accumulate(*own, MPI_SUM, loc, loc), MPI_ERR_OP);
    const Datatype& derived = *own->types.type(to_int(contiguous_of(1, MPI_INT)));
    EXPECT_EQ(class_of([&] { check_fetch_and_op(*own, MPI_SUM, derived); }), MPI_ERR_TYPE);
    EXPECT_EQ(class_of([&] { check_fetch_and_op(*own, op, *one_int.type); }), MPI_ERR_OP);
    EXPECT_EQ(class_of([&] { check_fetch_and_op(*own, MPI_LAND, *one_double.type); }), MPI_ERR_OP);
}

TEST(Accumulates, NeedCommittedDatatypes) {
    RankLibrary own;
    const MPI_Datatype made = contiguous_of(2, MPI_INT);
    EXPECT_EQ(class_of([&] { own->types.committed(to_int(made)); }), MPI_ERR_TYPE);
    EXPECT_EQ(class_of([&] { own->types.committed(to_int(MPI_DATATYPE_NULL)); }), MPI_ERR_TYPE);
}

}  // namespace
}  // namespace rmasim::mpi
