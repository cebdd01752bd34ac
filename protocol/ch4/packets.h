// The packets of family ch4: its own kinds, and the encoding of its own words in a packet (CH4-PKT-1 to CH4-PKT-3).
#pragma once

#include "protocol/base/nic.h"
#include "protocol/base/packet_vocabulary.h"

namespace rmasim::ch4 {

namespace kind {
// replies to operations that return no data
inline constexpr PacketKind put_ack{21};
inline constexpr PacketKind acc_ack{22};
// requests for locks, and their replies
inline constexpr PacketKind lock{23};
inline constexpr PacketKind lock_ack{24};
inline constexpr PacketKind unlock{25};
inline constexpr PacketKind unlock_ack{26};
inline constexpr PacketKind lock_all{27};
inline constexpr PacketKind lock_all_ack{28};
inline constexpr PacketKind unlock_all{29};
// POST-START-COMPLETE-WAIT
inline constexpr PacketKind post{30};
inline constexpr PacketKind complete{31};
// operations whose target datatype is sent ahead: the datatype, its acknowledgement, then the data
inline constexpr PacketKind put_dt_req{52};
inline constexpr PacketKind put_dt_ack{53};
inline constexpr PacketKind put_dat_req{54};
inline constexpr PacketKind acc_dt_req{55};
inline constexpr PacketKind acc_dt_ack{56};
inline constexpr PacketKind acc_dat_req{57};
inline constexpr PacketKind get_acc_dt_req{58};
inline constexpr PacketKind get_acc_dt_ack{59};
inline constexpr PacketKind get_acc_dat_req{60};
}  // namespace kind

namespace why {
// Reasons for UNLOCK_ACK.
inline constexpr Why of_unlock_all{4};
static_assert(of_unlock_all == Why::first_own);
}  // namespace why

constexpr PacketKind answer_to(PacketKind operation) {
    switch (operation) {
        case PacketKind::put: return kind::put_ack;
        case PacketKind::accumulate: return kind::acc_ack;
        case PacketKind::get: return PacketKind::get_resp;
        case PacketKind::get_accumulate: return PacketKind::get_accumulate_resp;
        case PacketKind::fetch_and_op: return PacketKind::fetch_and_op_resp;
        default: return PacketKind::compare_and_swap_resp;
    }
}

// The packet kinds of an operation whose target datatype is sent ahead (CH4-LARGE-1): the datatype, its
// acknowledgement, the data.
struct Announced {
    PacketKind dt_req, dt_ack, dat_req;
};
constexpr Announced announced(OpKind operation) {
    if (operation == OpKind::put) return {kind::put_dt_req, kind::put_dt_ack, kind::put_dat_req};
    if (operation == OpKind::accumulate) return {kind::acc_dt_req, kind::acc_dt_ack, kind::acc_dat_req};
    return {kind::get_acc_dt_req, kind::get_acc_dt_ack, kind::get_acc_dat_req};
}
inline constexpr PacketKindSet dt_reqs{kind::put_dt_req, kind::acc_dt_req, kind::get_acc_dt_req};
inline constexpr PacketKindSet dt_acks{kind::put_dt_ack, kind::acc_dt_ack, kind::get_acc_dt_ack};
inline constexpr PacketKindSet dat_reqs{kind::put_dat_req, kind::acc_dat_req, kind::get_acc_dat_req};
// Returns the kind of the operation that a packet belongs to: a packet that carries an operation, or one of the three
// packets of an operation whose datatype is sent ahead.
constexpr OpKind operation_of(PacketKind packet) {
    for (const OpKind operation : {OpKind::put, OpKind::accumulate, OpKind::get_accumulate}) {
        const Announced large = announced(operation);
        if (packet == large.dt_req || packet == large.dt_ack || packet == large.dat_req) return operation;
    }
    return op_kind_of(packet);
}

// Active messages and messages of the program keep their order (stream 1), and so do atomics of the network among
// themselves (stream 2). Other requests to NICs, and the answers of NICs, have no order (CH4-PKT-4).
constexpr Stream stream_of(const Packet& packet) {
    if (nic::is_atomic(packet.kind)) return 2;
    return nic::is_request(packet.kind) || nic::is_answer(packet.kind) ? no_stream : 1;
}

// The type of the lock that a LOCK requests. LOCKALL requests a shared lock.
inline void set_lock_type(Packet& packet, LockType type) { packet.own[0] = type == LockType::exclusive ? 1 : 0; }
inline LockType lock_type_of(const Packet& packet) {
    return packet.own[0] == 1 ? LockType::exclusive : LockType::shared;
}

inline bool asks_for_lock(const Packet& packet) { return packet.kind == kind::lock || packet.kind == kind::lock_all; }
inline bool grants_lock(const Packet& packet) {
    return packet.kind == kind::lock_ack || packet.kind == kind::lock_all_ack;
}
inline bool unlocks(const Packet& packet) { return packet.kind == kind::unlock || packet.kind == kind::unlock_all; }

namespace packets {
inline LockMeaning lock_meaning(const Packet& packet) {
    return {asks_for_lock(packet), unlocks(packet), grants_lock(packet)};
}
inline std::optional<OpKind> operation_in(const Packet& packet) {
    if (nic::is_request(packet.kind)) return nic::op_kind_of(packet.kind);
    if (dat_reqs.contains(packet.kind)) return operation_of(packet.kind);
    return PacketMeaning::operation_by_kind(packet);
}
inline std::string own_text(const Packet& packet) {
    return packet.kind == kind::lock ? " " + std::string(name_of(lock_type_of(packet))) : std::string();
}

inline constexpr auto kinds = table_of<KindEntry>(
    common_kinds::operations, nic::write_entry, nic::read_entry, nic::write_done_entry, nic::read_data_entry,
    nic::atomic_acc_entry, nic::atomic_get_acc_entry, nic::atomic_fop_entry, nic::atomic_cas_entry,
    nic::atomic_done_entry, nic::atomic_data_entry,
    KindEntry{kind::put_ack, "PUT_ACK", PacketClass::reply, "acknowledges that a PUT is applied"},
    KindEntry{kind::acc_ack, "ACC_ACK", PacketClass::reply, "acknowledges that an ACC is applied"},
    KindEntry{kind::put_dt_req, "PUT_DT_REQ", PacketClass::request, "carries the target's datatype of a PUT"},
    KindEntry{kind::put_dt_ack, "PUT_DT_ACK", PacketClass::reply,
              "requests the data of a PUT, whose datatype has arrived"},
    KindEntry{kind::put_dat_req, "PUT_DAT_REQ", PacketClass::request, "carries the data of a PUT"},
    KindEntry{kind::acc_dt_req, "ACC_DT_REQ", PacketClass::request, "carries the target's datatype of an ACC"},
    KindEntry{kind::acc_dt_ack, "ACC_DT_ACK", PacketClass::reply,
              "requests the data of an ACC, whose datatype has arrived"},
    KindEntry{kind::acc_dat_req, "ACC_DAT_REQ", PacketClass::request, "carries the data of an ACC"},
    KindEntry{kind::get_acc_dt_req, "GET_ACC_DT_REQ", PacketClass::request,
              "carries the target's datatype of a GET_ACC"},
    KindEntry{kind::get_acc_dt_ack, "GET_ACC_DT_ACK", PacketClass::reply,
              "requests the data of a GET_ACC, whose datatype has arrived"},
    KindEntry{kind::get_acc_dat_req, "GET_ACC_DAT_REQ", PacketClass::request, "carries the data of a GET_ACC"},
    common_kinds::answers,
    KindEntry{kind::lock, "LOCK", PacketClass::request, "requests the lock of the target's window"},
    KindEntry{kind::lock_ack, "LOCK_ACK", PacketClass::reply, "answers a LOCK"},
    KindEntry{kind::unlock, "UNLOCK", PacketClass::request, "releases the lock of the target's window"},
    KindEntry{kind::unlock_ack, "UNLOCK_ACK", PacketClass::reply, "acknowledges that the lock is released"},
    KindEntry{kind::lock_all, "LOCKALL", PacketClass::request, "requests the shared lock of the target's window"},
    KindEntry{kind::lock_all_ack, "LOCKALL_ACK", PacketClass::reply, "grants the shared lock"},
    KindEntry{kind::unlock_all, "UNLOCKALL", PacketClass::request, "releases the shared lock of the target's window"},
    KindEntry{kind::post, "POST", PacketClass::group,
              "is sent by a target that called POST, to each origin of its group"},
    KindEntry{kind::complete, "COMPLETE", PacketClass::group,
              "is sent by an origin that called COMPLETE, to each target of its group"},
    common_kinds::barrier, common_kinds::messages);
inline constexpr std::span<const FlagEntry> flags{};
}  // namespace packets

inline constexpr PacketVocabulary packet_vocabulary(packets::kinds, packets::flags, packets::own_text,
                                                    {.lock = packets::lock_meaning,
                                                     .operation = packets::operation_in,
                                                     .stream = stream_of});
static_assert(packet_vocabulary.is_sound());

}  // namespace rmasim::ch4
