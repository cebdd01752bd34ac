#include "sim/mpi/objects/reduction_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rmasim::mpi {

namespace {

constexpr int fraction_bits = 10, exponent_bias = 15, largest_exponent = 31;
constexpr int smallest_exponent = 1 - exponent_bias - fraction_bits;  // of the last bit of a subnormal number

}  // namespace

// The number of last bits is an integer, which nearbyint rounds to the nearest one, ties to even.
Real2::Real2(float value) {
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const float magnitude = std::fabs(value);
    constexpr std::uint16_t infinity = largest_exponent << fraction_bits;
    if (std::isnan(value)) {
        bits_ = static_cast<std::uint16_t>(sign | infinity | 1 << (fraction_bits - 1));
        return;
    }
    if (magnitude >= 65520.0F) {  // halfway between the greatest number and the next power of two
        bits_ = static_cast<std::uint16_t>(sign | infinity);
        return;
    }
    int exponent = smallest_exponent;
    if (magnitude != 0) std::frexp(magnitude, &exponent);  // below 2 to this power, and at least half of it
    const int last_bit = std::max(exponent - 1 - fraction_bits, smallest_exponent);
    const auto units = static_cast<std::uint16_t>(std::nearbyint(std::ldexp(magnitude, -last_bit)));
    // The exponent's field is one above that of subnormal numbers for each power; a carry of the fraction raises it.
    const int field = last_bit - smallest_exponent;
    bits_ = static_cast<std::uint16_t>(sign | ((field << fraction_bits) + units));
}

Real2::operator float() const {
    const int field = bits_ >> fraction_bits & largest_exponent;
    const int fraction = bits_ & ((1 << fraction_bits) - 1);
    float magnitude = 0;
    if (field == largest_exponent) magnitude = fraction == 0 ? HUGE_VALF : std::nanf("");
    else if (field == 0) magnitude = std::ldexp(static_cast<float>(fraction), smallest_exponent);
    else magnitude = std::ldexp(static_cast<float>(fraction + (1 << fraction_bits)), smallest_exponent + field - 1);
    return (bits_ & 0x8000) != 0 ? -magnitude : magnitude;
}

}  // namespace rmasim::mpi
