// An event of the simulation, in one word: its kind, and either a thread of a rank or the address of a packet that the
// event loop keeps. The event queue moves and sorts only this word.
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
    take_mutex,       // the packet's source requests a mutex, named by the packet: target, window, op
    give_back_mutex,  // the packet's source releases the mutex
    continue_under_mutex,     // the packet's source resumes its work inside of the mutexes
    // The values are in digests: new kinds come last.
    depart_from_memory,  // like depart; the source is notified when the data have left its memory
    send_completed,           // the data have left the source's memory
    wake_agent,          // the rank's agent polls
};
constexpr bool is_rare(EventKind kind) { return kind >= EventKind::take_mutex; }
constexpr bool is_of_mutex(EventKind kind) { return is_rare(kind) && kind <= EventKind::continue_under_mutex; }
// True if the event happens at the packet's source, not at its target. `kind` is a kind with a packet.
constexpr bool is_at_source(EventKind kind) {
    return kind == EventKind::depart || is_of_mutex(kind) || kind == EventKind::depart_from_memory ||
           kind == EventKind::send_completed;
}

class Event {
public:
    // The low bits of the packet's address hold the kind and a flag for "has a packet". They are free because a packet
    // is aligned to a cache line.
    static constexpr std::size_t packet_alignment = 64;

    Event() = default;  // undefined
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
    // Precondition of both: has_packet().
    const Packet& packet() const { return *address(); }
    const Packet* address() const { return reinterpret_cast<const Packet*>(word_ - word_ % packet_alignment); }
    // Precondition of both: the event is of a rank (of_rank()).
    Rank rank() const { return static_cast<Rank>(word_ >> 32); }
    std::uint16_t thread() const { return static_cast<std::uint16_t>(word_ >> 16); }  // run_rank

private:
    static constexpr std::uint64_t packet_bit = packet_alignment / 2;

    explicit Event(std::uint64_t word) : word_(word) {}
    std::uint64_t word_;
};

}  // namespace rmasim::sim
