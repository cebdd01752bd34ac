// The collective calls other than MPI_BARRIER: their packet kinds, and the processes that send and receive data.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/packet.h"

#include <algorithm>
#include <array>

namespace rmasim {

// A collective call and the kind of its packets.
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

// Convert between a collective call and the kind of its packets. The argument must be one of `collective_kinds`.
constexpr PacketKind packet_kind_of(Call collective) {
    const auto is_its = [=](const CollectiveKind& kind) { return kind.call == collective; };
    return std::find_if(collective_kinds.begin(), collective_kinds.end(), is_its)->packet;
}
constexpr Call collective_of(PacketKind packet) {
    const auto is_its = [=](const CollectiveKind& kind) { return kind.packet == packet; };
    return std::find_if(collective_kinds.begin(), collective_kinds.end(), is_its)->call;
}

// Calls in which the sender has different data for each process, and calls in which a receiver gets different data from
// each process. The buffer for these data holds `count` elements for each process.
inline constexpr CallSet sends_to_each{Call::scatter, Call::alltoall};
inline constexpr CallSet receives_from_each{Call::gather, Call::allgather, Call::alltoall};
// Calls in which only the root sends, and calls in which only the root receives.
inline constexpr CallSet root_sends{Call::bcast, Call::scatter};
inline constexpr CallSet root_receives{Call::reduce, Call::gather};

// `sends` returns true if the call reads the send buffer of process `rank`. `receives` returns true if the call writes
// the result buffer of process `rank`. The root of the call is `collective.message.peer`.
constexpr bool sends(const CallRequest& collective, Rank rank) {
    return collective.message.peer == rank || !root_sends.contains(collective.call);
}
constexpr bool receives(const CallRequest& collective, Rank rank) {
    return collective.message.peer == rank || !root_receives.contains(collective.call);
}

}  // namespace rmasim
