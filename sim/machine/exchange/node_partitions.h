// The partition of the nodes among the processes of a shared run: blocks of consecutive nodes whose sizes differ by at
// most one.
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <cstdint>

namespace rmasim::sim {

class NodePartitions {
public:
    // With more processes than nodes, the last processes have no nodes.
    NodePartitions(Rank ranks, Rank ranks_per_node, int processes)
        : ranks_(ranks), ranks_per_node_(ranks_per_node), nodes_((ranks + ranks_per_node - 1) / ranks_per_node),
          each_(nodes_ / processes), longer_(nodes_ % processes) {}

    Rank nodes() const { return nodes_; }  // of all processes

    // The first `longer_` processes have one node more than the other processes.
    Rank first_node(int process) const { return process * each_ + std::min<Rank>(process, longer_); }
    Rank nodes(int process) const { return each_ + (process < longer_ ? 1 : 0); }
    Rank first_rank(int process) const { return std::min(ranks_, first_node(process) * ranks_per_node_); }
    Rank ranks(int process) const { return first_rank(process + 1) - first_rank(process); }

    int process_of(Rank rank) const {
        const Rank node = rank / ranks_per_node_;
        const Rank in_longer = longer_ * (each_ + 1);
        return node < in_longer ? node / (each_ + 1) : longer_ + (node - in_longer) / each_;
    }

private:
    Rank ranks_;
    Rank ranks_per_node_;
    Rank nodes_;
    Rank each_;
    Rank longer_;
};

}  // namespace rmasim::sim
