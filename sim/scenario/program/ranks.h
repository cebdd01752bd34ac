// The reader of rank sets: "all", a list such as "0" or "1-3,7", or a condition over rank and size.
#pragma once

#include "protocol/base/types.h"
#include "sim/scenario/expression/expression.h"
#include "sim/scenario/model/communicators.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// A reader of rank sets that limits the total work: a few lines could otherwise take hours for millions of ranks.
class RankReader {
public:
    // `scope`: the names that conditions may use: the scenario's parameters, then rank and size.
    explicit RankReader(Rank ranks, Scope scope = {}) : ranks_(ranks), scope_(std::move(scope)) {}

    // The ranks of a set, ascending and without duplicates. A text of only digits, commas, dashes and spaces is a list.
    // Raises BadInput at `location` for a rank outside 0..ranks-1, for an expression that is malformed, fails for some
    // rank or calls random(), and if all texts together exceed the limit of work.
    std::vector<Rank> meant(const std::string& text, const std::string& location);

    // Calls `use` with each rank and its value of `expression`. `text` is the text of the expression. Raises
    // ExpressionError, and BadInput at `location` for too much work.
    template <class Use>
    void for_each_value(const Expression& expression, const std::string& text, const std::string& location, Use use) {
        evaluate_for(
            expression, text, location, [](Rank) { return true; }, use);
    }
    // Calls `use` with each rank in the communicators of `members` and its value of `expression`. Raises the errors of
    // `for_each_value`.
    template <class Use>
    void for_each_value_of(const Expression& expression, const std::string& text, const std::string& location,
                           const Split& members, Use use) {
        evaluate_for(
            expression, text, location, [&](Rank rank) { return members.index_of(rank) >= 0; }, use);
    }

    // Adds the work of `text` to the total. Raises BadInput at `location` if the total exceeds the limit (limits.h).
    void spend(std::uint64_t work, const std::string& text, const std::string& location);

    Rank ranks() const { return ranks_; }
    const Scope& scope() const { return scope_; }

private:
    template <class Takes, class Use>
    void evaluate_for(const Expression& expression, const std::string& text, const std::string& location, Takes takes,
                      Use use) {
        spend(static_cast<std::uint64_t>(ranks_) * text.size(), text, location);
        Random unused(0, 0);
        for (Rank rank = 0; rank < ranks_; ++rank) {
            if (takes(rank)) use(rank, expression.evaluate(RankVariables(rank, ranks_, scope_.of_ranks), unused));
        }
    }
    std::vector<Rank> satisfying(const std::string& text, const std::string& location);

    Rank ranks_;
    Scope scope_;
    std::uint64_t spent_ = 0;
};

}  // namespace rmasim::sim
