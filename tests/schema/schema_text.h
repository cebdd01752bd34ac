// Writes JSON in the layout of schema.json. A value is on one line if it fits, or if it is a list of plain values.
#pragma once

#include "sim/scenario/json/json.h"

#include <string>

namespace rmasim::schema {

// Returns the text `"name": value`, indented by `indent` columns, without the comma that follows.
std::string member_text(const std::string& name, const sim::Json& value, std::size_t indent);

}  // namespace rmasim::schema
