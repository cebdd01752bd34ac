#include "protocol/ch3/window.h"

namespace rmasim::ch3 {

CommRank Window::place_on_node() const {
    if (group_ == nullptr) return {rank_ - node.first, node.size};
    CommRank found;
    for (Rank rank = node.first; rank < node.first + node.size; ++rank) {
        const Rank one = group_->place_of(rank);
        if (one == no_rank) continue;
        ++found.size;
        if (one < place()) ++found.place;
    }
    return found;
}

}  // namespace rmasim::ch3
