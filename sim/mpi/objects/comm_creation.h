// Calls that create communicators, as the functions of MPI make them.
#pragma once

#include "sim/mpi/objects/library.h"

#include <memory>
#include <string>

namespace rmasim::mpi {

// Begins a meeting of all members of a communicator.
std::shared_ptr<Meeting> begin_meeting(Library& own, Comm& comm, const std::string& function, CreationKind kind,
                                       Contribution contribution);
// The same; returns when it is complete.
std::shared_ptr<Meeting> meet(Library& own, Comm& comm, const std::string& function, CreationKind kind,
                              const Contribution& contribution);
// Splits a communicator; colour -1 is no member. Returns the own result.
Created split_comm(Library& own, Comm& comm, const std::string& function, int colour, int key);
// Stores a new communicator, which has the error handler of its parent, and returns its handle; MPI_COMM_NULL if there
// is none.
MPI_Comm store_comm(Library& own, const Comm& parent, const Created& created, TopologyRef topology = nullptr);

}  // namespace rmasim::mpi
