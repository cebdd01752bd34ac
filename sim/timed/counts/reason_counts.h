// Counts packets by the reason why they were sent. A table of each family defines the reasons
// (protocol/<family>/reasons.h). Packets with the usual reason of their type are not counted: their number is the
// number of all packets of the type minus the numbers for all other reasons.
#pragma once

#include "protocol/base/counts.h"
#include "protocol/base/packet_reasons.h"
#include "sim/timed/outcome.h"

#include <vector>

namespace rmasim::sim {

class ReasonCounts {
public:
    void sent(const Packet& packet) {
        if (packet.why() != Why::usual) ++count_of(packet.type(), packet.why());
    }
    // Returns the numbers by reason. `counts` must have the numbers of the same packets by type. `ordered` is true if
    // packets of a pair keep their order.
    PacketsByReason collect(const Counts& counts, const PacketVocabulary& vocabulary, const PacketReasons& reasons,
                            bool ordered) const;

private:
    struct Unusual {
        PacketType type;
        Why why;
        std::uint64_t packets;
    };
    // A run has only a few of these entries, so a search through all of them is fast.
    std::uint64_t& count_of(PacketType type, Why why) {
        for (Unusual& one : unusual_) {
            if (one.type == type && one.why == why) return one.packets;
        }
        return unusual_.emplace_back(Unusual{type, why, 0}).packets;
    }

    std::vector<Unusual> unusual_;
};

}  // namespace rmasim::sim
