#include "sim/machine/faults/lost_things.h"

#include "sim/machine/faults/ordinal.h"

#include <fmt/core.h>

namespace rmasim::sim {

std::string text_of(const DeadRank& dead) { return fmt::format("rank {} died ({})", dead.rank, dead.when); }

std::string text_of(const LostPacket& lost) {
    return fmt::format("the packet {} was lost (the {} of its pair of ranks)", lost.packet_text(), ordinal(lost.nth));
}

std::string text_of(const ShrunkPool& pool) {
    return fmt::format("the pool {} of rank {} shrank to {} elements ({})", pool.name, pool.rank, pool.to, pool.when);
}

std::string text_of(const std::vector<LostPacket>& lost) {
    const std::string first = text_of(lost.front());
    if (lost.size() == 1) return first;
    return fmt::format("{}, and {} more packet{}", first, lost.size() - 1, lost.size() == 2 ? "" : "s");
}

}  // namespace rmasim::sim
