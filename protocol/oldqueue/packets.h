// The packets of family oldqueue: its own kinds and flags, and the encoding of its own words in a packet.
#pragma once

#include "protocol/base/packet_vocabulary.h"
#include "protocol/base/world.h"

namespace rmasim::oldqueue {

namespace kind {
// requests, origin to target
inline constexpr PacketKind lock{3};
inline constexpr PacketKind unlock{4};
inline constexpr PacketKind rma_done{5};
inline constexpr PacketKind put_rts{21};   // announces a long PUT
inline constexpr PacketKind acc_rts{22};   // announces a long ACC
inline constexpr PacketKind rma_data{24};  // carries the data of a long operation
inline constexpr PacketKind complete{13};
inline constexpr PacketKind op_counts{20};
inline constexpr PacketKind win_info_ask{25};
inline constexpr PacketKind win_info{26};
// replies, target to origin
inline constexpr PacketKind rma_done_ack{8};
inline constexpr PacketKind cts{23};
}  // namespace kind

namespace why {
// Reasons for RMA_DONE.
inline constexpr Why lock_epoch{4};  // requests the acknowledgement of a NOCHECK lock epoch
// Reasons for RMA_DONE_ACK.
inline constexpr Why fence{4};      // answers the RMA_DONE of a fence
inline constexpr Why proof{5};      // answers the RMA_DONE of a NOCHECK lock epoch
inline constexpr Why unordered{6};  // answers one operation
// Reasons for GET_RESP with RMA_DONE_ACK: `fence` and `proof`, as above.
// Reasons for WIN_INFO.
inline constexpr Why asked{4};  // answers WIN_INFO_ASK
static_assert(lock_epoch == Why::first_own);
}  // namespace why

namespace flag {
inline constexpr PacketFlag lock_shared{1};
inline constexpr PacketFlag lock_exclusive{2};
inline constexpr PacketFlag rma_done{4};
inline constexpr PacketFlag unlock{8};
inline constexpr PacketFlag rma_done_ack{32};
inline constexpr PacketFlag complete{64};

inline constexpr PacketFlag any_lock = lock_shared | lock_exclusive;
inline constexpr PacketFlag any_close = rma_done | unlock | complete;
constexpr PacketFlag lock_of(LockType type) { return type == LockType::shared ? lock_shared : lock_exclusive; }
}  // namespace flag

// The condition under which a request may run at its target (OQ-FENCE-4, OQ-PSCW-3, OQ-LOCK-4).
struct Need {
    enum class Kind : std::uint8_t {
        nothing,  // NOCHECK
        lock,     // the request's origin holds the lock
        fence,    // the target is in the epoch that fence `number` of the window opened
        access,   // the target's exposure epoch `number` to the request's origin is open
    };
    Kind kind = Kind::nothing;
    std::uint32_t number = 0;  // fence: fences of the window so far; access: access epochs of the origin to the target
    friend constexpr bool operator==(const Need&, const Need&) = default;
};
// True if two numbers of epochs are equal in the 30 bits that a packet has for them.
constexpr bool same_epoch(std::uint32_t one, std::uint32_t other) { return one * 4 == other * 4; }

// The family's fields of a packet. In Packet::own, word 0 is `need` (number * 4 + kind), word 1 is `operations`, word 2
// is `detail`.
struct PacketPart {
    Need need;                     // operations, COMPLETE, OP_COUNTS
    std::uint32_t operations = 0;  // COMPLETE, OP_COUNTS: operations of the origin to the target in this epoch
    std::uint32_t detail = 0;      // LOCK: the lock type. RMA_DATA, RMA_DONE_ACK if unordered: 1 for an accumulate
};
inline PacketPart part(const Packet& packet) {
    return {{static_cast<Need::Kind>(packet.own[0] % 4), packet.own[0] / 4}, packet.own[1], packet.own[2]};
}
inline void set_need(Packet& packet, Need need) {
    packet.own[0] = need.number * 4 + static_cast<std::uint32_t>(need.kind);
}
inline void set_operations(Packet& packet, std::uint32_t operations) { packet.own[1] = operations; }
inline void set_lock_type(Packet& packet, LockType type) { packet.own[2] = static_cast<std::uint32_t>(type); }
inline void set_of_accumulate(Packet& packet, bool is) { packet.own[2] = is ? 1 : 0; }
inline bool of_accumulate(const Packet& packet) { return packet.own[2] != 0; }

// WIN_INFO: write and read the size, displacement unit and memory kind of the source's window segment.
inline void set_shape(Packet& packet, const WindowShape& shape) {
    packet.own = {static_cast<std::uint32_t>(shape.bytes), static_cast<std::uint32_t>(shape.bytes >> 32),
                  shape.disp_unit * 2 + (shape.alloc_mem ? 1 : 0)};
    packet.data_bytes = 16;
}
inline WindowShape shape_in(const Packet& packet) {
    return {packet.own[0] | std::uint64_t{packet.own[1]} << 32, packet.own[2] / 2, packet.own[2] % 2 != 0};
}

inline bool same_pair(const Packet& one, const Packet& other) {
    return one.source == other.source && one.window == other.window;
}
inline bool announces(PacketKind kind) { return kind == kind::put_rts || kind == kind::acc_rts; }
inline bool accumulates(PacketKind kind) { return kind == PacketKind::accumulate || kind == kind::acc_rts; }
inline bool asks_for_lock(const Packet& packet) {
    return packet.kind == kind::lock || has(packet.flags, flag::any_lock);
}
inline LockType lock_type_of(const Packet& packet) {
    if (packet.kind == kind::lock) return static_cast<LockType>(packet.own[2]);
    return has(packet.flags, flag::lock_exclusive) ? LockType::exclusive : LockType::shared;
}
inline bool unlocks(const Packet& packet) { return packet.kind == kind::unlock || has(packet.flags, flag::unlock); }
inline bool completes(const Packet& packet) {
    return packet.kind == kind::complete || packet.kind == kind::op_counts || has(packet.flags, flag::complete);
}

namespace packets {
inline LockMeaning lock_meaning(const Packet& packet) { return {asks_for_lock(packet), unlocks(packet), false}; }
inline std::optional<OpKind> operation_in(const Packet& packet) {
    if (packet.kind != kind::rma_data) return PacketMeaning::operation_by_kind(packet);
    return of_accumulate(packet) ? OpKind::accumulate : OpKind::put;
}
inline std::string own_text(const Packet& packet) {
    if (packet.kind == kind::lock) return lock_type_of(packet) == LockType::shared ? " shared" : " exclusive";
    if (packet.kind == kind::win_info) {
        const WindowShape shape = shape_in(packet);
        return " bytes=" + std::to_string(shape.bytes) + " unit=" + std::to_string(shape.disp_unit);
    }
    const PacketPart own = part(packet);
    std::string text;
    if (own.need.kind == Need::Kind::fence) text += " fence=" + std::to_string(own.need.number);
    if (own.need.kind == Need::Kind::access) text += " access=" + std::to_string(own.need.number);
    if (completes(packet)) text += " operations=" + std::to_string(own.operations);
    return text;
}

inline constexpr auto kinds = table_of<KindEntry>(
    common_kinds::put, common_kinds::accumulate, common_kinds::get,
    KindEntry{kind::put_rts, "PUT_RTS", PacketClass::request,
              "announces a long put, whose data are sent when the target requests them"},
    KindEntry{kind::acc_rts, "ACC_RTS", PacketClass::request,
              "announces a long accumulate, whose data are sent when the target requests them"},
    KindEntry{kind::rma_data, "RMA_DATA", PacketClass::request, "carries the data of a long put or accumulate"},
    KindEntry{kind::lock, "LOCK", PacketClass::request, "requests the lock of the target's window"},
    KindEntry{kind::unlock, "UNLOCK", PacketClass::request,
              "releases the lock, and requests an acknowledgement of all operations sent before"},
    KindEntry{kind::rma_done, "RMA_DONE", PacketClass::request,
              "requests an acknowledgement of all operations sent before"},
    KindEntry{kind::complete, "COMPLETE", PacketClass::group,
              "ends the origin's access epoch of POST-START-COMPLETE-WAIT, and is sent to each target of its group"},
    KindEntry{kind::op_counts, "OP_COUNTS", PacketClass::group,
              "belongs to a fence: carries the number of operations that the sender has for the target in this epoch"},
    KindEntry{kind::win_info_ask, "WIN_INFO_ASK", PacketClass::group,
              "requests the size and the displacement unit that the target passed to WIN_CREATE"},
    KindEntry{kind::win_info, "WIN_INFO", PacketClass::group, "carries the sizes of a window that its receiver needs"},
    KindEntry{kind::cts, "CTS", PacketClass::reply,
              "permits the origin to send the announced operation (clear to send)"},
    KindEntry{kind::rma_done_ack, "RMA_DONE_ACK", PacketClass::reply,
              "acknowledges all operations that were sent up to the request"},
    common_kinds::get_resp, common_kinds::barrier, common_kinds::messages);

inline constexpr std::array flags{
    FlagEntry{flag::lock_shared, "LOCK.S", "requests the shared lock"},
    FlagEntry{flag::lock_exclusive, "LOCK.X", "requests the exclusive lock"},
    FlagEntry{flag::rma_done, "RMA_DONE",
              "requests an acknowledgement of this operation and of all operations sent before"},
    FlagEntry{flag::unlock, "UNLOCK", "releases the lock"},
    FlagEntry{flag::complete, "COMPLETE", "ends the origin's access epoch"},
    FlagEntry{flag::rma_done_ack, "RMA_DONE_ACK", "acknowledges all operations that were sent up to the request"},
};
}  // namespace packets

inline constexpr PacketVocabulary packet_vocabulary(packets::kinds, packets::flags, packets::own_text,
                                                    {.lock = packets::lock_meaning,
                                                     .operation = packets::operation_in});
static_assert(packet_vocabulary.is_sound());

}  // namespace rmasim::oldqueue
