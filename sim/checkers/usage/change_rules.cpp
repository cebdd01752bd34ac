#include "sim/checkers/usage/change_rules.h"

#include <algorithm>

namespace rmasim::sim::usage {

ChangeRules::Change& ChangeRules::change_of(Rank rank, WindowId window) {
    const auto [at, is_new] = changes_.try_emplace(keys_.key(rank, window));
    if (is_new) at->second.size = sizes_[window] == 0 ? keys_.members(rank, window) : sizes_[window];
    return at->second;
}

void ChangeRules::change_began(const Thread& thread, const CallRequest& call) {
    Change& change = change_of(thread.rank, call.window);
    if (change.missing == 0) {
        const Rank size = call.more == nullptr ? change.size : call.more->new_size;
        change = {happens_before_.record(thread, Call::win_change_comm), call.target, size,
                  std::max(change.size, size)};
    }
    --change.missing;
    if (call.target == change.peer) return;
    throw BrokenBetween(Call::win_change_comm,
                        fmt::format("with peer {}, but {} with peer {}; all ranks must name the same peer", call.target,
                                    text_of(change.first), change.peer),
                        change.first);
}

}  // namespace rmasim::sim::usage
