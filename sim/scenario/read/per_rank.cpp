#include "sim/scenario/model/per_rank.h"

#include "sim/scenario/model/communicators.h"
#include "sim/scenario/program/ranks.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

bool PerRank::is_member(std::int32_t rank) const { return members_->index_of(rank) >= 0; }

// Reads an expression. `for_each(expression, text, use)` must call `use` for each rank that matters, with the rank and
// its value.
template <class ForEach>
void PerRank::read(const JsonValue& value, IntegerBounds bounds, RankReader& ranks, ForEach for_each) {
    if (!value.is_text()) value.fail("an integer, or a string with an expression");
    const std::string text = value.text(max_expression_length, 1);
    std::int64_t min = INT64_MAX;
    std::int64_t max = 0;
    Rank at = no_rank;
    try {
        expression_ = Expression::compile(text, value.scope());
        if (expression_.uses_random()) throw ExpressionError("random() is not allowed here");
        at = 0;
        for_each(expression_, text, [&](Rank rank, std::int64_t one) {
            at = rank + 1;
            min = std::min(min, one);
            max = std::max(max, one);
            if (one >= bounds.min && one <= bounds.max) return;
            throw BadInput(value.location(), fmt::format("{} = {} (rank {})", value.quoted(), one, rank),
                           fmt::format("{} to {}", bounds.min, bounds.max));
        });
    } catch (const ExpressionError& error) {
        const std::string where = at == no_rank ? "" : fmt::format(", rank {}", at);
        value.fail(fmt::format("an integer, or an expression in rank and size ({}{})", error.what(), where));
    }
    ranks_ = ranks.ranks();
    of_ranks_ = ranks.scope().of_ranks;
    min_ = static_cast<std::uint64_t>(min);
    max_ = static_cast<std::uint64_t>(max);
}

PerRank read_per_rank(const JsonValue& value, IntegerBounds bounds, RankReader& ranks) {
    if (value.is_number()) return PerRank(static_cast<std::uint64_t>(value.integer(bounds)));
    PerRank read;
    read.read(value, bounds, ranks, [&](const Expression& expression, const std::string& text, const auto& use) {
        ranks.for_each_value(expression, text, value.location(), use);
    });
    return read;
}

PerRank read_per_member(const JsonValue& value, IntegerBounds bounds, RankReader& ranks, const Split& members,
                        std::uint64_t elsewhere) {
    PerRank read;
    if (value.is_number()) {
        read = read_per_rank(value, bounds, ranks);
        read.expression_ = Expression(static_cast<std::int64_t>(read.max_));
    } else {
        read.read(value, bounds, ranks, [&](const Expression& expression, const std::string& text, const auto& use) {
            ranks.for_each_value_of(expression, text, value.location(), members, use);
        });
    }
    if (members.has_all()) return read;
    read.members_ = &members;
    read.elsewhere_ = elsewhere;
    read.min_ = std::min(read.min_, elsewhere);
    read.max_ = std::max(read.max_, elsewhere);
    return read;
}

}  // namespace rmasim::sim
