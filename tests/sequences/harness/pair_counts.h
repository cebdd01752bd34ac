// Message counts of every (source, target) pair, and their comparison with a `# by-hand:` line.
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
    // `vocabulary` is the vocabulary of the packets. It must outlive this object.
    explicit PairCounts(const PacketVocabulary& vocabulary) : vocabulary_(&vocabulary) {}

    void add(const Packet& packet);

    // Returns "0>1 PUT+LOCK.X+UNLOCK  1" for each pair and kind, then "total 2".
    std::vector<std::string> by_pair() const;
    // Returns the sum over all pairs for each kind: "PUT+LOCK.X+UNLOCK  1".
    std::vector<std::string> by_kind() const;

    // Returns the differences from `by_hand`; empty if there are none. Example: "0>1 PUT 1; * BARRIER 8; total 9". `*`
    // means all pairs that `by_hand` does not name with this kind. `by_hand` must account for every packet.
    std::vector<std::string> differences(const std::string& by_hand) const;

private:
    const PacketVocabulary* vocabulary_;
    std::map<Pair, Counts> counts_;
    Counts all_;
};

}  // namespace rmasim::seq
