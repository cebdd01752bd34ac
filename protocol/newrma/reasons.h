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
inline constexpr std::string_view fetches = "an operation that fetches is one packet there and one back";

constexpr bool with_lock(const Sent& sent) { return has(sent.type.flags, flag::any_lock); }

inline constexpr std::array kinds{
    KindReason{PacketKind::put, Purpose::data, "NR-PROG-1", "", issued},
    KindReason{PacketKind::accumulate, Purpose::data, "NR-PROG-1", "", issued},
    KindReason{PacketKind::get, Purpose::data, "NR-SEND-2", "", fetches},
    KindReason{PacketKind::get_accumulate, Purpose::data, "NR-OPS-1", "", fetches},
    KindReason{PacketKind::fetch_and_op, Purpose::data, "NR-OPS-1", "", fetches},
    KindReason{PacketKind::compare_and_swap, Purpose::data, "NR-OPS-1", "", fetches},
    KindReason{PacketKind::get_resp, Purpose::data, "NR-SEND-2", "", fetches},
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
    KindReason{kind::lock_granted, Purpose::lock, "NR-LOCK-8", single_op, "answers a request that came without UNLOCK"},
    KindReason{kind::unlock, Purpose::lock, "NR-UNLOCK-4", piggyback,
               "UNLOCK follows by itself where no operation was held back to carry it"},
    KindReason{kind::unlock, Purpose::lock, "NR-LOCKALL-6", target_pool,
               "after the fall-back UNLOCK_ALL releases the lock of every process", sent_because<why::fall_back>},
    KindReason{kind::unlock, Purpose::lock, "NR-SHM-5", "", "the target is on the own node",
               sent_because<why::on_node>},
    KindReason{kind::holds, Purpose::lock, "NR-LOCK-14", "lock_order", "lets a waiting shared request overtake"},

    KindReason{kind::rma_done, Purpose::completion, "NR-FENCE-5", piggyback,
               "asks by itself where no operation was held back to carry the question"},
    KindReason{kind::rma_done, Purpose::completion, "NR-REST-4", target_pool,
               "no target element is free, so one is freed before the epoch closes", sent_because<why::restore>},
    KindReason{kind::rma_done, Purpose::completion, "NR-OPT-7", "optimizations.lazy_free",
               "a target element is freed as soon as its operations are done", sent_because<why::eager_free>},
    KindReason{kind::rma_done, Purpose::completion, "NR-FLUSH-5", target_pool,
               "FLUSH under LOCK_ALL of a target without element", sent_because<why::unrecorded>},
    KindReason{kind::rma_done_ack, Purpose::completion, "NR-OPT-6", piggyback,
               "answers where no data go back that could carry the acknowledgement"},

    KindReason{kind::rts, Purpose::announcement, "NR-SEND-4", "rendezvous_threshold_bytes", "much data is announced"},
    KindReason{kind::cts, Purpose::announcement, "NR-SEND-4", "rendezvous_threshold_bytes", "answers an announcement"},

    KindReason{kind::post, Purpose::synchronisation, "NR-PSCW-1", "", "a target tells each origin of its group"},
    KindReason{kind::complete, Purpose::synchronisation, "NR-PSCW-4", "optimizations.complete_rides",
               "goes by itself to each target of the group when all is acknowledged"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "NR-FENCE-9", "",
               "a fence is a barrier of ceil(log2 N) packets a rank"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "NR-WIN-1", "", "WIN_CREATE and WIN_FREE are barriers",
               sent_because<Why::window_life>},
    KindReason{kind::node_barrier, Purpose::synchronisation, "NR-SHM-2", "",
               "FENCE with NOPRECEDE begins with a barrier of the node"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "", "", "the program calls BARRIER",
               sent_because<Why::program_barrier>},
    KindReason{PacketKind::send, Purpose::message, "", "", "the program sends a message"},
    KindReason{PacketKind::send_rts, Purpose::message, "", "message_eager_bytes", "a long message is announced"},
    KindReason{PacketKind::send_cts, Purpose::message, "", "message_eager_bytes", "a RECV asks for a long message"},
    KindReason{PacketKind::send_data, Purpose::message, "", "message_eager_bytes", "a long message"},
    KindReason{PacketKind::bcast, Purpose::message, "", "collectives.bcast", "the program calls BCAST"},
    KindReason{PacketKind::reduce, Purpose::message, "", "collectives.reduce", "the program calls REDUCE"},
    KindReason{PacketKind::allreduce, Purpose::message, "", "collectives.allreduce", "the program calls ALLREDUCE"},
    KindReason{PacketKind::gather, Purpose::message, "", "collectives.gather", "the program calls GATHER"},
    KindReason{PacketKind::allgather, Purpose::message, "", "collectives.allgather", "the program calls ALLGATHER"},
    KindReason{PacketKind::scatter, Purpose::message, "", "collectives.scatter", "the program calls SCATTER"},
    KindReason{PacketKind::alltoall, Purpose::message, "", "collectives.alltoall", "the program calls ALLTOALL"},
};

inline constexpr std::array flags{
    FlagReason{flag::lock_shared, Purpose::lock, "NR-OPT-1", single_op,
               "the only operation of the epoch, being short, carries the lock"},
    FlagReason{flag::lock_exclusive, Purpose::lock, "NR-OPT-1", single_op,
               "the only operation of the epoch, being short, carries the lock"},
    FlagReason{flag::holds, Purpose::lock, "NR-LOCK-13", "lock_order", "the origin holds another lock of the window"},
    FlagReason{flag::unlock, Purpose::lock, "NR-OPT-3", piggyback,
               "is piggybacked on the last operation that was held back"},
    FlagReason{flag::unlock, Purpose::lock, "NR-OPT-1", single_op, "is piggybacked with the lock on the only operation",
               with_lock},
    FlagReason{flag::lock_granted, Purpose::lock, "NR-FLUSH-2", single_op,
               "is piggybacked on the answer to an operation that carried the lock without UNLOCK"},
    FlagReason{flag::resend, Purpose::lock, "NR-LOCK-11", lock_buffer,
               "there was no room for the operation that came with the request"},
    FlagReason{flag::rma_done, Purpose::completion, "NR-OPT-3", piggyback,
               "is piggybacked on the last operation that was held back"},
    FlagReason{flag::rma_done, Purpose::completion, "NR-UNORD-1", "",
               "each operation asks where packets overtake each other", overtaking},
    FlagReason{flag::rma_done_ack, Purpose::completion, "NR-OPT-5", piggyback, "is piggybacked on the answer to a GET"},
    FlagReason{flag::complete, Purpose::synchronisation, "NR-PSCW-8", "optimizations.complete_rides",
               "is piggybacked on the last operation"},
};

inline constexpr std::array absent{
    Absence{"DECR_AT_COUNTER", "NR-PSCW-4", "COMPLETE tells the target, after everything is acknowledged"},
    Absence{"DECR_AT", "NR-PSCW-4", "COMPLETE tells the target, after everything is acknowledged"},
    Absence{"IBARRIER", "NR-FENCE-9", "the barrier of a fence is BARRIER"},
    Absence{"REDUCE_SCATTER", "NR-FENCE-5", "nobody counts origins: targets acknowledge"},
    Absence{"OP_COUNTS", "NR-FENCE-5", "nobody counts operations: targets acknowledge"},
    Absence{"LOCK_ACK", "NR-LOCK-8", "a request is answered once, with LOCK_GRANTED"},
    Absence{"LOCK_OP_ACK", "NR-OPT-2", "the answer to the single operation is RMA_DONE_ACK"},
};
}  // namespace reasons

inline constexpr PacketReasons packet_reasons{reasons::kinds, reasons::flags, reasons::absent};
static_assert(packet_reasons.explain(packet_vocabulary));

}  // namespace rmasim::newrma
