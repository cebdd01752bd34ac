// Epoch states (design, "Epoch States"): nine of a window, three of a target, and the legal steps between them. The
// tables are in epoch_state.cpp; states.svg beside it is drawn from them.
#pragma once

#include "protocol/base/state_diagram.h"
#include "protocol/base/types.h"

#include <string_view>

namespace rmasim::newrma {

// The access side of a window at its origin: the states of all modes.
enum class WindowState : std::uint8_t {
    unset,
    fence_issued,   // the IBARRIER is under way: operations may be queued, not issued
    fence_granted,  // the IBARRIER is complete: operations may be issued
    pscw_issued,
    pscw_granted,
    lock_all_called,
    lock_all_issued,
    lock_all_granted,
    per_target,  // locks: each target element has a state of its own
};

// One target's lock, as its origin sees it.
enum class TargetState : std::uint8_t {
    none,          // no lock: the state of the window applies (FENCE, PSCW)
    lock_called,   // LOCK was called, nothing has been sent
    lock_issued,   // the request was sent
    lock_granted,  // operations may be issued
    absent,        // the target has no element
};

std::string_view name_of(WindowState state);
std::string_view name_of(TargetState state);

// The clause of SPEC.md that allows the step, or an empty view if none does.
std::string_view clause_for(WindowState from, WindowState to);
std::string_view clause_for(TargetState from, TargetState to);

// Raises ProtocolError naming the call and both states unless the table allows the step.
void require_transition(Call call, WindowState from, WindowState to);
void require_transition(Call call, TargetState from, TargetState to);
void require_exposure_transition(Call call, WindowState from, WindowState to);

// Windows, exposures, target elements.
std::span<const StateDiagram> state_diagrams();

}  // namespace rmasim::newrma
