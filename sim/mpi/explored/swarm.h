// Random orders of a program. The scheduler of `fuzz` chooses their steps: each order follows a plan, such as few
// preemptions at random steps, or packets that arrive late.
#pragma once

#include "sim/untimed/explore/order_source.h"
#include "sim/untimed/fuzz/run/scheduler.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace rmasim::sim {

class Swarm final : public OrderSource {
public:
    Swarm(std::uint64_t seed, Rank ranks) : seed_(seed), ranks_(ranks) {}
    void begin(std::uint64_t number) override { scheduler_.emplace(seed_, ranks_, number); }
    std::size_t choose(const std::vector<Move>& moves) override { return scheduler_->choose(moves); }
    std::size_t pick(std::size_t alternatives) override { return scheduler_->pick(alternatives); }

private:
    std::uint64_t seed_;
    Rank ranks_;
    std::optional<fuzz::Scheduler> scheduler_;
};

}  // namespace rmasim::sim
