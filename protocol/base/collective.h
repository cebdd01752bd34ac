// The collective calls beside MPI_BARRIER: whose packets they send, and who has data for whom.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/packet.h"

#include <algorithm>
#include <array>

namespace rmasim {

struct CollectiveKind {
    Call call;
    PacketKind packet;
};
inline constexpr std::array collective_kinds{CollectiveKind{Call::bcast, PacketKind::bcast},
                                             CollectiveKind{Call::reduce, PacketKind::reduce},
                                             CollectiveKind{Call::allreduce, PacketKind::allreduce},
                                             CollectiveKind{Call::gather, PacketKind::gather},
                                             CollectiveKind{Call::allgather, PacketKind::allgather},
                                             CollectiveKind{Call::scatter, PacketKind::scatter},
                                             CollectiveKind{Call::alltoall, PacketKind::alltoall}};
inline constexpr CallSet collective_calls = [] {
    CallSet calls;
    for (const CollectiveKind& kind : collective_kinds) calls = calls | CallSet{kind.call};
    return calls;
}();

// Of a collective call, and of a packet that one sends.
constexpr PacketKind packet_kind_of(Call collective) {
    const auto is_its = [=](const CollectiveKind& kind) { return kind.call == collective; };
    return std::find_if(collective_kinds.begin(), collective_kinds.end(), is_its)->packet;
}
constexpr Call collective_of(PacketKind packet) {
    const auto is_its = [=](const CollectiveKind& kind) { return kind.packet == packet; };
    return std::find_if(collective_kinds.begin(), collective_kinds.end(), is_its)->call;
}

// Its sender has data for each process, its receiver gets some of each: as often `count` elements as there are
// processes.
inline constexpr CallSet sends_to_each{Call::scatter, Call::alltoall};
inline constexpr CallSet receives_from_each{Call::gather, Call::allgather, Call::alltoall};
// Only the root sends, or receives.
inline constexpr CallSet root_sends{Call::bcast, Call::scatter};
inline constexpr CallSet root_receives{Call::reduce, Call::gather};

// Whether the call uses the data, or the result, that `rank` names. `message.peer` is the root.
constexpr bool sends(const CallRequest& collective, Rank rank) {
    return collective.message.peer == rank || !root_sends.contains(collective.call);
}
constexpr bool receives(const CallRequest& collective, Rank rank) {
    return collective.message.peer == rank || !root_receives.contains(collective.call);
}

}  // namespace rmasim
