// Flushes of native operations (CH4-NATIVE-3, CH4-NATIVE-6). A call asks once whether it has to flush, which clears the
// marks, and then waits until the NICs have answered: under OFI for all of the window, in any case.
#pragma once

#include "protocol/ch4/engine_state.h"

namespace rmasim::ch4 {

// What it means for a flush to be local: FLUSH_LOCAL, FLUSH_LOCAL_ALL.
enum class Reach : std::uint8_t { local, remote };

// A flush from its begin to its end; lives in the frame of the call. While one waits, others of what it flushes wait as
// well, though it has cleared the marks: the library holds the interface's lock all that time.
//
//   thread 0   put                flush: a mark, which it clears ........ returns
//   thread 1         put                        flush: no mark .......... returns
class NativeFlush {
public:
    // The endpoint of a target: FLUSH, FLUSH_LOCAL, UNLOCK. Without one the worker, whatever window and target:
    // FLUSH_ALL, FLUSH_LOCAL_ALL, UNLOCK_ALL, FENCE, COMPLETE.
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

// Waits for what must not mix with this accumulate at its target: before one that the network carries out for the
// messages among them, before a message for all native operations of the window (CH4-NATIVE-8).
void wait_for_other_accumulates(EngineState& engine, Window& window, const Operation& operation);

}  // namespace rmasim::ch4
