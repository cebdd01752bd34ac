#include "sim/scenario/model/per_rank.h"

#include "sim/scenario/program/ranks.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

PerRank read_per_rank(const JsonValue& value, IntegerBounds bounds, RankReader& ranks) {
    if (value.is_number()) return PerRank(static_cast<std::uint64_t>(value.integer(bounds)));
    if (!value.is_text()) value.fail("an integer, or an expression in a text");
    const std::string text = value.text(longest_expression, 1);
    PerRank read;
    std::int64_t least = INT64_MAX;
    std::int64_t most = 0;
    Rank at = no_rank;
    try {
        read.expression_ = Expression::compile(text, value.scope());
        if (read.expression_.draws()) throw ExpressionError("random() has no place here");
        at = 0;
        ranks.for_each_value(read.expression_, text, value.place(), [&](Rank rank, std::int64_t one) {
            at = rank + 1;
            least = std::min(least, one);
            most = std::max(most, one);
            if (one >= bounds.least && one <= bounds.most) return;
            throw BadInput(value.place(), fmt::format("{} = {} (rank {})", value.quoted(), one, rank),
                           fmt::format("{} to {}", bounds.least, bounds.most));
        });
    } catch (const ExpressionError& error) {
        const std::string where = at == no_rank ? "" : fmt::format(", rank {}", at);
        value.fail(fmt::format("an integer, or an expression in rank and size ({}{})", error.what(), where));
    }
    read.ranks_ = ranks.ranks();
    read.of_ranks_ = ranks.scope().of_ranks;
    read.least_ = static_cast<std::uint64_t>(least);
    read.most_ = static_cast<std::uint64_t>(most);
    return read;
}

}  // namespace rmasim::sim
