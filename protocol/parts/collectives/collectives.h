// A process's state for collective calls other than MPI_BARRIER: the number of calls on each communicator, and early
// messages, which arrived before a call awaits them.
//
// The n-th collective call of a process on a communicator matches the n-th call of each other member. Messages carry
// the number n, so a process may be any number of calls ahead of another one. Messages are matched by communicator,
// number and source, in the order in which they were sent. They never match a RECV.
#pragma once

#include "protocol/base/collective.h"

#include <utility>
#include <vector>

namespace rmasim {

// The contents of Packet::own in a message of a collective call. The second word of Packet::own is unused, because some
// families read it as a rank in every packet. Packet::round is the number of the algorithm, except in BARRIER.
struct CollectivePart {
    Call call = Call::none;
    std::uint32_t round = 0;
    Rank root = no_rank;  // communicator rank of the root
};
// The upper eight bits of the first word are the call, or zero for the call that gives the packet's kind its name.
inline constexpr unsigned collective_round_bits = 24;
constexpr std::uint32_t bits_of_collective(Call call) {
    const bool usual = collective_of(packet_kind_of(call)) == call;
    return usual ? 0 : static_cast<std::uint32_t>(call) << collective_round_bits;
}
inline CollectivePart collective_part(const Packet& packet) {
    const auto call = static_cast<Call>(packet.own[0] >> collective_round_bits);
    const std::uint32_t round = packet.own[0] & ((1u << collective_round_bits) - 1);
    return {call == Call::none ? collective_of(packet.kind) : call, round, static_cast<Rank>(packet.own[2]) - 1};
}

// The messages of a persistent BARRIER have this bit in the number of their call; other BARRIER packets have no number.
inline constexpr std::uint32_t persistent_barrier = 0x8000'0000;
// True if the packet is a message of a call with a schedule.
inline bool is_of_schedule(const Packet& packet) {
    return is_collective(packet.kind) || (packet.kind == PacketKind::barrier && packet.op != 0);
}

// The call of a message (its communicator and its number in the communicator) and the message's sender.
struct CollectiveSource {
    WindowId comm;
    std::uint32_t number;
    Rank rank;
};

// Messages that arrived before a call awaited them, in the order of their arrival for each source. A hash table finds a
// message in constant time.
class EarlyMessages {
public:
    void add(const Packet& packet);
    // Returns the oldest message from `source`; null if there is none.
    const Packet* find(const CollectiveSource& source) const;
    // Removes the oldest message from `source`. There must be such a message.
    void remove(const CollectiveSource& source);
    // Returns the oldest of all messages; null if there is none.
    const Packet* oldest() const;
    std::size_t bytes() const {
        return entries_.capacity() * sizeof(Entry) + buckets_.capacity() * sizeof(std::uint32_t);
    }

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    struct Entry {
        Packet packet;
        std::uint32_t next;    // in the bucket, or in the list of free entries
        std::uint32_t number;  // 0 if the entry is free; messages are numbered from 1
    };
    std::size_t bucket_of(const CollectiveSource& source) const;
    void append(std::uint32_t index);
    void grow();

    std::vector<Entry> entries_;
    std::vector<std::uint32_t> buckets_;  // the first entry of each; their number is a power of two
    std::uint32_t free_ = none, used_ = 0, last_number_ = 0;
};

// The collective calls of one process: their numbers and early messages.
class Collectives {
public:
    // Starts a call on the communicator. Returns its number, from 0.
    std::uint32_t begin(WindowId comm);
    EarlyMessages& early() { return early_; }
    const EarlyMessages& early() const { return early_; }
    std::size_t bytes() const { return sizeof(Collectives) + begun_.capacity() * sizeof(begun_[0]) + early_.bytes(); }

private:
    std::vector<std::pair<WindowId, std::uint32_t>> begun_;  // calls started, by communicator; few
    EarlyMessages early_;
};

}  // namespace rmasim
