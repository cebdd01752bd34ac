// A number that may differ between ranks: an integer, or an expression over rank and size. The object stores the
// expression instead of its values, so its size does not depend on the number of ranks.
#pragma once

#include "sim/scenario/expression/expression.h"
#include "sim/scenario/json/json_reader.h"

#include <cstdint>

namespace rmasim::sim {

class RankReader;
class Split;

class PerRank {
public:
    // NOLINTNEXTLINE(google-explicit-constructor): an integer is a number that is the same on every rank
    PerRank(std::uint64_t same = 0) : min_(same), max_(same) {}

    std::uint64_t of(std::int32_t rank) const {
        if (min_ == max_) return min_;
        if (members_ != nullptr && !is_member(rank)) return elsewhere_;
        Random unused(0, 0);
        return static_cast<std::uint64_t>(expression_.evaluate(RankVariables(rank, ranks_, of_ranks_), unused));
    }
    std::uint64_t min() const { return min_; }
    std::uint64_t max() const { return max_; }
    bool same() const { return min_ == max_; }

private:
    friend PerRank read_per_rank(const JsonValue& value, IntegerBounds bounds, RankReader& ranks);
    friend PerRank read_per_member(const JsonValue& value, IntegerBounds bounds, RankReader& ranks,
                                   const Split& members, std::uint64_t elsewhere);
    bool is_member(std::int32_t rank) const;
    template <class ForEach>
    void read(const JsonValue& value, IntegerBounds bounds, RankReader& ranks, ForEach for_each);

    Expression expression_;
    const Split* members_ = nullptr;  // null if the number applies to all ranks
    std::uint64_t elsewhere_ = 0;     // the value of ranks that are not in `members_`
    const RankNames* of_ranks_ = nullptr;
    std::int32_t ranks_ = 1;
    std::uint64_t min_;
    std::uint64_t max_;
};

// Reads a number for all ranks. Raises BadInput at `value` if it is neither an integer nor an expression, or if it is
// outside `bounds` for some rank. `bounds` must not be negative.
PerRank read_per_rank(const JsonValue& value, IntegerBounds bounds, RankReader& ranks);
// Reads a number for the ranks in the communicators of `members`, with the errors of `read_per_rank`. The other ranks
// have the value `elsewhere`. `members` must outlive the result.
PerRank read_per_member(const JsonValue& value, IntegerBounds bounds, RankReader& ranks, const Split& members,
                        std::uint64_t elsewhere);

}  // namespace rmasim::sim
