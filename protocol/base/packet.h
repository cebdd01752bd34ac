// Packets: the only thing that leaves a process. Kinds and flags follow the design's names; `kind_name` is the one
// place that turns them into text, so logs, counts, transcripts, traces and errors agree to the letter.
#pragma once

#include "protocol/base/types.h"

#include <string>

namespace rmasim {

enum class PacketKind : std::uint8_t {
    // requests, origin to target
    put,
    accumulate,
    get,
    lock,
    unlock,
    rma_done,
    barrier,
    // replies, target to origin
    lock_granted,
    rma_done_ack,
    get_resp,
};
inline constexpr std::size_t packet_kind_count = 10;

// What a packet carries besides its kind. Printed in this order.
enum class PacketFlag : std::uint8_t {
    none = 0,
    lock_shared = 1,
    lock_exclusive = 2,
    rma_done = 4,
    unlock = 8,  // includes RMA_DONE: the target acknowledges it the same way
    lock_granted = 16,
    rma_done_ack = 32,
};
inline constexpr std::size_t packet_flag_sets = 64;

constexpr PacketFlag operator|(PacketFlag a, PacketFlag b) {
    return static_cast<PacketFlag>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr PacketFlag& operator|=(PacketFlag& a, PacketFlag b) { return a = a | b; }
constexpr bool has(PacketFlag set, PacketFlag any_of) {
    return (static_cast<unsigned>(set) & static_cast<unsigned>(any_of)) != 0;
}
inline constexpr PacketFlag any_lock = PacketFlag::lock_shared | PacketFlag::lock_exclusive;
inline constexpr PacketFlag any_done = PacketFlag::rma_done | PacketFlag::unlock;

// Bytes in flight. The world owns them; the core only passes the handle on. Null when the world keeps no data.
struct Payload {
    std::byte* bytes = nullptr;
};

struct Packet {
    Rank source = no_rank;
    Rank target = no_rank;
    WindowId window = 0;
    PacketKind kind = PacketKind::put;
    PacketFlag flags = PacketFlag::none;
    LockType lock_type = LockType::shared;  // of a LOCK packet; flags say it for an operation that carries a lock
    Datatype datatype = Datatype::byte;
    ReduceOp reduce = ReduceOp::replace;
    std::uint8_t round = 0;          // BARRIER: the dissemination round
    OpId op = 0;                     // of the origin's operation element; replies echo it
    std::uint32_t length_bytes = 0;  // what the operation reads or writes at the target
    std::uint64_t disp_bytes = 0;
    Payload payload;

    // User bytes on the wire: a GET asks for `length_bytes` but carries none.
    std::uint32_t payload_bytes() const {
        const bool carries = kind == PacketKind::put || kind == PacketKind::accumulate || kind == PacketKind::get_resp;
        return carries ? length_bytes : 0;
    }
};

constexpr PacketFlag lock_flag(LockType type) {
    return type == LockType::shared ? PacketFlag::lock_shared : PacketFlag::lock_exclusive;
}

// A dense number for (kind, flags), to count by.
constexpr std::size_t kind_index(PacketKind kind, PacketFlag flags) {
    return static_cast<std::size_t>(kind) * packet_flag_sets + static_cast<std::size_t>(flags);
}
inline constexpr std::size_t kind_index_count = packet_kind_count * packet_flag_sets;

// "PUT+LOCK.X+UNLOCK": the kind, then its flags in the fixed order.
std::string kind_name(PacketKind kind, PacketFlag flags);
// "0>1 PUT+LOCK.X+UNLOCK"
std::string describe(const Packet& packet);

}  // namespace rmasim
