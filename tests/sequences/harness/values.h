// Typed values in plain bytes: what PUT and ACCUMULATE carry and combine, and how memory is printed.
#pragma once

#include "protocol/base/types.h"

#include <span>
#include <string>

namespace rmasim::seq {

// Every element of `bytes` gets `value`, converted to `datatype`.
void fill(std::span<std::byte> bytes, Datatype datatype, std::int64_t value);

// target[i] = target[i] (reduce) operand[i], element by element.
void reduce_into(std::span<std::byte> target, std::span<const std::byte> operand, Datatype datatype, ReduceOp reduce);

// Equal neighbours are counted: "00*4 07 01*3" as bytes, "5*2" as int64.
std::string text_of(std::span<const std::byte> bytes, Datatype datatype);

Datatype datatype_named(const std::string& name);
ReduceOp reduce_op_named(const std::string& name);

}  // namespace rmasim::seq
