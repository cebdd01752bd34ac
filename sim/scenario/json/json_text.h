// Parses JSON text, more strictly than the library: no duplicate keys, bounded nesting.
#pragma once

#include "sim/scenario/json/json.h"

#include <string>

namespace rmasim::sim {

// Deep enough for any scenario. Recursion over a document needs no other bound.
inline constexpr std::size_t deepest_json = 256;
// Lookup in ordered objects is linear, so their size is bounded already while parsing.
inline constexpr std::size_t max_json_keys = 4096;

// Raises BadInput with a place such as "line 3, column 7" if the text is not valid.
Json parse_json(const std::string& text);

}  // namespace rmasim::sim
