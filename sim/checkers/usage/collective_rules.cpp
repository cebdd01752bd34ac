#include "sim/checkers/usage/collective_rules.h"

#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"

namespace rmasim::sim::usage {

CollectiveRules::Said CollectiveRules::said_in(const CallRequest& call) {
    const CallDescription& described = description_of(call.call);
    if (blocking_form(call.call) == Call::barrier) return {.call = call.call};
    Said said{.call = call.call,
              .root = call.message.peer,
              .count = static_cast<std::uint32_t>(call.message.count),
              .datatype = call.message.datatype};
    // The counts of calls on neighbours must be equal only along the edges of the topology.
    if (described.has(Argument::counts) || neighbour_calls.contains(call.call)) said.count = 0;
    if (description_of(call.call).has(Argument::op)) said.reduce = call.operation.reduce;
    if (said.reduce == ReduceOp::user) said.number = call.more->op.number;
    return said;
}

// Returns the arguments of a collective call as text: "with root 3, count 4 of int64 and op sum".
std::string CollectiveRules::text_of(const Said& said) const {
    if (blocking_form(said.call) == Call::barrier) return "without data";
    const std::string root = said.root == no_rank ? "" : fmt::format("root {}, ", said.root);
    const std::string op = said.reduce == ReduceOp::replace ? ""
                           : said.reduce == ReduceOp::user
                               ? fmt::format(" and op \"{}\"", scenario_.operators[said.number].name)
                               : fmt::format(" and op {}", rmasim::name_of(said.reduce));
    const std::string count =
        said.count == 0 && (description_of(said.call).has(Argument::counts) || neighbour_calls.contains(said.call))
            ? "elements"
            : fmt::format("count {}", said.count);
    return fmt::format("with {}{} of {}{}", root, count, rmasim::name_of(said.datatype), op);
}

std::string CollectiveRules::name_of_communicator(WindowId comm) const {
    return comm == no_window ? "MPI_COMM_WORLD"
                             : fmt::format("communicator \"{}\"", scenario_.communicators->numbered(comm).name());
}

void CollectiveRules::began(const Thread& thread, const CallRequest& call) {
    const RankGroup group =
        call.comm == no_window ? RankGroup(scenario_.ranks) : scenario_.communicators->group_of(thread.rank, call.comm);
    Members& members = groups_[{call.comm, group.member(0)}];
    members.begun.resize(static_cast<std::size_t>(group.size()));
    const std::uint64_t nth = members.begun[static_cast<std::size_t>(group.comm_rank_of(thread.rank))]++;
    const Said said = said_in(call);
    if (nth == members.over + members.rounds.size()) {
        members.rounds.push_back({happens_before_.record(thread, call.call), said, 0});
    }
    Round& round = members.rounds[nth - members.over];
    if (round.said != said) {
        throw BrokenBetween("different_calls", call.call,
                            fmt::format("{} as collective call {} of {}, but {} {}; all its ranks must make the same "
                                        "collective calls in the same order",
                                        text_of(said), nth + 1, name_of_communicator(call.comm),
                                        usage::text_of(round.first), text_of(round.said)),
                            round.first);
    }
    ++round.begun;
    while (!members.rounds.empty() && members.rounds.front().begun == group.size()) {
        members.rounds.pop_front();
        ++members.over;
    }
}

}  // namespace rmasim::sim::usage
