#include "sim/mpi/objects/creation.h"

#include "sim/mpi/objects/error.h"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace rmasim::mpi {

namespace {

// By key, then by rank: the order of MPI_COMM_SPLIT.
void sort_by_key(std::vector<const Contribution*>& members) {
    std::sort(members.begin(), members.end(), [](const Contribution* a, const Contribution* b) {
        return std::tie(a->key, a->rank) < std::tie(b->key, b->rank);
    });
}

GroupRef group_of(const std::vector<const Contribution*>& members) {
    std::vector<int> processes;
    for (const Contribution* one : members) processes.push_back(one->process);
    return make_group(std::move(processes));
}

}  // namespace

Job::Job(std::vector<int> node_of) : node_of_(std::move(node_of)), contexts_(size()) {
    world_ = make_comm({std::make_shared<const Group>(size())});
}

SharedRef Job::self(int process) { return make_comm({make_group({process})}); }

SharedRef Job::make_comm(std::vector<GroupRef> groups) {
    std::vector<int> members;
    for (const GroupRef& group : groups) {
        const std::vector<int> processes = group->processes();
        members.insert(members.end(), processes.begin(), processes.end());
    }
    auto comm = std::make_shared<SharedComm>();
    comm->context = contexts_.agree(members);
    comm->groups = std::move(groups);
    return comm;
}

void Job::give_results(Meeting& meeting, const SharedRef& comm) {
    for (int side = 0; side < static_cast<int>(comm->groups.size()); ++side) {
        const Group& group = *comm->groups[static_cast<std::size_t>(side)];
        for (int rank = 0; rank < group.size(); ++rank) meeting.results[group.process(rank)] = {comm, side, rank};
    }
}

// A colour that only one side of an intercommunicator has is MPI_COMM_NULL.
void Job::complete_split(const SharedComm& parent, Meeting& meeting) {
    const std::size_t sides = parent.groups.size();
    std::map<int, std::vector<std::vector<const Contribution*>>> colours;
    for (const Contribution& one : meeting.contributions) {
        meeting.results[one.process] = {};
        if (one.colour < 0) continue;
        auto& members = colours[one.colour];
        members.resize(sides);
        members[static_cast<std::size_t>(one.side)].push_back(&one);
    }
    for (auto& [colour, members] : colours) {
        if (std::any_of(members.begin(), members.end(), [](const auto& side) { return side.empty(); })) continue;
        std::vector<GroupRef> groups;
        for (auto& side : members) {
            sort_by_key(side);
            groups.push_back(group_of(side));
        }
        give_results(meeting, make_comm(std::move(groups)));
    }
}

// The side without `high` is first; if both have the same value, the side of the process with the lowest number.
void Job::complete_merge(Meeting& meeting) {
    std::vector<const Contribution*> all;
    for (const Contribution& one : meeting.contributions) all.push_back(&one);
    const auto lowest = *std::min_element(
        all.begin(), all.end(), [](const Contribution* a, const Contribution* b) { return a->process < b->process; });
    std::sort(all.begin(), all.end(), [&](const Contribution* a, const Contribution* b) {
        const bool a_second = a->side != lowest->side, b_second = b->side != lowest->side;
        return std::tie(a->key, a_second, a->rank) < std::tie(b->key, b_second, b->rank);
    });
    give_results(meeting, make_comm({group_of(all)}));
}

void Job::complete_bridge(const std::shared_ptr<Meeting>& meeting) {
    std::vector<const Contribution*> members;
    for (const Contribution& one : meeting->contributions) members.push_back(&one);
    std::sort(members.begin(), members.end(),
              [](const Contribution* a, const Contribution* b) { return a->rank < b->rank; });
    const GroupRef group = group_of(members);
    const auto leader =
        std::find_if(members.begin(), members.end(), [](const Contribution* one) { return one->is_leader; });
    require(leader != members.end(), MPI_ERR_RANK, "no member is the leader");
    auto& bridges = (*leader)->peer->bridges;
    const auto other = bridges.find((*leader)->bridge);
    if (other == bridges.end()) {
        bridges[(*leader)->bridge] = {meeting, group};
        return;
    }
    const Bridge first = other->second;
    bridges.erase(other);
    require(intersected(*first.group, *group)->size() == 0, MPI_ERR_COMM, "the two groups have common members");
    const SharedRef comm = make_comm({first.group, group});
    for (const auto& one : {first.meeting, meeting}) {
        give_results(*one, comm);
        one->complete = true;
        ++met_;
    }
}

std::shared_ptr<Meeting> Job::contribute(SharedComm& parent, const MeetingKey& key, const std::string& function,
                                         CreationKind kind, std::size_t expected, const Contribution& contribution) {
    std::shared_ptr<Meeting>& open = parent.open_calls[key];
    if (open == nullptr) {
        open = std::make_shared<Meeting>(Meeting{function, kind, expected, {}, false, {}, ++begun_});
    }
    const std::shared_ptr<Meeting> meeting = open;
    require(meeting->function == function, MPI_ERR_OTHER, "other members of the communicator call another function");
    meeting->contributions.push_back(contribution);
    if (meeting->contributions.size() < meeting->expected) return meeting;
    parent.open_calls.erase(key);
    switch (kind) {
        case CreationKind::split: complete_split(parent, *meeting); break;
        case CreationKind::merge: complete_merge(*meeting); break;
        case CreationKind::bridge: complete_bridge(meeting); return meeting;
    }
    meeting->complete = true;
    ++met_;
    return meeting;
}

}  // namespace rmasim::mpi
