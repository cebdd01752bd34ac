// The functions of MPI that create and free communicators (MPI 4.1, 7.4.2, 7.4.3 and 7.6).
#include "sim/mpi/objects/comm_creation.h"
#include "sim/mpi/objects/library.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace rmasim::mpi {

namespace {

constexpr int no_member = -1;  // as a colour

int duplicate_comm(const char* function, MPI_Comm comm, const MPI_Info* info, MPI_Comm* newcomm) {
    return call(function, to_int(comm), [&](Library& own) {
        Comm& old = own.comms.find(to_int(comm));
        checked(newcomm) = MPI_COMM_NULL;
        const InfoList hints = info == nullptr ? InfoList() : own.infos.or_empty(to_int(*info));
        Attributes attributes = copied_attributes(old.attributes, to_int(comm));
        const Created created = split_comm(own, old, function, 0, old.rank);
        *newcomm = store_comm(own, old, created, old.topology);
        Comm& made = own.comms.find(to_int(*newcomm));
        made.attributes = std::move(attributes);
        set_hints(made.info, hints);
    });
}

// The new communicator is valid when the request is complete.
int begin_duplicate(const char* function, MPI_Comm comm, const MPI_Info* info, MPI_Comm* newcomm,
                    MPI_Request* request) {
    return call(function, to_int(comm), [&](Library& own) {
        Comm& old = own.comms.find(to_int(comm));
        checked(newcomm);
        checked(request);
        Comm made;
        if (info != nullptr) set_hints(made.info, own.infos.or_empty(to_int(*info)));
        made.attributes = copied_attributes(old.attributes, to_int(comm));
        made.handler = old.handler;
        made.topology = old.topology;
        Contribution contribution;
        contribution.key = old.rank;
        made.pending = begin_meeting(own, old, function, CreationKind::split, contribution);
        Request pending;
        pending.kind = Request::Kind::creation;
        pending.meeting = made.pending;
        *newcomm = to_handle<MPI_Comm>(own.comms.add(std::move(made)));
        *request = to_handle<MPI_Request>(own.requests.add(std::move(pending)));
    });
}

// The members of an intercommunicator's group are those of its own side.
void check_subgroup(const Group& group, const Comm& comm) {
    for (int rank = 0; rank < group.size(); ++rank)
        require(comm.group().rank_of(group.process(rank)) >= 0, MPI_ERR_GROUP,
                "the group is no subset of the communicator's group");
}

// Processes with the same group get the same communicator: its lowest process is its colour.
int colour_of_group(const Group& group, const Comm& comm, int process) {
    if (group.rank_of(process) < 0) return no_member;
    if (comm.shared->is_inter()) return 0;
    const std::vector<int> members = group.processes();
    return *std::min_element(members.begin(), members.end());
}

int colour_of_type(Library& own, int split_type, const InfoList& info) {
    const int node = own.comms.job().node_of(own.comms.process());
    switch (split_type) {
        case MPI_COMM_TYPE_SHARED: return node;
        case MPI_COMM_TYPE_HW_GUIDED:
        case MPI_COMM_TYPE_RESOURCE_GUIDED: {
            const std::string* const type = find_info(info, "mpi_hw_resource_type");
            return type != nullptr && *type == "mpi_shared_memory" ? node : no_member;
        }
        case MPI_COMM_TYPE_HW_UNGUIDED:
        case MPI_UNDEFINED: return no_member;
        default: throw Error(MPI_ERR_ARG, "the type of the split is none of MPI's");
    }
}

void check_tag(int tag) { require(tag >= 0, MPI_ERR_TAG, "the tag is negative"); }

// The leader's contribution to MPI_INTERCOMM_CREATE.
void add_peer(Library& own, Contribution& contribution, MPI_Comm peer_comm, int remote_leader, int tag) {
    const Comm& peer = own.comms.find(to_int(peer_comm));
    const Group& others = peer.shared->is_inter() ? *peer.remote() : peer.group();
    require(remote_leader >= 0 && remote_leader < others.size(), MPI_ERR_RANK, "the remote leader is no rank");
    const int remote = others.process(remote_leader), process = own.comms.process();
    require(remote != process, MPI_ERR_RANK, "the remote leader is the local one");
    check_tag(tag);
    contribution.is_leader = true;
    contribution.peer = peer.shared;
    contribution.bridge = {std::min(remote, process), std::max(remote, process), tag};
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm* newcomm) { return duplicate_comm("MPI_Comm_dup", comm, nullptr, newcomm); }

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm) {
    return duplicate_comm("MPI_Comm_dup_with_info", comm, &info, newcomm);
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
    return begin_duplicate("MPI_Comm_idup", comm, nullptr, newcomm, request);
}

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm, MPI_Request* request) {
    return begin_duplicate("MPI_Comm_idup_with_info", comm, &info, newcomm, request);
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* newcomm) {
    return call("MPI_Comm_split", to_int(comm), [&](Library& own) {
        Comm& old = own.comms.find(to_int(comm));
        require(color >= 0 || color == MPI_UNDEFINED, MPI_ERR_ARG, "the colour is negative");
        checked(newcomm);
        const int colour = color == MPI_UNDEFINED ? no_member : color;
        *newcomm = store_comm(own, old, split_comm(own, old, "MPI_Comm_split", colour, key));
    });
}

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm* newcomm) {
    return call("MPI_Comm_split_type", to_int(comm), [&](Library& own) {
        Comm& old = own.comms.find_intra(to_int(comm));
        checked(newcomm);
        const int colour = colour_of_type(own, split_type, own.infos.or_empty(to_int(info)));
        *newcomm = store_comm(own, old, split_comm(own, old, "MPI_Comm_split_type", colour, key));
    });
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* newcomm) {
    return call("MPI_Comm_create", to_int(comm), [&](Library& own) {
        Comm& old = own.comms.find(to_int(comm));
        const GroupRef members = own.groups.find(to_int(group));
        check_subgroup(*members, old);
        checked(newcomm);
        const int process = own.comms.process(), colour = colour_of_group(*members, old, process);
        *newcomm = store_comm(own, old, split_comm(own, old, "MPI_Comm_create", colour, members->rank_of(process)));
    });
}

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* newcomm) {
    return call("MPI_Comm_create_group", to_int(comm), [&](Library& own) {
        Comm& old = own.comms.find_intra(to_int(comm));
        const GroupRef members = own.groups.find(to_int(group));
        check_subgroup(*members, old);
        check_tag(tag);
        checked(newcomm) = MPI_COMM_NULL;
        Contribution contribution;
        contribution.process = own.comms.process();
        contribution.rank = contribution.key = members->rank_of(contribution.process);
        if (contribution.rank < 0) return;
        MeetingKey key{0, tag, members->processes()};
        key.number = old.tagged_calls[key]++;
        const auto meeting = own.comms.job().contribute(*old.shared, key, "MPI_Comm_create_group", CreationKind::split,
                                                        static_cast<std::size_t>(members->size()), contribution);
        own.wait_for(*meeting);
        *newcomm = store_comm(own, old, meeting->results.at(contribution.process));
    });
}

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader, int tag,
                          MPI_Comm* newintercomm) {
    return call("MPI_Intercomm_create", to_int(local_comm), [&](Library& own) {
        Comm& local = own.comms.find_intra(to_int(local_comm));
        require(local_leader >= 0 && local_leader < local.group().size(), MPI_ERR_RANK, "the local leader is no rank");
        checked(newintercomm);
        Contribution contribution;
        if (local.rank == local_leader) add_peer(own, contribution, peer_comm, remote_leader, tag);
        const auto meeting = meet(own, local, "MPI_Intercomm_create", CreationKind::bridge, contribution);
        *newintercomm = store_comm(own, local, meeting->results.at(own.comms.process()));
    });
}

int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm* newintracomm) {
    return call("MPI_Intercomm_merge", to_int(intercomm), [&](Library& own) {
        Comm& old = own.comms.find_inter(to_int(intercomm));
        checked(newintracomm);
        Contribution contribution;
        contribution.key = high != 0 ? 1 : 0;
        const auto meeting = meet(own, old, "MPI_Intercomm_merge", CreationKind::merge, contribution);
        *newintracomm = store_comm(own, old, meeting->results.at(own.comms.process()));
    });
}

int PMPI_Comm_free(MPI_Comm* comm) {
    return call("MPI_Comm_free", comm == nullptr ? 0 : to_int(*comm), [&](Library& own) {
        const int handle = to_int(checked(comm));
        Comm& freed = own.comms.find(handle);
        require(handle >= first_derived_handle, MPI_ERR_COMM, "a predefined communicator cannot be freed");
        delete_attributes(freed.attributes, handle);
        own.comms.free(handle);
        *comm = MPI_COMM_NULL;
    });
}
