#include "protocol/synccount/awaited.h"

namespace rmasim::synccount {

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason) {
    AwaitedRanks awaited;
    if (reason.window == no_window) {
        awaited.ranks.push_back(engine.two_sided.awaited(reason));
        return awaited;
    }
    const Window& window = engine.windows[reason.window];
    if (reason.awaited == Awaited::counter) {
        awaited.others = true;
    } else if (reason.awaited == Awaited::barrier) {
        const Barrier& barrier = *window.change->barrier;
        awaited.ranks.push_back({barrier.missing_from(barrier.entered()), Awaited::barrier, window.id});
    } else {
        awaited.ranks.push_back({reason.target, reason.awaited, window.id});
    }
    return awaited;
}

}  // namespace rmasim::synccount
