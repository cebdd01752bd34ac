// JSON as schema.json has it: on one line what fits, and lists of plain values always.
#pragma once

#include "sim/scenario/json/json.h"

#include <string>

namespace rmasim::schema {

// `"name": value`, `indent` columns from the left, without what follows it.
std::string member_text(const std::string& name, const sim::Json& value, std::size_t indent);

}  // namespace rmasim::schema
