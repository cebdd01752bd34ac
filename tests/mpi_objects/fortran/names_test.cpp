// The linker finds each procedure that mpif.h and the modules have: implemented ones, and those that refuse.
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>

extern "C" {
#define RMASIM_FORTRAN(name) void name();
#include <fortran.inc>
#undef RMASIM_FORTRAN
}

namespace {

struct Procedure {
    const char* name;
    void (*address)();
};
const Procedure procedures[] = {
#define RMASIM_FORTRAN(name) {#name, &(name)},
#include <fortran.inc>
#undef RMASIM_FORTRAN
};

TEST(FortranNames, AreThoseOfTheModulesAndOfTools) {
    std::set<std::string> names;
    for (const Procedure& one : procedures) {
        EXPECT_NE(one.address, nullptr) << one.name;
        EXPECT_TRUE(names.insert(one.name).second) << one.name;
    }
    for (const std::string name : {"mpi_send_", "mpi_send_f08_", "mpi_send_c_f08_", "mpi_type_commit_", "mpi_address_"})
        for (const std::string& one : {name, "p" + name}) EXPECT_TRUE(names.contains(one)) << one;
    for (const char* const name : {"mpi_send_c_", "mpi_address_f08_", "mpi_t_init_thread_", "mpi_comm_c2f_"})
        EXPECT_FALSE(names.contains(name)) << name;
}

}  // namespace
