// Operations that the target's NIC carries out, without the target's process (RDMA). A family sends such a request like
// any packet; the world applies it when it arrives, whatever the process does, and the NIC's answer goes back to the
// origin. A request counts as a packet, its answer does not: no library has sent it.
//
//     rank 0    --- WRITE -->    NIC of rank 1: writes to the window
//              <-- WRITE_DONE ---
//
// The kinds have the same numbers in all families (packet.h): none may be a family's own.
#pragma once

#include "protocol/base/packet_vocabulary.h"

namespace rmasim::nic {

inline constexpr PacketKind write{42};
inline constexpr PacketKind read{43};
inline constexpr PacketKind write_done{44};
inline constexpr PacketKind read_data{45};

constexpr bool is_request(PacketKind kind) { return kind == write || kind == read; }
constexpr bool is_answer(PacketKind kind) { return kind == write_done || kind == read_data; }
constexpr PacketKind request_for(OpKind kind) { return kind == OpKind::get ? read : write; }
constexpr PacketKind answer_to(PacketKind request) { return request == read ? read_data : write_done; }
// The operation that a request asks for.
constexpr OpKind op_kind_of(PacketKind request) { return request == read ? OpKind::get : OpKind::put; }

// For the tables of families that send them.
inline constexpr KindEntry write_entry{write, "WRITE", PacketClass::request,
                                       "carries data that the target's network interface writes into the window"};
inline constexpr KindEntry read_entry{read, "READ", PacketClass::request,
                                      "asks the target's network interface for data of the window"};
inline constexpr KindEntry write_done_entry{write_done, "WRITE_DONE", PacketClass::reply,
                                            "tells that the data are in the target's window"};
inline constexpr KindEntry read_data_entry{read_data, "READ_DATA", PacketClass::reply,
                                           "brings the data that a READ asked for"};

}  // namespace rmasim::nic
