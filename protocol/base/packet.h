// Packets: the only thing that leaves a process. All families share the header and the kinds of operations, barriers
// and messages; a family adds kinds, flags and a part of its own (protocol/<family>/packets.h). The same number may
// mean different things in two families; each family's PacketVocabulary has the names.
#pragma once

#include "protocol/base/operation.h"
#include "protocol/base/size.h"

#include <array>
#include <compare>

namespace rmasim {

// The value is the kind's number in digests: it never changes and is never reused. A family's own kinds take values
// that are free here; new families count from `first_own_kind`.
enum class PacketKind : std::uint8_t {
    // operations, origin to target
    put = 0,
    accumulate = 1,
    get = 2,
    get_accumulate = 10,
    fetch_and_op = 11,
    compare_and_swap = 12,
    // their responses, which bring data
    get_resp = 9,
    get_accumulate_resp = 14,
    fetch_and_op_resp = 15,
    compare_and_swap_resp = 16,
    barrier = 6,
    send = 18,       // a two-sided message, whole
    send_rts = 32,   // or one that is too long for that: it is announced, ...
    send_cts = 33,   // ... its receiver asks for it, ...
    send_data = 34,  // ... and it follows
    // messages of collective calls
    bcast = 35,
    reduce = 36,
    allreduce = 37,
    gather = 38,
    allgather = 39,
    scatter = 40,
    alltoall = 41,
};
inline constexpr unsigned first_own_kind = 21;
inline constexpr unsigned kind_limit = 64;  // all values are below this, so that a set of kinds fits one word

class PacketKindSet {
public:
    constexpr PacketKindSet() = default;
    constexpr PacketKindSet(std::initializer_list<PacketKind> kinds) {
        for (const PacketKind kind : kinds) add(kind);
    }
    constexpr void add(PacketKind kind) { bits_ |= bit(kind); }
    constexpr bool contains(PacketKind kind) const { return (bits_ & bit(kind)) != 0; }

private:
    static constexpr std::uint64_t bit(PacketKind kind) { return std::uint64_t{1} << static_cast<unsigned>(kind); }
    std::uint64_t bits_ = 0;
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
// Of BCAST, REDUCE, ..., but not of MPI_BARRIER.
constexpr bool is_collective(PacketKind kind) { return kind >= PacketKind::bcast && kind <= PacketKind::alltoall; }
// Of two-sided messages, those of collective calls included. Those of a pair never overtake each other.
constexpr bool is_message(PacketKind kind) {
    constexpr PacketKindSet messages{PacketKind::send, PacketKind::send_rts, PacketKind::send_cts,
                                     PacketKind::send_data};
    return messages.contains(kind) || is_collective(kind);
}
constexpr PacketKind packet_kind_of(OpKind kind) {
    constexpr std::array kinds{PacketKind::put,          PacketKind::get,
                               PacketKind::accumulate,   PacketKind::get_accumulate,
                               PacketKind::fetch_and_op, PacketKind::compare_and_swap};
    return kinds[static_cast<std::size_t>(kind)];
}
// The kind of the packet that carries an operation.
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

// What a packet carries beyond its kind. All bits belong to the family. As with kinds, the value is the flag's number
// in digests and never changes.
enum class PacketFlag : std::uint16_t { none = 0 };

constexpr PacketFlag operator|(PacketFlag a, PacketFlag b) {
    return static_cast<PacketFlag>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr PacketFlag& operator|=(PacketFlag& a, PacketFlag b) { return a = a | b; }
constexpr bool has(PacketFlag set, PacketFlag any_of) {
    return (static_cast<unsigned>(set) & static_cast<unsigned>(any_of)) != 0;
}

// Kind and flags. Packets are counted, printed and selected for loss by their type ("PUT+LOCK.X+UNLOCK").
struct PacketType {
    PacketKind kind = PacketKind::put;
    PacketFlag flags = PacketFlag::none;
    friend constexpr auto operator<=>(const PacketType&, const PacketType&) = default;
};

// Why a packet that is no operation is sent, where its kind has several reasons (protocol/<family>/reasons.h). Only
// reports read it.
enum class Why : std::uint8_t {
    usual,
    program_barrier,  // BARRIER, called by the program
    window_life,      // WIN_CREATE or WIN_FREE
    first_own,        // families count their own from here
};
inline constexpr unsigned why_limit = 16;  // all values are below this
static_assert(reduce_op_count <= why_limit);

// A handle to bytes in flight. The world owns the bytes; the core only passes the handle on. Null if the world keeps no
// data.
struct Payload {
    std::byte* bytes = nullptr;
};

// Three words that only the family interprets. Zero always means "nothing", so code that all families share (BARRIER,
// SEND) can leave them alone.
using OwnPart = std::array<std::uint32_t, 3>;

// Millions are in flight at once, so a packet is one cache line. All 64 bytes are used: `kind`, `reduce` and `round`
// lie in the three padding bytes at the end of Region, which is what no_unique_address is for.
struct Packet {
    Rank source = no_rank;
    Rank target = no_rank;
    OpId op = 0;  // the origin's operation element; replies echo it. Messages: the tag; collectives: the number
    std::uint32_t data_bytes = 0;  // size of `payload` on the wire
    WindowId window = 0;
    PacketFlag flags = PacketFlag::none;
    OwnPart own{};
    [[no_unique_address]] Region region;  // operations and their responses; messages, POST: only the count of elements
    PacketKind kind = PacketKind::put;
    ReduceOp reduce = ReduceOp::replace;  // operations, REDUCE, ALLREDUCE; of others the upper four bits are `why`
    std::uint8_t round = 0;               // barriers: the dissemination round
    Payload payload;

    PacketType type() const { return {kind, flags}; }
    Why why() const { return static_cast<Why>(static_cast<unsigned>(reduce) / why_limit); }
    void set_why(Why why) { reduce = static_cast<ReduceOp>(static_cast<unsigned>(why) * why_limit); }
};
static_assert(has_size<Packet, 64>);

}  // namespace rmasim
