// What went missing in a run: the causes a report looks for first. Empty where nothing does.
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
    std::uint32_t nth = 1;                         // of its pair
    const PacketVocabulary* vocabulary = nullptr;  // of the packet's family

    std::string packet_text() const { return vocabulary->describe(packet); }  // "0>1 PUT"
};

struct ShrunkPool {
    Rank rank = no_rank;
    ElementKind kind = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;  // of a local pool
    std::string name;     // "op.local.w", "op.global"
    std::uint32_t to = 0;
    std::string when;
};

struct LostThings {
    std::vector<DeadRank> dead;        // ascending
    std::vector<LostPacket> packets;   // as they were lost
    std::vector<ShrunkPool> shrunken;  // as they shrank

    bool died(Rank rank) const {
        const auto at = std::lower_bound(dead.begin(), dead.end(), rank,
                                         [](const DeadRank& one, Rank wanted) { return one.rank < wanted; });
        return at != dead.end() && at->rank == rank;
    }
};

// "rank 3 died (in its 5th call)", "the packet 0>1 PUT was lost (the 2nd of its pair)", "the pool op.global of rank 1
// shrank to 0 (at 700 ns)"
std::string text_of(const DeadRank& dead);
std::string text_of(const LostPacket& lost);
std::string text_of(const ShrunkPool& pool);

}  // namespace rmasim::sim
