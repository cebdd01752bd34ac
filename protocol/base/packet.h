// Packets, the only output of a process. All families share the header and the kinds of operations, barriers and
// messages. A family adds kinds, flags and fields of its own (protocol/<family>/packets.h). The same value can be
// different kinds in two families. Each family's PacketVocabulary has the names.
#pragma once

#include "protocol/base/operation.h"
#include "protocol/base/size.h"

#include <array>
#include <compare>

namespace rmasim {

// The kind of a packet. The value is the kind's number in digests: never change or reuse a value. A family's own kinds
// have values that this enumeration does not use; in new families, these values begin with `first_own_kind`.
enum class PacketKind : std::uint8_t {
    // operations, origin to target
    put = 0,
    accumulate = 1,
    get = 2,
    get_accumulate = 10,
    fetch_and_op = 11,
    compare_and_swap = 12,
    // responses to operations, which carry the fetched data
    get_resp = 9,
    get_accumulate_resp = 14,
    fetch_and_op_resp = 15,
    compare_and_swap_resp = 16,
    barrier = 6,
    send = 18,       // a whole two-sided message
    send_rts = 32,   // announcement of a message that is too long for SEND
    send_cts = 33,   // the receiver's request for that message
    send_data = 34,  // the data of that message
    // the messages of collective calls
    bcast = 35,
    reduce = 36,
    allreduce = 37,
    gather = 38,
    allgather = 39,
    scatter = 40,
    alltoall = 41,
    scan = 61,
    exscan = 62,
    reduce_scatter_block = 63,
    ssend = 64,      // a whole message of a synchronous send
    ssend_ack = 65,  // the message of a synchronous send has matched a receive
    // the messages of collective calls on neighbours
    neighbor_allgather = 66,
    neighbor_alltoall = 67,
};
inline constexpr unsigned first_own_kind = 21;
inline constexpr unsigned kind_limit = 128;  // all values are less

// A set of packet kinds.
class PacketKindSet {
public:
    constexpr PacketKindSet() = default;
    constexpr PacketKindSet(std::initializer_list<PacketKind> kinds) {
        for (const PacketKind kind : kinds) add(kind);
    }
    constexpr void add(PacketKind kind) { bits_[word_of(kind)] |= bit(kind); }
    // Selects a word without an access by index, so that a constant set needs no memory.
    constexpr bool contains(PacketKind kind) const {
        const std::uint64_t bits = word_of(kind) == 0 ? bits_[0] : bits_[1];
        return (bits >> static_cast<unsigned>(kind) % word_bits & 1) != 0;
    }

private:
    static constexpr unsigned word_bits = 64;
    static constexpr std::size_t word_of(PacketKind kind) { return static_cast<unsigned>(kind) / word_bits; }
    static constexpr std::uint64_t bit(PacketKind kind) {
        return std::uint64_t{1} << static_cast<unsigned>(kind) % word_bits;
    }
    static_assert(kind_limit == 2 * word_bits);
    std::array<std::uint64_t, 2> bits_{};
};

constexpr bool is_operation(PacketKind kind) {
    constexpr PacketKindSet operations{PacketKind::put,          PacketKind::accumulate,
                                       PacketKind::get,          PacketKind::get_accumulate,
                                       PacketKind::fetch_and_op, PacketKind::compare_and_swap};
    return operations.contains(kind);
}
constexpr bool is_response(PacketKind kind) {
    constexpr PacketKindSet responses{PacketKind::get_resp, PacketKind::get_accumulate_resp,
                                      PacketKind::fetch_and_op_resp, PacketKind::compare_and_swap_resp};
    return responses.contains(kind);
}
// True for the packets of all collective calls except MPI_BARRIER.
constexpr bool is_collective(PacketKind kind) {
    return (kind >= PacketKind::bcast && kind <= PacketKind::alltoall) ||
           (kind >= PacketKind::scan && kind <= PacketKind::reduce_scatter_block) ||
           kind == PacketKind::neighbor_allgather || kind == PacketKind::neighbor_alltoall;
}
// True for two-sided messages and messages of collective calls. Messages between two processes never overtake each
// other.
constexpr bool is_message(PacketKind kind) {
    constexpr PacketKindSet messages{PacketKind::send,      PacketKind::send_rts, PacketKind::send_cts,
                                     PacketKind::send_data, PacketKind::ssend,    PacketKind::ssend_ack};
    return messages.contains(kind) || is_collective(kind);
}
// Returns the kind of the packet that carries an operation.
constexpr PacketKind packet_kind_of(OpKind kind) {
    constexpr std::array kinds{PacketKind::put,          PacketKind::get,
                               PacketKind::accumulate,   PacketKind::get_accumulate,
                               PacketKind::fetch_and_op, PacketKind::compare_and_swap};
    return kinds[static_cast<std::size_t>(kind)];
}
// Returns the operation that a packet of this kind carries. The kind must be an operation.
constexpr OpKind op_kind_of(PacketKind kind) {
    switch (kind) {
        case PacketKind::put: return OpKind::put;
        case PacketKind::get: return OpKind::get;
        case PacketKind::accumulate: return OpKind::accumulate;
        case PacketKind::get_accumulate: return OpKind::get_accumulate;
        case PacketKind::fetch_and_op: return OpKind::fetch_and_op;
        default: return OpKind::compare_and_swap;
    }
}

// The flags of a packet, one bit each. Each family defines its own flags. The value is the flag's number in digests and
// never changes.
enum class PacketFlag : std::uint16_t { none = 0 };

constexpr PacketFlag operator|(PacketFlag a, PacketFlag b) {
    return static_cast<PacketFlag>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr PacketFlag& operator|=(PacketFlag& a, PacketFlag b) { return a = a | b; }
// True if `set` contains at least one flag of `any_of`.
constexpr bool has(PacketFlag set, PacketFlag any_of) {
    return (static_cast<unsigned>(set) & static_cast<unsigned>(any_of)) != 0;
}

// The kind and flags of a packet. Packets are counted, printed and selected for loss by type ("PUT+LOCK.X+UNLOCK").
struct PacketType {
    PacketKind kind = PacketKind::put;
    PacketFlag flags = PacketFlag::none;
    friend constexpr auto operator<=>(const PacketType&, const PacketType&) = default;
};

// The reason for sending a packet that is not an operation. It is stored only if packets of this kind can have several
// reasons (protocol/<family>/reasons.h). Only reports read it.
enum class Why : std::uint8_t {
    usual,
    program_barrier,  // BARRIER, called by the program
    window_created,   // WIN_CREATE
    window_freed,     // WIN_FREE
    first_own,        // the first value that a family may use for reasons of its own
};
inline constexpr unsigned why_limit = 16;  // all values are less
static_assert(reduce_op_count < why_limit);

// A handle to bytes in flight. The world owns the bytes. The core only passes on the handle. Null if the world keeps no
// data.
struct Payload {
    std::byte* bytes = nullptr;
};

// Three words of a packet that only the family interprets. A word that is zero always means "nothing": code that all
// families share (BARRIER, SEND) leaves the three words at zero.
using OwnPart = std::array<std::uint32_t, 3>;

// A packet. Millions can be in flight at once, so a packet has the size of a cache line. All 64 bytes are used:
// no_unique_address places `kind`, `reduce` and `round` in the three padding bytes at the end of Region.
struct Packet {
    Rank source = no_rank;
    Rank target = no_rank;
    // The number of the origin's operation element, in operations and in replies. In messages this is the tag. In
    // messages of collective calls it is the number of the call.
    OpId op = 0;
    std::uint32_t data_bytes = 0;  // size of `payload` on the wire
    WindowId window = 0;
    PacketFlag flags = PacketFlag::none;
    OwnPart own{};
    // Operations and their responses. POST: only the count of elements. Messages: the count, and the sender's label in
    // `stride`. SEND_DATA has the number of its first element in `disp`, which is 0 unless the message is very long.
    // SEND_RTS of a very long message has its count in `disp`, and 0 elements.
    [[no_unique_address]] Region region;
    PacketKind kind = PacketKind::put;
    ReduceOp reduce = ReduceOp::replace;  // operations, reductions; others: the upper four bits are `why`
    // Barriers: the dissemination round. Messages: 1 if the send is ready. Messages of collective calls: the number of
    // the algorithm.
    std::uint8_t round = 0;
    Payload payload;

    PacketType type() const { return {kind, flags}; }
    Why why() const { return static_cast<Why>(static_cast<unsigned>(reduce) / why_limit); }
    void set_why(Why why) { reduce = static_cast<ReduceOp>(static_cast<unsigned>(why) * why_limit); }
};
static_assert(has_size<Packet, 64>);

// The stream of a packet. On a network that reorders packets, packets from the same sender to the same receiver keep
// their order if they are in the same stream. A packet in `no_stream` may overtake any other packet from its sender to
// its receiver, and any other packet may overtake it.
using Stream = std::uint8_t;
inline constexpr Stream no_stream = 0;
inline constexpr std::size_t stream_count = 3;
using StreamOf = Stream (*)(const Packet& packet);
// Returns the stream of a packet in most families: only messages keep their order.
constexpr Stream messages_in_order(const Packet& packet) { return is_message(packet.kind) ? 1 : no_stream; }

}  // namespace rmasim
