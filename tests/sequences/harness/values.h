// Typed values in plain bytes: their text, and the names of types and reductions.
#pragma once

#include "protocol/base/types.h"

#include <span>
#include <string>

namespace rmasim::seq {

// Returns the values as text. Equal neighbours are written once with their number: "00*4 07 01*3" as bytes, "5*2" as
// int64.
std::string text_of(std::span<const std::byte> bytes, Datatype datatype);

Datatype datatype_named(const std::string& name);
ReduceOp reduce_op_named(const std::string& name);

}  // namespace rmasim::seq
