#include "sim/untimed/explore/orders_estimate.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_states = 1 << 18;
constexpr std::size_t max_order = 4000;  // only this number of steps is used: the estimate for a longer execution is
                                         // huge in any case

// Returns for each step the earlier steps that cause it. Causes of a step are the step that sent its packet, the step
// that enabled it, earlier steps of the same actor, and the causes of all these. Other steps at the same rank are no
// causes.
std::vector<std::vector<bool>> causes_of(const Order& order) {
    std::vector<std::vector<bool>> causes;
    std::map<Actor, std::size_t> last;
    for (std::size_t step = 0; step < order.size(); ++step) {
        std::vector<bool>& own = causes.emplace_back(order.size(), false);
        const auto add = [&](std::size_t cause) {
            for (std::size_t i = 0; i < cause; ++i) own[i] = own[i] || causes[cause][i];
            own[cause] = true;
        };
        const Move& move = order[step].move;
        for (const StepNumber cause : {move.sent_by, move.enabled_by}) {
            if (cause != 0 && cause <= step) add(cause - 1);
        }
        if (const auto before = last.find(move.actor); before != last.end()) add(before->second);
        last[move.actor] = step;
    }
    return causes;
}

// The steps of one rank, by actor. A chain is the sequence of the steps of one actor.
class StepsOfRank {
public:
    void add(Actor actor, std::size_t step) { chains_[actor].push_back(step); }

    // Returns the number of possible orders of these steps.
    double orders(const std::vector<std::vector<bool>>& causes) const {
        std::size_t states = 1;
        for (const auto& [actor, steps] : chains_) {
            states *= steps.size() + 1;
            if (states > max_states) return without_causes();
        }
        return states == 1 ? 1 : count(needs_of(causes), states);
    }

private:
    // by chain, step in the chain, other chain: the number of steps of the other chain that must precede the step
    using Needs = std::vector<std::vector<std::vector<std::size_t>>>;

    double without_causes() const {
        double steps = 0, logarithm = 0;
        for (const auto& [actor, chain] : chains_) {
            const auto length = static_cast<double>(chain.size());
            steps += length;
            logarithm -= std::lgamma(length + 1);
        }
        return std::exp(logarithm + std::lgamma(steps + 1));
    }

    Needs needs_of(const std::vector<std::vector<bool>>& causes) const {
        Needs needs;
        for (const auto& [actor, chain] : chains_) {
            auto& of_chain = needs.emplace_back();
            for (const std::size_t step : chain) {
                auto& of_step = of_chain.emplace_back();
                for (const auto& [other, others] : chains_) {
                    const auto first =
                        std::find_if(others.begin(), others.end(), [&](std::size_t one) { return !causes[step][one]; });
                    of_step.push_back(other == actor ? 0 : static_cast<std::size_t>(first - others.begin()));
                }
            }
        }
        return needs;
    }

    // Counts the orders by dynamic programming over all states. A state is the number of executed steps of each chain.
    double count(const Needs& needs, std::size_t states) const {
        std::vector<double> ways(states, 0);
        ways[0] = 1;
        std::vector<std::size_t> made(needs.size(), 0);
        for (std::size_t state = 0; state + 1 < states; ++state) {
            std::size_t weight = 1;  // weight of the chain's digit in the number of the state
            for (std::size_t chain = 0; chain < needs.size(); ++chain) {
                const std::size_t length = needs[chain].size();
                const bool possible =
                    made[chain] < length && std::equal(made.begin(), made.end(), needs[chain][made[chain]].begin(),
                                                       [](std::size_t has, std::size_t need) { return has >= need; });
                if (possible) ways[state + weight] += ways[state];
                weight *= length + 1;
            }
            for (std::size_t chain = 0; ++made[chain] > needs[chain].size(); ++chain) made[chain] = 0;
        }
        return ways.back();
    }

    std::map<Actor, std::vector<std::size_t>> chains_;
};

}  // namespace

double orders_like(Order order, Rank ranks) {
    if (order.size() > max_order) order.resize(max_order);
    const std::vector<std::vector<bool>> causes = causes_of(order);
    std::vector<StepsOfRank> of_rank(static_cast<std::size_t>(ranks));
    for (std::size_t step = 0; step < order.size(); ++step) {
        const Move& move = order[step].move;
        if (move.kind != Move::Kind::settle) of_rank[static_cast<std::size_t>(move.rank)].add(move.actor, step);
    }
    double orders = 1;
    for (const StepsOfRank& steps : of_rank) orders *= steps.orders(causes);
    return orders;
}

}  // namespace rmasim::sim
