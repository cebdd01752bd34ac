// The schema of messages and collective calls that transfer handles of counters (datatype handle_sync).
#pragma once

#include "protocol/base/call_description.h"
#include "sim/scenario/json/json.h"

namespace rmasim::schema {

// True for messages and collective calls that do not reduce.
bool takes_handles(const CallDescription& row);

// Returns the schema of `comm`.
sim::Json communicator_of(const CallDescription& row);

// The following functions are only for such calls. They return the schema of `datatype`, `value` and `as`.
sim::Json datatype_or_handle();
sim::Json value_or_handles();
sim::Json variable_of_handles(const CallDescription& row);
// Adds the rules about combinations of these arguments.
void add_rules_of_handles(const CallDescription& row, sim::Json& rules);

}  // namespace rmasim::schema
