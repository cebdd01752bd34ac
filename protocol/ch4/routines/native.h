// Flushes of native operations, which the targets' NICs execute (CH4-NATIVE-3, CH4-NATIVE-6). Under UCX, a native
// operation sets a mark of its target. A flush checks the marks once and clears them. If a mark was set, the flush
// waits until the NICs have answered. Under OFI, a call always waits for all native operations of the window.
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// The completion that a flush guarantees: local for FLUSH_LOCAL and FLUSH_LOCAL_ALL, remote for FLUSH and FLUSH_ALL.
enum class Reach : std::uint8_t { local, remote };

// A flush of native operations. The object lives in the coroutine frame of the call, from begin to end of the flush.
// While a flush waits, a concurrent flush of the same endpoint or worker also waits, although it finds no mark: the
// library holds the interface's lock during the wait.
//
//   thread 0   put                flush: a mark, which it clears ........ returns
//   thread 1         put                        flush: no mark .......... returns
class NativeFlush {
public:
    // With a target: flushes the target's endpoint (FLUSH, FLUSH_LOCAL, UNLOCK). Without a target: flushes the worker,
    // for all windows and targets (FLUSH_ALL, FLUSH_LOCAL_ALL, UNLOCK_ALL, FENCE, COMPLETE).
    NativeFlush(Window& window, Reach reach, Rank target = no_rank);
    ~NativeFlush();
    NativeFlush(const NativeFlush&) = delete;
    NativeFlush& operator=(const NativeFlush&) = delete;

    bool is_done(const EngineState& engine) const;

private:
    bool begins_for_target(Target& target, Reach reach);
    bool begins_for_all(Reach reach);

    Window& window_;
    Rank target_;
    bool flushes_ = false;
};

// Waits, before an accumulate is sent, for operations that must not be concurrent with it at the target (CH4-NATIVE-8).
// An accumulate that the network executes waits for accumulates that were sent as packets. An accumulate that is sent
// as a packet waits for all native operations of the window.
void wait_for_other_accumulates(EngineState& engine, Window& window, const Operation& operation);

}  // namespace rmasim::ch4
