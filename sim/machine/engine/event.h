// What the simulation schedules, in one word: what is to happen, and either to which thread of which rank, or where the
// event loop keeps its packet. A word is all that the event queue moves and sorts.
#pragma once

#include "protocol/base/packet.h"

#include <cstddef>
#include <cstdint>

namespace rmasim::sim {

enum class EventKind : std::uint8_t {
    depart,           // the source's CPU hands the packet to the network
    reach_nic,        // the packet's first byte reaches the target's NIC (loggp) or memory port
    deliver,          // the whole packet is in the target's memory
    run_rank,         // resume the program of one of the rank's threads
    run_next_library_call,        // one of the rank's threads may begin its next call
    deliver_late,     // like deliver, in a network that reorders packets
    deliver_delayed,  // like deliver, for a packet that a fault delayed
    change_links,     // a fault changes links
    take_mutex,       // the packet's source requests a mutex, named by the packet: target, slice, op
    give_back_mutex,  // it releases it
    go_on_inside,     // resume what it does while it holds mutexes
    // The values are in digests: new kinds come last.
    depart_from_memory,  // like depart, for a packet whose source is to know when its data have left
    send_completed,           // they have
    wake_agent,          // the rank's agent looks
};
constexpr bool is_rare(EventKind kind) { return kind >= EventKind::take_mutex; }
constexpr bool is_of_mutex(EventKind kind) { return is_rare(kind) && kind <= EventKind::go_on_inside; }
// Of kinds with a packet: the event is its source's, not its target's.
constexpr bool is_at_source(EventKind kind) {
    return kind == EventKind::depart || is_of_mutex(kind) || kind == EventKind::depart_from_memory ||
           kind == EventKind::send_completed;
}

class Event {
public:
    // The kind, and that there is a packet, lie in the low bits of the packet's address, which are zero: a packet is
    // one whole cache line.
    static constexpr std::size_t packet_alignment = 64;

    Event() = default;  // undefined
    static Event of_rank(EventKind kind, Rank rank, std::uint16_t thread = 0) {
        return Event(static_cast<std::uint64_t>(static_cast<std::uint32_t>(rank)) << 32 | std::uint64_t{thread} << 16 |
                     static_cast<std::uint64_t>(kind));
    }
    static Event of_links() { return of_rank(EventKind::change_links, no_rank); }
    // `packet` is aligned as said above.
    static Event of_packet(EventKind kind, const Packet* packet) {
        return Event(reinterpret_cast<std::uintptr_t>(packet) | packet_bit | static_cast<std::uint64_t>(kind));
    }

    EventKind kind() const { return static_cast<EventKind>(word_ % packet_bit); }
    bool has_packet() const { return (word_ & packet_bit) != 0; }
    // Of kinds with a packet.
    const Packet& packet() const { return *address(); }
    const Packet* address() const { return reinterpret_cast<const Packet*>(word_ - word_ % packet_alignment); }
    // Of kinds of ranks.
    Rank rank() const { return static_cast<Rank>(word_ >> 32); }
    std::uint16_t thread() const { return static_cast<std::uint16_t>(word_ >> 16); }  // run_rank

private:
    static constexpr std::uint64_t packet_bit = packet_alignment / 2;

    explicit Event(std::uint64_t word) : word_(word) {}
    std::uint64_t word_;
};

}  // namespace rmasim::sim
