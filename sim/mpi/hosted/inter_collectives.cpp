#include "sim/mpi/hosted/inter_collectives.h"

#include "sim/mpi/objects/error.h"

#include <utility>

namespace rmasim::sim {

bool is_inter(mpi::Library& own, MPI_Comm comm) { return own.comms.find(mpi::to_int(comm)).shared->is_inter(); }

InterExchange::InterExchange(mpi::Library& own, MPI_Comm comm)
    : request_(own, Call::alltoallv, comm), remote_size_(request_.comm().remote()->size()),
      first_remote_(request_.comm().side == 0 ? request_.size() : 0),
      sent_(static_cast<std::size_t>(request_.size() + remote_size_)), received_(sent_) {}

bool InterExchange::is_root(int root) const {
    if (root == MPI_ROOT) return true;
    mpi::require(root == MPI_PROC_NULL || (root >= 0 && root < remote_size_), MPI_ERR_ROOT,
                 "the remote group has no such root");
    return false;
}

void InterExchange::sends_to_all(const Block& block) {
    for (int i = 0; i < remote_size_; ++i) sends(i, block);
}
void InterExchange::sends_to_all(const Blocks& blocks) {
    for (int i = 0; i < remote_size_; ++i) sends(i, blocks[static_cast<std::size_t>(i)]);
}
void InterExchange::receives_from_all(const Blocks& blocks) {
    for (int i = 0; i < remote_size_; ++i) receives(i, blocks[static_cast<std::size_t>(i)]);
}

CollectiveRequest InterExchange::exchange(const void* from, const void* to) {
    request_.sends_blocks(from, sent_);
    request_.receives_blocks(to, received_);
    return std::move(request_);
}

}  // namespace rmasim::sim
