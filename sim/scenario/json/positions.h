// Lines and columns of values in a JSON text. The parser reports no positions, so a second pass over the text finds
// them. It runs only if there is an error to report.
#pragma once

#include "sim/scenario/json/errors.h"

#include <string_view>

namespace rmasim::sim {

// Sets `line` and `column` of the error and of its `others`. `text` is the JSON text to which the locations refer. If
// the text has no value at a location, the position is that of the innermost enclosing value. The position of an
// unknown key is that of the key. The position of any other error is that of the value. Columns count bytes.
void add_positions(BadInput& error, std::string_view text);

}  // namespace rmasim::sim
