// Serial numbers that wrap to 0 after 2^32 - 1: instances of barriers, ids of acknowledgements. Two serial numbers can
// be compared while they are less than 2^31 apart. Example: 0xFFFFFFFF is before 0, which is before 1.
#pragma once

#include <cstdint>

namespace rmasim {

// The first number of a run. Only tests start with another number, to make numbers wrap.
inline constexpr std::uint32_t usual_start = 0;

constexpr bool is_before(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b) < 0; }
constexpr std::uint32_t earlier_of(std::uint32_t a, std::uint32_t b) { return is_before(b, a) ? b : a; }

}  // namespace rmasim
