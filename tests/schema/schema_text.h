// Writes JSON in the layout of schema.json: a value that fits is on one line, and so is every list of plain values.
#pragma once

#include "sim/scenario/json/json.h"

#include <string>

namespace rmasim::schema {

// Returns `"name": value`, `indent` columns from the left, without the following comma.
std::string member_text(const std::string& name, const sim::Json& value, std::size_t indent);

}  // namespace rmasim::schema
