// The reasons for each packet of family ch4. The clauses are in SPEC.md.
#pragma once

#include "protocol/base/packet_reasons.h"
#include "protocol/ch4/packets.h"

namespace rmasim::ch4 {

namespace reasons {
inline constexpr std::string_view at_once = "each operation is a packet that leaves inside its call";
inline constexpr std::string_view answered = "each operation has an answer of its own";
inline constexpr std::string_view ahead = "the target's datatype is too large for the header, and goes ahead";
inline constexpr std::string_view datatype_there = "the target has the datatype, and asks for the data";
inline constexpr std::string_view data_after = "the data follow the datatype";
inline constexpr std::string_view native = "the network carries out puts and gets of contiguous data";
inline constexpr std::string_view atomic = "the network carries out accumulates, where nobody else can be at them";
inline constexpr std::string_view by_nic = "the target's network interface answers; it is no packet of the library";

inline constexpr auto kinds = table_of<KindReason>(
    KindReason{PacketKind::put, Purpose::data, "CH4-OP-1", "native", at_once},
    KindReason{PacketKind::accumulate, Purpose::data, "CH4-OP-1", "native", at_once},
    KindReason{PacketKind::get, Purpose::data, "CH4-OP-1", "native", at_once},
    KindReason{PacketKind::get_accumulate, Purpose::data, "CH4-OP-1", "native", at_once},
    KindReason{PacketKind::fetch_and_op, Purpose::data, "CH4-OP-1", "native", at_once},
    KindReason{PacketKind::compare_and_swap, Purpose::data, "CH4-OP-1", "native", at_once},
    KindReason{PacketKind::get_resp, Purpose::data, "CH4-OP-2", "", "brings the data that GET asked for"},
    KindReason{PacketKind::get_accumulate_resp, Purpose::data, "CH4-OP-2", "", "brings what was there before"},
    KindReason{PacketKind::fetch_and_op_resp, Purpose::data, "CH4-OP-2", "", "brings what was there before"},
    KindReason{PacketKind::compare_and_swap_resp, Purpose::data, "CH4-OP-2", "", "brings what was there before"},
    KindReason{nic::write, Purpose::data, "CH4-NATIVE-1", "native", native},
    KindReason{nic::read, Purpose::data, "CH4-NATIVE-1", "native", native},
    KindReason{nic::write_done, Purpose::completion, "CH4-PKT-5", "native", by_nic},
    KindReason{nic::read_data, Purpose::data, "CH4-PKT-5", "native", by_nic},
    KindReason{nic::atomic_acc, Purpose::data, "CH4-NATIVE-7", "native", atomic},
    KindReason{nic::atomic_get_acc, Purpose::data, "CH4-NATIVE-7", "native", atomic},
    KindReason{nic::atomic_fop, Purpose::data, "CH4-NATIVE-7", "native", atomic},
    KindReason{nic::atomic_cas, Purpose::data, "CH4-NATIVE-7", "native", atomic},
    KindReason{nic::atomic_done, Purpose::completion, "CH4-PKT-5", "native", by_nic},
    KindReason{nic::atomic_data, Purpose::data, "CH4-PKT-5", "native", by_nic},
    KindReason{kind::put_ack, Purpose::completion, "CH4-OP-2", "native", answered},
    KindReason{kind::acc_ack, Purpose::completion, "CH4-OP-2", "", answered},

    KindReason{kind::put_dt_req, Purpose::announcement, "CH4-LARGE-1", "native network am_header_bytes", ahead},
    KindReason{kind::put_dt_ack, Purpose::announcement, "CH4-LARGE-2", "native network am_header_bytes",
               datatype_there},
    KindReason{kind::put_dat_req, Purpose::data, "CH4-LARGE-2", "native network am_header_bytes", data_after},
    KindReason{kind::acc_dt_req, Purpose::announcement, "CH4-LARGE-1", "native network am_header_bytes", ahead},
    KindReason{kind::acc_dt_ack, Purpose::announcement, "CH4-LARGE-2", "native network am_header_bytes",
               datatype_there},
    KindReason{kind::acc_dat_req, Purpose::data, "CH4-LARGE-2", "native network am_header_bytes", data_after},
    KindReason{kind::get_acc_dt_req, Purpose::announcement, "CH4-LARGE-1", "native network am_header_bytes", ahead},
    KindReason{kind::get_acc_dt_ack, Purpose::announcement, "CH4-LARGE-2", "native network am_header_bytes",
               datatype_there},
    KindReason{kind::get_acc_dat_req, Purpose::data, "CH4-LARGE-2", "native network am_header_bytes", data_after},

    KindReason{kind::lock, Purpose::lock, "CH4-LOCK-1", "", "LOCK is sent by itself, and its call waits"},
    KindReason{kind::lock_ack, Purpose::lock, "CH4-LOCK-4", "", "the target grants the lock"},
    KindReason{kind::unlock, Purpose::lock, "CH4-LOCK-2", "", "UNLOCK is sent by itself, when all is acknowledged"},
    KindReason{kind::unlock_ack, Purpose::lock, "CH4-LOCK-5", "", "answers UNLOCK"},
    KindReason{kind::unlock_ack, Purpose::lock, "CH4-LOCKALL-2", "", "answers UNLOCKALL",
               sent_because<why::of_unlock_all>},
    KindReason{kind::lock_all, Purpose::lock, "CH4-LOCKALL-1", "fixed",
               "LOCK_ALL asks every process, whether it is a target or not"},
    KindReason{kind::lock_all_ack, Purpose::lock, "CH4-LOCK-4", "", "the target grants the lock"},
    KindReason{kind::unlock_all, Purpose::lock, "CH4-LOCKALL-2", "", "UNLOCK_ALL releases the lock of every process"},

    KindReason{kind::post, Purpose::synchronisation, "CH4-PSCW-1", "", "a target tells each origin of its group"},
    KindReason{kind::complete, Purpose::synchronisation, "CH4-PSCW-3", "",
               "an origin tells each target of its group, whether it has accessed it or not"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "CH4-FENCE-2", "", "every fence is a barrier"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "CH4-WIN-1", "", "WIN_CREATE is a barrier",
               sent_because<Why::window_created>},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "CH4-WIN-2", "", "WIN_FREE is a barrier",
               sent_because<Why::window_freed>},
    common_reasons::program_barrier, common_reasons::messages);

inline constexpr std::array absent{
    Absence{"RMA_DONE", "CH4-OP-2", "nobody asks: each operation is acknowledged by itself"},
    Absence{"RMA_DONE_ACK", "CH4-OP-2", "PUT_ACK and ACC_ACK acknowledge, one for each operation"},
    Absence{"FLUSH", "CH4-FLUSH-1", "FLUSH sends nothing: it waits for the answers that come anyway"},
    Absence{"ACK", "CH4-OP-2", "PUT_ACK, ACC_ACK and UNLOCK_ACK acknowledge"},
    Absence{"LOCK_GRANTED", "CH4-LOCK-4", "LOCK_ACK grants"},
    Absence{"LOCK_OP_ACK", "CH4-LOCK-1", "no operation carries LOCK"},
    Absence{"DECR_AT_COUNTER", "CH4-PSCW-3", "COMPLETE tells the target"},
    Absence{"IBARRIER", "CH4-FENCE-2", "the fence's barrier is a BARRIER"},
    Absence{"REDUCE_SCATTER", "CH4-FENCE-1", "no target counts: each operation is acknowledged"},
    Absence{"OP_COUNTS", "CH4-FENCE-1", "no target counts: each operation is acknowledged"},
};
}  // namespace reasons

inline constexpr PacketReasons packet_reasons{reasons::kinds, {}, reasons::absent};
static_assert(packet_reasons.explain(packet_vocabulary));

}  // namespace rmasim::ch4
