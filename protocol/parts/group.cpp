#include "protocol/parts/group.h"

#include "protocol/base/errors.h"

#include <algorithm>

namespace rmasim {

Group sorted(Call call, Group group) {
    std::sort(group.begin(), group.end());
    const auto twice = std::adjacent_find(group.begin(), group.end());
    if (twice != group.end()) {
        throw ErroneousProgram(call, "rank " + std::to_string(*twice) + " is in the group twice");
    }
    return group;
}

}  // namespace rmasim
