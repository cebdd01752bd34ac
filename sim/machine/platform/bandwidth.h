// Bandwidths as integers, in femtoseconds per byte, and the transfer time of a number of bytes.
#pragma once

#include "sim/machine/engine/time.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

namespace rmasim::sim {

inline constexpr double bytes_per_second_of_gbps = 1e9 / 8;

// Converts a bandwidth to an integer number of femtoseconds per byte. No other code rounds bandwidths. The relative
// error is at most 0.5 / result. Example: at 100 Gb/s the result is 80,000, so the error is at most 6e-6. The lowest
// possible bandwidth is one byte in about 2.5 hours.
inline std::int64_t femtoseconds_per_byte(double bytes_per_second) {
    const double femtoseconds = 1e15 / bytes_per_second;
    constexpr double slowest = 9e18;
    return femtoseconds < slowest ? std::llround(femtoseconds) : static_cast<std::int64_t>(slowest);
}

[[noreturn]] inline void throw_time_overflow() {
    throw std::overflow_error("virtual time exceeds its maximum of 106 days");
}

// Returns time + duration. Raises std::overflow_error if the sum is beyond the range of Time.
inline Time later(Time time, Time duration) {
    Time sum;
    if (__builtin_add_overflow(time, duration, &sum)) throw_time_overflow();
    return sum;
}

// The transfer time of `bytes` bytes, rounded to the nearest picosecond. Raises std::overflow_error if the time is
// beyond the range of Time.
inline Time transfer_time(std::uint64_t bytes, std::int64_t femtoseconds_per_byte) {
    constexpr std::uint64_t femtoseconds_per_picosecond = 1000;
    constexpr std::uint64_t half = femtoseconds_per_picosecond / 2;
    std::uint64_t femtoseconds;
    if (!__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(femtoseconds_per_byte), &femtoseconds) &&
        femtoseconds <= std::numeric_limits<std::uint64_t>::max() - half) {
        return static_cast<Time>((femtoseconds + half) / femtoseconds_per_picosecond);
    }
    __extension__ using Wide = unsigned __int128;
    const Wide wide = (static_cast<Wide>(bytes) * static_cast<std::uint64_t>(femtoseconds_per_byte) + half) /
                      femtoseconds_per_picosecond;
    if (wide > static_cast<Wide>(std::numeric_limits<Time>::max())) throw_time_overflow();
    return static_cast<Time>(wide);
}

}  // namespace rmasim::sim
