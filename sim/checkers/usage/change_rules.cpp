#include "sim/checkers/usage/change_rules.h"

#include <algorithm>

namespace rmasim::sim::usage {

void ChangeRules::change_began(const Thread& thread, const CallRequest& call) {
    Change& change = changes_[call.window];
    if (change.missing == 0) {
        const Rank size = call.more == nullptr ? change.size : call.more->new_size;
        change = {happens_before_.record(thread, Call::win_change_comm), call.target, size,
                  std::max(change.size, size)};
    }
    --change.missing;
    if (call.target == change.peer) return;
    throw BrokenBetween(Call::win_change_comm,
                        fmt::format("with peer {}, but {} with peer {}; all ranks name the same", call.target,
                                    text_of(change.first), change.peer),
                        change.first);
}

void ChangeRules::clear() {
    changes_.assign(sizes_.size(), Change{});
    for (std::size_t window = 0; window < sizes_.size(); ++window) changes_[window].size = sizes_[window];
}

}  // namespace rmasim::sim::usage
