// Iteration over the processes of a window in the order of their communicator ranks.
#pragma once

#include "protocol/parts/groups/window_group.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rmasim {

// Visits all members except `own`, which must be a member. The order starts after `own` and is cyclic.
template <class Visit>
void for_each_other(const WindowGroup& group, Rank own, Visit visit) {
    const Rank members = group.size();
    const Rank comm_rank = group.comm_rank_of(own);
    for (Rank k = 1; k < members; ++k) visit(group.member((comm_rank + k) % members));
}

// Visits `items` in the order of their communicator ranks in `group`. `items` must be in the order of their ranks. If
// `group` is null (all processes), both orders are the same. `rank_of` returns an item's rank. `visit` may change an
// item but must not add or remove items.
template <class Items, class RankOf, class Visit>
void for_each_by_comm_rank(Items& items, const RankGroup* group, RankOf rank_of, Visit visit) {
    if (group == nullptr) {
        for (auto& item : items) visit(item);
        return;
    }
    std::vector<std::pair<Rank, decltype(&*items.begin())>> by_comm_rank;
    for (auto& item : items) by_comm_rank.emplace_back(group->comm_rank_of(rank_of(item)), &item);
    std::sort(by_comm_rank.begin(), by_comm_rank.end());
    for (const auto& [comm_rank, item] : by_comm_rank) visit(*item);
}

}  // namespace rmasim
