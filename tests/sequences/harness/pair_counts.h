// Message counts of every (source, target) pair, and the `# by-hand:` line they are checked against.
#pragma once

#include "protocol/base/counts.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::seq {

using Pair = std::pair<Rank, Rank>;  // source, target; printed "0>1"

std::string text_of(Pair pair);
Pair pair_in(const std::string& text);

class PairCounts {
public:
    // `vocabulary`, that of the packets, outlives this.
    explicit PairCounts(const PacketVocabulary& vocabulary) : vocabulary_(&vocabulary) {}

    void add(const Packet& packet);

    // "0>1 PUT+LOCK.X+UNLOCK  1" for each pair and kind, then "total 2".
    std::vector<std::string> by_pair() const;
    // The same with the pairs added up: "PUT+LOCK.X+UNLOCK  1".
    std::vector<std::string> by_kind() const;

    // The differences from `by_hand` ("0>1 PUT 1; * BARRIER 8; total 9", where `*` stands for all pairs that are not
    // named with that kind), or empty. Every packet must be accounted for.
    std::vector<std::string> differences(const std::string& by_hand) const;

private:
    const PacketVocabulary* vocabulary_;
    std::map<Pair, Counts> counts_;
    Counts all_;
};

}  // namespace rmasim::seq
