// A number that may differ from rank to rank: an integer, or an expression in rank and size. The expression is kept,
// not its values: a million ranks need no more memory than two.
#pragma once

#include "sim/scenario/expression/expression.h"
#include "sim/scenario/json/json_reader.h"

#include <cstdint>

namespace rmasim::sim {

class RankReader;
class Split;

class PerRank {
public:
    // NOLINTNEXTLINE(google-explicit-constructor): a number is the same on every rank
    PerRank(std::uint64_t same = 0) : min_(same), max_(same) {}

    std::uint64_t of(std::int32_t rank) const {
        if (min_ == max_) return min_;
        if (members_ != nullptr && !is_member(rank)) return elsewhere_;
        Random unused(0, 0);
        return static_cast<std::uint64_t>(expression_.evaluate(RankVariables(rank, ranks_, of_ranks_), unused));
    }
    std::uint64_t least() const { return min_; }
    std::uint64_t most() const { return max_; }
    bool same() const { return min_ == max_; }

private:
    friend PerRank read_per_rank(const JsonValue& value, IntegerBounds bounds, RankReader& ranks);
    friend PerRank read_per_member(const JsonValue& value, IntegerBounds bounds, RankReader& ranks,
                                   const Split& members, std::uint64_t elsewhere);
    bool is_member(std::int32_t rank) const;
    template <class ForEach>
    void read(const JsonValue& value, IntegerBounds bounds, RankReader& ranks, ForEach for_each);

    Expression expression_;
    const Split* members_ = nullptr;  // null: all ranks
    std::uint64_t elsewhere_ = 0;     // of the other ranks
    const RankNames* of_ranks_ = nullptr;
    std::int32_t ranks_ = 1;
    std::uint64_t min_;
    std::uint64_t max_;
};

// Raises BadInput at `value` if it is neither, or if its value for some rank is not within `bounds`, which are not
// negative.
PerRank read_per_rank(const JsonValue& value, IntegerBounds bounds, RankReader& ranks);
// Likewise, of the ranks that are in a communicator of `members`, which outlives it; the others have `elsewhere`.
PerRank read_per_member(const JsonValue& value, IntegerBounds bounds, RankReader& ranks, const Split& members,
                        std::uint64_t elsewhere);

}  // namespace rmasim::sim
