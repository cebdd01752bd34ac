// JSON from text, stricter than the library: no key twice in one object, bounded nesting.
#pragma once

#include "sim/input/json/json.h"

#include <string>

namespace rmasim::sim {

// Deep enough for any scenario; recursion over a document needs no other bound.
inline constexpr std::size_t deepest_json = 256;
// Lookups in ordered objects are linear, so their size is bounded here, before anything looks.
inline constexpr std::size_t most_json_keys = 4096;

// Raises BadInput with "line 3, column 7" as its place where the text is not such JSON.
Json parse_json(const std::string& text);

}  // namespace rmasim::sim
