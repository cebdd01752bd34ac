// Finds expressions of rank and size, in the language of scenarios, for numbers that calls of ranks have:
//
//     ranks 0 1 2 3 have 1 2 3 0     ->     (rank + 1) % size
//
// An expression is found only if it has the right value at every point: for all ranks, all rounds of loops and, if a
// program was recorded with several numbers of ranks, for all of these. The simplest form that fits is chosen.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rmasim::sim {

// The numbers that one rank has, in the rounds of loops. The number of round (i, j) has the index i * times[1] + j.
struct RankNumbers {
    std::int64_t rank = 0, size = 1;
    std::vector<std::int64_t> values;
    std::vector<std::uint64_t> times{};  // rounds of the loops, the outermost first
};

// A rank in a recording with `size` ranks.
struct RankPoint {
    std::int64_t rank = 0, size = 1, value = 0;
};

class RankExpressions {
public:
    // `sizes` are the numbers of ranks with which the program was recorded.
    explicit RankExpressions(std::set<std::int64_t> sizes);

    // Returns an expression for a number that depends on the rank only.
    std::optional<std::string> of(const std::vector<RankPoint>& points);
    // Does the same for numbers in loops, whose variables have these names.
    std::optional<std::string> of(const std::vector<RankNumbers>& numbers, const std::vector<std::string>& loops);
    // Returns a condition that holds for the ranks whose value is not 0, and for no other.
    std::optional<std::string> condition(const std::vector<RankPoint>& points);
    // Definitions of names that the expressions use: {"columns", "1 << ..."}.
    const std::vector<std::pair<std::string, std::string>>& definitions() const { return used_; }

private:
    using Function = std::function<std::int64_t(std::int64_t rank, std::int64_t size)>;
    struct Form {
        std::string text;
        Function value;
    };
    // A number of columns of a grid of ranks, or a similar constant.
    struct Width {
        std::string text;
        std::string definition;  // empty for a constant
        std::function<std::int64_t(std::int64_t size)> of;
    };
    std::optional<std::string> plain(const std::vector<RankPoint>& points);
    std::optional<std::string> shifted(const std::vector<RankPoint>& points);
    std::optional<std::string> affine(const std::vector<RankPoint>& points, bool any_factor) const;
    std::optional<std::string> in_grid(const std::vector<RankPoint>& points);
    std::optional<std::string> by_cases(const std::vector<RankPoint>& points);
    std::optional<std::string> linear_in_loops(const std::vector<RankNumbers>& numbers,
                                               const std::vector<std::string>& loops);
    std::optional<std::string> shifted_in_loops(const std::vector<RankNumbers>& numbers,
                                                const std::vector<std::string>& loops) const;
    std::optional<std::string> chosen(const Form& form, const std::vector<RankPoint>& points) const;
    void add_condition(const std::string& text, Function holds);
    void use(const Width& width);

    std::set<std::int64_t> sizes_;
    std::vector<Width> widths_;
    std::vector<Form> conditions_;
    std::vector<std::pair<std::string, std::string>> used_;
};

}  // namespace rmasim::sim
