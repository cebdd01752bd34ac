// The packets of family newrma: its own kinds, flags and fields.
#pragma once

#include "protocol/base/packet_vocabulary.h"

namespace rmasim::newrma {

namespace kind {
// requests, origin to target
inline constexpr PacketKind lock{3};
inline constexpr PacketKind unlock{4};
inline constexpr PacketKind rma_done{5};
inline constexpr PacketKind complete{13};  // PSCW: origin to target
inline constexpr PacketKind rts{21};       // ready to send
inline constexpr PacketKind holds{24};     // lock_order holders_first: origin to target
// replies, target to origin
inline constexpr PacketKind lock_granted{7};
inline constexpr PacketKind rma_done_ack{8};
inline constexpr PacketKind cts{22};           // clear to send
inline constexpr PacketKind post{17};          // PSCW: target to origin
inline constexpr PacketKind node_barrier{19};  // among the processes of one node
}  // namespace kind

namespace why {
// Reasons for LOCK and UNLOCK.
inline constexpr Why fall_back{4};  // LOCK_ALL switched to the window protocol: one packet to every process
inline constexpr Why on_node{5};    // the target is on the origin's node, the window is shared
inline constexpr Why shortage{6};   // a call waits for an element, so no operation is deferred
// Reasons for RMA_DONE.
inline constexpr Why restore{4};            // RESTORE frees a target element for another target
inline constexpr Why restore_locked{5};     // the same, under a lock
inline constexpr Why restore_flushes{6};    // the same, by the later revision of the design
inline constexpr Why eager_free{7};         // to free a target element when its operations are complete
inline constexpr Why unrecorded{8};         // FLUSH of a target whose element was freed
inline constexpr Why restore_op{9};         // RESTORE frees operation elements, until one is free
inline constexpr Why restore_op_empty{10};  // the same, until the target's list is empty
inline constexpr Why flush{11};             // FLUSH
inline constexpr Why complete{12};          // COMPLETE
inline constexpr Why nocheck{13};           // UNLOCK after LOCK with NOCHECK
inline constexpr Why nocheck_all{14};       // UNLOCK_ALL after LOCK_ALL with NOCHECK
// Reasons for RMA_DONE_ACK.
inline constexpr Why of_holds{4};  // answers HOLDS
static_assert(fall_back == Why::first_own);
}  // namespace why

namespace flag {
inline constexpr PacketFlag lock_shared{1};
inline constexpr PacketFlag lock_exclusive{2};
inline constexpr PacketFlag rma_done{4};
inline constexpr PacketFlag unlock{8};  // includes RMA_DONE: the target acknowledges UNLOCK in the same way
inline constexpr PacketFlag lock_granted{16};
inline constexpr PacketFlag rma_done_ack{32};
inline constexpr PacketFlag complete{64};
// With LOCK_GRANTED: the operation that carried the lock request was dropped. The origin must send it again.
inline constexpr PacketFlag resend{128};
// With a lock request, if lock_order is holders_first: the origin holds the lock of another target of the window.
inline constexpr PacketFlag holds{512};

inline constexpr PacketFlag any_lock = lock_shared | lock_exclusive;
inline constexpr PacketFlag any_done = rma_done | unlock;
constexpr PacketFlag lock_of(LockType type) { return type == LockType::shared ? lock_shared : lock_exclusive; }
}  // namespace flag

// The family's fields of a packet. Packet::own contains, in this order: `ack_id`, `on_behalf_of` plus 1, `lock_type`.
struct PacketPart {
    // The number of a packet that requests an acknowledgement. The acknowledgement has the same number.
    std::uint32_t ack_id = 0;
    Rank on_behalf_of = no_rank;            // POST, COMPLETE through a tree: the target of the exposure epoch
    LockType lock_type = LockType::shared;  // LOCK packets only; operations have a flag for the type
};
inline PacketPart part(const Packet& packet) {
    return {packet.own[0], static_cast<Rank>(packet.own[1]) - 1, static_cast<LockType>(packet.own[2])};
}
inline void set_ack_id(Packet& packet, std::uint32_t ack_id) { packet.own[0] = ack_id; }
inline void set_on_behalf_of(Packet& packet, Rank rank) { packet.own[1] = static_cast<std::uint32_t>(rank + 1); }
inline void set_lock_type(Packet& packet, LockType type) { packet.own[2] = static_cast<std::uint32_t>(type); }

// True if the packet requests the lock: a LOCK, or an operation with a piggybacked lock request.
inline bool asks_for_lock(const Packet& packet) {
    return packet.kind == kind::lock || has(packet.flags, flag::any_lock);
}
inline bool unlocks(const Packet& packet) { return packet.kind == kind::unlock || has(packet.flags, flag::unlock); }
inline bool completes(const Packet& packet) {
    return packet.kind == kind::complete || has(packet.flags, flag::complete);
}
inline bool names_holder(const Packet& packet) { return packet.kind == kind::holds || has(packet.flags, flag::holds); }
inline bool wants_ack(const Packet& packet) {
    return packet.kind == kind::rma_done || packet.kind == kind::unlock || has(packet.flags, flag::any_done);
}
inline bool grants_lock(const Packet& packet) {
    return packet.kind == kind::lock_granted || has(packet.flags, flag::lock_granted);
}

namespace packets {
inline LockMeaning lock_meaning(const Packet& packet) {
    return {asks_for_lock(packet), unlocks(packet), grants_lock(packet), names_holder(packet)};
}
inline std::string own_text(const Packet& packet) {
    if (packet.kind == kind::rts || packet.kind == kind::cts) return " op=" + std::to_string(packet.op);
    if (packet.kind == kind::lock) return part(packet).lock_type == LockType::shared ? " shared" : " exclusive";
    const Rank root = part(packet).on_behalf_of;
    return root == no_rank ? "" : " for " + std::to_string(root);
}

inline constexpr auto kinds = table_of<KindEntry>(
    common_kinds::operations,
    KindEntry{kind::lock, "LOCK", PacketClass::request, "requests the lock of the target's window"},
    KindEntry{kind::unlock, "UNLOCK", PacketClass::request,
              "releases the lock, and requests an acknowledgement of all operations sent before"},
    KindEntry{kind::rma_done, "RMA_DONE", PacketClass::request,
              "requests an acknowledgement of all operations sent before"},
    KindEntry{kind::rts, "RTS", PacketClass::request,
              "announces an operation with much data (ready to send), which is sent when the target has answered"},
    KindEntry{kind::complete, "COMPLETE", PacketClass::group,
              "ends the origin's access epoch of POST-START-COMPLETE-WAIT, and is sent to each target of its group"},
    KindEntry{kind::lock_granted, "LOCK_GRANTED", PacketClass::reply, "grants the requested lock"},
    KindEntry{kind::rma_done_ack, "RMA_DONE_ACK", PacketClass::reply,
              "acknowledges all operations that were sent up to the request"},
    KindEntry{kind::cts, "CTS", PacketClass::reply,
              "permits the origin to send the announced operation (clear to send)"},
    common_kinds::answers,
    KindEntry{kind::post, "POST", PacketClass::group,
              "opens an exposure epoch: an origin of the group may now access the target's window"},
    common_kinds::barrier,
    KindEntry{kind::node_barrier, "NODE_BARRIER", PacketClass::group,
              "is sent in a round of a barrier among the processes of a node"},
    common_kinds::messages,
    KindEntry{kind::holds, "HOLDS", PacketClass::group,
              "says that the origin, which requested the lock before, holds another lock of the window"});

inline constexpr std::array flags{
    FlagEntry{flag::lock_shared, "LOCK.S", "requests the shared lock"},
    FlagEntry{flag::lock_exclusive, "LOCK.X", "requests the exclusive lock"},
    FlagEntry{flag::holds, "HOLDS", "says that the origin holds another lock of the window"},
    FlagEntry{flag::rma_done, "RMA_DONE",
              "requests an acknowledgement of this operation and of all operations sent before"},
    FlagEntry{flag::unlock, "UNLOCK", "releases the lock"},
    FlagEntry{flag::complete, "COMPLETE", "ends the origin's access epoch"},
    FlagEntry{flag::lock_granted, "LOCK_GRANTED", "grants the requested lock"},
    FlagEntry{flag::rma_done_ack, "RMA_DONE_ACK", "acknowledges all operations that were sent up to the request"},
    FlagEntry{flag::resend, "RESEND",
              "requests that the operation is sent again, because the target had no room to keep it"},
};
}  // namespace packets

inline constexpr PacketVocabulary packet_vocabulary(packets::kinds, packets::flags, packets::own_text,
                                                    {.lock = packets::lock_meaning});
static_assert(packet_vocabulary.is_sound());

}  // namespace rmasim::newrma
