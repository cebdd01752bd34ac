// The largest size of an eager message of SEND or ISEND, in bytes: sent whole, without waiting for its RECV. A setting
// of every family, `message_eager_bytes`.
#pragma once

#include <cstdint>

namespace rmasim {

inline constexpr std::uint32_t no_message_limit = INT32_MAX;

}  // namespace rmasim
