// The parts of scenarios/schema.json that follow from the list of families: which families there are, which settings
// each has, and what their packets are called.
#pragma once

#include <string>

namespace rmasim::schema {

// The schema's text with these parts in place of those it has. Settings of a new family have to be stated in it by hand
// (`properties` of `protocol`). Raises std::runtime_error where it does not find the parts.
std::string with_families_renewed(const std::string& schema);

}  // namespace rmasim::schema
