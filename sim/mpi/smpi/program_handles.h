// The handles of communicators, groups, info objects, error handlers and datatypes that a rank has obtained from MPI
// and freed. The functions of one-sided communication use these records to reject freed handles. SMPI's handles are
// addresses of objects. The object of a freed handle does not exist, so a function must not read it.
//
// A handle that no function in handle_functions.cpp has returned counts as valid.
#pragma once

#include <mpi.h>

#include <map>
#include <set>

namespace rmasim::sim {

// True if the address is in SMPI's library, as it is for MPI_INT or MPI_GROUP_EMPTY. Any address is allowed.
bool is_predefined_object(const void* handle);

// Counts handles of one kind. MPI may return the same handle several times, for example the group of a communicator. A
// handle is valid until the program has freed it as often as MPI has returned it.
class HandleCounts {
public:
    void obtained(const void* handle);
    void freed(const void* handle);
    bool is_freed(const void* handle) const;

private:
    std::map<const void*, int> counts_;  // by handle: how often it was obtained minus how often it was freed
};

struct ProgramHandles {
    HandleCounts comms, groups, infos, handlers;
    std::set<MPI_Datatype> committed;            // derived datatypes that are committed and not freed
    std::set<MPI_Errhandler> handlers_of_comms;  // handlers created for communicators or files, so not for windows
};

}  // namespace rmasim::sim
