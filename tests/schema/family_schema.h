// Generates the parts of scenarios/schema.json that depend on the list of families: the names of families, of their
// settings, and of their packets.
#pragma once

#include <string>

namespace rmasim::schema {

// Returns the text of the schema with these parts replaced. A developer must add the settings of a new family by hand,
// to `properties` of `protocol`. Raises std::runtime_error if the text does not have the parts.
std::string with_families_renewed(const std::string& schema);

}  // namespace rmasim::schema
