#include "tests/windows/plan.h"

#include "sim/scenario/expression/picks.h"

#include <numeric>
#include <utility>

namespace rmasim::windows_test {

namespace {

using sim::Random;

constexpr Rank ranks_of_random_plans = 6;
constexpr std::size_t comms_of_random_plans = 8;
constexpr std::size_t max_alive = 12;

// Returns a communicator of some ranks, in any order.
Comm random_comm(Random& random) {
    std::vector<Rank> ranks = sim::some_below(random, ranks_of_random_plans, 55);
    if (ranks.empty()) ranks.push_back(below(random, ranks_of_random_plans));
    shuffle(random, ranks);
    return Comm(std::move(ranks));
}

Comm all_ranks() {
    std::vector<Rank> ranks(ranks_of_random_plans);
    std::iota(ranks.begin(), ranks.end(), 0);
    return Comm(std::move(ranks));
}

}  // namespace

std::uint32_t Plan::make(std::size_t comm, bool shared) {
    windows.push_back({comm, shared, 0});
    const auto window = static_cast<std::uint32_t>(windows.size() - 1);
    append({Act::make, window});
    return window;
}

void Plan::use(std::uint32_t window, Act how) {
    ++windows[window].uses;
    append({how, window});
}

void Plan::append(Step step) {
    const RankGroup& members = comms[windows[step.window].comm].members;
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        steps[static_cast<std::size_t>(members.member(comm_rank))].push_back(step);
    }
}

Plan random_plan(std::uint64_t seed, const PlanOptions& options) {
    Random random(seed, 0);
    Plan plan(ranks_of_random_plans);
    plan.comms.push_back(all_ranks());
    while (plan.comms.size() < comms_of_random_plans) plan.comms.push_back(random_comm(random));
    std::vector<std::uint32_t> alive;
    while (plan.windows.size() < options.windows || !alive.empty()) {
        const bool may_make = plan.windows.size() < options.windows && alive.size() < max_alive;
        if (may_make && (alive.empty() || sim::chance(random, 40))) {
            const bool shared = options.shared || (options.nodes && sim::chance(random, 30));
            alive.push_back(plan.make(random.below(plan.comms.size()), shared));
            continue;
        }
        const std::size_t at = random.below(alive.size());
        if (options.uses && sim::chance(random, 40)) {
            plan.use(alive[at], options.locks && sim::chance(random, 50) ? Act::use_by_lock : Act::use_by_fence);
        } else {
            plan.free(alive[at]);
            alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    return plan;
}

}  // namespace rmasim::windows_test
