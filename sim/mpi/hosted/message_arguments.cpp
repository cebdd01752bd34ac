#include "sim/mpi/hosted/message_arguments.h"

#include "sim/mpi/objects/error.h"

#include <limits>

namespace rmasim::sim {

namespace {

Message message_of(mpi::Library& own, const MessageArguments& arguments, bool stores) {
    const mpi::Comm& comm = own.comms.find(mpi::to_int(arguments.comm));
    Message message;
    message.comm = HostedWorld::get().comms().number_of(comm.shared);
    message.count = bytes_of(own, arguments.count, arguments.type);
    if (message.count > 0) {
        message.label = HostedWorld::get().label_of(own.types.type(mpi::to_int(arguments.type)));
        message.buffer = buffer_of(own, arguments.buffer, arguments.count, arguments.type);
        mpi::require(arguments.buffer != nullptr || own.types.committed(mpi::to_int(arguments.type)).basic() == nullptr,
                     MPI_ERR_BUFFER, "the buffer is a null pointer");
        HostedWorld::get().uses_buffer(message.buffer, message.count,
                                       stores ? HostedWorld::BufferUse::stored : HostedWorld::BufferUse::loaded);
    }
    return message;
}

Rank peer_of(const mpi::Comm& comm, int rank) {
    if (rank == MPI_PROC_NULL) return proc_null;
    const mpi::Group& group = *peers_of(comm);
    mpi::require(rank >= 0 && rank < group.size(), MPI_ERR_RANK, "the communicator has no such rank");
    return group.process(rank);
}

}  // namespace

std::uint64_t bytes_of(mpi::Library& own, std::int64_t count, MPI_Datatype type) {
    mpi::require(count >= 0, MPI_ERR_COUNT, "the count is negative");
    return static_cast<std::uint64_t>(count) *
           static_cast<std::uint64_t>(own.types.committed(mpi::to_int(type)).size());
}

OriginBuffer buffer_of(mpi::Library&, const void* address, std::int64_t count, MPI_Datatype type) {
    return typed_buffer(address, HostedWorld::get().types().moved(type), static_cast<std::uint64_t>(count));
}

std::uint32_t core_count(std::uint64_t bytes) {
    mpi::require(bytes <= std::numeric_limits<std::uint32_t>::max(), MPI_ERR_COUNT,
                 "the message has more than 4294967295 bytes");
    return static_cast<std::uint32_t>(bytes);
}

const mpi::GroupRef& peers_of(const mpi::Comm& comm) { return comm.shared->is_inter() ? comm.remote() : comm.local(); }

Message message_to(mpi::Library& own, const MessageArguments& arguments) {
    Message message = message_of(own, arguments, false);
    mpi::require(arguments.tag >= 0, MPI_ERR_TAG, "the tag is negative");
    message.peer = peer_of(own.comms.find(mpi::to_int(arguments.comm)), arguments.peer);
    message.tag = static_cast<std::uint32_t>(arguments.tag);
    return message;
}

Message message_from(mpi::Library& own, const MessageArguments& arguments) {
    Message message = message_of(own, arguments, true);
    mpi::require(arguments.tag >= 0 || arguments.tag == MPI_ANY_TAG, MPI_ERR_TAG, "the tag is negative");
    const bool any = arguments.peer == MPI_ANY_SOURCE;
    message.peer = any ? any_source : peer_of(own.comms.find(mpi::to_int(arguments.comm)), arguments.peer);
    message.tag = arguments.tag == MPI_ANY_TAG ? rmasim::any_tag : static_cast<std::uint32_t>(arguments.tag);
    return message;
}

}  // namespace rmasim::sim
