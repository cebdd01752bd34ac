#include "sim/scenario/program/ranks.h"

#include "sim/scenario/json/errors.h"
#include "sim/scenario/model/limits.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <numeric>

namespace rmasim::sim {

namespace {

constexpr std::string_view forms =
    "\"all\", a list such as \"0\" or \"1-3,7\", or an expression such as \"rank % 2 == 0\"";

class RankList {
public:
    RankList(std::string_view text, Rank ranks, const std::string& location)
        : text_(text), rest_(text), ranks_(ranks), location_(location) {}

    std::vector<Rank> read() {
        std::vector<std::pair<Rank, Rank>> ranges;
        do {
            const Rank first = number();
            const Rank last = skip('-') ? number() : first;
            if (last < first) fail("ascending ranges in a list of ranks");
            ranges.emplace_back(first, last);
        } while (skip(','));
        skip_spaces();
        if (!rest_.empty()) fail(std::string(forms));
        return united(std::move(ranges));
    }

private:
    // The union of ranges, which may overlap.
    static std::vector<Rank> united(std::vector<std::pair<Rank, Rank>> ranges) {
        std::sort(ranges.begin(), ranges.end());
        std::vector<Rank> meant;
        Rank next = 0;
        for (const auto& [first, last] : ranges) {
            for (next = std::max(next, first); next <= last; ++next) meant.push_back(next);
        }
        return meant;
    }

    Rank number() {
        skip_spaces();
        Rank rank = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), rank);
        if (error == std::errc::invalid_argument) fail(std::string(forms));
        if (error != std::errc{} || rank >= ranks_ || rank < 0) fail(fmt::format("ranks from 0 to {}", ranks_ - 1));
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return rank;
    }

    bool skip(char symbol) {
        skip_spaces();
        const bool there = rest_.starts_with(symbol);
        if (there) rest_.remove_prefix(1);
        return there;
    }

    void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

    [[noreturn]] void fail(const std::string& allowed) const {
        throw BadInput(location_, fmt::format("\"{}\"", text_.substr(0, 80)), allowed);
    }

    std::string_view text_;
    std::string_view rest_;
    Rank ranks_;
    const std::string& location_;
};

}  // namespace

std::vector<Rank> RankReader::satisfying(const std::string& text, const std::string& location) {
    std::vector<Rank> meant;
    Rank rank = 0;
    try {
        const Expression condition = Expression::compile(text, scope_);
        if (condition.uses_random()) throw ExpressionError("random() is not allowed in a set of ranks");
        for_each_value(condition, text, location, [&](Rank one, std::int64_t value) {
            rank = one + 1;
            if (value != 0) meant.push_back(one);
        });
    } catch (const ExpressionError& error) {
        throw BadInput(location, fmt::format("\"{}\" ({}, rank {})", text.substr(0, 80), error.what(), rank),
                       std::string(forms));
    }
    return meant;
}

std::vector<Rank> RankReader::meant(const std::string& text, const std::string& location) {
    const bool is_list = text.find_first_not_of("0123456789,- ") == std::string::npos;
    std::vector<Rank> meant;
    if (text == "all") {
        meant.resize(static_cast<std::size_t>(ranks_));
        std::iota(meant.begin(), meant.end(), 0);
    } else {
        meant = is_list ? RankList(text, ranks_, location).read() : satisfying(text, location);
    }
    spend(limits::work_per_rank_named * meant.size(), text, location);
    return meant;
}

// The work of an expression is added before its evaluation. The number of ranks in a set is added afterwards, because a
// single text cannot name more ranks than exist.
void RankReader::spend(std::uint64_t work, const std::string& text, const std::string& location) {
    spent_ += work;
    const std::uint64_t max =
        std::max(limits::max_rank_work, limits::max_work_per_rank * static_cast<std::uint64_t>(ranks_));
    if (spent_ <= max) return;
    throw BadInput(
        location,
        fmt::format("\"{}\" and earlier sets of ranks, whose evaluation takes too long for {} ranks",
                    text.substr(0, 80), ranks_),
        fmt::format("sets for which ranks * (characters of expressions + {} for each set of all ranks) is at most {}",
                    limits::work_per_rank_named, max));
}

}  // namespace rmasim::sim
