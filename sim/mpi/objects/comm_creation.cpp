#include "sim/mpi/objects/comm_creation.h"

#include <memory>
#include <string>
#include <utility>

namespace rmasim::mpi {

std::shared_ptr<Meeting> begin_meeting(Library& own, Comm& comm, const std::string& function, CreationKind kind,
                                       Contribution contribution) {
    contribution.process = own.comms.process();
    contribution.side = comm.side;
    contribution.rank = comm.rank;
    return own.comms.job().contribute(*comm.shared, {comm.calls++, -1, {}}, function, kind, comm.members(),
                                      contribution);
}

std::shared_ptr<Meeting> meet(Library& own, Comm& comm, const std::string& function, CreationKind kind,
                              const Contribution& contribution) {
    std::shared_ptr<Meeting> meeting = begin_meeting(own, comm, function, kind, contribution);
    own.wait_for(*meeting);
    return meeting;
}

Created split_comm(Library& own, Comm& comm, const std::string& function, int colour, int key) {
    Contribution contribution;
    contribution.colour = colour;
    contribution.key = key;
    return meet(own, comm, function, CreationKind::split, contribution)->results.at(own.comms.process());
}

MPI_Comm store_comm(Library& own, const Comm& parent, const Created& created, TopologyRef topology) {
    if (created.comm == nullptr) return MPI_COMM_NULL;
    Comm comm;
    comm.shared = created.comm;
    comm.side = created.side;
    comm.rank = created.rank;
    comm.handler = parent.handler;
    comm.topology = std::move(topology);
    return to_handle<MPI_Comm>(own.comms.add(std::move(comm)));
}

}  // namespace rmasim::mpi
