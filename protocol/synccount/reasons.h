// The reasons for each packet of family synccount. The clauses are in SPEC.md.
#pragma once

#include "protocol/base/packet_reasons.h"
#include "protocol/synccount/packets.h"

namespace rmasim::synccount {

namespace reasons {
inline constexpr std::string_view piggyback = "optimizations.piggyback";
inline constexpr std::string_view arrives = "an operation is one packet, carried out when it comes";

inline constexpr auto kinds = table_of<KindReason>(
    KindReason{PacketKind::put, Purpose::data, "SC-PKT-4", "", arrives},
    KindReason{PacketKind::accumulate, Purpose::data, "SC-PKT-4", "", arrives},
    KindReason{PacketKind::get, Purpose::data, "SC-PKT-4", "", arrives},
    KindReason{PacketKind::get_resp, Purpose::data, "SC-OPS-4", "", "a GET is complete when its data have come"},
    KindReason{kind::rma_done, Purpose::completion, "SC-OPS-4", "completion optimizations.piggyback",
               "asks by itself where no operation was held back to carry the question"},
    KindReason{kind::rma_done_ack, Purpose::completion, "SC-OPS-4", "completion",
               "with acknowledgements a PUT is complete when it is acknowledged"},
    KindReason{kind::rma_done_ack, Purpose::completion, "SC-PKT-3", "",
               "each PUT and ACC is acknowledged where packets overtake each other", overtaking},
    KindReason{kind::decrement, Purpose::synchronisation, "SC-OPS-3", "completion optimizations.piggyback",
               "the signal goes by itself where no operation was held back to carry it"},
    KindReason{kind::decrement, Purpose::synchronisation, "SC-OPS-6", "notify_empty",
               "a request without a mode is only a signal", sent_because<why::only_signal>},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "SC-COMM-1", "", "WIN_CHANGE_COMM ends with a barrier"},
    KindReason{kind::win_info, Purpose::window, "SC-COMM-1", "", "a new member needs both group sizes"},
    common_reasons::program_barrier, common_reasons::messages);

inline constexpr std::array flags{
    FlagReason{flag::rma_done, Purpose::completion, "SC-PKT-2", "completion optimizations.piggyback",
               "is piggybacked on the latest operation to the target, which was held back"},
    FlagReason{flag::rma_done, Purpose::completion, "SC-PKT-3", "",
               "each PUT and ACC asks where packets overtake each other", overtaking},
    FlagReason{flag::complete, Purpose::synchronisation, "SC-PKT-2", "completion optimizations.piggyback",
               "the signal is piggybacked on the latest operation to the target, which was held back"},
};
}  // namespace reasons

inline constexpr PacketReasons packet_reasons{reasons::kinds, reasons::flags, {}};
static_assert(packet_reasons.explain(packet_vocabulary));

}  // namespace rmasim::synccount
