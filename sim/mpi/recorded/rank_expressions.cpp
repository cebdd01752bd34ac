#include "sim/mpi/recorded/rank_expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::int64_t max_width = 8;                        // that is the same for several numbers of ranks
constexpr std::int64_t max_number = std::int64_t{1} << 40;  // of expressions other than constants

std::int64_t modulo(std::int64_t value, std::int64_t by) { return ((value % by) + by) % by; }

// "rank + 3", "rank - 3", "rank".
std::string plus(const std::string& text, std::int64_t add) {
    if (add == 0) return text;
    return add > 0 ? fmt::format("{} + {}", text, add) : fmt::format("{} - {}", text, -add);
}

std::string times(std::int64_t factor, const std::string& text) {
    return factor == 1 ? text : fmt::format("{} * {}", factor, text);
}

// Returns the text in parentheses if an operator in it binds less than + does.
std::string operand(const std::string& text) {
    return text.find_first_of("?^<>=&|") == std::string::npos ? text : '(' + text + ')';
}

// A distance modulo `size`, between -size / 2 and size / 2.
std::int64_t nearest(std::int64_t distance, std::int64_t size) {
    const std::int64_t up = modulo(distance, size);
    return up > size / 2 ? up - size : up;
}

std::int64_t root_of(std::int64_t size) {
    std::int64_t root = 1;
    while ((root + 1) * (root + 1) <= size) ++root;
    return root;
}

std::int64_t power_of(std::int64_t size) {
    std::int64_t power = 1;
    while (power * power < size) power *= 2;
    return power;
}

bool all_equal(const std::vector<RankPoint>& points) {
    return std::ranges::all_of(points, [&](const RankPoint& one) { return one.value == points.front().value; });
}

// Calls `visit(index, rounds)` for each round of the loops; stops and returns false when `visit` does.
template <class Visit>
bool each_round(const RankNumbers& numbers, Visit visit) {
    std::vector<std::int64_t> round(numbers.times.size(), 0);
    for (std::size_t index = 0; index < numbers.values.size(); ++index) {
        if (!visit(index, round)) return false;
        for (std::size_t loop = round.size(); loop-- > 0;) {
            if (static_cast<std::uint64_t>(++round[loop]) < numbers.times[loop]) break;
            round[loop] = 0;
        }
    }
    return true;
}

// The distance in `values` between two rounds of a loop.
std::size_t stride_of(const RankNumbers& numbers, std::size_t loop) {
    std::size_t stride = 1;
    for (std::size_t inner = loop + 1; inner < numbers.times.size(); ++inner) stride *= numbers.times[inner];
    return stride;
}

}  // namespace

// A power of two, and the square root of a square number of ranks, are the columns of common grids of processes. The
// language has no roots, so these are sums of comparisons.
RankExpressions::RankExpressions(std::set<std::int64_t> sizes) : sizes_(std::move(sizes)) {
    constexpr std::int64_t max_root = 64;
    const auto all = [this](auto holds) { return std::ranges::all_of(sizes_, holds); };
    if (sizes_.size() > 1) {
        std::string powers, squares;
        for (std::int64_t limit = 1; limit <= 4'194'304; limit *= 4)
            powers += fmt::format("{}(size > {})", limit == 1 ? "" : " + ", limit);
        for (std::int64_t root = 1; root <= max_root; ++root)
            squares += fmt::format("{}(size >= {})", root == 1 ? "" : " + ", root * root);
        if (all([](std::int64_t size) { return root_of(size) * root_of(size) == size; }))
            widths_.push_back({"columns", squares, root_of});
        widths_.push_back({"power", "1 << (" + powers + ')', power_of});
        widths_.push_back({"(size / 2)", "", [](std::int64_t size) { return std::max<std::int64_t>(1, size / 2); }});
    }
    const std::int64_t min_size = *sizes_.begin();
    for (std::int64_t width = 2; width < min_size; ++width) {
        if (sizes_.size() > 1 ? width > max_width : min_size % width != 0) continue;
        widths_.push_back({std::to_string(width), "", [width](std::int64_t) { return width; }});
    }
    const auto same = [](bool holds) { return std::int64_t{holds}; };
    add_condition("rank == 0", [=](auto rank, auto) { return same(rank == 0); });
    add_condition("rank > 0", [=](auto rank, auto) { return same(rank > 0); });
    add_condition("rank == size - 1", [=](auto rank, auto size) { return same(rank == size - 1); });
    add_condition("rank < size - 1", [=](auto rank, auto size) { return same(rank < size - 1); });
    add_condition("rank > 0 && rank < size - 1", [=](auto r, auto size) { return same(r > 0 && r < size - 1); });
    add_condition("rank % 2 == 0", [=](auto rank, auto) { return same(rank % 2 == 0); });
    add_condition("rank % 2 == 1", [=](auto rank, auto) { return same(rank % 2 == 1); });
    for (std::int64_t k = 1; k < std::min<std::int64_t>(min_size, 8); ++k) {
        add_condition(fmt::format("rank == {}", k), [=](auto rank, auto) { return same(rank == k); });
        add_condition(fmt::format("rank < {}", k + 1), [=](auto rank, auto) { return same(rank <= k); });
        add_condition(fmt::format("rank > {}", k), [=](auto rank, auto) { return same(rank > k); });
    }
    // The borders of a grid of ranks: columns, then rows, then both.
    for (const Width& width : std::vector<Width>(widths_)) {
        const std::string& w = width.text;
        const auto of = width.of;
        const std::vector<Form> columns{
            {fmt::format("rank % {} == 0", w), [=](auto r, auto size) { return same(r % of(size) == 0); }},
            {fmt::format("rank % {0} == {0} - 1", w), [=](auto r, auto n) { return same(r % of(n) == of(n) - 1); }},
            {fmt::format("rank % {} > 0", w), [=](auto r, auto size) { return same(r % of(size) > 0); }},
            {fmt::format("rank % {0} < {0} - 1", w), [=](auto r, auto n) { return same(r % of(n) < of(n) - 1); }},
            {fmt::format("rank % {0} > 0 && rank % {0} < {0} - 1", w),
             [=](auto r, auto n) { return same(r % of(n) > 0 && r % of(n) < of(n) - 1); }}};
        const std::vector<Form> rows{
            {fmt::format("rank < {}", w), [=](auto r, auto size) { return same(r < of(size)); }},
            {fmt::format("rank >= size - {}", w), [=](auto r, auto size) { return same(r >= size - of(size)); }},
            {fmt::format("rank >= {}", w), [=](auto r, auto size) { return same(r >= of(size)); }},
            {fmt::format("rank < size - {}", w), [=](auto r, auto size) { return same(r < size - of(size)); }},
            {fmt::format("rank >= {0} && rank < size - {0}", w),
             [=](auto r, auto n) { return same(r >= of(n) && r < n - of(n)); }}};
        for (const Form& one : columns) add_condition(one.text, one.value);
        for (const Form& one : rows) add_condition(one.text, one.value);
        for (const Form& column : columns) {
            for (const Form& row : rows) {
                add_condition(column.text + " && " + row.text, [a = column.value, b = row.value](auto r, auto size) {
                    return std::int64_t{a(r, size) != 0 && b(r, size) != 0};
                });
            }
        }
    }
}

void RankExpressions::add_condition(const std::string& text, Function holds) {
    conditions_.push_back({text, std::move(holds)});
}

// Names are found in a text by their letters: no other word of an expression has them.
void RankExpressions::use(const Width& width) {
    if (width.definition.empty()) return;
    const std::pair definition{width.text, width.definition};
    if (std::ranges::find(used_, definition) == used_.end()) used_.push_back(definition);
}

std::optional<std::string> RankExpressions::chosen(const Form& form, const std::vector<RankPoint>& points) const {
    const bool holds =
        std::ranges::all_of(points, [&](const RankPoint& at) { return form.value(at.rank, at.size) == at.value; });
    return holds ? std::optional(form.text) : std::nullopt;
}

// a * rank + b * size + c. Without `any_factor`, a is 0 or 1.
std::optional<std::string> RankExpressions::affine(const std::vector<RankPoint>& points, bool any_factor) const {
    const RankPoint& first = points.front();
    std::int64_t a = 0, b = 0;
    for (const RankPoint& other : points) {
        if (other.size != first.size || other.rank == first.rank) continue;
        a = (other.value - first.value) / (other.rank - first.rank);
        break;
    }
    if (!any_factor && a != 0 && a != 1) return std::nullopt;
    for (const RankPoint& other : points) {
        if (other.size == first.size) continue;
        b = ((other.value - a * other.rank) - (first.value - a * first.rank)) / (other.size - first.size);
        break;
    }
    const std::int64_t c = first.value - a * first.rank - b * first.size;
    std::string text;
    if (a < 0 && b == 0 && sizes_.size() == 1 && a == -1 && c == first.size - 1) text = "size - 1 - rank";
    else if (a > 0) text = times(a, "rank");
    if (b != 0) text += (text.empty() ? "" : " + ") + times(b, "size");
    if (text.empty()) text = std::to_string(c);
    else if (text != "size - 1 - rank") text = plus(text, c);
    if (a < 0 && text != "size - 1 - rank") text += " - " + times(-a, "rank");
    return chosen({text, [=](auto rank, auto size) { return a * rank + b * size + c; }}, points);
}

// (rank + c) % size
std::optional<std::string> RankExpressions::shifted(const std::vector<RankPoint>& points) {
    const RankPoint& first = points.front();
    const auto shift = [](auto by) {
        return [by](std::int64_t rank, std::int64_t size) { return modulo(rank + by(size), size); };
    };
    const std::int64_t c = nearest(first.value - first.rank, first.size);
    const auto constant = [c](std::int64_t) { return c; };
    if (auto text = chosen({fmt::format("({}) % size", plus("rank", c)), shift(constant)}, points)) return text;
    for (const Width& width : widths_) {
        if (width.definition.empty() && sizes_.size() == 1) continue;
        for (const int sign : {1, -1}) {
            const Form form{fmt::format("(rank {} {}) % size", sign > 0 ? '+' : '-', width.text),
                            shift([of = width.of, sign](std::int64_t size) { return sign * of(size); })};
            const auto text = chosen(form, points);
            if (text) use(width);
            if (text) return text;
        }
    }
    if (auto text = affine(points, true); text && *text == "size - 1 - rank") return text;
    const std::int64_t bits = first.value ^ first.rank;
    if (bits < 0) return std::nullopt;
    return chosen({fmt::format("rank ^ {}", bits), [bits](auto rank, auto) { return rank ^ bits; }}, points);
}

std::optional<std::string> RankExpressions::in_grid(const std::vector<RankPoint>& points) {
    const RankPoint& first = points.front();
    for (const Width& width : widths_) {
        const std::string& w = width.text;
        const auto of = width.of;
        const std::int64_t here = of(first.size), c = nearest(first.value - first.rank, here);
        std::vector<Form> forms;
        forms.push_back({fmt::format("rank / {0} * {0} + ({1}) % {0}", w, plus("rank", c)),
                         [=](auto r, auto n) { return r / of(n) * of(n) + modulo(r + c, of(n)); }});
        forms.push_back({fmt::format("rank % {0} * (size / {0}) + rank / {0}", w),
                         [=](auto r, auto n) { return r % of(n) * (n / of(n)) + r / of(n); }});
        for (const int sign : {1, -1}) {
            forms.push_back({fmt::format("rank {} {}", sign > 0 ? '+' : '-', w),
                             [=](auto r, auto n) { return r + sign * of(n); }});
        }
        const auto scaled = [&](const std::string& text, const Function& part) {
            for (const RankPoint& other : points) {
                const std::int64_t from = part(first.rank, first.size), to = part(other.rank, other.size);
                if (from == to) continue;
                const std::int64_t a = (other.value - first.value) / (to - from), add = first.value - a * from;
                if (a != 0)
                    forms.push_back({plus(a == 1 ? text : fmt::format("{} * {}", text, a), add),
                                     [=](auto r, auto n) { return a * part(r, n) + add; }});
                return;
            }
        };
        scaled(fmt::format("rank / {}", w), [=](auto r, auto n) { return r / of(n); });
        scaled(fmt::format("rank % {}", w), [=](auto r, auto n) { return r % of(n); });
        forms.push_back({fmt::format("rank / {0} * {0}", w), [=](auto r, auto n) { return r / of(n) * of(n); }});
        for (const Form& form : forms) {
            const auto text = chosen(form, points);
            if (text) use(width);
            if (text) return text;
        }
    }
    return std::nullopt;
}

std::optional<std::string> RankExpressions::plain(const std::vector<RankPoint>& points) {
    if (all_equal(points)) return std::to_string(points.front().value);
    const auto large = [](const RankPoint& at) { return at.value > max_number || at.value < -max_number; };
    if (std::ranges::any_of(points, large)) return std::nullopt;
    if (auto text = affine(points, false)) return text;
    if (auto text = shifted(points)) return text;
    if (auto text = affine(points, true)) return text;
    return in_grid(points);
}

// condition ? a : b
std::optional<std::string> RankExpressions::by_cases(const std::vector<RankPoint>& points) {
    for (const Form& condition : conditions_) {
        std::vector<RankPoint> inside, outside;
        for (const RankPoint& at : points) (condition.value(at.rank, at.size) != 0 ? inside : outside).push_back(at);
        if (inside.empty() || outside.empty()) continue;
        const auto before = used_;
        const auto a = plain(inside);
        const auto b = a ? plain(outside) : std::nullopt;
        if (a && b) {
            for (const Width& width : widths_) {
                if (condition.text.find(width.text) != std::string::npos) use(width);
            }
            return fmt::format("{} ? {} : {}", condition.text, *a, *b);
        }
        used_ = before;
    }
    return std::nullopt;
}

std::optional<std::string> RankExpressions::of(const std::vector<RankPoint>& points) {
    if (auto text = plain(points)) return text;
    return by_cases(points);
}

std::optional<std::string> RankExpressions::condition(const std::vector<RankPoint>& points) {
    if (std::ranges::all_of(points, [](const RankPoint& at) { return at.value != 0; })) return "all";
    for (const Form& condition : conditions_) {
        const auto text = chosen(condition, points);
        if (!text) continue;
        for (const Width& width : widths_) {
            if (!width.definition.empty() && text->find(width.text) != std::string::npos) return std::nullopt;
        }
        return text;
    }
    return std::nullopt;
}

// A base that depends on the rank, and for each loop a step: base + 8 * i + j.
std::optional<std::string> RankExpressions::linear_in_loops(const std::vector<RankNumbers>& numbers,
                                                            const std::vector<std::string>& loops) {
    std::vector<RankPoint> bases;
    std::vector<std::vector<RankPoint>> steps(loops.size());
    for (const RankNumbers& one : numbers) {
        const std::int64_t base = one.values.front();
        std::vector<std::int64_t> step(loops.size(), 0);
        for (std::size_t loop = 0; loop < loops.size(); ++loop) {
            if (one.times[loop] < 2) continue;
            if (__builtin_sub_overflow(one.values[stride_of(one, loop)], base, &step[loop])) return std::nullopt;
            steps[loop].push_back({one.rank, one.size, step[loop]});
        }
        const bool linear = each_round(one, [&](std::size_t index, const std::vector<std::int64_t>& round) {
            auto value = static_cast<std::uint64_t>(base);
            for (std::size_t loop = 0; loop < round.size(); ++loop)
                value += static_cast<std::uint64_t>(step[loop]) * static_cast<std::uint64_t>(round[loop]);
            return static_cast<std::int64_t>(value) == one.values[index];
        });
        if (!linear) return std::nullopt;
        bases.push_back({one.rank, one.size, base});
    }
    std::vector<std::string> parts;
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        if (steps[loop].empty()) continue;
        const auto step = of(steps[loop]);
        if (!step) return std::nullopt;
        if (*step == "0") continue;
        const bool is_number = step->find_first_not_of("-0123456789") == std::string::npos;
        if (*step == "1" || *step == "-1") parts.push_back(*step == "1" ? loops[loop] : '-' + loops[loop]);
        else parts.push_back(fmt::format("{} * {}", is_number ? *step : '(' + *step + ')', loops[loop]));
    }
    const auto base = of(bases);
    if (!base || parts.empty()) return base;
    std::string text = *base == "0" ? "" : operand(*base);
    for (const std::string& part : parts) {
        if (text.empty()) text = part;
        else if (part.front() == '-') text += " - " + part.substr(1);
        else text += " + " + part;
    }
    return text;
}

// Distances from the rank, modulo the number of ranks, and partners in a hypercube.
std::optional<std::string> RankExpressions::shifted_in_loops(const std::vector<RankNumbers>& numbers,
                                                             const std::vector<std::string>& loops) const {
    using InRound = std::function<std::int64_t(const RankNumbers&, const std::vector<std::int64_t>&)>;
    const auto holds = [&](const InRound& value) {
        return std::ranges::all_of(numbers, [&](const RankNumbers& one) {
            return each_round(one, [&](std::size_t index, const std::vector<std::int64_t>& round) {
                return value(one, round) == one.values[index];
            });
        });
    };
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        const std::string& i = loops[loop];
        for (const int sign : {1, -1}) {
            const auto power = [=](const RankNumbers& one, const std::vector<std::int64_t>& round) {
                return round[loop] > 40 ? -1 : modulo(one.rank + sign * (std::int64_t{1} << round[loop]), one.size);
            };
            if (holds(power)) return fmt::format("(rank {} (1 << {})) % size", sign > 0 ? '+' : '-', i);
        }
        const auto partner = [=](const RankNumbers& one, const std::vector<std::int64_t>& round) {
            return round[loop] > 40 ? -1 : one.rank ^ (std::int64_t{1} << round[loop]);
        };
        if (holds(partner)) return fmt::format("rank ^ (1 << {})", i);
        for (const std::int64_t c : {0, 1}) {
            const auto pair = [=](const RankNumbers& one, const std::vector<std::int64_t>& round) {
                return one.rank ^ (round[loop] + c);
            };
            if (holds(pair)) return c == 0 ? fmt::format("rank ^ {}", i) : fmt::format("rank ^ ({} + 1)", i);
        }
        const auto others = [=](const RankNumbers& one, const std::vector<std::int64_t>& round) {
            return round[loop] + (round[loop] >= one.rank ? 1 : 0);
        };
        if (holds(others)) return fmt::format("{0} + ({0} >= rank)", i);
    }
    const RankNumbers& first = numbers.front();
    std::vector<std::int64_t> step(loops.size(), 0);
    const std::int64_t base = nearest(first.values.front() - first.rank, first.size);
    std::string text = plus("rank", base);
    for (std::size_t loop = 0; loop < loops.size(); ++loop) {
        if (first.times[loop] < 2) continue;
        step[loop] = nearest(first.values[stride_of(first, loop)] - first.values.front(), first.size);
        if (step[loop] == 0) continue;
        text += step[loop] > 0 ? " + " : " - ";
        text += times(std::abs(step[loop]), loops[loop]);
    }
    const auto around = [&](const RankNumbers& one, const std::vector<std::int64_t>& round) {
        std::int64_t value = one.rank + base;
        for (std::size_t loop = 0; loop < round.size(); ++loop) value += step[loop] * round[loop];
        return modulo(value, one.size);
    };
    return holds(around) ? std::optional(fmt::format("({}) % size", text)) : std::nullopt;
}

std::optional<std::string> RankExpressions::of(const std::vector<RankNumbers>& numbers,
                                               const std::vector<std::string>& loops) {
    if (auto text = linear_in_loops(numbers, loops)) return text;
    if (loops.empty()) return std::nullopt;
    return shifted_in_loops(numbers, loops);
}

}  // namespace rmasim::sim
