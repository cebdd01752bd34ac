#include "protocol/parts/collectives/barrier.h"

namespace rmasim {

unsigned Barrier::missing_round(Instance instance) const {
    unsigned round = 0;
    while (round + 1 < rounds() && !is_before(received(round), instance)) ++round;
    return round;
}

Rank Barrier::missing_from(Instance instance) const {
    const std::int64_t back = (std::int64_t{1} << missing_round(instance)) % size_;
    return static_cast<Rank>((rank() - back + size_) % size_);
}

}  // namespace rmasim
