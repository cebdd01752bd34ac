// The packets of family ch3: its own kinds and flags, and the encoding of its own words in a packet (CH3-PKT-1,
// CH3-PKT-2).
#pragma once

#include "protocol/base/packet_vocabulary.h"

namespace rmasim::ch3 {

namespace kind {
// requests, origin to target
inline constexpr PacketKind lock{3};
inline constexpr PacketKind unlock{4};
inline constexpr PacketKind flush{21};
inline constexpr PacketKind decr_at_counter{22};
// replies, target to origin
inline constexpr PacketKind lock_ack{23};
inline constexpr PacketKind lock_op_ack{24};
inline constexpr PacketKind ack{25};
// two-sided messages
inline constexpr PacketKind post{17};
inline constexpr PacketKind ibarrier{26};
inline constexpr PacketKind reduce_scatter{27};
inline constexpr PacketKind node_barrier{19};
}  // namespace kind

namespace why {
// Reasons for LOCK and UNLOCK.
inline constexpr Why in_call{4};    // `delay_issuing` is off: the call LOCK sends the packet
inline constexpr Why on_node{5};    // the target is on the origin's node, and the window is shared
inline constexpr Why fall_back{6};  // LOCK_ALL falls back, or has fallen back, to requests to every rank
inline constexpr Why again{7};      // the window's request was DISCARDED
// Reasons for ACK.
inline constexpr Why operation{4};  // answers an operation that carried UNLOCK or FLUSH
inline constexpr Why flush{5};      // answers FLUSH
// Reasons for DECR_AT_COUNTER.
inline constexpr Why nothing_listed{4};
// Reasons for IBARRIER.
inline constexpr Why closing_fence{4};  // a closing fence opens the next epoch
static_assert(in_call == Why::first_own);
}  // namespace why

namespace flag {
inline constexpr PacketFlag lock_shared{1};
inline constexpr PacketFlag lock_exclusive{2};
inline constexpr PacketFlag flush{4};
inline constexpr PacketFlag unlock{8};
inline constexpr PacketFlag no_ack{16};
inline constexpr PacketFlag decr_at{32};
inline constexpr PacketFlag immediate_response{64};
inline constexpr PacketFlag stream{128};
inline constexpr PacketFlag ack{256};
inline constexpr PacketFlag granted{512};
inline constexpr PacketFlag queued{1024};
inline constexpr PacketFlag data_discarded{2048};
inline constexpr PacketFlag discarded{4096};
inline constexpr PacketFlag immediate{8192};  // the data are in the packet's header

inline constexpr PacketFlag any_lock = lock_shared | lock_exclusive;
inline constexpr PacketFlag asks_ack = flush | unlock;
constexpr PacketFlag lock_of(LockType type) { return type == LockType::shared ? lock_shared : lock_exclusive; }
}  // namespace flag

// True for READ operations: their target answers with data.
constexpr bool reads(PacketKind kind) { return is_operation(kind) && fetches(op_kind_of(kind)); }
constexpr PacketKind response_to(PacketKind operation) {
    switch (operation) {
        case PacketKind::get: return PacketKind::get_resp;
        case PacketKind::get_accumulate: return PacketKind::get_accumulate_resp;
        case PacketKind::fetch_and_op: return PacketKind::fetch_and_op_resp;
        default: return PacketKind::compare_and_swap_resp;
    }
}

inline bool asks_for_lock(const Packet& packet) { return has(packet.flags, flag::any_lock); }
inline LockType lock_type_of(const Packet& packet) {
    return has(packet.flags, flag::lock_exclusive) ? LockType::exclusive : LockType::shared;
}
inline bool unlocks(const Packet& packet) { return packet.kind == kind::unlock || has(packet.flags, flag::unlock); }
inline bool lowers_counter(const Packet& packet) {
    return packet.kind == kind::decr_at_counter || has(packet.flags, flag::decr_at);
}

// A unit of a stream (CH3-STREAM-1): a part of an operation that is sent as a packet of its own. Every other operation
// has one unit.
struct Unit {
    std::uint32_t first = 0;  // index of the first element
    std::uint32_t count = 0;  // elements; 0: all
};
inline Unit unit_of(const Packet& packet) { return {packet.own[0], packet.own[1]}; }
inline void set_unit(Packet& packet, Unit unit) {
    packet.own[0] = unit.first;
    packet.own[1] = unit.count;
}
// REDUCE_SCATTER: sets the number of the reduction on its window.
inline void set_reduction(Packet& packet, std::uint32_t instance) { packet.own[0] = instance; }

namespace packets {
inline LockMeaning lock_meaning(const Packet& packet) {
    return {asks_for_lock(packet), unlocks(packet), has(packet.flags, flag::granted), false,
            has(packet.flags, flag::discarded)};
}
inline OperationPart part_in(const Packet& packet) {
    if (!has(packet.flags, flag::stream)) return {};
    const Unit unit = unit_of(packet);
    return {unit.first == 0, unit.first + unit.count == packet.region.count, unit.first, unit.count};
}
inline std::string own_text(const Packet& packet) {
    if (!has(packet.flags, flag::stream)) return {};
    return " from=" + std::to_string(packet.own[0]) + " elements=" + std::to_string(packet.own[1]);
}

inline constexpr auto kinds = table_of<KindEntry>(
    common_kinds::operations,
    KindEntry{kind::lock, "LOCK", PacketClass::request, "requests the lock of the target's window"},
    KindEntry{kind::unlock, "UNLOCK", PacketClass::request, "releases the lock of the target's window"},
    KindEntry{kind::flush, "FLUSH", PacketClass::request, "requests an acknowledgement of all operations sent before"},
    KindEntry{kind::decr_at_counter, "DECR_AT_COUNTER", PacketClass::request,
              "decrements the target's count of origins that still access it"},
    KindEntry{kind::lock_ack, "LOCK_ACK", PacketClass::reply, "answers a LOCK"},
    KindEntry{kind::lock_op_ack, "LOCK_OP_ACK", PacketClass::reply, "answers an operation with a piggybacked LOCK"},
    KindEntry{kind::ack, "ACK", PacketClass::reply, "acknowledges all operations sent before"}, common_kinds::answers,
    KindEntry{kind::post, "POST", PacketClass::group,
              "is sent by a target that called POST, to each origin of its group"},
    KindEntry{kind::ibarrier, "IBARRIER", PacketClass::group,
              "is sent in a round of the barrier that opens a fence epoch"},
    KindEntry{kind::reduce_scatter, "REDUCE_SCATTER", PacketClass::group,
              "is a step of a fence's reduction, which computes the number of origins of each rank"},
    KindEntry{kind::node_barrier, "NODE_BARRIER", PacketClass::group,
              "is sent in a round of a barrier among the processes of a node"},
    common_kinds::barrier, common_kinds::messages);

inline constexpr std::array flags{
    FlagEntry{flag::immediate, "IMMED", "has its data in the header"},
    FlagEntry{flag::lock_shared, "LOCK.S", "requests the shared lock"},
    FlagEntry{flag::lock_exclusive, "LOCK.X", "requests the exclusive lock"},
    FlagEntry{flag::unlock, "UNLOCK", "releases the lock, and requests an acknowledgement"},
    FlagEntry{flag::flush, "FLUSH", "requests an acknowledgement"},
    FlagEntry{flag::no_ack, "NO_ACK", "requests no acknowledgement"},
    FlagEntry{flag::decr_at, "DECR_AT", "ends the origin's accesses to the target"},
    FlagEntry{flag::immediate_response, "IMMED_RESP", "permits data in the header of the response"},
    FlagEntry{flag::stream, "STREAM", "is a unit of a large accumulate"},
    FlagEntry{flag::ack, "ACK", "acknowledges all operations that were sent up to the request"},
    FlagEntry{flag::granted, "GRANTED", "grants the lock"},
    FlagEntry{flag::queued, "QUEUED", "reports that the request waits at the target, with its operation"},
    FlagEntry{flag::data_discarded, "DATA_DISCARDED",
              "reports that the request waits and that its operation must be sent again"},
    FlagEntry{flag::discarded, "DISCARDED", "reports that the target had no room to keep the request"},
};
}  // namespace packets

inline constexpr PacketVocabulary packet_vocabulary(packets::kinds, packets::flags, packets::own_text,
                                                    {.lock = packets::lock_meaning, .part = packets::part_in});
static_assert(packet_vocabulary.is_sound());

}  // namespace rmasim::ch3
