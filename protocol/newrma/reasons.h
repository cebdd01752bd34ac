// The reasons for each packet of family newrma. The clauses are in SPEC.md.
#pragma once

#include "protocol/base/packet_reasons.h"
#include "protocol/newrma/packets.h"

namespace rmasim::newrma {

namespace reasons {
inline constexpr std::string_view single_op = "optimizations.single_op single_op_threshold_bytes";
inline constexpr std::string_view piggyback = "optimizations.piggyback piggyback_threshold";
inline constexpr std::string_view target_pool = "target_pool.local target_pool.global";
inline constexpr std::string_view element_pools = "target_pool.local target_pool.global op_pool.local op_pool.global";
inline constexpr std::string_view lock_buffer = "lock_buffer.operations lock_buffer.bytes";
inline constexpr std::string_view issued = "an operation is issued as one packet";
inline constexpr std::string_view fetches = "answers an operation that fetches";
inline constexpr std::string_view carries_all = "the only operation of the epoch, being short, carries LOCK and UNLOCK";
inline constexpr std::string_view carries_question =
    "FLUSH of the only operation, being short, sends LOCK and RMA_DONE";
inline constexpr std::string_view carries_lock =
    "the only operation is short and must be issued before its epoch closes: it carries LOCK";
inline constexpr std::string_view grants_and_acknowledges =
    "one answer grants the lock and acknowledges the operation that carried LOCK and RMA_DONE";

constexpr bool with_lock(const Sent& sent) { return has(sent.type.flags, flag::any_lock); }
constexpr bool with_unlock(const Sent& sent) { return has(sent.type.flags, flag::unlock); }
constexpr bool with_rma_done(const Sent& sent) { return has(sent.type.flags, flag::rma_done); }
constexpr bool with_rma_done_ack(const Sent& sent) { return has(sent.type.flags, flag::rma_done_ack); }
constexpr bool with_resend(const Sent& sent) { return has(sent.type.flags, flag::resend); }
constexpr bool with_grant(const Sent& sent) {
    return sent.type.kind == kind::lock_granted || has(sent.type.flags, flag::lock_granted);
}
constexpr bool on_get_resp(const Sent& sent) { return sent.type.kind == PacketKind::get_resp; }
constexpr bool on_holds(const Sent& sent) { return sent.type.kind == kind::holds; }

inline constexpr auto kinds = table_of<KindReason>(
    KindReason{PacketKind::put, Purpose::data, "NR-PROG-1", "", issued},
    KindReason{PacketKind::accumulate, Purpose::data, "NR-PROG-1", "", issued},
    KindReason{PacketKind::get, Purpose::data, "NR-PROG-1", "", issued},
    KindReason{PacketKind::get_accumulate, Purpose::data, "NR-PROG-1", "", issued},
    KindReason{PacketKind::fetch_and_op, Purpose::data, "NR-PROG-1", "", issued},
    KindReason{PacketKind::compare_and_swap, Purpose::data, "NR-PROG-1", "", issued},
    KindReason{PacketKind::get_resp, Purpose::data, "NR-OPS-1", "", fetches},
    KindReason{PacketKind::get_accumulate_resp, Purpose::data, "NR-OPS-1", "", fetches},
    KindReason{PacketKind::fetch_and_op_resp, Purpose::data, "NR-OPS-1", "", fetches},
    KindReason{PacketKind::compare_and_swap_resp, Purpose::data, "NR-OPS-1", "", fetches},

    KindReason{kind::lock, Purpose::lock, "NR-LOCKOP-3", single_op,
               "the first operation cannot carry the lock: it is not the only one, not short, or a vector"},
    KindReason{kind::lock, Purpose::lock, "NR-LOCKALL-3", target_pool,
               "no target element is free, so LOCK_ALL requests every lock that it has not requested",
               sent_because<why::fall_back>},
    KindReason{kind::lock, Purpose::lock, "NR-SHM-4", "", "the target is on the own node: LOCK asks at once",
               sent_because<why::on_node>},
    KindReason{kind::lock, Purpose::lock, "NR-OPT-9", element_pools,
               "a call waits for an element, so nothing is deferred that could carry the lock",
               sent_because<why::shortage>},
    KindReason{kind::lock_granted, Purpose::lock, "NR-LOCK-15", single_op,
               "answers a request that came without UNLOCK"},
    KindReason{kind::lock_granted, Purpose::lock, "NR-FLUSH-2", single_op, grants_and_acknowledges, with_rma_done_ack},
    KindReason{kind::lock_granted, Purpose::lock, "NR-LOCK-11", lock_buffer,
               "the grant requests the operation again that came with the request", with_resend},
    KindReason{kind::unlock, Purpose::lock, "NR-UNLOCK-4", piggyback,
               "UNLOCK follows by itself where no operation was held back to carry it"},
    KindReason{kind::unlock, Purpose::lock, "NR-LOCKALL-6", target_pool,
               "after the fall-back UNLOCK_ALL releases the lock of every process", sent_because<why::fall_back>},
    KindReason{kind::unlock, Purpose::lock, "NR-SHM-5", "", "the target is on the own node",
               sent_because<why::on_node>},
    KindReason{kind::holds, Purpose::lock, "NR-LOCK-14", "lock_order", "lets a waiting shared request overtake"},

    KindReason{kind::rma_done, Purpose::completion, "NR-FENCE-5", piggyback,
               "asks by itself where no operation was held back to carry the question"},
    KindReason{kind::rma_done, Purpose::completion, "NR-FLUSH-1", piggyback,
               "FLUSH asks by itself where no operation was held back to carry the question", sent_because<why::flush>},
    KindReason{kind::rma_done, Purpose::completion, "NR-PSCW-4", piggyback,
               "COMPLETE asks by itself where no operation was held back to carry the question",
               sent_because<why::complete>},
    KindReason{kind::rma_done, Purpose::completion, "NR-UNLOCK-4", piggyback,
               "UNLOCK asks: with NOCHECK no lock is held", sent_because<why::nocheck>},
    KindReason{kind::rma_done, Purpose::completion, "NR-LOCKALL-7", piggyback,
               "UNLOCK_ALL asks: with NOCHECK no lock is held", sent_because<why::nocheck_all>},
    KindReason{kind::rma_done, Purpose::completion, "NR-REST-4", target_pool,
               "no target element is free, so one is freed before the epoch closes", sent_because<why::restore>},
    KindReason{kind::rma_done, Purpose::completion, "NR-LOCK-5", target_pool,
               "no target element is free, so that of a locked target is freed", sent_because<why::restore_locked>},
    KindReason{kind::rma_done, Purpose::completion, "NR-REST-9", "target_pool.local target_pool.global cleanup",
               "no target element is free, so one target is flushed", sent_because<why::restore_flushes>},
    KindReason{kind::rma_done, Purpose::completion, "NR-REST-11", "op_pool.local op_pool.global",
               "no operation element is free, so one target is flushed", sent_because<why::restore_op>},
    KindReason{kind::rma_done, Purpose::completion, "NR-REST-7", "op_pool.local op_pool.global restore_op",
               "no operation element is free, so one target is flushed", sent_because<why::restore_op_empty>},
    KindReason{kind::rma_done, Purpose::completion, "NR-OPT-7", "optimizations.lazy_free",
               "a target element is freed as soon as its operations are done", sent_because<why::eager_free>},
    KindReason{kind::rma_done, Purpose::completion, "NR-FLUSH-5", target_pool,
               "FLUSH under LOCK_ALL of a target without element", sent_because<why::unrecorded>},
    KindReason{kind::rma_done_ack, Purpose::completion, "NR-OPT-6", piggyback,
               "answers where no data go back that could carry the acknowledgement"},
    KindReason{kind::rma_done_ack, Purpose::completion, "NR-UNORD-4", "lock_order",
               "HOLDS is acknowledged where packets overtake each other", sent_because<why::of_holds>},

    KindReason{kind::rts, Purpose::announcement, "NR-SEND-4", "rendezvous_threshold_bytes", "much data is announced"},
    KindReason{kind::cts, Purpose::announcement, "NR-SEND-4", "rendezvous_threshold_bytes", "answers an announcement"},

    KindReason{kind::post, Purpose::synchronisation, "NR-PSCW-1", "", "a target tells each origin of its group"},
    KindReason{kind::complete, Purpose::synchronisation, "NR-PSCW-4", "optimizations.complete_rides",
               "goes by itself to each target of the group when all is acknowledged"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "NR-FENCE-9", "",
               "a fence is a barrier of ceil(log2 N) packets a rank"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "NR-WIN-1", "", "WIN_CREATE is a barrier",
               sent_because<Why::window_created>},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "NR-WIN-2", "", "WIN_FREE is a barrier",
               sent_because<Why::window_freed>},
    KindReason{kind::node_barrier, Purpose::synchronisation, "NR-SHM-2", "",
               "FENCE with NOPRECEDE begins with a barrier of the node"},
    common_reasons::program_barrier, common_reasons::messages);

inline constexpr std::array flags{
    FlagReason{flag::lock_shared, Purpose::lock, "NR-OPT-1", single_op, carries_all, with_unlock},
    FlagReason{flag::lock_shared, Purpose::lock, "NR-FLUSH-2", single_op, carries_question, with_rma_done},
    FlagReason{flag::lock_shared, Purpose::lock, "NR-FLUSH-6", single_op, carries_lock},
    FlagReason{flag::lock_exclusive, Purpose::lock, "NR-OPT-1", single_op, carries_all, with_unlock},
    FlagReason{flag::lock_exclusive, Purpose::lock, "NR-FLUSH-2", single_op, carries_question, with_rma_done},
    FlagReason{flag::lock_exclusive, Purpose::lock, "NR-FLUSH-6", single_op, carries_lock},
    FlagReason{flag::holds, Purpose::lock, "NR-LOCK-13", "lock_order", "the origin holds another lock of the window"},
    FlagReason{flag::unlock, Purpose::lock, "NR-OPT-3", piggyback,
               "is piggybacked on the last operation that was held back"},
    FlagReason{flag::unlock, Purpose::lock, "NR-OPT-1", single_op, carries_all, with_lock},
    FlagReason{flag::unlock, Purpose::lock, "NR-UNORD-2", "",
               "is piggybacked where packets overtake each other: the operation is alone in flight", overtaking},
    FlagReason{flag::lock_granted, Purpose::lock, "NR-LOCK-15", single_op,
               "is piggybacked on the answer to an operation that fetches and carried the lock without UNLOCK"},
    FlagReason{flag::lock_granted, Purpose::lock, "NR-FLUSH-2", single_op, grants_and_acknowledges, with_rma_done_ack},
    FlagReason{flag::resend, Purpose::lock, "NR-LOCK-11", lock_buffer,
               "there was no room for the operation that came with the request"},
    FlagReason{flag::rma_done, Purpose::completion, "NR-OPT-3", piggyback,
               "is piggybacked on the last operation that was held back"},
    FlagReason{flag::rma_done, Purpose::completion, "NR-FLUSH-2", single_op, carries_question, with_lock},
    FlagReason{flag::rma_done, Purpose::completion, "NR-UNORD-4", "lock_order",
               "HOLDS is acknowledged where packets overtake each other", on_holds},
    FlagReason{flag::rma_done, Purpose::completion, "NR-UNORD-1", "",
               "each operation asks where packets overtake each other", overtaking},
    FlagReason{flag::rma_done_ack, Purpose::completion, "NR-OPS-1", piggyback,
               "is piggybacked on the answer to an operation that fetches"},
    FlagReason{flag::rma_done_ack, Purpose::completion, "NR-FLUSH-2", single_op, grants_and_acknowledges, with_grant},
    FlagReason{flag::rma_done_ack, Purpose::completion, "NR-OPT-5", piggyback, "is piggybacked on the answer to a GET",
               on_get_resp},
    FlagReason{flag::complete, Purpose::synchronisation, "NR-PSCW-8", "optimizations.complete_rides",
               "is piggybacked on the last operation"},
};

inline constexpr std::array absent{
    Absence{"DECR_AT_COUNTER", "NR-PSCW-4", "COMPLETE tells the target, after everything is acknowledged"},
    Absence{"DECR_AT", "NR-PSCW-4", "COMPLETE tells the target, after everything is acknowledged"},
    Absence{"IBARRIER", "NR-FENCE-9", "the barrier of a fence is BARRIER"},
    Absence{"REDUCE_SCATTER", "NR-FENCE-5", "nobody counts origins: targets acknowledge"},
    Absence{"OP_COUNTS", "NR-FENCE-5", "nobody counts operations: targets acknowledge"},
    Absence{"LOCK_ACK", "NR-LOCK-15", "a request is answered once, with LOCK_GRANTED"},
    Absence{"LOCK_OP_ACK", "NR-OPT-2", "the answer to the single operation is RMA_DONE_ACK"},
};
}  // namespace reasons

inline constexpr PacketReasons packet_reasons{reasons::kinds, reasons::flags, reasons::absent};
static_assert(packet_reasons.explain(packet_vocabulary));

}  // namespace rmasim::newrma
