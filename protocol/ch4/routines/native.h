// Flushes of native operations (CH4-NATIVE-3, CH4-NATIVE-6). A call asks once whether it has to flush, which clears the
// marks, and then waits until the NICs have answered: under OFI for all of the window, in any case.
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// What it means for a flush to be local: FLUSH_LOCAL, FLUSH_LOCAL_ALL.
enum class Reach : std::uint8_t { local, remote };

// The endpoint of a target: FLUSH, FLUSH_LOCAL, UNLOCK.
bool begins_flush(Window& window, Rank rank, Reach reach);
// The worker, whatever window and target: FLUSH_ALL, FLUSH_LOCAL_ALL, UNLOCK_ALL, FENCE, COMPLETE.
bool begins_flush_of_all(Window& window, Reach reach);

// `flushes`: what the functions above returned.
inline bool is_flushed(const EngineState& engine, const Window& window, bool flushes, Rank rank) {
    if (!window.network.marks) return window.native_unanswered == 0;
    return !flushes || engine.native.of(rank) == 0;
}
inline bool all_is_flushed(const EngineState& engine, const Window& window, bool flushes) {
    if (!window.network.marks) return window.native_unanswered == 0;
    return !flushes || engine.native.all() == 0;
}

// Waits for what must not mix with this accumulate at its target: before one that the network carries out for the
// messages among them, before a message for all native operations of the window (CH4-NATIVE-8).
void wait_for_other_accumulates(EngineState& engine, Window& window, const Operation& operation);

}  // namespace rmasim::ch4
