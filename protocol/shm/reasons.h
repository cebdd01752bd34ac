// Why each packet of family shm is sent; the clauses are in SPEC.md.
#pragma once

#include "protocol/base/packet_reasons.h"
#include "protocol/shm/packets.h"

namespace rmasim::shm {

namespace reasons {
inline constexpr std::array kinds{
    KindReason{PacketKind::barrier, Purpose::synchronisation, "SHM-FENCE-3", "fence",
               "a fence is a barrier of ceil(log2 N) packets a rank, whatever the assertions"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "SHM-CREATE-4", "",
               "WIN_CREATE and WIN_FREE are barriers"},
    KindReason{kind::op_counts, Purpose::synchronisation, "SHM-COUNTS-1", "fence",
               "in place of the barrier each process tells each other one its counts"},
    KindReason{PacketKind::barrier, Purpose::synchronisation, "", "", "the program calls BARRIER"},
    KindReason{PacketKind::send, Purpose::message, "", "", "the program sends a message"},
};
}  // namespace reasons

inline constexpr PacketReasons packet_reasons{reasons::kinds, {}};
static_assert(packet_reasons.explain(packet_vocabulary));

}  // namespace rmasim::shm
