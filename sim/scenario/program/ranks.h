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

// A reader of rank sets. It limits the total work, because a few lines could otherwise take hours for millions of
// ranks.
class RankReader {
public:
    // `scope` has the names that conditions may use: the scenario's parameters, then rank and size.
    explicit RankReader(Rank ranks, Scope scope = {}) : ranks_(ranks), scope_(std::move(scope)) {}

    // The ranks of a set, in ascending order and without duplicates. A text of only digits, commas, dashes and spaces
    // is a list; any other text except "all" is a condition. Raises BadInput at `location` for a rank outside
    // 0..ranks-1, and for a condition that is malformed, fails for some rank or calls random(). It also raises BadInput
    // if all texts together exceed the limit of work.
    std::vector<Rank> meant(const std::string& text, const std::string& location);

    // Calls `use` for each rank, with the rank and the value of `expression` for it. `text` is the text of the
    // expression. Raises ExpressionError. Raises BadInput at `location` if the work exceeds the limit.
    template <class Use>
    void for_each_value(const Expression& expression, const std::string& text, const std::string& location, Use use) {
        evaluate_for(
            expression, text, location, [](Rank) { return true; }, use);
    }
    // Calls `use` for each rank in the communicators of `members`, with the rank and the value of `expression` for it.
    // Raises the errors of `for_each_value`.
    template <class Use>
    void for_each_value_of(const Expression& expression, const std::string& text, const std::string& location,
                           const Split& members, Use use) {
        evaluate_for(
            expression, text, location, [&](Rank rank) { return members.index_of(rank) >= 0; }, use);
    }

    // Adds `work` to the total work. Raises BadInput at `location` if the total exceeds the limit (limits.h). `text` is
    // the text that needs the work, for the message.
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
