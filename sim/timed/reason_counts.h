// Counts packets by the reason why they were sent. A table of each family defines the reasons
// (protocol/<family>/reasons.h). Packets with the usual reason of their kind are not counted: their number is the
// number of all packets of the kind minus the numbers for all other reasons.
#pragma once

#include "protocol/base/counts.h"
#include "protocol/base/packet_reasons.h"
#include "sim/timed/outcome.h"

#include <array>

namespace rmasim::sim {

class ReasonCounts {
public:
    void sent(const Packet& packet) {
        if (packet.why() != Why::usual) ++unusual_[index_of(packet.kind)][static_cast<std::size_t>(packet.why())];
    }
    // Returns the numbers by reason. `counts` must have the numbers of the same packets by kind. `ordered` is true if
    // packets of a pair keep their order.
    PacketsByReason collect(const Counts& counts, const PacketVocabulary& vocabulary, const PacketReasons& reasons,
                            bool ordered) const;

private:
    static std::size_t index_of(PacketKind kind) { return static_cast<std::size_t>(kind); }

    std::array<std::array<std::uint64_t, why_limit>, kind_limit> unusual_{};
};

}  // namespace rmasim::sim
