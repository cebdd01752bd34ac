// Packets by the reason they were sent for, as the rows of the family's table (protocol/<family>/reasons.h) say. The
// usual reasons cost nothing: they follow from the counts by kind, of which the others are subtracted.
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
    // `counts`: of the same packets. `ordered`: those of a pair keep their order.
    PacketsByReason collect(const Counts& counts, const PacketVocabulary& vocabulary, const PacketReasons& reasons,
                            bool ordered) const;

private:
    static std::size_t index_of(PacketKind kind) { return static_cast<std::size_t>(kind); }

    std::array<std::array<std::uint64_t, why_limit>, kind_limit> unusual_{};
};

}  // namespace rmasim::sim
