// Packets: the only thing that leaves a process. Kinds and flags follow the design's names; `kind_name` is the one
// place that turns them into text, so logs, counts, transcripts, traces and errors agree to the letter.
#pragma once

#include "protocol/base/operation.h"

#include <string>

namespace rmasim {

enum class PacketKind : std::uint8_t {
    // requests, origin to target
    put,
    accumulate,
    get,
    get_accumulate,
    fetch_and_op,
    compare_and_swap,
    lock,
    unlock,
    rma_done,
    complete,  // PSCW: origin to target
    // replies, target to origin
    lock_granted,
    rma_done_ack,
    get_resp,
    get_accumulate_resp,
    fetch_and_op_resp,
    compare_and_swap_resp,
    // between processes of a group
    post,  // PSCW: target to origin
    barrier,
    node_barrier,  // among the processes of one node
    op_counts,     // family shm: how many operations the source did to each of them
    send,          // a two-sided message
};
inline constexpr std::size_t packet_kind_count = 21;
constexpr bool is_reply(PacketKind kind) {
    return kind >= PacketKind::lock_granted && kind <= PacketKind::compare_and_swap_resp;
}

// What a packet carries besides its kind. Printed in this order.
enum class PacketFlag : std::uint8_t {
    none = 0,
    lock_shared = 1,
    lock_exclusive = 2,
    rma_done = 4,
    unlock = 8,  // includes RMA_DONE: the target acknowledges it the same way
    complete = 16,
    lock_granted = 32,
    rma_done_ack = 64,
    resend = 128,  // with LOCK_GRANTED: the operation that carried the lock could not be kept; send it again
};
inline constexpr std::size_t packet_flag_sets = 256;

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

// Millions are under way at once: no larger than a cache line.
struct Packet {
    Rank source = no_rank;
    Rank target = no_rank;
    WindowId window = 0;
    PacketKind kind = PacketKind::put;
    PacketFlag flags = PacketFlag::none;
    LockType lock_type = LockType::shared;  // of a LOCK packet; flags say it for an operation that carries a lock
    ReduceOp reduce = ReduceOp::replace;
    std::uint8_t round = 0;        // BARRIER, NODE_BARRIER: the dissemination round
    OpId op = 0;                   // of the origin's operation element; replies echo it. SEND: the tag
    std::uint32_t closing = 0;     // of a packet that asks for an acknowledgement: its response request, echoed by
                                   // that; OP_COUNTS: the fence, from 1
    Rank on_behalf_of = no_rank;   // POST, COMPLETE through a tree: the target whose exposure epoch it is
    std::uint32_t data_bytes = 0;  // in `payload`: what it adds to the wire
    Region region;                 // operations, their responses; SEND: count and datatype
    Payload payload;
};
static_assert(sizeof(Packet) <= 64);

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
