// The largest size of an eager message of SEND or ISEND, in bytes. An eager message is sent whole, without waiting for
// its RECV. The size is a setting of every family, `message_eager_bytes`.
#pragma once

#include <cstdint>

namespace rmasim {

inline constexpr std::uint32_t no_message_limit = INT32_MAX;  // all messages are eager
inline constexpr std::uint32_t usual_message_limit = 65'536;  // the default; in scenarios, that of a default network

}  // namespace rmasim
