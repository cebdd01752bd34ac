// ISSUE_OPS, CLEANUP_OPS and MAKE_RMA_PROGRESS (design, "Basic routines" 1 to 3), and the packets that an origin sends
// for a target element. These functions never block. If a target's sync flag requires RMA_DONE or UNLOCK, any progress
// on this target sends that packet. No other functions send packets because of sync flags.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Issue and complete the operations that can make progress: those to one target, those of one window, or those of all
// windows. The functions may free an element that no call uses, including `target`.
void make_progress_target(EngineState& engine, Window& window, TargetElement& target);
void make_progress_window(EngineState& engine, Window& window);
void make_progress_global(EngineState& engine);

// True if operations to `target` may be sent, because the target's lock is granted, or the window's epoch is granted.
bool may_issue(const Window& window, const TargetElement& target);

// Sends LOCK alone. The target's state becomes LOCK_ISSUED.
void request_lock(EngineState& engine, Window& window, TargetElement& target, Why why = Why::usual);

// Frees the element of an operation that is complete at its origin, and completes the operation's request.
void complete_op(EngineState& engine, Window& window, OperationElement& op);
// Executes CLEANUP_OPS for one target: frees the elements of its complete operations. Returns the number of these
// operations.
std::uint32_t cleanup_ops_target(EngineState& engine, Window& window, TargetElement& target);

// Sets the next ack id in `packet`, which requests an acknowledgement, and counts the due acknowledgement on the
// window. FENCE, COMPLETE and UNLOCK_ALL wait for this count.
void ask_acknowledgement(Window& window, Packet& packet);
// Sets the next ack id in `packet`, and counts the due acknowledgement on the window and on the target's element. FLUSH
// and UNLOCK wait for the element's count.
void ask_acknowledgement(Window& window, TargetElement& target, Packet& packet);

}  // namespace rmasim::newrma
