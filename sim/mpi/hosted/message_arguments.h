// The arguments of messages and collective calls, as the core has them. All functions throw mpi::Error if an argument
// is not allowed.
#pragma once

#include "sim/mpi/hosted/hosted_world.h"

#include <cstdint>

namespace rmasim::sim {

// Returns the number of bytes of `count` elements of a committed datatype.
std::uint64_t bytes_of(mpi::Library& own, std::int64_t count, MPI_Datatype type);
// Returns the buffer with `count` elements. The core counts it in bytes.
OriginBuffer buffer_of(mpi::Library& own, const void* address, std::int64_t count, MPI_Datatype type);
// Returns a number of bytes as the core has it: less than 2^32.
std::uint32_t core_count(std::uint64_t bytes);
// Returns the group in which a communicator's messages have their peers: the remote one of an intercommunicator.
const mpi::GroupRef& peers_of(const mpi::Comm& comm);

// The arguments of a send to `dest`, or of a receive from `source`, which may be MPI_ANY_SOURCE; `tag` may then be
// MPI_ANY_TAG.
struct MessageArguments {
    const void* buffer;
    std::int64_t count;
    MPI_Datatype type;
    int peer, tag;
    MPI_Comm comm;
};
Message message_to(mpi::Library& own, const MessageArguments& arguments);
Message message_from(mpi::Library& own, const MessageArguments& arguments);

}  // namespace rmasim::sim
