// Applies a patch to a document: a list is a JSON Patch (RFC 6902), an object a Merge Patch (RFC 7386).
#pragma once

#include "sim/scenario/json/json.h"

#include <cstddef>
#include <string>

namespace rmasim::sim {

// A short patch may copy a document into itself again and again. All its copies together may have this many values.
inline constexpr std::size_t max_copied_values = 1'000'000;

// Raises BadInput with this place if the patch does not fit the document, copies too much, or nests too deeply.
void apply_json_patch(Json& json, const Json& patch, const std::string& place);

}  // namespace rmasim::sim
