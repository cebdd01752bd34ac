// The reasons for each packet of family shm. The clauses are in SPEC.md.
#pragma once

#include "protocol/base/packet_reasons.h"
#include "protocol/shm/packets.h"

namespace rmasim::shm {

namespace reasons {
inline constexpr auto kinds =
    table_of<KindReason>(KindReason{PacketKind::barrier, Purpose::synchronisation, "SHM-FENCE-3", "fence",
                                    "a fence is a barrier of ceil(log2 N) packets a rank, whatever the assertions"},
                         KindReason{PacketKind::barrier, Purpose::synchronisation, "SHM-CREATE-4", "",
                                    "WIN_CREATE ends with a barrier", sent_because<Why::window_created>},
                         KindReason{PacketKind::barrier, Purpose::synchronisation, "SHM-CREATE-5", "",
                                    "WIN_FREE is a barrier", sent_because<Why::window_freed>},
                         KindReason{kind::op_counts, Purpose::synchronisation, "SHM-COUNTS-1", "fence",
                                    "in place of the barrier each process tells each other one its counts"},
                         common_reasons::program_barrier, common_reasons::messages);

inline constexpr std::array absent{
    Absence{"PUT", "SHM-PUT-1", "the origin copies into the part of the target"},
    Absence{"GET", "SHM-GET-1", "the origin copies out of the part of the target"},
    Absence{"GET_RESP", "SHM-GET-1", "the origin copies out of the part of the target"},
    Absence{"ACC", "SHM-ACC-1", "the origin changes the elements, under a mutex"},
    Absence{"GET_ACC", "SHM-ACC-8", "the origin changes the elements, under a mutex"},
    Absence{"GET_ACC_RESP", "SHM-ACC-8", "the origin changes the elements, under a mutex"},
    Absence{"FOP", "SHM-ACC-8", "the origin changes the element, under a mutex"},
    Absence{"FOP_RESP", "SHM-ACC-8", "the origin changes the element, under a mutex"},
    Absence{"CAS", "SHM-ACC-8", "the origin changes the element, under a mutex"},
    Absence{"CAS_RESP", "SHM-ACC-8", "the origin changes the element, under a mutex"},
    Absence{"RMA_DONE", "SHM-PUT-1", "what has been copied is done"},
    Absence{"RMA_DONE_ACK", "SHM-PUT-1", "what has been copied is done"},
    Absence{"IBARRIER", "SHM-FENCE-3", "the barrier of a fence is BARRIER"},
};
}  // namespace reasons

inline constexpr PacketReasons packet_reasons{reasons::kinds, {}, reasons::absent};
static_assert(packet_reasons.explain(packet_vocabulary));

}  // namespace rmasim::shm
