// Reductions: the datatypes for which operations are defined (MPI 4.1, 6.9.2 to 6.9.4), and the program's operations.
#include "sim/mpi/objects/reductions.h"
#include "tests/mpi_objects/rank_library.h"
#include "tests/mpi_objects/reduction_tables.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <set>
#include <string>
#include <vector>

namespace rmasim::mpi {
namespace {

TEST(Reductions, AreDefinedAsTheStandardSays) {
    RankLibrary own;
    std::set<int> types;
    for (const TypeGroup* group : {&c_integers, &other_integers, &reals, &logicals, &complexes, &byte, &pairs, &texts})
        for (const MPI_Datatype type : group->types) {
            types.insert(to_int(type));
            for (const NamedOp& one : operations) {
                const bool is_defined = group->operations.contains(one.name);
                EXPECT_EQ(MPI_Reduce_local(nullptr, nullptr, 0, type, one.op),
                          is_defined ? static_cast<int>(MPI_SUCCESS) : static_cast<int>(MPI_ERR_OP))
                    << one.name << " " << to_int(type);
            }
        }
    EXPECT_EQ(types.size(), basic_types().size());
}

// ---- Datatypes that are not predefined, and the program's operations.

TEST(Reductions, ADuplicateCountsAsPredefined) {
    RankLibrary own;
    MPI_Datatype copy = MPI_DATATYPE_NULL, again = MPI_DATATYPE_NULL, real = MPI_DATATYPE_NULL, two = MPI_DATATYPE_NULL;
    MPI_Type_dup(MPI_INT, &copy);
    MPI_Type_dup(copy, &again);
    MPI_Type_create_f90_real(15, 307, &real);
    MPI_Type_contiguous(2, MPI_INT, &two);
    int a = 3, b = 4;
    EXPECT_EQ(MPI_Reduce_local(&a, &b, 1, again, MPI_SUM), MPI_SUCCESS);
    EXPECT_EQ(b, 7);
    double x = 3, y = 4;
    EXPECT_EQ(MPI_Reduce_local(&x, &y, 1, real, MPI_PROD), MPI_SUCCESS);
    EXPECT_EQ(y, 12);
    EXPECT_EQ(MPI_Reduce_local(nullptr, nullptr, 0, two, MPI_SUM), MPI_ERR_TYPE);  // not committed
    MPI_Type_commit(&two);
    EXPECT_EQ(MPI_Reduce_local(nullptr, nullptr, 0, two, MPI_SUM), MPI_ERR_OP);
}

TEST(Reductions, ThoseOfDerivedDatatypesLeaveGaps) {
    RankLibrary own;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_vector(2, 2, 3, MPI_2INT, &type);
    const Datatype& vector = *own->types.type(to_int(type));
    int in[20], inout[20];
    for (int i = 0; i < 20; ++i) in[i] = i % 2 == 0 ? -i : i, inout[i] = i;
    reduce(MPI_MINLOC, in, inout, 2, vector);
    // Two elements of two blocks of two pairs, of five pairs each: the third pair of each stays.
    for (int pair = 0; pair < 10; ++pair) {
        const bool is_gap = pair % 5 == 2;
        EXPECT_EQ(inout[2 * pair], is_gap ? 2 * pair : -2 * pair) << pair;
        EXPECT_EQ(inout[2 * pair + 1], 2 * pair + 1) << pair;
    }
    reduce(MPI_NO_OP, in, inout, 2, vector);
    reduce(MPI_REPLACE, in, inout, 1, vector);
    EXPECT_EQ(inout[4], 4);
    EXPECT_EQ(inout[9], in[9]);
}

TEST(Reductions, MpiCharIsANumberWithAWarning) {
    RankLibrary own;
    signed char a = 3, b = -5;
    EXPECT_EQ(MPI_Reduce_local(&a, &b, 1, MPI_CHAR, MPI_SUM), MPI_SUCCESS);
    EXPECT_EQ(MPI_Reduce_local(&a, &b, 1, MPI_CHAR, MPI_SUM), MPI_SUCCESS);
    EXPECT_EQ(b, 1);
    ASSERT_EQ(own.warnings.size(), 1U);
    EXPECT_NE(own.warnings[0].find("MPI_CHAR"), std::string::npos);
}

std::vector<MPI_Count> lengths;
MPI_Datatype seen = MPI_DATATYPE_NULL;

void subtract_ints(void* in, void* inout, int* length, MPI_Datatype* type) {
    lengths.push_back(*length);
    seen = *type;
    for (int i = 0; i < *length; ++i) static_cast<int*>(inout)[i] -= static_cast<int*>(in)[i];
}
std::vector<char*> addresses;

void note_length(void* in, void*, int* length, MPI_Datatype*) {
    lengths.push_back(*length);
    addresses.push_back(static_cast<char*>(in));
}
void note_large_length(void*, void*, MPI_Count* length, MPI_Datatype*) { lengths.push_back(*length); }

TEST(Reductions, CallTheProgramsOperation) {
    RankLibrary own;
    MPI_Op op = MPI_OP_NULL;
    int commutes = 1;
    ASSERT_EQ(MPI_Op_create(subtract_ints, 0, &op), MPI_SUCCESS);
    EXPECT_EQ(MPI_Op_commutative(op, &commutes), MPI_SUCCESS);
    EXPECT_EQ(commutes, 0);
    EXPECT_EQ(MPI_Op_commutative(MPI_SUM, &commutes), MPI_SUCCESS);
    EXPECT_EQ(commutes, 1);
    int in[] = {1, 2, 3}, inout[] = {10, 20, 30};
    lengths.clear();
    EXPECT_EQ(MPI_Reduce_local(in, inout, 3, MPI_INT, op), MPI_SUCCESS);
    EXPECT_EQ(lengths, std::vector<MPI_Count>{3});
    EXPECT_EQ(seen, MPI_INT);
    EXPECT_EQ(inout[2], 27);
    EXPECT_EQ(MPI_Op_free(&op), MPI_SUCCESS);
    EXPECT_EQ(op, MPI_OP_NULL);
}

// The operations access no memory, so that 2^31 elements need none.
TEST(Reductions, SplitALargeCountForAnOperationWithInt) {
    RankLibrary own;
    MPI_Op small = MPI_OP_NULL, large = MPI_OP_NULL;
    MPI_Op_create(note_length, 1, &small);
    MPI_Op_create_c(note_large_length, 1, &large);
    const MPI_Count count = (MPI_Count{1} << 31) + 5, most = (MPI_Count{1} << 31) - 1;
    int in = 0, inout = 0;
    lengths.clear();
    addresses.clear();
    EXPECT_EQ(MPI_Reduce_local_c(&in, &inout, count, MPI_INT, small), MPI_SUCCESS);
    EXPECT_EQ(lengths, (std::vector<MPI_Count>{most, 6}));
    ASSERT_EQ(addresses.size(), 2U);
    EXPECT_EQ(addresses[1] - addresses[0], 4 * most);
    lengths.clear();
    EXPECT_EQ(MPI_Reduce_local_c(&in, &inout, count, MPI_INT, large), MPI_SUCCESS);
    EXPECT_EQ(lengths, std::vector<MPI_Count>{count});
}

}  // namespace
}  // namespace rmasim::mpi
