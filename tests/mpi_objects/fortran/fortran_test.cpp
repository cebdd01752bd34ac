// The bindings for Fortran: a program for each of mpif.h and the modules mpi and mpi_f08 uses the objects.
#include "sim/mpi/objects/fortran/fortran_arguments.h"
#include "tests/mpi_objects/rank_library.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <map>
#include <string>

// The programs have these common blocks, and store the number of the first check that fails.
extern "C" {
extern MPI_Fint mpi_fortran_bottom_, mpi_fortran_same_buffer_, mpi_fortran_unweighted_;
extern MPI_Fint mpi_fortran_status_ignore_[MPI_F_STATUS_SIZE], mpi_fortran_statuses_ignore_[MPI_F_STATUS_SIZE];
extern MPI_Fint mpi_fortran_f08_status_ignore_[MPI_F_STATUS_SIZE];
extern MPI_Fint mpi_fortran_f08_statuses_ignore_[MPI_F_STATUS_SIZE];
void test_mpif_(MPI_Fint* failed);
void test_mpif_free_(MPI_Fint* failed);
void test_mpi_module_(MPI_Fint* failed);
void test_mpi_f08_(MPI_Fint* failed);
void mpi_comm_set_attr_(const MPI_Fint* comm, const MPI_Fint* keyval, const MPI_Aint* value, MPI_Fint* ierror);
void mpi_comm_get_attr_(const MPI_Fint* comm, const MPI_Fint* keyval, MPI_Aint* value, int* flag, MPI_Fint* ierror);
}

namespace rmasim::mpi {
namespace {

const void* find_variable(const std::string& name) {
    const std::map<std::string, const void*> known = {
        {"mpi_fortran_bottom_", &mpi_fortran_bottom_},
        {"mpi_fortran_same_buffer_", &mpi_fortran_same_buffer_},
        {"mpi_fortran_unweighted_", &mpi_fortran_unweighted_},
        {"mpi_fortran_status_ignore_", mpi_fortran_status_ignore_},
        {"mpi_fortran_statuses_ignore_", mpi_fortran_statuses_ignore_},
        {"mpi_fortran_f08_status_ignore_", mpi_fortran_f08_status_ignore_},
        {"mpi_fortran_f08_statuses_ignore_", mpi_fortran_f08_statuses_ignore_}};
    const auto found = known.find(name);
    return found == known.end() ? nullptr : found->second;
}

class Fortran : public testing::Test {
protected:
    Fortran() { find_fortran_variables(find_variable); }
};

TEST_F(Fortran, MpifHasTheObjects) {
    RankLibrary own;
    MPI_Fint failed = -1;
    test_mpif_(&failed);
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(own.aborted_with, 0);
}

TEST_F(Fortran, MpifHasFreeForm) {
    RankLibrary own;
    MPI_Fint failed = -1;
    test_mpif_free_(&failed);
    EXPECT_EQ(failed, 0);
}

TEST_F(Fortran, TheModuleMpiHasTheObjects) {
    RankLibrary own;
    MPI_Fint failed = -1;
    test_mpi_module_(&failed);
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(own->requests.size(), 0U);
    EXPECT_EQ(own.reason, "MPI_Barrier: the function is not implemented yet");
}

TEST_F(Fortran, TheModuleMpiF08HasTheObjects) {
    RankLibrary own;
    MPI_Fint failed = -1;
    test_mpi_f08_(&failed);
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(own.aborted_with, 0);
}

TEST_F(Fortran, StatusesThatAreIgnoredHaveNoCopy) {
    RankLibrary own;
    MPI_Status status{};
    EXPECT_EQ(MPI_Status_f2c(mpi_fortran_status_ignore_, &status), MPI_ERR_ARG);
    EXPECT_EQ(MPI_Status_f2c(mpi_fortran_f08_status_ignore_, &status), MPI_ERR_ARG);
    MPI_Fint copy[MPI_F_STATUS_SIZE] = {3, 4};
    EXPECT_EQ(MPI_Status_f2c(copy, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_TAG, 4);
}

// An attribute that one language has set is read by the other one (MPI 4.1, 19.3.7).
TEST_F(Fortran, SharesAttributesWithC) {
    RankLibrary own;
    int key = 0, flag = 0;
    MPI_Fint ierror = -1;
    const MPI_Fint world = MPI_Comm_c2f(MPI_COMM_WORLD);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
    const MPI_Aint set = 42;
    mpi_comm_set_attr_(&world, &key, &set, &ierror);
    MPI_Aint* by_address = nullptr;
    MPI_Comm_get_attr(MPI_COMM_WORLD, key, &by_address, &flag);
    ASSERT_NE(by_address, nullptr);
    EXPECT_EQ(*by_address, 42);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &key);
    MPI_Aint value = 0;
    mpi_comm_get_attr_(&world, &key, &value, &flag, &ierror);
    EXPECT_EQ(value, reinterpret_cast<MPI_Aint>(&key));
}

}  // namespace
}  // namespace rmasim::mpi
