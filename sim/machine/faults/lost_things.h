// The ranks, packets and pool elements that the faults of a run removed. A report that explains why a run ended
// considers these losses first.
#pragma once

#include "protocol/base/observer.h"
#include "protocol/base/packet_vocabulary.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rmasim::sim {

struct DeadRank {
    Rank rank = no_rank;
    std::string when;  // "in its 5th call", "at 1200 ns"
};

struct LostPacket {
    Packet packet;
    std::uint32_t nth = 1;                         // number among the packets of its pair of ranks
    const PacketVocabulary* vocabulary = nullptr;  // the vocabulary of the packet's family

    std::string packet_text() const { return vocabulary->describe(packet); }  // "0>1 PUT"
};

struct ShrunkPool {
    Rank rank = no_rank;
    ElementKind kind = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;  // only for a local pool
    std::string name;     // "op.local.w", "op.global"
    std::uint32_t to = 0;
    std::string when;
};

struct LostThings {
    std::vector<DeadRank> dead;        // ranks ascending
    std::vector<LostPacket> packets;   // in the order of the losses
    std::vector<ShrunkPool> shrunken;  // in the order in which they shrank

    // True if no rank died and no packet was lost. The protocol must then work correctly, even if pools shrank.
    bool nothing_needed() const { return dead.empty() && packets.empty(); }
    bool died(Rank rank) const {
        const auto at = std::lower_bound(dead.begin(), dead.end(), rank,
                                         [](const DeadRank& one, Rank wanted) { return one.rank < wanted; });
        return at != dead.end() && at->rank == rank;
    }
};

// These functions return texts for reports: "rank 3 died (in its 5th call)", "the packet 0>1 PUT was lost (the 2nd of
// its pair of ranks)", "the pool op.global of rank 1 shrank to 0 elements (at 700 ns)".
std::string text_of(const DeadRank& dead);
std::string text_of(const LostPacket& lost);
std::string text_of(const ShrunkPool& pool);
// Returns a text for reports: "the packet 0>1 PUT was lost (the 2nd of its pair of ranks), and 3 more packets".
// Precondition: `lost` is not empty.
std::string text_of(const std::vector<LostPacket>& lost);

}  // namespace rmasim::sim
