// RMA_OP: the calls of operations, which are the same in every mode. The design's loops ("if granted queue or issue; if
// issued wait for the grant or for elements; ...") are four steps: get a target element, request its lock if necessary,
// get an operation element, queue the operation and issue the operations that may be issued.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Executes PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP and their r-forms.
Task<> rma_op(EngineState& engine, Operation operation);

}  // namespace rmasim::newrma
