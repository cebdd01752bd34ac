// The collective calls beside MPI_BARRIER: whose packets they send, and who has data for whom.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/packet.h"

namespace rmasim {

inline constexpr CallSet collective_calls{Call::bcast,     Call::reduce,  Call::allreduce, Call::gather,
                                          Call::allgather, Call::scatter, Call::alltoall};
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

constexpr PacketKind packet_kind_of(Call collective) {
    switch (collective) {
        case Call::bcast: return PacketKind::bcast;
        case Call::reduce: return PacketKind::reduce;
        case Call::allreduce: return PacketKind::allreduce;
        case Call::gather: return PacketKind::gather;
        case Call::allgather: return PacketKind::allgather;
        case Call::scatter: return PacketKind::scatter;
        default: return PacketKind::alltoall;
    }
}
constexpr Call collective_of(PacketKind kind) {
    switch (kind) {
        case PacketKind::bcast: return Call::bcast;
        case PacketKind::reduce: return Call::reduce;
        case PacketKind::allreduce: return Call::allreduce;
        case PacketKind::gather: return Call::gather;
        case PacketKind::allgather: return Call::allgather;
        case PacketKind::scatter: return Call::scatter;
        default: return Call::alltoall;
    }
}

}  // namespace rmasim
