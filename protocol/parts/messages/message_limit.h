// The sizes from which on a message is announced and its data are several packets. Both sizes are settings of every
// family.
#pragma once

#include <cstdint>

namespace rmasim {

// All messages are eager, except those that are longer.
inline constexpr std::uint32_t no_message_limit = INT32_MAX;
inline constexpr std::uint32_t usual_message_limit = 65'536;  // the default; in scenarios, that of a default network
inline constexpr std::uint32_t max_part_bytes = 1u << 30;     // the default of `message_part_bytes`

// The settings `message_eager_bytes` and `message_part_bytes`. A message of more than `eager_bytes` is announced, and
// its send waits for the receive. The data of such a message are several packets of at most `part_bytes` if it has at
// least twice this size. By default these are the messages of 2^31 bytes and more.
struct MessageLimits {
    std::uint32_t eager_bytes = usual_message_limit;
    std::uint32_t part_bytes = max_part_bytes;
};

// `Config` has members `message_eager_bytes` and `message_part_bytes`.
template <class Config>
MessageLimits message_limits(const Config& config) {
    return {config.message_eager_bytes, config.message_part_bytes};
}

}  // namespace rmasim
