// The epoch states (design, "Epoch States"): nine states of a window, three states of a target's lock, and the allowed
// transitions. The tables are in epoch_state.cpp. states.svg is generated from them.
#pragma once

#include "protocol/base/state_diagram.h"
#include "protocol/base/types.h"

#include <string_view>

namespace rmasim::newrma {

// The states of a window as an origin: its access epochs in all modes.
enum class WindowState : std::uint8_t {
    unset,
    fence_issued,   // the IBARRIER is not complete: operations may be queued, not issued
    fence_granted,  // the IBARRIER is complete: operations may be issued
    pscw_issued,
    pscw_granted,
    lock_all_called,
    lock_all_issued,
    lock_all_granted,
    per_target,  // locks: each target element has a state of its own
};

// The states of one target's lock at its origin.
enum class TargetState : std::uint8_t {
    none,          // no lock: the state of the window applies (FENCE, PSCW)
    lock_called,   // LOCK was called, nothing is sent
    lock_issued,   // the request is sent
    lock_granted,  // operations may be issued
    absent,        // the target has no element
};

std::string_view name_of(WindowState state);
std::string_view name_of(TargetState state);

// Returns the clause of SPEC.md that allows the transition, or an empty view if none does.
std::string_view clause_for(WindowState from, WindowState to);
std::string_view clause_for(TargetState from, TargetState to);

// Throw ProtocolError, with the call and both states, if the tables do not allow the transition.
void require_transition(Call call, WindowState from, WindowState to);
void require_transition(Call call, TargetState from, TargetState to);
void require_exposure_transition(Call call, WindowState from, WindowState to);

// Returns the diagrams of windows, exposures and target elements.
std::span<const StateDiagram> state_diagrams();

}  // namespace rmasim::newrma
