// The functions of MPI that begin and end a program, and describe its environment (MPI 4.1, chapters 9 and 11).
#include "sim/mpi/hosted/hosted_world.h"
#include "sim/mpi/windows/window_making.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace rmasim::sim {

namespace {

using mpi::call;
using mpi::checked;
using mpi::Library;

HostedWorld& hosted() { return HostedWorld::get(); }

int init(const char* function, int required, int* provided) {
    return call(function, 0, [&](Library&) {
        rmasim::mpi::require(!hosted().has_joined(), MPI_ERR_OTHER, "the function has been called before");
        rmasim::mpi::require(required >= MPI_THREAD_SINGLE && required <= MPI_THREAD_MULTIPLE, MPI_ERR_ARG,
                             "there is no such level of threads");
        hosted().joined();
        hosted().allow_threads(required);
        if (provided != nullptr) *provided = required;
    });
}

void store_text(const std::string& text, int room, char* to, int* length) {
    const std::size_t bytes = std::min(text.size(), static_cast<std::size_t>(room) - 1);
    std::memcpy(&checked(to), text.data(), bytes);
    to[bytes] = '\0';
    checked(length) = static_cast<int>(bytes);
}

// Deletes the attributes of MPI_COMM_SELF, as 11.2.4 of MPI 4.1 requires.
void delete_attributes_of_self(Library& own) {
    const int self = mpi::to_int(MPI_COMM_SELF);
    mpi::delete_attributes(own.comms.find(self).attributes, self);
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;
using rmasim::mpi::call;
using rmasim::mpi::checked;
using rmasim::mpi::Library;
using rmasim::mpi::to_int;

extern "C" {

int PMPI_Init(int*, char***) { return init("MPI_Init", MPI_THREAD_SINGLE, nullptr); }

int PMPI_Init_thread(int*, char***, int required, int* provided) { return init("MPI_Init_thread", required, provided); }

int PMPI_Finalize(void) {
    return call("MPI_Finalize", 0, [&](Library& own) {
        delete_attributes_of_self(own);
        hosted().ends(hosted().caller());
    });
}

int PMPI_Initialized(int* flag) {
    return call("MPI_Initialized", 0, [&](Library&) { checked(flag) = hosted().has_joined() ? 1 : 0; });
}

int PMPI_Finalized(int* flag) {
    return call("MPI_Finalized", 0, [&](Library&) { checked(flag) = hosted().has_finalized() ? 1 : 0; });
}

int PMPI_Abort(MPI_Comm, int code) {
    return call("MPI_Abort", 0, [&](Library&) { hosted().abort(hosted().caller(), code); });
}

int PMPI_Query_thread(int* provided) {
    return call("MPI_Query_thread", 0, [&](Library&) { checked(provided) = hosted().thread_level(); });
}

int PMPI_Is_thread_main(int* flag) {
    return call("MPI_Is_thread_main", 0, [&](Library&) { checked(flag) = hosted().thread() == 0 ? 1 : 0; });
}

double PMPI_Wtime(void) {
    double time = 0;
    call("MPI_Wtime", 0, [&](Library&) { time = hosted().read_clock(hosted().caller()); });
    return time;
}

double PMPI_Wtick(void) { return 1e-12; }

int PMPI_Get_version(int* version, int* subversion) {
    return call("MPI_Get_version", 0, [&](Library&) {
        checked(version) = MPI_VERSION;
        checked(subversion) = MPI_SUBVERSION;
    });
}

int PMPI_Get_library_version(char* version, int* length) {
    return call("MPI_Get_library_version", 0,
                [&](Library&) { store_text("rmasim", MPI_MAX_LIBRARY_VERSION_STRING, version, length); });
}

int PMPI_Get_processor_name(char* name, int* length) {
    return call("MPI_Get_processor_name", 0, [&](Library& own) {
        const int node = own.comms.job().node_of(own.comms.process());
        store_text("node-" + std::to_string(node), MPI_MAX_PROCESSOR_NAME, name, length);
    });
}

int PMPI_Alloc_mem(MPI_Aint bytes, MPI_Info info, void* base) {
    return call("MPI_Alloc_mem", 0, [&](Library& own) {
        rmasim::mpi::require(bytes >= 0, MPI_ERR_ARG, "the size is negative");
        rmasim::mpi::require(base != nullptr, MPI_ERR_ARG, "an argument is a null pointer");
        own.infos.or_empty(to_int(info));
        const std::size_t unit = alignment_of(info);
        const std::size_t units = static_cast<std::size_t>(bytes) / unit + 1;
        void* const memory = hosted().new_memory(unit, units * unit);
        rmasim::mpi::require(memory != nullptr, MPI_ERR_NO_MEM, "memory is exhausted");
        hosted().note_allocated(memory, static_cast<std::uint64_t>(bytes));
        std::memcpy(base, &memory, sizeof memory);
    });
}

int PMPI_Free_mem(void* base) {
    return call("MPI_Free_mem", 0, [&](Library&) {
        if (base == nullptr) return;
        rmasim::mpi::require(hosted().forget_allocated(base), MPI_ERR_BASE,
                             "MPI_Alloc_mem has not allocated the memory");
        hosted().delete_memory(base);
    });
}

}  // extern "C"
