// A parser for JSON text. It is stricter than the JSON library: duplicate keys are errors, and nesting is bounded.
#pragma once

#include "sim/scenario/json/json.h"

#include <string>

namespace rmasim::sim {

// The maximum nesting of a document. No scenario needs more. The limit bounds every recursion over a document.
inline constexpr std::size_t max_json_depth = 256;
// The maximum number of keys of an object. It is bounded because lookup in ordered objects takes linear time.
inline constexpr std::size_t max_json_keys = 4096;

// Parses a JSON text. Raises BadInput with a location such as "line 3, column 7" if the text is not valid.
Json parse_json(const std::string& text);

}  // namespace rmasim::sim
