// Collective calls on intercommunicators (MPI 4.1, 6.3.2). Each call is an exchange of blocks among the processes of
// both groups: the core's alltoallv on a group of all of them.
#pragma once

#include "sim/mpi/hosted/collective_arguments.h"

namespace rmasim::sim {

class InterExchange {
public:
    InterExchange(mpi::Library& own, MPI_Comm comm);

    int remote_size() const { return remote_size_; }
    int local_rank() const { return request_.rank(); }
    int local_size() const { return request_.size(); }
    // True if this process is the root; otherwise `root` is MPI_PROC_NULL, or a rank of the remote group. Throws
    // MPI_ERR_ROOT.
    bool is_root(int root) const;
    // Set the block for one process of the remote group, or for each of them.
    void sends(int remote_rank, const Block& block) { sent_[at(remote_rank)] = block; }
    void sends_to_all(const Block& block);
    void sends_to_all(const Blocks& blocks);
    void receives(int remote_rank, const Block& block) { received_[at(remote_rank)] = block; }
    void receives_from_all(const Blocks& blocks);
    // Returns the call, with the addresses of the buffers.
    CollectiveRequest exchange(const void* from, const void* to);

private:
    std::size_t at(int remote_rank) const { return static_cast<std::size_t>(first_remote_ + remote_rank); }

    CollectiveRequest request_;
    int remote_size_, first_remote_;
    Blocks sent_, received_;  // by rank in both groups together: the first group precedes the second
};

bool is_inter(mpi::Library& own, MPI_Comm comm);

}  // namespace rmasim::sim
