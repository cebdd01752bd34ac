// The packets of family synccount: its own kinds and flags, and the encoding of its own words in a packet.
#pragma once

#include "protocol/base/packet_vocabulary.h"
#include "protocol/synccount/handle.h"

namespace rmasim::synccount {

namespace kind {
// requests, origin to target
inline constexpr PacketKind rma_done{5};
// replies, target to origin
inline constexpr PacketKind rma_done_ack{8};
// between processes
inline constexpr PacketKind decrement{21};
inline constexpr PacketKind win_info{22};
}  // namespace kind

namespace why {
inline constexpr Why only_signal{4};  // DECREMENT of a request without a mode
static_assert(only_signal == Why::first_own);
}  // namespace why

namespace flag {
inline constexpr PacketFlag rma_done{4};
inline constexpr PacketFlag complete{64};
}  // namespace flag

// DECREMENT and COMPLETE: set and return the counter that the packet lowers. Word 0 is the counter's slot + 1, word 1
// is its generation.
inline void set_counter(Packet& packet, CounterName counter) {
    packet.own[0] = counter.slot + 1;
    packet.own[1] = counter.generation;
}
inline CounterName counter_of(const Packet& packet) { return {packet.own[0] - 1, packet.own[1]}; }

// RMA_DONE and its answer, on ordered transports: they acknowledge the operations from the origin to the target whose
// numbers are less than `operations`. Zero means that they acknowledge only the operation that carries RMA_DONE.
inline void set_covered(Packet& packet, std::uint32_t operations) { packet.own[2] = operations; }
inline std::uint32_t covered_by(const Packet& packet) { return packet.own[2]; }

// WIN_INFO and the BARRIER of WIN_CHANGE_COMM: the sizes of the new group and of the old group, and the number of the
// change. The members of a window number its changes from 0. New members receive the number in WIN_INFO.
struct ChangeName {
    Rank now = 0;
    Rank before = 0;
    std::uint32_t number = 0;
    friend constexpr bool operator==(const ChangeName&, const ChangeName&) = default;
};
inline void set_change(Packet& packet, const ChangeName& change) {
    packet.own = {static_cast<std::uint32_t>(change.now), static_cast<std::uint32_t>(change.before), change.number};
}
inline ChangeName change_in(const Packet& packet) {
    return {static_cast<Rank>(packet.own[0]), static_cast<Rank>(packet.own[1]), packet.own[2]};
}

inline bool signals(const Packet& packet) {
    return packet.kind == kind::decrement || has(packet.flags, flag::complete);
}

namespace packets {
inline std::string own_text(const Packet& packet) {
    if (signals(packet)) {
        const CounterName counter = counter_of(packet);
        return " counter=" + std::to_string(counter.slot) + " generation=" + std::to_string(counter.generation);
    }
    if (packet.kind == kind::win_info) return " ranks=" + std::to_string(change_in(packet).now);
    return {};
}

inline constexpr auto kinds = table_of<KindEntry>(
    common_kinds::put, common_kinds::accumulate, common_kinds::get,
    KindEntry{kind::rma_done, "RMA_DONE", PacketClass::request,
              "requests an acknowledgement of all operations sent before"},
    KindEntry{kind::rma_done_ack, "RMA_DONE_ACK", PacketClass::reply,
              "acknowledges all operations that were sent up to the request"},
    KindEntry{kind::decrement, "DECREMENT", PacketClass::group,
              "is a signal: decrements a synchronisation counter of the target by one"},
    KindEntry{kind::win_info, "WIN_INFO", PacketClass::group, "carries the sizes of a window that its receiver needs"},
    common_kinds::get_resp, common_kinds::barrier, common_kinds::messages);

inline constexpr std::array flags{
    FlagEntry{flag::rma_done, "RMA_DONE",
              "requests an acknowledgement of this operation and of all operations sent before"},
    FlagEntry{flag::complete, "COMPLETE", "ends the origin's access epoch"},
};
}  // namespace packets

inline constexpr PacketVocabulary packet_vocabulary(packets::kinds, packets::flags, packets::own_text,
                                                    {.is_signal = signals});
static_assert(packet_vocabulary.is_sound());

}  // namespace rmasim::synccount
