// RMA_OP: posting operations, the same road for every mode. The design's loops ("if granted queue or issue; if issued
// wait for the grant or for elements; ...") come down to four steps: have a target element, see to its lock, have an
// operation element, queue it and issue what may go.
#pragma once

#include "protocol/base/task.h"
#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP and their r-forms.
Task<> rma_op(EngineState& engine, Operation operation);

}  // namespace rmasim::newrma
