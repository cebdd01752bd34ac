#include "sim/scenario/ranks.h"

#include "sim/scenario/errors.h"
#include "sim/scenario/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace rmasim::sim {

namespace {

constexpr std::string_view forms =
    "\"all\", a list such as \"0\" or \"1-3,7\", or an expression such as \"rank % 2 == 0\"";

class RankList {
public:
    RankList(std::string_view text, Rank ranks, const std::string& place)
        : text_(text), rest_(text), ranks_(ranks), place_(place) {}

    std::vector<Rank> read() {
        std::vector<Rank> meant;
        do {
            const Rank first = number();
            const Rank last = skip('-') ? number() : first;
            if (last < first) fail("ascending ranges in a list of ranks");
            for (Rank rank = first; rank <= last; ++rank) meant.push_back(rank);
            // Overlapping ranges must not add up to more than there are ranks.
            if (meant.size() > static_cast<std::size_t>(ranks_)) tidy(meant);
        } while (skip(','));
        skip_spaces();
        if (!rest_.empty()) fail(std::string(forms));
        tidy(meant);
        return meant;
    }

private:
    static void tidy(std::vector<Rank>& meant) {
        std::sort(meant.begin(), meant.end());
        meant.erase(std::unique(meant.begin(), meant.end()), meant.end());
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
        throw BadInput(place_, fmt::format("\"{}\"", text_.substr(0, 80)), allowed);
    }

    std::string_view text_;
    std::string_view rest_;
    Rank ranks_;
    const std::string& place_;
};

std::vector<Rank> ranks_satisfying(const std::string& text, Rank ranks, const std::string& place) {
    std::vector<Rank> meant;
    Rank rank = 0;
    try {
        const Expression condition = Expression::compile(text, Scope{});
        if (condition.draws()) throw ExpressionError("random() has no place in a choice of ranks");
        Random unused(0, 0);
        for (; rank < ranks; ++rank) {
            const std::array<std::int64_t, 2> variables{rank, ranks};
            if (condition.evaluate(variables, unused) != 0) meant.push_back(rank);
        }
    } catch (const ExpressionError& error) {
        throw BadInput(place, fmt::format("\"{}\" ({}, rank {})", text.substr(0, 80), error.what(), rank),
                       std::string(forms));
    }
    return meant;
}

}  // namespace

std::vector<Rank> ranks_meant(const std::string& text, Rank ranks, const std::string& place) {
    if (text == "all") {
        std::vector<Rank> every(static_cast<std::size_t>(ranks));
        std::iota(every.begin(), every.end(), 0);
        return every;
    }
    const bool is_list = text.find_first_not_of("0123456789,- ") == std::string::npos;
    return is_list ? RankList(text, ranks, place).read() : ranks_satisfying(text, ranks, place);
}

}  // namespace rmasim::sim
