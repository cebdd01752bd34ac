// The reasons for each packet of family ch3. The clauses are in SPEC.md.
#pragma once

#include "protocol/base/packet_reasons.h"
#include "protocol/ch3/packets.h"

namespace rmasim::ch3 {

namespace reasons {
inline constexpr std::string_view delay = "delay_issuing";
inline constexpr std::string_view target_pool = "target_pool.local target_pool.global";
inline constexpr std::string_view lock_buffer = "lock_buffer.operations lock_buffer.bytes";
inline constexpr std::string_view issued = "an operation is issued as one packet";
inline constexpr std::string_view units = "a large accumulate goes in units of 256 KiB";
inline constexpr std::string_view first_carries = "the first operation carries LOCK where nothing has asked before it";
inline constexpr std::string_view type_of_lock = "the target compares the type of LOCK with those of the holders";
inline constexpr std::string_view last_carries =
    "is piggybacked on the last operation listed when the call asks for it";

constexpr bool in_units(const Sent& sent) { return has(sent.type.flags, flag::stream); }
constexpr bool on_lock(const Sent& sent) { return sent.type.kind == kind::lock; }
constexpr bool on_get_resp(const Sent& sent) { return sent.type.kind == PacketKind::get_resp; }
constexpr bool on_response(const Sent& sent) { return is_response(sent.type.kind); }
constexpr bool reports_wait(const Sent& sent) { return !has(sent.type.flags, flag::granted); }
constexpr bool on_answer_to_lock(const Sent& sent) { return sent.type.kind == kind::lock_ack; }
constexpr bool on_answer_to_operation(const Sent& sent) { return sent.type.kind == kind::lock_op_ack; }
constexpr bool on_read(const Sent& sent) { return reads(sent.type.kind); }
constexpr bool on_decr_at(const Sent& sent) { return sent.type.kind == kind::decr_at_counter; }

inline constexpr auto kinds = table_of<KindReason>(
    KindReason{PacketKind::put, Purpose::data, "CH3-ISSUE-1", "", issued},
    KindReason{PacketKind::accumulate, Purpose::data, "CH3-ISSUE-1", "", issued},
    KindReason{PacketKind::accumulate, Purpose::data, "CH3-STREAM-1", "", units, in_units},
    KindReason{PacketKind::get, Purpose::data, "CH3-ISSUE-1", "", issued},
    KindReason{PacketKind::get_accumulate, Purpose::data, "CH3-ISSUE-1", "", issued},
    KindReason{PacketKind::get_accumulate, Purpose::data, "CH3-STREAM-1", "", units, in_units},
    KindReason{PacketKind::fetch_and_op, Purpose::data, "CH3-ISSUE-1", "", issued},
    KindReason{PacketKind::compare_and_swap, Purpose::data, "CH3-ISSUE-1", "", issued},
    KindReason{PacketKind::get_resp, Purpose::data, "CH3-DO-1", "", "what a READ asked for"},
    KindReason{PacketKind::get_accumulate_resp, Purpose::data, "CH3-DO-1", "", "what a READ asked for"},
    KindReason{PacketKind::fetch_and_op_resp, Purpose::data, "CH3-DO-1", "", "what a READ asked for"},
    KindReason{PacketKind::compare_and_swap_resp, Purpose::data, "CH3-DO-1", "", "what a READ asked for"},

    KindReason{kind::lock, Purpose::lock, "CH3-PASSIVE-1", delay, "mode 0 sends LOCK in the call",
               sent_because<why::in_call>},
    KindReason{kind::lock, Purpose::lock, "CH3-CHECK-2", "piggyback_lock_bytes",
               "no operation is listed that could carry LOCK"},
    KindReason{kind::lock, Purpose::lock, "CH3-OUT-4", target_pool,
               "no target element is free in LOCK_ALL, so LOCK goes to every rank without an element",
               sent_because<why::fall_back>},
    KindReason{kind::lock, Purpose::lock, "CH3-NODE-2", "", "the target is on the own node: LOCK asks at once",
               sent_because<why::on_node>},
    KindReason{kind::lock, Purpose::lock, "CH3-ANS-3", lock_buffer,
               "LOCK_ALL fell back, and asks again after DISCARDED", sent_because<why::again>},
    KindReason{kind::lock_ack, Purpose::lock, "CH3-LOCK-2", delay,
               "answers LOCK; one that has to wait is told QUEUED first, and GRANTED later"},
    KindReason{kind::lock_op_ack, Purpose::lock, "CH3-DO-2", delay, "answers a PUT or ACCUMULATE that carried LOCK"},
    KindReason{kind::lock_op_ack, Purpose::lock, "CH3-LOCK-3", delay,
               "reports that an operation that carried LOCK has to wait", reports_wait},
    KindReason{kind::unlock, Purpose::lock, "CH3-CHECK-6", delay,
               "nothing is listed any more that could carry UNLOCK; mode 0 has issued it before"},
    KindReason{kind::unlock, Purpose::lock, "CH3-PASSIVE-7", target_pool,
               "UNLOCK_ALL outside LOCK_ALL_CALLED releases the lock of every rank", sent_because<why::fall_back>},
    KindReason{kind::unlock, Purpose::lock, "CH3-NODE-2", "", "releases the lock of a process of the own node",
               sent_because<why::on_node>},

    KindReason{kind::flush, Purpose::completion, "CH3-CHECK-5", delay,
               "nothing is listed any more that could carry FLUSH; mode 0 has issued it before"},
    KindReason{kind::ack, Purpose::completion, "CH3-LOCK-5", "", "answers UNLOCK"},
    KindReason{kind::ack, Purpose::completion, "CH3-DO-3", "", "answers an operation that carried UNLOCK or FLUSH",
               sent_because<why::operation>},
    KindReason{kind::ack, Purpose::completion, "CH3-DO-4", "", "answers FLUSH", sent_because<why::flush>},

    KindReason{kind::decr_at_counter, Purpose::synchronisation, "CH3-CHECK-4", delay,
               "nothing is listed any more that could carry DECR_AT; mode 0 has issued it before",
               sent_because<why::nothing_listed>},
    KindReason{kind::decr_at_counter, Purpose::synchronisation, "CH3-PSCW-3", "",
               "COMPLETE tells a target that no operation went to"},
    KindReason{kind::post, Purpose::synchronisation, "CH3-PSCW-1", "", "a target tells each origin of its group"},
    KindReason{kind::ibarrier, Purpose::synchronisation, "CH3-FENCE-2", "", "opens a fence epoch"},
    KindReason{kind::ibarrier, Purpose::synchronisation, "CH3-FENCE-4", "", "a closing fence opens the next epoch",
               sent_because<why::closing_fence>},
    KindReason{kind::reduce_scatter, Purpose::synchronisation, "CH3-FENCE-3", "scalable_fence_ranks",
               "a closing fence tells each rank how many origins to wait for"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "CH3-FENCE-5", "scalable_fence_ranks",
               "a fence of many ranks closes with a barrier"},
    KindReason{kind::node_barrier, Purpose::synchronisation, "CH3-NODE-3", "",
               "a fence that opens an epoch has a barrier of the node"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "CH3-WIN-1", "", "WIN_CREATE is a barrier",
               sent_because<Why::window_created>},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "CH3-WIN-2", "", "WIN_FREE is a barrier",
               sent_because<Why::window_freed>},
    common_reasons::program_barrier, common_reasons::messages);

inline constexpr std::array flags{
    FlagReason{flag::immediate, Purpose::data, "CH3-PKT-3", "", "8 bytes or less are in the header"},
    FlagReason{flag::immediate, Purpose::data, "CH3-PKT-4", "", "a GET of 8 bytes or less requested them in the header",
               on_get_resp},
    FlagReason{flag::immediate_response, Purpose::data, "CH3-PKT-4", "", "the response may be in the header"},
    FlagReason{flag::stream, Purpose::data, "CH3-STREAM-1", "", units},
    FlagReason{flag::lock_shared, Purpose::lock, "CH3-ISSUE-1", delay, first_carries},
    FlagReason{flag::lock_shared, Purpose::lock, "CH3-LOCK-1", "", type_of_lock, on_lock},
    FlagReason{flag::lock_exclusive, Purpose::lock, "CH3-ISSUE-1", delay, first_carries},
    FlagReason{flag::lock_exclusive, Purpose::lock, "CH3-LOCK-1", "", type_of_lock, on_lock},
    FlagReason{flag::unlock, Purpose::lock, "CH3-ISSUE-3", delay, last_carries},
    FlagReason{flag::granted, Purpose::lock, "CH3-LOCK-2", "", "the answer to LOCK grants it", on_answer_to_lock},
    FlagReason{flag::granted, Purpose::lock, "CH3-DO-1", delay, "the response to a READ with LOCK grants it",
               on_response},
    FlagReason{flag::granted, Purpose::lock, "CH3-DO-2", delay,
               "the answer to a PUT or ACCUMULATE with LOCK grants it"},
    FlagReason{flag::queued, Purpose::lock, "CH3-LOCK-2", delay, "the request has to wait"},
    FlagReason{flag::queued, Purpose::lock, "CH3-LOCK-3", delay, "the request has to wait, with its operation",
               on_answer_to_operation},
    FlagReason{flag::data_discarded, Purpose::lock, "CH3-LOCK-3", lock_buffer,
               "the request has to wait, and there is no room for its data"},
    FlagReason{flag::discarded, Purpose::lock, "CH3-LOCK-3", lock_buffer,
               "there is no entry for the request and its operation"},
    FlagReason{flag::discarded, Purpose::lock, "CH3-LOCK-2", lock_buffer, "there is no entry for the request",
               on_answer_to_lock},
    FlagReason{flag::flush, Purpose::completion, "CH3-ISSUE-2", "", "a READ carries FLUSH", on_read},
    FlagReason{flag::flush, Purpose::completion, "CH3-CHECK-4", "", "DECR_AT_COUNTER carries FLUSH", on_decr_at},
    FlagReason{flag::flush, Purpose::completion, "CH3-ISSUE-3", delay, last_carries},
    FlagReason{flag::no_ack, Purpose::completion, "CH3-CHECK-6", "", "nothing was issued since the last FLUSH"},
    FlagReason{flag::no_ack, Purpose::completion, "CH3-PASSIVE-7", target_pool,
               "UNLOCK_ALL releases the lock of a rank without an element", sent_because<why::fall_back>},
    FlagReason{flag::no_ack, Purpose::completion, "CH3-NODE-2", "", "operations on the own node are complete at once",
               sent_because<why::on_node>},
    FlagReason{flag::ack, Purpose::completion, "CH3-DO-1", "", "is piggybacked on the response to a READ"},
    FlagReason{flag::ack, Purpose::completion, "CH3-DO-2", delay,
               "is piggybacked on the answer to an operation with LOCK", on_answer_to_operation},
    FlagReason{flag::decr_at, Purpose::synchronisation, "CH3-ISSUE-3", delay, last_carries},
};

inline constexpr std::array absent{
    Absence{"RMA_DONE", "CH3-PASSIVE-4", "FLUSH asks"},
    Absence{"RMA_DONE_ACK", "CH3-DO-3", "ACK answers"},
    Absence{"RMA_DONE_ACK", "CH3-FENCE-4", "PUT and ACCUMULATE of a fence need no answer, for DECR_AT is behind them"},
    Absence{"LOCK_GRANTED", "CH3-LOCK-2", "LOCK_ACK answers"},
    Absence{"BARRIER", "CH3-FENCE-3", "a fence of few ranks closes with REDUCE_SCATTER"},
    Absence{"OP_COUNTS", "CH3-FENCE-3", "REDUCE_SCATTER brings the counts"},
    Absence{"COMPLETE", "CH3-PSCW-3", "DECR_AT, or DECR_AT_COUNTER, tells the target"},
};
}  // namespace reasons

inline constexpr PacketReasons packet_reasons{reasons::kinds, reasons::flags, reasons::absent};
static_assert(packet_reasons.explain(packet_vocabulary));

}  // namespace rmasim::ch3
