#include "sim/checkers/usage/change_rules.h"

namespace rmasim::sim::usage {

namespace {

bool are_equal(const RankGroup& one, const RankGroup& other) {
    if (one.size() != other.size()) return false;
    Rank comm_rank = 0;
    while (comm_rank < one.size() && one.member(comm_rank) == other.member(comm_rank)) ++comm_rank;
    return comm_rank == one.size();
}

std::string text_of_members(const RankGroup& group) {
    constexpr Rank most = 8;
    std::string text = fmt::format("{} rank{} (", group.size(), group.size() == 1 ? "" : "s");
    for (Rank i = 0; i < std::min(group.size(), most); ++i)
        text += fmt::format("{}{}", i == 0 ? "" : ", ", group.member(i));
    return text + (group.size() > most ? ", ...)" : ")");
}

}  // namespace

ChangeRules::ChangeRules(const HappensBefore& happens_before, const Scenario& scenario,
                         const Communicators* communicators)
    : happens_before_(happens_before), changes_(scenario.ranks, communicators) {
    for (std::size_t window = 0; window < scenario.windows.size(); ++window) {
        const Rank ranks = scenario.windows[window].ranks;
        if (ranks > 0) changes_.opened_to(static_cast<WindowId>(window), ranks);
    }
}

void ChangeRules::clear() {
    changes_.clear();
    entering_.clear();
}

void ChangeRules::require_equal(const Named& mine, const Named& theirs) {
    constexpr Call call = Call::win_change_comm;
    if (!are_equal(mine.now, theirs.now)) {
        throw BrokenBetween("change_comm", call,
                            fmt::format("to {}, but {} to {}; all ranks must name the same communicator",
                                        text_of_members(mine.now), text_of(theirs.call), text_of_members(theirs.now)),
                            theirs.call);
    }
    if (mine.peer == theirs.peer) return;
    throw BrokenBetween("change_comm", call,
                        fmt::format("with peer {}, but {} with peer {}; all ranks must name the same peer", mine.peer,
                                    text_of(theirs.call), theirs.peer),
                        theirs.call);
}

void ChangeRules::change_began(const Thread& thread, const CallRequest& call) {
    const RequestArguments& to = *call.more;
    const auto begun = changes_.begin(thread.rank, call.window, to.new_group, to.new_size);
    Named mine{happens_before_.record(thread, Call::win_change_comm), call.target,
               changes_.group_of(thread.rank, call.window, to.new_group, to.new_size)};
    if (begun.change == nullptr) {
        entering_.insert_or_assign({call.window, thread.rank}, std::move(mine));
        return;
    }
    if (begun.first) begun.change->data = mine;
    else require_equal(mine, begun.change->data);
    for (const Rank rank : begun.entering) {
        const auto waiting = entering_.find({call.window, rank});
        const Named theirs = waiting->second;
        entering_.erase(waiting);
        require_equal(mine, theirs);
    }
}

}  // namespace rmasim::sim::usage
