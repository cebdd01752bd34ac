// The parts of scenarios/schema.json that follow from the list of families: their names, the names of their settings,
// and the names of their packets.
#pragma once

#include <string>

namespace rmasim::schema {

// Returns the schema's text with these parts replaced. Settings of a new family must be written in it by hand
// (`properties` of `protocol`). Raises std::runtime_error if it does not find the parts.
std::string with_families_renewed(const std::string& schema);

}  // namespace rmasim::schema
