// The reasons for each packet of family oldqueue. The clauses are in SPEC.md.
#pragma once

#include "protocol/base/packet_reasons.h"
#include "protocol/oldqueue/packets.h"

namespace rmasim::oldqueue {

namespace reasons {
inline constexpr std::string_view piggyback = "optimizations.piggyback";
inline constexpr std::string_view held = "is piggybacked on the latest operation to the target, which was held back";
inline constexpr std::string_view carries_lock = "LOCK is piggybacked on the first operation";
inline constexpr std::string_view request = "an operation becomes a request, and is sent without waiting";

inline constexpr auto kinds = table_of<KindReason>(
    KindReason{PacketKind::put, Purpose::data, "OQ-PUT-1", "", request},
    KindReason{PacketKind::accumulate, Purpose::data, "OQ-PUT-1", "", request},
    KindReason{PacketKind::get, Purpose::data, "OQ-PUT-1", "", request},
    KindReason{PacketKind::get_resp, Purpose::data, "OQ-PUT-1", "", "what a GET asked for"},
    KindReason{kind::rma_data, Purpose::data, "OQ-PUT-2", "eager_bytes", "the data of a long operation"},
    KindReason{kind::put_rts, Purpose::announcement, "OQ-PUT-2", "eager_bytes", "a long put is announced"},
    KindReason{kind::acc_rts, Purpose::announcement, "OQ-PUT-2", "eager_bytes", "a long accumulate is announced"},
    KindReason{kind::cts, Purpose::announcement, "OQ-PUT-2", "eager_bytes",
               "the target asks for the data when the operation may run"},

    KindReason{kind::lock, Purpose::lock, "OQ-LOCK-2", "optimizations.single_op",
               "LOCK is sent by itself; nothing answers it"},
    KindReason{kind::unlock, Purpose::lock, "OQ-LOCK-5", piggyback,
               "UNLOCK is sent by itself where no operation was held back to carry it"},
    KindReason{kind::rma_done, Purpose::completion, "OQ-LOCK-8", piggyback,
               "with NOCHECK it asks by itself where no operation was held back to carry the question",
               sent_because<why::lock_epoch>},
    KindReason{kind::rma_done, Purpose::completion, "OQ-FENCE-3", "fence",
               "a fence by barrier has operations acknowledged first"},
    KindReason{kind::rma_done_ack, Purpose::completion, "OQ-LOCK-5", "unlock", "UNLOCK is acknowledged"},
    KindReason{kind::rma_done_ack, Purpose::completion, "OQ-FENCE-3", "fence",
               "a fence by barrier has operations acknowledged first", sent_because<why::fence>},
    KindReason{kind::rma_done_ack, Purpose::completion, "OQ-LOCK-8", "unlock", "answers RMA_DONE of a NOCHECK epoch",
               sent_because<why::proof>},
    KindReason{kind::rma_done_ack, Purpose::completion, "OQ-ORDER-1", "",
               "each PUT and ACC is acknowledged where packets overtake each other", sent_because<why::unordered>},

    KindReason{kind::complete, Purpose::synchronisation, "OQ-PSCW-2", piggyback,
               "COMPLETE tells each target how many operations it gets"},
    KindReason{kind::op_counts, Purpose::synchronisation, "OQ-FENCE-2", "fence",
               "a fence tells each process how many operations it gets"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "OQ-FENCE-3", "fence", "a fence by barrier"},
    KindReason{kind::win_info_ask, Purpose::window, "OQ-CREATE-2", "window_info",
               "the first operation to a target asks for the size of its window"},
    KindReason{kind::win_info, Purpose::window, "OQ-CREATE-1", "window_info",
               "the processes of a window tell each other its sizes"},
    KindReason{kind::win_info, Purpose::window, "OQ-CREATE-2", "window_info", "answers the question for the size",
               sent_because<why::asked>},
    common_reasons::program_barrier, common_reasons::messages);

inline constexpr std::array flags{
    FlagReason{flag::lock_shared, Purpose::lock, "OQ-PUT-3", "optimizations.single_op", carries_lock},
    FlagReason{flag::lock_exclusive, Purpose::lock, "OQ-PUT-3", "optimizations.single_op", carries_lock},
    FlagReason{flag::unlock, Purpose::lock, "OQ-PUT-3", piggyback, held},
    FlagReason{flag::rma_done, Purpose::completion, "OQ-PUT-3", piggyback, held},
    FlagReason{flag::rma_done, Purpose::completion, "OQ-ORDER-1", "",
               "each PUT and ACC asks where packets overtake each other", overtaking},
    FlagReason{flag::rma_done_ack, Purpose::completion, "OQ-LOCK-5", "unlock",
               "is piggybacked on the data of a GET that carried UNLOCK"},
    FlagReason{flag::rma_done_ack, Purpose::completion, "OQ-FENCE-3", "fence",
               "is piggybacked on the data of a GET before the barrier of a fence", sent_because<why::fence>},
    FlagReason{flag::rma_done_ack, Purpose::completion, "OQ-LOCK-8", "unlock",
               "is piggybacked on the data of a GET of a NOCHECK epoch", sent_because<why::proof>},
    FlagReason{flag::complete, Purpose::synchronisation, "OQ-PUT-3", piggyback, held},
};

inline constexpr std::array absent{
    Absence{"LOCK_GRANTED", "OQ-LOCK-2", "nothing answers LOCK, and nobody waits for it"},
    Absence{"LOCK_ACK", "OQ-LOCK-2", "nothing answers LOCK, and nobody waits for it"},
    Absence{"LOCK_OP_ACK", "OQ-LOCK-2", "nothing answers LOCK, and nobody waits for it"},
    Absence{"POST", "OQ-PSCW-1", "POST only marks the window: requests wait in the queue of the target"},
    Absence{"BARRIER", "OQ-FENCE-2", "counts in place of a barrier"},
    Absence{"IBARRIER", "OQ-FENCE-1", "the first fence sends nothing"},
    Absence{"REDUCE_SCATTER", "OQ-FENCE-2", "counts are piggybacked on the last operation, or go as OP_COUNTS"},
    Absence{"RMA_DONE", "OQ-FENCE-2", "a target that counts needs no question"},
    Absence{"RMA_DONE", "OQ-PSCW-2", "a target that counts needs no question"},
    Absence{"RMA_DONE_ACK", "OQ-FENCE-2", "a target that counts does not answer"},
    Absence{"RMA_DONE_ACK", "OQ-PSCW-2", "a target that counts does not answer"},
    Absence{"RMA_DONE_ACK", "OQ-LOCK-5", "with `unlock` local nothing is acknowledged"},
    Absence{"DECR_AT_COUNTER", "OQ-PSCW-2", "COMPLETE tells the number of operations"},
    Absence{"DECR_AT", "OQ-PSCW-2", "COMPLETE tells the number of operations"},
};
}  // namespace reasons

inline constexpr PacketReasons packet_reasons{reasons::kinds, reasons::flags, reasons::absent};
static_assert(packet_reasons.explain(packet_vocabulary));

}  // namespace rmasim::oldqueue
