// The part of scenarios/schema.json about MPI calls, generated from the table of calls.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/scenario/program/verbs.h"

#include <string>

namespace rmasim::schema {

// Returns the schema of one verb's arguments.
sim::Json schema_of(const sim::Verb& verb);

// Returns the text of the schema with its verbs replaced by those of the table. Raises std::runtime_error if the text
// has no verbs.
std::string with_calls_renewed(const std::string& schema);

}  // namespace rmasim::schema
