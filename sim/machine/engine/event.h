// An event of the simulation, in one word of 64 bits. The word contains the event's kind, and either a thread of a rank
// or the address of a packet. The event loop stores the packet. The event queue moves and sorts only the words.
#pragma once

#include "protocol/base/packet.h"

#include <cstddef>
#include <cstdint>

namespace rmasim::sim {

enum class EventKind : std::uint8_t {
    depart,           // the source's CPU passes the packet to the network
    reach_nic,        // the packet's first byte reaches the target's NIC (loggp) or memory port
    deliver,          // the whole packet is in the target's memory
    run_rank,         // resume the program of one of the rank's threads
    run_next_library_call,        // one of the rank's threads may begin its next call
    deliver_late,     // deliver, in a network that reorders packets
    deliver_delayed,  // deliver, for a packet that a fault delayed
    change_links,     // a fault changes links
    take_mutex,       // the packet's source requests the mutex that the packet names by target, window and op
    give_back_mutex,  // the packet's source releases the mutex that the packet names
    continue_under_mutex,     // the packet's source continues its work while it holds mutexes
    // Digests of runs contain the values of the kinds. So a new kind must be added at the end.
    depart_from_memory,  // the same as depart; in addition, the source is notified when the data have left its memory
    send_completed,           // the data have left the source's memory
    wake_agent,          // the rank's agent polls
};
constexpr bool is_rare(EventKind kind) { return kind >= EventKind::take_mutex; }
constexpr bool is_of_mutex(EventKind kind) { return is_rare(kind) && kind <= EventKind::continue_under_mutex; }
// True if an event of this kind happens at the source of its packet, false if it happens at the target. Precondition:
// events of this kind have a packet.
constexpr bool is_at_source(EventKind kind) {
    return kind == EventKind::depart || is_of_mutex(kind) || kind == EventKind::depart_from_memory ||
           kind == EventKind::send_completed;
}

class Event {
public:
    // A packet is aligned to a cache line, so the low bits of its address are 0. The event's word uses these bits for
    // the kind, and for a flag that the event has a packet.
    static constexpr std::size_t packet_alignment = 64;

    Event() = default;  // its value is undefined
    static Event of_rank(EventKind kind, Rank rank, std::uint16_t thread = 0) {
        return Event(static_cast<std::uint64_t>(static_cast<std::uint32_t>(rank)) << 32 | std::uint64_t{thread} << 16 |
                     static_cast<std::uint64_t>(kind));
    }
    static Event of_links() { return of_rank(EventKind::change_links, no_rank); }
    // `packet` is aligned to packet_alignment.
    static Event of_packet(EventKind kind, const Packet* packet) {
        return Event(reinterpret_cast<std::uintptr_t>(packet) | packet_bit | static_cast<std::uint64_t>(kind));
    }

    EventKind kind() const { return static_cast<EventKind>(word_ % packet_bit); }
    bool has_packet() const { return (word_ & packet_bit) != 0; }
    // Precondition of packet() and address(): has_packet().
    const Packet& packet() const { return *address(); }
    const Packet* address() const { return reinterpret_cast<const Packet*>(word_ - word_ % packet_alignment); }
    // Precondition of rank() and thread(): of_rank() made the event.
    Rank rank() const { return static_cast<Rank>(word_ >> 32); }
    std::uint16_t thread() const { return static_cast<std::uint16_t>(word_ >> 16); }  // for events of kind run_rank

private:
    static constexpr std::uint64_t packet_bit = packet_alignment / 2;

    explicit Event(std::uint64_t word) : word_(word) {}
    std::uint64_t word_;
};

}  // namespace rmasim::sim
