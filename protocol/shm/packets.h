// The packets of family shm. Operations are executed in memory, so there are only a few kinds.
#pragma once

#include "protocol/base/packet_vocabulary.h"

namespace rmasim::shm {

namespace kind {
inline constexpr PacketKind op_counts{20};  // number of operations of the source on each process's part
}

// OP_COUNTS: return and set the number of the fence to which the packet belongs.
inline std::uint32_t fence_of(const Packet& packet) { return packet.own[0]; }
inline void set_fence(Packet& packet, std::uint32_t fence) { packet.own[0] = fence; }

namespace packets {
inline std::string own_text(const Packet&) { return {}; }

inline constexpr auto kinds = table_of<KindEntry>(
    common_kinds::barrier,
    KindEntry{kind::op_counts, "OP_COUNTS", PacketClass::group,
              "carries the number of operations of the sender on each process, instead of a barrier"},
    common_kinds::messages);
}  // namespace packets

inline constexpr PacketVocabulary packet_vocabulary(packets::kinds, {}, packets::own_text);
static_assert(packet_vocabulary.is_sound());

}  // namespace rmasim::shm
