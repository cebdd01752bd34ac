// The largest size of an eager message of SEND or ISEND, in bytes. An eager message is sent whole, without waiting for
// its RECV. The size is a setting of every family, `message_eager_bytes`.
#pragma once

#include <cstdint>

namespace rmasim {

// All messages are eager, except those that are longer. The data of longer messages are several packets.
inline constexpr std::uint32_t no_message_limit = INT32_MAX;
inline constexpr std::uint32_t max_part_bytes = 1u << 30;     // of each of these packets
inline constexpr std::uint32_t usual_message_limit = 65'536;  // the default; in scenarios, that of a default network

}  // namespace rmasim
