// Functions that are not implemented: each one exists, and ends the program with its name.
#include "tests/mpi_objects/rank_library.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <iterator>
#include <set>
#include <string>

namespace rmasim::mpi {
namespace {

struct RefusedRow {
    const char* name;
    void (*call)();
};
const RefusedRow refused_rows[] = {
#define RMASIM_REFUSED(name, call) {#name, [] { call; }},
#include <refused.inc>
#undef RMASIM_REFUSED
};

const char* const done_names[] = {
#define RMASIM_DONE(name) #name,
#include <done.inc>
#undef RMASIM_DONE
};

// The functions that need the core of the simulator: another executable has them.
const char* const names_in_core[] = {
#define RMASIM_CORE(name) #name,
#include <core.inc>
#undef RMASIM_CORE
};

TEST(Refusals, SayTheNameWhateverTheErrorHandler) {
    RankLibrary own;  // errors are returned
    for (const RefusedRow& row : refused_rows) {
        own.aborted_with = 0;
        own.reason.clear();
        row.call();
        const std::string name = std::string(row.name).substr(row.name[0] == 'P' ? 1 : 0);
        EXPECT_EQ(own.aborted_with, MPI_ERR_UNSUPPORTED_OPERATION) << row.name;
        EXPECT_EQ(own.reason.substr(0, name.size() + 6), name + ": the ") << row.name;
    }
}

// Each function of the ABI is implemented or refuses, under both of its names.
TEST(Refusals, AllFunctionsOfTheAbiExist) {
    std::set<std::string> existing(std::begin(done_names), std::end(done_names));
    for (const RefusedRow& row : refused_rows)
        EXPECT_TRUE(existing.insert(row.name).second) << row.name << " is implemented, and refuses";
    for (const char* const name : names_in_core) {
        EXPECT_TRUE(existing.insert(name).second) << name << " is in two files";
    }
    std::size_t functions = 0;
    for (const char* const name : {
#define ABI_FUNCTION(name, code) #name,
#include "tests/mpi_objects/abi_functions.inc"
#undef ABI_FUNCTION
         }) {
        ++functions;
        for (const char* const prefix : {"MPI_", "PMPI_"})
            EXPECT_TRUE(existing.contains(std::string(prefix) + name)) << prefix << name;
    }
    EXPECT_EQ(functions, 664U);
}

TEST(Refusals, DistinguishWhatIsMissingFromWhatIsExcluded) {
    RankLibrary own;
    EXPECT_EQ(MPI_Buffer_flush(), MPI_ERR_UNSUPPORTED_OPERATION);
    EXPECT_EQ(own.reason, "MPI_Buffer_flush: the function is not implemented yet");
    EXPECT_EQ(MPI_File_close(nullptr), MPI_ERR_UNSUPPORTED_OPERATION);
    EXPECT_EQ(own.reason, "MPI_File_close: the function is outside of what rmasim implements");
}

}  // namespace
}  // namespace rmasim::mpi
