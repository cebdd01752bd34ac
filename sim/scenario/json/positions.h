// Where in its file a value of a JSON document is. A second pass over the text, only made to report errors: the parser
// tells no positions.
#pragma once

#include "sim/scenario/json/errors.h"

#include <string_view>

namespace rmasim::sim {

// Sets `line` and `column` of the error and of those found with it. `text` is the JSON text whose values the places
// name; of a place that is not there the innermost part around it that is. An unknown key is where the key is, all
// others where the value is. Columns count bytes.
void add_positions(BadInput& error, std::string_view text);

}  // namespace rmasim::sim
