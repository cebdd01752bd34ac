// The part of scenarios/schema.json that is about MPI calls, made from the table of calls.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/scenario/program/verbs.h"

#include <string>

namespace rmasim::schema {

// What the schema says of one verb's arguments.
sim::Json schema_of(const sim::Verb& verb);

// The schema's text with the verbs of the table in place of those it has. Raises std::runtime_error where it does not
// find them.
std::string with_calls_renewed(const std::string& schema);

}  // namespace rmasim::schema
