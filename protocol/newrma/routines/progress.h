// ISSUE_OPS, CLEANUP_OPS and MAKE_RMA_PROGRESS (design, "Basic routines" 1 to 3), and the packets an origin sends for a
// target element. None of them blocks. Closing requests are served only here, so any progress on a target also drives
// its RMA_DONE or UNLOCK.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// May free `target`, unless a call holds it.
void make_progress_target(EngineState& engine, Window& window, TargetElement& target);
void make_progress_window(EngineState& engine, Window& window);
void make_progress_global(EngineState& engine);

// Operations to `target` may be sent: its epoch is granted.
bool may_issue(const Window& window, const TargetElement& target);

// Sends LOCK alone; the target's state becomes LOCK_ISSUED.
void request_lock(EngineState& engine, Window& window, TargetElement& target, Why why = Why::usual);

// The operation is complete at its origin: frees its element and completes its request.
void complete_op(EngineState& engine, Window& window, OperationElement& op);
// CLEANUP_OPS of one target. Returns the number of operations that were complete.
std::uint32_t cleanup_ops_target(EngineState& engine, Window& window, TargetElement& target);

// Gives `packet`, which asks for an acknowledgement, the next id and counts the acknowledgement that is due on the
// window. FENCE, COMPLETE and UNLOCK_ALL wait for this count.
void ask_acknowledgement(Window& window, Packet& packet);
// Also counts it on the element. FLUSH and UNLOCK wait for this count.
void ask_acknowledgement(Window& window, TargetElement& target, Packet& packet);

}  // namespace rmasim::newrma
