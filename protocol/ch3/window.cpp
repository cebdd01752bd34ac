#include "protocol/ch3/window.h"

namespace rmasim::ch3 {

CommRank Window::rank_on_node() const {
    if (group_ == nullptr) return {rank_ - node.first, node.size};
    CommRank found;
    for (Rank rank = node.first; rank < node.first + node.size; ++rank) {
        const Rank one = group_->comm_rank_of(rank);
        if (one == no_rank) continue;
        ++found.size;
        if (one < comm_rank()) ++found.rank;
    }
    return found;
}

}  // namespace rmasim::ch3
