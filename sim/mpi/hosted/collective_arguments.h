// Collective calls of the core, from the arguments of MPI's functions. The core counts data in bytes, except in
// reductions.
#pragma once

#include "sim/mpi/hosted/message_arguments.h"

#include <memory>
#include <optional>
#include <vector>

namespace rmasim::sim {

// Data of one datatype: the buffer of a call, or of each process.
struct Elements {
    const void* address;
    int count;
    MPI_Datatype type;
};

// A collective call of the core. `layouts` are the layouts of its buffers that no datatype describes.
class CollectiveRequest {
public:
    // `root` is a rank of the communicator, or -1. Throws mpi::Error if the communicator or the root is not valid.
    CollectiveRequest(mpi::Library& own, Call call, MPI_Comm comm, int root = -1);

    mpi::Library& own() { return own_; }
    const mpi::Comm& comm() const { return comm_; }
    int size() const { return comm_.group().size(); }
    int rank() const { return comm_.rank; }
    bool is_root() const { return root_ == comm_.rank; }
    int root() const { return root_; }

    // Sets the data that this process sends, and where its data go. `blocks` is the number of blocks of this size.
    void sends(const Elements& elements, std::int64_t blocks = 1);
    void receives(const Elements& elements, std::int64_t blocks = 1);
    // The number of bytes of one block, if blocks have one size.
    void has_blocks_of(const Elements& elements) { request_.message.count = core_count(bytes(elements)); }
    // The same for blocks of different sizes. Block i is at `disps[i]`, in units of the extent.
    void sends_blocks(const void* address, const int counts[], const int disps[], MPI_Datatype type);
    void receives_blocks(const void* address, const int counts[], const int disps[], MPI_Datatype type);
    // The same with displacements in bytes, and a datatype for each block.
    void sends_blocks(const void* address, const int counts[], const int disps[], const MPI_Datatype types[]);
    void receives_blocks(const void* address, const int counts[], const int disps[], const MPI_Datatype types[]);
    // Sets the reduction of `count` elements. Returns false if the core has no such reduction: the caller must then
    // execute it itself.
    bool reduces(MPI_Op op, std::int64_t count, MPI_Datatype type);
    // Sets the ends of the blocks that MPI_Reduce_scatter distributes.
    void scatters(const int counts[], MPI_Datatype type);

    // Makes the call and returns when it is complete.
    void make();
    // Begins the call in its nonblocking form.
    MPI_Request begin();

private:
    struct Block {
        std::int64_t disp;  // in bytes
        std::int64_t count;
        MPI_Datatype type;
    };
    std::uint64_t bytes(const Elements& elements) const { return bytes_of(own_, elements.count, elements.type); }
    std::vector<Block> blocks_of(const int counts[], const int disps[], MPI_Datatype type) const;
    std::vector<Block> blocks_of(const int counts[], const int disps[], const MPI_Datatype types[]) const;
    OriginBuffer buffer(const void* address, const std::vector<Block>& blocks, std::vector<std::uint64_t>& ends);
    RequestArguments& more();

    mpi::Library& own_;
    const mpi::Comm& comm_;
    int root_;
    CallRequest request_;
    std::shared_ptr<RequestArguments> more_;
    std::shared_ptr<std::vector<std::unique_ptr<TypeMap>>> layouts_;
};

}  // namespace rmasim::sim
