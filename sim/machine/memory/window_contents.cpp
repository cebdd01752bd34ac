#include "sim/machine/memory/window_contents.h"

namespace rmasim::sim {

void give_contents(const Scenario& scenario, const WindowMemory& memory, WindowId window, RankRange ranks,
                   ContentsSink& to) {
    for (Rank rank = ranks.first; rank < ranks.end(); ++rank) {
        std::uint64_t end = 0;
        memory.for_each_page(rank, window, [&](std::uint64_t first, std::span<const std::byte> page) {
            to.zeros(first - end);
            to.bytes(page);
            end = first + page.size();
        });
        to.zeros(scenario.windows[window].bytes.of(rank) - end);
    }
}

}  // namespace rmasim::sim
