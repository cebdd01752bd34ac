// ISSUE_OPS, CLEANUP_OPS and MAKE_RMA_PROGRESS (design, "Basic routines" 1 to 3), and the packets an origin sends for a
// target element. None of them blocks. Every closing request is served here and nowhere else, so whatever makes
// progress on a target also drives its RMA_DONE or UNLOCK.
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// `target` may be freed by this, unless a call holds it.
void make_progress_target(EngineState& engine, Window& window, TargetElement& target);
void make_progress_window(EngineState& engine, Window& window);
void make_progress_global(EngineState& engine);

// Operations to `target` may be sent: its epoch is granted.
bool may_issue(const Window& window, const TargetElement& target);

// LOCK goes alone: LOCK_ISSUED.
void request_lock(EngineState& engine, Window& window, TargetElement& target);

// The packet of `op`, with its data.
Packet operation_packet(EngineState& engine, const Window& window, const OperationElement& op, PacketFlag flags);
// The operation is complete at its origin: its element goes, its request is done.
void complete_op(EngineState& engine, Window& window, OperationElement& op);
// CLEANUP_OPS of one target. Returns how many were complete.
std::uint32_t cleanup_ops_target(EngineState& engine, Window& window, TargetElement& target);

// Numbers `packet`, which asks for an acknowledgement, and counts what is due: on the window, which FENCE, COMPLETE and
// UNLOCK_ALL wait for.
void ask_acknowledgement(Window& window, Packet& packet);
// And on the element, which FLUSH and UNLOCK wait for.
void ask_acknowledgement(Window& window, TargetElement& target, Packet& packet);

}  // namespace rmasim::newrma
