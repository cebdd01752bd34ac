#include "protocol/synccount/awaited.h"

#include "protocol/parts/awaited_parts.h"

namespace rmasim::synccount {

AwaitedRanks awaited_ranks(const EngineState& engine, const WaitReason& reason) {
    if (!is_window(reason.window)) return {{engine.two_sided.awaited(reason)}};
    AwaitedRanks awaited;
    const Window& window = engine.windows[reason.window];
    if (reason.awaited == Awaited::counter) {
        awaited.others = true;
    } else if (reason.awaited == Awaited::barrier) {
        add_barrier(awaited, *window.change->barrier, window.id, window.change->participants.get());
    } else {
        awaited.add(reason.target, reason.awaited, window.id);
    }
    return awaited;
}

}  // namespace rmasim::synccount
