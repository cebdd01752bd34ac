// The handles that a rank has obtained from MPI and freed. SMPI's handles are addresses of its objects. A freed handle
// is an address without an object, so a function must not read it: the functions of one-sided communication find out
// here whether a communicator, a group, an info object, an error handler or a datatype still exists.
//
// A handle that no function in handle_functions.cpp has returned counts as valid.
#pragma once

#include <mpi.h>

#include <map>
#include <set>

namespace rmasim::sim {

// True for an object that is part of SMPI's library, such as MPI_INT or MPI_GROUP_EMPTY. The address may be any.
bool is_predefined_object(const void* handle);

// Counts handles of one kind. MPI may return the same handle several times, such as the group of a communicator. It is
// valid until the program has freed it as often.
class HandleCounts {
public:
    void obtained(const void* handle);
    void freed(const void* handle);
    bool is_freed(const void* handle) const;

private:
    std::map<const void*, int> counts_;  // times obtained, less times freed
};

struct ProgramHandles {
    HandleCounts comms, groups, infos, handlers;
    std::set<MPI_Datatype> committed;            // derived datatypes
    std::set<MPI_Errhandler> handlers_of_comms;  // created for communicators and files: not for windows
};

}  // namespace rmasim::sim
