#include "sim/mpi/objects/communicators.h"

#include "sim/mpi/objects/error.h"

#include <memory>
#include <utility>

namespace rmasim::mpi {

std::size_t Comm::members() const {
    std::size_t all = 0;
    for (const GroupRef& one : shared->groups) all += static_cast<std::size_t>(one->size());
    return all;
}

Communicators::Communicators(Job& job, int process) : job_(&job), process_(process) {
    world_.shared = job.world();
    world_.rank = process;
    world_.name = "MPI_COMM_WORLD";
    self_.shared = job.self(process);
    self_.name = "MPI_COMM_SELF";
    for (Comm* one : {&world_, &self_}) one->handler = predefined_handler(to_int(MPI_ERRORS_ARE_FATAL));
}

Comm* Communicators::find_if_valid(int handle) {
    if (handle == to_int(MPI_COMM_WORLD)) return &world_;
    if (handle == to_int(MPI_COMM_SELF)) return &self_;
    std::unique_ptr<Comm>* const found = comms_.find(handle);
    if (found == nullptr) return nullptr;
    Comm& comm = **found;
    if (comm.pending != nullptr && comm.pending->complete) {
        const Created& made = comm.pending->results.at(process_);
        comm.shared = made.comm;
        comm.side = made.side;
        comm.rank = made.rank;
        comm.pending = nullptr;
    }
    return comm.shared == nullptr ? nullptr : &comm;
}

Comm& Communicators::find(int handle) {
    Comm* const comm = find_if_valid(handle);
    require(comm != nullptr, MPI_ERR_COMM, "the communicator is null, freed, not complete, or none");
    return *comm;
}

Comm& Communicators::find_intra(int handle) {
    Comm& comm = find(handle);
    require(!comm.shared->is_inter(), MPI_ERR_COMM, "the communicator is an intercommunicator");
    return comm;
}

Comm& Communicators::find_inter(int handle) {
    Comm& comm = find(handle);
    require(comm.shared->is_inter(), MPI_ERR_COMM, "the communicator is no intercommunicator");
    return comm;
}

int Communicators::add(Comm comm) {
    const int handle = comms_.add(std::make_unique<Comm>(std::move(comm)));
    require(handle != 0, MPI_ERR_OTHER, "too many communicators exist");
    return handle;
}

void Communicators::free(int handle) {
    const Comm& comm = find(handle);
    require(handle >= first_derived_handle, MPI_ERR_COMM, "a predefined communicator cannot be freed");
    job_->contexts().free(process_, comm.shared->context);
    comms_.take(handle);
}

int Groups::add(const GroupRef& group) {
    if (group->size() == 0) return to_int(MPI_GROUP_EMPTY);
    const int handle = table_.add(group);
    require(handle != 0, MPI_ERR_OTHER, "too many groups exist");
    return handle;
}

const GroupRef& Groups::find(int handle) {
    if (handle == to_int(MPI_GROUP_EMPTY)) return empty_;
    const GroupRef* const found = table_.find(handle);
    require(found != nullptr, MPI_ERR_GROUP, "the group is null, freed, or none");
    return *found;
}

void Groups::free(int handle) {
    find(handle);
    if (handle != to_int(MPI_GROUP_EMPTY)) table_.take(handle);
}

}  // namespace rmasim::mpi
