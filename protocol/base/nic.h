// Packets of RDMA: operations that the target's NIC executes, without the target's process. A family sends an RDMA
// request like any packet. The world applies the request when it arrives at the target's NIC, even if the target's
// process makes no progress. The world then delivers the NIC's answer to the origin. Packet counts include the request.
// They do not include the answer, because the NIC sends it and not a library.
//
//     rank 0    --- WRITE -->    NIC of rank 1: writes to the window
//              <-- WRITE_DONE ---
//
// Accumulates are atomic among those that the NIC executes. A family must not send an accumulate that the NIC cannot
// execute (NicAtomics). A process may send requests to its own NIC.
//
// The packet kinds of requests and answers have the same values in all families (packet.h). No family may use these
// values for its own kinds.
#pragma once

#include "protocol/base/packet_vocabulary.h"

namespace rmasim::nic {

inline constexpr PacketKind write{42};
inline constexpr PacketKind read{43};
inline constexpr PacketKind write_done{44};
inline constexpr PacketKind read_data{45};
inline constexpr PacketKind atomic_acc{46};
inline constexpr PacketKind atomic_get_acc{47};
inline constexpr PacketKind atomic_fop{48};
inline constexpr PacketKind atomic_cas{49};
inline constexpr PacketKind atomic_done{50};
inline constexpr PacketKind atomic_data{51};

constexpr bool is_request(PacketKind kind) {
    return kind == write || kind == read || (kind >= atomic_acc && kind <= atomic_cas);
}
constexpr bool is_answer(PacketKind kind) {
    return kind == write_done || kind == read_data || kind == atomic_done || kind == atomic_data;
}
constexpr bool is_atomic(PacketKind request) { return request >= atomic_acc && request <= atomic_cas; }
// True if the answer carries data.
constexpr bool brings_data(PacketKind answer) { return answer == read_data || answer == atomic_data; }

// Returns the packet kind of the RDMA request that makes the NIC execute an operation of this kind.
constexpr PacketKind request_for(OpKind kind) {
    constexpr std::array requests{write, read, atomic_acc, atomic_get_acc, atomic_fop, atomic_cas};
    return requests[static_cast<std::size_t>(kind)];
}
// Returns the kind of the operation that the NIC executes for an RDMA request.
constexpr OpKind op_kind_of(PacketKind request) {
    if (!is_atomic(request)) return request == read ? OpKind::get : OpKind::put;
    const unsigned offset = static_cast<unsigned>(request) - static_cast<unsigned>(atomic_acc);
    return static_cast<OpKind>(static_cast<unsigned>(OpKind::accumulate) + offset);
}
static_assert(nic::op_kind_of(request_for(OpKind::accumulate)) == OpKind::accumulate);
static_assert(nic::op_kind_of(request_for(OpKind::compare_and_swap)) == OpKind::compare_and_swap);
constexpr PacketKind answer_to(PacketKind request) {
    if (!is_atomic(request)) return request == read ? read_data : write_done;
    return request == atomic_acc ? atomic_done : atomic_data;
}

// Vocabulary entries of the NIC's packet kinds, for the families that send them.
inline constexpr KindEntry write_entry{write, "WRITE", PacketClass::request,
                                       "carries data that the target's network interface writes into the window"};
inline constexpr KindEntry read_entry{read, "READ", PacketClass::request,
                                      "requests data of the window from the target's network interface"};
inline constexpr KindEntry write_done_entry{write_done, "WRITE_DONE", PacketClass::reply,
                                            "reports that the data are in the target's window"};
inline constexpr KindEntry read_data_entry{read_data, "READ_DATA", PacketClass::reply,
                                           "carries the data that a READ requested"};
inline constexpr KindEntry atomic_acc_entry{atomic_acc, "ATOMIC_ACC", PacketClass::request,
                                            "is an ACCUMULATE for the target's network interface"};
inline constexpr KindEntry atomic_get_acc_entry{atomic_get_acc, "ATOMIC_GET_ACC", PacketClass::request,
                                                "is a GET_ACCUMULATE for the target's network interface"};
inline constexpr KindEntry atomic_fop_entry{atomic_fop, "ATOMIC_FOP", PacketClass::request,
                                            "is a FETCH_AND_OP for the target's network interface"};
inline constexpr KindEntry atomic_cas_entry{atomic_cas, "ATOMIC_CAS", PacketClass::request,
                                            "is a COMPARE_AND_SWAP for the target's network interface"};
inline constexpr KindEntry atomic_done_entry{atomic_done, "ATOMIC_DONE", PacketClass::reply,
                                             "reports that the target's window is updated"};
inline constexpr KindEntry atomic_data_entry{atomic_data, "ATOMIC_DATA", PacketClass::reply,
                                             "carries the old data of the target's window"};

}  // namespace rmasim::nic
