#include "protocol/memmodel/gates.h"

#include <algorithm>

namespace rmasim::memmodel {

void Gates::reach_target(Toward& toward, WindowId id, Pending operation) {
    const Rank rank = threads_.rank_of(operation.access.thread);
    if (toward.mode == Mode::fence) {
        FenceRound& round = windows_.of(rank, id).fence(toward.nth, ranks_);
        const Moment& entry = round.entries[at(toward.target)].returns;
        if (entry.exists() || toward.nth == 0) return accesses_.add(operation, {operation.call, entry});
        waits(operation);
        round.waiting.push_back({toward.target, std::move(operation)});
    } else if (toward.mode == Mode::pscw) {
        PairOfGroups::Round& round = toward.pair->round(toward.nth);
        if (round.posted.exists()) return accesses_.add(operation, {operation.call, round.posted});
        waits(operation);
        round.waiting.push_back(std::move(operation));
    } else {
        if (toward.known) return accesses_.add(operation, {operation.call, no_moment, toward.gates});
        waits(operation);
        toward.pending.push_back(std::move(operation));
        ++windows_.of(rank, id).pending[at(toward.target)];
    }
}

// Takes the moment of a call whose operation waits for its target. By the time of the grant, its thread may be ordered
// after more than the operation. In shared memory the thread may also have stored there, so the call needs a moment of
// its own.
void Gates::waits(Pending& operation) {
    ThreadState& thread = threads_.state(operation.access.thread);
    if (!operation.call.is_apart()) operation.call = thread.clock.point();
    std::vector<ThreadState::Late>& late = thread.late;
    if (late.empty() || late.back().known != operation.call.others) late.push_back({operation.call.others, 0});
    ++late.back().operations;
}

void Gates::enter(const Pending& pending, const Moment& gate, const Knowledge& gates) {
    std::vector<ThreadState::Late>& late = threads_.state(pending.access.thread).late;
    const auto of = std::find_if(late.begin(), late.end(),
                                 [&](const ThreadState::Late& one) { return one.known == pending.call.others; });
    if (--of->operations == 0) late.erase(of);
    accesses_.add(pending, {pending.call, gate, gates});
}

}  // namespace rmasim::memmodel
