#include "protocol/parts/groups/group.h"

#include "protocol/base/errors.h"

#include <algorithm>

namespace rmasim {

Group sorted(Call call, Group group) { return sorted_comm_ranks(call, std::move(group), WindowGroup(0)); }

Group sorted_comm_ranks(Call call, Group group, const WindowGroup& window) {
    if (!window.is_all()) {
        for (Rank& one : group) one = window.comm_rank_of(one);
    }
    std::sort(group.begin(), group.end());
    const auto twice = std::adjacent_find(group.begin(), group.end());
    if (twice != group.end()) {
        throw ErroneousProgram(call, "rank " + std::to_string(window.member(*twice)) + " is in the group twice");
    }
    return group;
}

}  // namespace rmasim
