// Collective calls of the core, from the arguments of MPI's functions. The core counts data in bytes, except in
// reductions. A collective call on an intercommunicator is one on the processes of both groups.
#pragma once

#include "sim/mpi/hosted/message_arguments.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace rmasim::sim {

// Data of one datatype: the buffer of a call, or of each process.
struct Elements {
    const void* address;
    std::int64_t count;
    MPI_Datatype type;
};

// Counts or displacements, which are of another type in the forms with large counts.
class Numbers {
public:
    Numbers() = default;  // none
    Numbers(const int* small) : small_(small) {}
    Numbers(const MPI_Count* large) : large_(large) {}
    std::int64_t operator[](int i) const { return small_ != nullptr ? small_[i] : large_[i]; }
    bool are_given() const { return small_ != nullptr || large_ != nullptr; }

private:
    const int* small_ = nullptr;
    const MPI_Count* large_ = nullptr;
};

// A block of a buffer, for one process. `disp` is its distance from the buffer's address, in bytes.
struct Block {
    std::int64_t disp = 0;
    std::int64_t count = 0;
    MPI_Datatype type = MPI_BYTE;
};
using Blocks = std::vector<Block>;

// A collective call of the core. Of the three functions at the end, one must be called once.
class CollectiveRequest {
public:
    // `root` is a rank of the communicator. Throws mpi::Error if the communicator or the root is not valid.
    CollectiveRequest(mpi::Library& own, Call call, MPI_Comm comm, std::optional<int> root = std::nullopt);

    mpi::Library& own() { return own_; }
    const mpi::Comm& comm() const { return comm_; }
    int size() const { return comm_.group().size(); }
    int rank() const { return comm_.rank; }
    bool is_root() const { return root_ == comm_.rank; }

    // Sets the data that this process sends, and where its data go. `blocks` is the number of blocks of this size.
    void sends(const Elements& elements, std::int64_t blocks = 1);
    // If `stores` is false, the process has these data already.
    void receives(const Elements& elements, std::int64_t blocks = 1, bool stores = true);
    // Must be called for the own block of this process, if it is in place and part of the other buffer, which has been
    // set.
    void stays(const Elements& block, HostedWorld::BufferUse use);
    // The number of bytes of one block, if blocks have one size.
    void has_blocks_of(const Elements& elements) { request_.message.count = core_count(bytes(elements)); }
    // The same for blocks of different sizes.
    void sends_blocks(const void* address, const Blocks& blocks);
    void receives_blocks(const void* address, const Blocks& blocks);
    // Throws mpi::Error if the datatypes of the block that this process sends to itself differ.
    void requires_equal_types(const Block& sent, const Block& received) const;
    // Sets the reduction of `count` elements. Returns false if the core has no such reduction.
    bool reduces(MPI_Op op, std::int64_t count, MPI_Datatype type);
    // Sets the ends of the blocks that MPI_Reduce_scatter distributes.
    void scatters(Numbers counts, MPI_Datatype type);
    // Sets functions that run before the call begins and after it is complete: each time, if the call is persistent.
    void runs(std::function<void()> before, std::function<void()> after);

    // Makes the call and returns when it is complete.
    void make();
    // Begins the call in its nonblocking form.
    MPI_Request begin();
    // Makes the call's persistent request.
    MPI_Request init(MPI_Info info);

private:
    void set(OriginBuffer& buffer, const Elements& elements, std::int64_t blocks,
             std::optional<HostedWorld::BufferUse> use);
    void has_type(const Elements& elements, std::uint64_t bytes);
    std::uint32_t label_of(MPI_Datatype type) const;
    std::vector<std::uint32_t> labels_of(const Blocks& blocks) const;
    std::uint64_t bytes(const Elements& elements) const { return bytes_of(own_, elements.count, elements.type); }
    const TypeMap& layout_of(MPI_Datatype type) const;
    OriginBuffer buffer(const void* address, const Blocks& blocks, std::vector<std::uint64_t>& ends);
    static std::uint64_t end_of(const std::vector<std::uint64_t>& ends);
    RequestArguments& more();
    mpi::Request request_of(bool persistent);
    void add_start(mpi::Request& request, const HostedWorld::Buffers& buffers);

    mpi::Library& own_;
    const mpi::Comm& comm_;
    std::optional<int> root_;
    CallRequest request_;
    bool combines_ = false;  // the core reduces the data
    std::function<void()> before_, after_;
    std::shared_ptr<RequestArguments> more_;
    std::shared_ptr<std::vector<std::unique_ptr<TypeMap>>> layouts_;  // of the buffers that no datatype describes
};

// Returns the blocks of `count` processes: in order, or at displacements in units of the extent.
Blocks equal_blocks(mpi::Library& own, int count, std::int64_t elements, MPI_Datatype type);
Blocks blocks_of(mpi::Library& own, int count, Numbers counts, Numbers disps, MPI_Datatype type);
// Returns blocks with displacements in bytes, and a datatype for each.
Blocks blocks_of(int count, Numbers counts, Numbers disps, const MPI_Datatype types[]);

}  // namespace rmasim::sim
