#include "sim/untimed/waits.h"

#include <fmt/format.h>

namespace rmasim::sim {

std::vector<std::string> waits_of(const UntimedWorld& world) {
    std::vector<std::string> lines;
    for (Rank rank = 0; rank < world.ranks(); ++rank) {
        world.engine(rank).waiting().for_each([&](const WaitReason& reason) {
            lines.push_back(fmt::format("rank {}: {} waits for {}", rank, name_of(reason.call),
                                        world.engine(rank).describe(reason)));
        });
    }
    return lines;
}

}  // namespace rmasim::sim
