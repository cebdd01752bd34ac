// The form in which an operation is sent: immediate, in units, with LOCK or without (CH3-PKT-3 to CH3-PKT-5,
// CH3-STREAM-1).
#pragma once

#include "protocol/ch3/engine_state.h"

namespace rmasim::ch3 {

// Sets the members of a new element that follow from its operation.
void set_form(EngineState& engine, OperationElement& op, const Operation& operation);

// Returns the first element and the number of elements of unit number `unit`.
Unit unit_at(const OperationElement& op, std::uint32_t unit);

}  // namespace rmasim::ch3
