// Converts WIN_CHANGE_COMM to a call request.
#include "sim/programs/interpreter.h"
#include "sim/programs/reject.h"

#include <fmt/format.h>

namespace rmasim::sim {

namespace {

bool have_a_member_in_common(const RankGroup& one, const RankGroup& other) {
    for (Rank comm_rank = 0; comm_rank < one.size(); ++comm_rank) {
        if (other.contains(one.member(comm_rank))) return true;
    }
    return false;
}

}  // namespace

// Returns the communicator that the window gets, or null for all ranks. `members` are the present members of the
// window. A rank that leaves the window may be in no communicator with the given name. The function then returns the
// communicator of this name that contains present members of the window.
const RankGroup* Interpreter::new_group(const Thread& thread, const Instruction& at, const RankGroup* members) const {
    if (at.comm == no_window) {
        return scenario_.windows[at.window].changes_comm ? scenario_.communicators->first_group(thread.rank, at.window)
                                                         : members;
    }
    const Split& split = scenario_.communicators->numbered(at.comm);
    if (const RankGroup* const own = split.group_of(thread.rank)) return own;
    const RankGroup* found = nullptr;
    std::size_t count = 0;
    for (std::size_t i = 0; i < split.count(); ++i) {
        if (!have_a_member_in_common(split.group(i), *members)) continue;
        found = &split.group(i);
        ++count;
    }
    if (count == 1) return found;
    reject(thread, at, "comm", fmt::format("\"{}\"", split.name()),
           fmt::format("a communicator that the rank is in, or the only one with ranks of the window, of which there "
                       "are {}: rank {} {}",
                       count, thread.rank, split.absence_text()));
}

void Interpreter::prepare_change(Thread& thread, const Instruction& at, const RankGroup* members,
                                 CallRequest& call) const {
    auto more = std::make_shared<RequestArguments>();
    const RankGroup* const group = new_group(thread, at, members);
    const Rank all = group == nullptr ? scenario_.ranks : group->size();
    const bool some = at.comm == no_window || !at.count.is_constant() || evaluate(thread, at, at.count, "ranks") != 0;
    more->new_size = some ? static_cast<Rank>(evaluate_within(thread, at, at.count, "ranks", 1, all)) : all;
    if (at.comm != no_window) more->new_group = group;
    const WindowId comm = at.comm != no_window                        ? at.comm
                          : scenario_.windows[at.window].changes_comm ? no_window
                                                                      : scenario_.windows[at.window].comm;
    call.target =
        group == nullptr ? rank_argument(thread, at, "peer") : member_at(thread, at, "peer", *group, comm, false);
    call.more = std::move(more);
}

}  // namespace rmasim::sim
