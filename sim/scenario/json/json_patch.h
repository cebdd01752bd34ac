// Patches of JSON documents. A patch that is a list is a JSON Patch (RFC 6902). A patch that is an object is a Merge
// Patch (RFC 7386).
#pragma once

#include "sim/scenario/json/json.h"

#include <cstddef>
#include <string>

namespace rmasim::sim {

// The maximum number of values in all copies that a patch makes. Without a limit, a short patch could double a document
// many times.
inline constexpr std::size_t max_copied_values = 1'000'000;

// Applies `patch` to `json`. Raises BadInput at `location` if the patch does not fit the document, if its copies have
// more than `max_copied_values` values, or if the result is nested more deeply than `max_json_depth`.
void apply_json_patch(Json& json, const Json& patch, const std::string& location);

}  // namespace rmasim::sim
