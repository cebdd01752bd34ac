// Up to how many bytes a message of SEND or ISEND is sent whole, without waiting for its RECV: a setting of every
// family, `message_eager_bytes`.
#pragma once

#include <cstdint>

namespace rmasim {

inline constexpr std::uint32_t no_message_limit = INT32_MAX;

}  // namespace rmasim
