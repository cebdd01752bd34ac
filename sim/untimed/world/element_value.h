// The values of elements in memory, for reports.
#pragma once

#include "protocol/base/types.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>

namespace rmasim::sim {

// A pair, a complex number and a real number of more than 64 bits are their bytes in hexadecimal: "0x0102".
using ElementValue = std::variant<std::int64_t, std::uint64_t, double, std::string>;

ElementValue element_value(const std::byte* at, Datatype datatype);
std::string text_of(const ElementValue& value);

// The maximum number of elements of which a text has the values.
inline constexpr std::size_t max_values_in_text = 4;

// Returns the values of the first elements in `bytes`, separated by commas. If there are more than
// `max_values_in_text` elements, the text ends with their number: "1, 2, 3, 4 and 6 more". `count` is the number of all
// elements; `bytes` must have at least the first `max_values_in_text` of them.
std::string values_text(std::span<const std::byte> bytes, Datatype datatype, std::uint64_t count);

}  // namespace rmasim::sim
