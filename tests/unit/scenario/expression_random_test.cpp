// Random expressions. The compiled form must have the value of the expression's tree, which this test evaluates
// directly, for every form that the compiler chooses. The expressions include errors and random numbers.
#include "sim/scenario/expression/expression.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace rmasim::sim {
namespace {

// rank, size, x, y, and the array a of 4.
constexpr std::size_t variable_count = 8;
constexpr std::int64_t array_length = 4;
constexpr std::size_t array_slot = 4;
using Values = std::array<std::int64_t, variable_count>;

Scope scope() {
    Scope scope;
    scope.names.push_back({"x", Slot{2}});
    scope.names.push_back({"y", Slot{3}});
    scope.names.push_back({"a", Slot{array_slot}, Slot{array_length}});
    return scope;
}

struct Tree {
    std::string op;  // "constant", "variable", "a", a sign, a function, a binary operator, "?"
    std::int64_t value = 0;
    std::vector<Tree> sides{};
};

[[noreturn]] void fail(const std::string& text) { throw ExpressionError(text); }

__extension__ using Wide = __int128;

std::int64_t narrowed(Wide wide, const char* sign) {
    if (wide != static_cast<std::int64_t>(wide)) fail(fmt::format("'{}' leaves the range of 64-bit integers", sign));
    return static_cast<std::int64_t>(wide);
}

Wide floor_divided(Wide a, Wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

std::int64_t of_one(const std::string& op, std::int64_t a, Random& random) {
    if (op == "-") return narrowed(-Wide{a}, "-");
    if (op == "!") return a == 0;
    if (op == "~") return ~a;
    if (op == "abs") return a < 0 ? narrowed(-Wide{a}, "-") : a;
    if (a < 1) fail(fmt::format("random({}), which needs at least 1", a));
    return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(a)));
}

std::int64_t of_shift(const std::string& op, std::int64_t a, std::int64_t b) {
    if (b < 0 || b > 63) fail(fmt::format("shift by {}, which is outside 0..63", b));
    return op == "<<" ? narrowed(Wide{a} * (Wide{1} << b), "<") : a >> b;
}

// By one multiplication after the other, of which 64 tell whether it fits.
std::int64_t of_power(std::int64_t a, std::int64_t b) {
    if (b < 0) fail(fmt::format("pow({}, {}), which needs an exponent of at least 0", a, b));
    if (a == 0 || a == 1) return b == 0 ? 1 : a;
    if (a == -1) return b % 2 == 0 ? 1 : -1;
    Wide result = 1;
    for (std::int64_t k = 0; k < b; ++k) {
        result *= a;
        if (result != static_cast<std::int64_t>(result)) {
            fail(fmt::format("pow({}, {}) leaves the range of 64-bit integers", a, b));
        }
    }
    return static_cast<std::int64_t>(result);
}

std::int64_t of_two(const std::string& op, std::int64_t a, std::int64_t b) {
    if (op == "*") return narrowed(Wide{a} * b, "*");
    if (op == "+") return narrowed(Wide{a} + b, "+");
    if (op == "-") return narrowed(Wide{a} - b, "-");
    if (op == "/" && b == 0) fail("division by zero");
    if (op == "%" && b == 0) fail("modulo by zero");
    if (op == "/") return narrowed(floor_divided(a, b), "-");  // only the least integer by -1, which is negated
    if (op == "%") return static_cast<std::int64_t>(a - floor_divided(a, b) * b);
    if (op == "<<" || op == ">>") return of_shift(op, a, b);
    if (op == "&") return a & b;
    if (op == "^") return a ^ b;
    if (op == "|") return a | b;
    if (op == "<") return a < b;
    if (op == "<=") return a <= b;
    if (op == ">") return a > b;
    if (op == ">=") return a >= b;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "pow") return of_power(a, b);
    return op == "min" ? std::min(a, b) : std::max(a, b);
}

std::int64_t value_of(const Tree& tree, const Values& variables, Random& random) {
    const auto side = [&](std::size_t nth) { return value_of(tree.sides[nth], variables, random); };
    if (tree.op == "constant") return tree.value;
    if (tree.op == "variable") return variables[static_cast<std::size_t>(tree.value)];
    if (tree.op == "?") return side(0) != 0 ? side(1) : side(2);
    const std::int64_t first = side(0);
    if (tree.op == "a") {
        if (first < 0 || first >= array_length) fail(fmt::format("index {} of an array of 4 elements", first));
        return variables[array_slot + static_cast<std::size_t>(first)];
    }
    if (tree.op == "&&") return first != 0 ? side(1) != 0 : 0;
    if (tree.op == "||") return first != 0 ? 1 : side(1) != 0;
    if (tree.sides.size() == 1) return of_one(tree.op, first, random);
    return of_two(tree.op, first, side(1));
}

std::string text_of(const Tree& tree) {
    const auto side = [&](std::size_t nth) { return text_of(tree.sides[nth]); };
    if (tree.op == "constant") return fmt::format("{}", tree.value);
    if (tree.op == "variable") return std::array{"rank", "size", "x", "y"}[static_cast<std::size_t>(tree.value)];
    if (tree.op == "?") return fmt::format("({} ? {} : {})", side(0), side(1), side(2));
    if (tree.op == "a") return fmt::format("a[{}]", side(0));
    if (tree.op == "min" || tree.op == "max" || tree.op == "pow") {
        return fmt::format("{}({}, {})", tree.op, side(0), side(1));
    }
    if (tree.sides.size() == 1) return fmt::format("{}({})", tree.op, side(0));
    // A number before ^ looks like a power, and is refused.
    if (tree.op == "^") return fmt::format("(({}) ^ {})", side(0), side(1));
    return fmt::format("({} {} {})", side(0), tree.op, side(1));
}

// Constants of both signs that no text has to write with one: the least integer comes from variables.
std::int64_t random_constant(Random& random) {
    return one_of(random, {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{8}, std::int64_t{63},
                           std::int64_t{64}, std::int64_t{1000}, std::int64_t{1} << 31, (std::int64_t{1} << 31) + 1,
                           std::int64_t{1} << 62, INT64_MAX});
}

Tree random_leaf(Random& random) {
    if (chance(random, 40)) return {"constant", random_constant(random)};
    return {"variable", static_cast<std::int64_t>(random.below(4))};
}

Tree random_tree(Random& random, unsigned depth) {
    if (depth == 0 || chance(random, 15)) return random_leaf(random);
    const auto side = [&] { return random_tree(random, depth - 1); };
    // Sums, differences, products and remainders are what programs consist of.
    if (chance(random, 60)) {
        return {one_of(random, {std::string("+"), std::string("-"), std::string("*"), std::string("%")}), 0,
                {side(), side()}};
    }
    static const std::vector<std::string> ones{"-", "!", "~", "abs", "random", "a"};
    static const std::vector<std::string> twos{"/", "<<", ">>", "&", "^", "|", "<", "<=", ">",
                                               ">=", "==", "!=", "min", "max", "pow", "&&", "||"};
    if (chance(random, 30)) return {ones[random.below(ones.size())], 0, {side()}};
    if (chance(random, 15)) return {"?", 0, {side(), side(), side()}};
    return {twos[random.below(twos.size())], 0, {side(), side()}};
}

Values random_values(Random& random) {
    Values values{};
    for (std::int64_t& value : values) {
        const auto small = static_cast<std::int64_t>(random.below(12)) - 4;
        value = chance(random, 80) ? small : one_of(random, {INT64_MIN, INT64_MIN + 1, INT64_MAX, INT64_MAX - 5});
    }
    return values;
}

// The value or the error, then the next random number, which shows how many were generated before.
template <class Evaluate>
std::string outcome(Evaluate evaluate) {
    Random random(7, 3);
    std::string text;
    try {
        text = std::to_string(evaluate(random));
    } catch (const ExpressionError& error) {
        text = error.what();
    }
    return text + fmt::format(", then {}", random.next());
}


TEST(RandomExpressions, MeanWhatTheirTreesMean) {
    Random random(2026, 1123);
    std::size_t errors = 0;
    constexpr int samples = 10'000;
    for (int i = 0; i < samples; ++i) {
        const Tree tree = random_tree(random, 1 + static_cast<unsigned>(i % 5));
        const std::string text = text_of(tree);
        for (int k = 0; k < 3; ++k) {
            const Values values = random_values(random);
            const std::string expected = outcome([&](Random& own) { return value_of(tree, values, own); });
            const std::string found =
                outcome([&](Random& own) { return Expression::compile(text, scope()).evaluate(values, own); });
            ASSERT_EQ(found, expected) << text << " with " << fmt::format("{}", fmt::join(values, ", "));
            errors += expected.find_first_of("-0123456789") != 0;
        }
    }
    // Both sorts occur often.
    EXPECT_GT(errors, samples / 4);
    EXPECT_LT(errors, 2 * samples);
}

}  // namespace
}  // namespace rmasim::sim
