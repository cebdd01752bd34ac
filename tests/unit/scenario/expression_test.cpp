// Expressions have the meaning that sim/scenario/expression/expression.h defines.
#include "sim/scenario/expression/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace rmasim::sim {
namespace {

using testing::HasSubstr;

// With rank 3 of 8, and x = -5.
std::int64_t value_of(const std::string& text) {
    Scope scope;
    scope.names.push_back({"x", Slot{2}});
    const std::array<std::int64_t, 3> variables{3, 8, -5};
    Random random(1, 3);
    return Expression::compile(text, scope).evaluate(variables, random);
}

std::string error_of(const std::string& text) {
    try {
        value_of(text);
    } catch (const ExpressionError& error) {
        return error.what();
    }
    return "no error";
}

struct Case {
    const char* text;
    std::int64_t value;
};

void PrintTo(const Case& item, std::ostream* out) { *out << item.text; }

class ExpressionValue : public testing::TestWithParam<Case> {};

TEST_P(ExpressionValue, IsAsDocumented) { EXPECT_EQ(value_of(GetParam().text), GetParam().value); }

INSTANTIATE_TEST_SUITE_P(Leaves, ExpressionValue,
                         testing::Values(Case{"0", 0}, Case{"42", 42}, Case{"0x1f", 31}, Case{"0XFF", 255},
                                         Case{"9223372036854775807", INT64_MAX}, Case{"rank", 3}, Case{"size", 8},
                                         Case{"x", -5}, Case{" \t( rank )\n", 3}));

// Each line distinguishes two neighbouring levels, or the direction in which a level associates.
INSTANTIATE_TEST_SUITE_P(Precedence, ExpressionValue,
                         testing::Values(Case{"1 ? 2 : 0 ? 3 : 4", 2}, Case{"0 || 1 ? 2 : 3", 2},
                                         Case{"1 || 1 && 0", 1}, Case{"2 && 1 == 1", 1}, Case{"1 == 1 < 1", 0},
                                         Case{"2 == 3 > 1", 0}, Case{"3 < 2 | 4", 1}, Case{"1 | (1) ^ 1", 1},
                                         Case{"0x1 ^ 3 & 2", 3}, Case{"6 & 1 << 1", 2}, Case{"1 << 1 + 1", 4},
                                         Case{"1 + 2 * 3", 7}, Case{"-2 * 3", -6}, Case{"!0 + 1", 2},
                                         Case{"~0 - 1", -2}, Case{"10 - 4 - 3", 3}, Case{"64 / 4 / 2", 8},
                                         Case{"64 / 4 % 5 * 3", 3}, Case{"256 >> 2 >> 1", 32}, Case{"3 > 2 > 1", 0},
                                         Case{"- - 3", 3}, Case{"!!7", 1}, Case{"(1 + 2) * 3", 9}));

INSTANTIATE_TEST_SUITE_P(RoundsDown, ExpressionValue,
                         testing::Values(Case{"7 / 2", 3}, Case{"-7 / 2", -4}, Case{"7 / -2", -4}, Case{"-7 / -2", 3},
                                         Case{"7 % 3", 1}, Case{"-7 % 3", 2}, Case{"7 % -3", -2}, Case{"-7 % -3", -1},
                                         Case{"-6 % 3", 0}, Case{"-6 / 3", -2}, Case{"(0 - 1) % size", 7},
                                         Case{"(-9223372036854775807 - 1) % -1", 0}));

INSTANTIATE_TEST_SUITE_P(Functions, ExpressionValue,
                         testing::Values(Case{"min(3, -2)", -2}, Case{"max(rank, size)", 8}, Case{"abs(x)", 5},
                                         Case{"min(1 ? 4 : 5, 6)", 4}, Case{"random(1)", 0}));

INSTANTIATE_TEST_SUITE_P(Powers, ExpressionValue,
                         testing::Values(Case{"pow(2, 10)", 1024}, Case{"pow(2, 62)", std::int64_t{1} << 62},
                                         Case{"pow(-2, 63)", INT64_MIN}, Case{"pow(x, 3)", -125}, Case{"pow(7, 0)", 1},
                                         Case{"pow(0, 0)", 1}, Case{"pow(0, rank)", 0},
                                         Case{"pow(-1, 9223372036854775807)", -1}, Case{"pow(rank, size / 2)", 81},
                                         Case{"pow(3037000499, 2)", 9223372030926249001},
                                         Case{"1 << 40", 1099511627776}, Case{"rank ^ 1", 2}, Case{"(2) ^ 10", 8},
                                         Case{"0x2 ^ 10", 8}));

INSTANTIATE_TEST_SUITE_P(OnlyTheSideNeeded, ExpressionValue,
                         testing::Values(Case{"rank || 1 / 0", 1}, Case{"(x + 5) && 1 / 0", 0},
                                         Case{"rank ? 2 : 1 / 0", 2}, Case{"0 ? 1 / 0 : 2", 2},
                                         Case{"size > 1 ? rank : 1 / (size - 8)", 3}, Case{"5 && 7", 1},
                                         Case{"0 || 9", 1}, Case{"rank && x", 1}));

struct Refusal {
    const char* text;
    const char* reason;
};

void PrintTo(const Refusal& item, std::ostream* out) { *out << item.text; }

class ExpressionRefusal : public testing::TestWithParam<Refusal> {};

TEST_P(ExpressionRefusal, SaysWhy) { EXPECT_THAT(error_of(GetParam().text), HasSubstr(GetParam().reason)); }

INSTANTIATE_TEST_SUITE_P(
    Syntax, ExpressionRefusal,
    testing::Values(
        Refusal{"", "column 1: expected a number, a name or '(', found the end"},
        Refusal{"1 +", "column 4: expected a number, a name or '(', found the end"},
        Refusal{"(1", "column 3: expected ')', found the end"},
        Refusal{"1 2", "column 3: expected an operator or the end, found '2'"},
        Refusal{"rnak", "column 1: expected one of the names rank, size, x, found 'rnak'"},
        Refusal{"sqrt(4)", "expected one of the functions min, max, pow, abs, random, found 'sqrt'"},
        Refusal{"min(1)", "column 6: expected ',', found ')'"}, Refusal{"abs(1, 2)", "expected ')'"},
        Refusal{"min", "expected one of the names"}, Refusal{"1 ? 2", "expected ':'"}, Refusal{"1 = 1", "found '='"},
        Refusal{"2x", "expected a decimal number"}, Refusal{"0x", "expected a decimal number"},
        Refusal{"1.5", "found '.'"}, Refusal{"9223372036854775808", "expected a number below 2^63"},
        Refusal{"2^63 - 1", "column 1: '2^...' is exclusive or, not a power: write a power as 1 << n or pow(2, n)"},
        Refusal{"rank + 10 ^ rank", "column 8: '10^...' is exclusive or, not a power: write a power as pow(10, n)"},
        Refusal{"\xC3\xA9", "found '\xC3\xA9'"}));

INSTANTIATE_TEST_SUITE_P(Range, ExpressionRefusal,
                         testing::Values(Refusal{"9223372036854775807 + 1", "'+' leaves the range"},
                                         Refusal{"-9223372036854775807 - rank", "'-' leaves the range"},
                                         Refusal{"9223372036854775807 * rank", "'*' leaves the range"},
                                         Refusal{"-(-9223372036854775807 - 1)", "'-' leaves the range"},
                                         Refusal{"(-9223372036854775807 - 1) / -1", "'-' leaves the range"},
                                         Refusal{"abs(-9223372036854775807 - 1)", "leaves the range"},
                                         Refusal{"rank << 62", "'<' leaves the range"},
                                         Refusal{"pow(2, 63)", "pow(2, 63) leaves the range"},
                                         Refusal{"pow(rank, 40)", "pow(3, 40) leaves the range"},
                                         Refusal{"pow(-3, 41)", "pow(-3, 41) leaves the range"},
                                         Refusal{"pow(rank, x)", "pow(3, -5), which needs an exponent of at least 0"},
                                         Refusal{"1 << 64", "shift by 64"}, Refusal{"rank >> -1", "shift by -1"},
                                         Refusal{"1 / 0", "division by zero"},
                                         Refusal{"rank / (rank - 3)", "division by zero"},
                                         Refusal{"rank % 0", "modulo by zero"}, Refusal{"random(0)", "random(0)"},
                                         Refusal{"random(x)", "random(-5)"}));

// The operand of an operator may be a constant, a variable or a term, on each side. The compiler treats each kind of
// operand differently. All must give the same values and errors as two constants, which the compiler folds.
TEST(Expression, OperandsOfEveryKindMeanTheSame) {
    Scope scope;
    for (const char* const name : {"a", "b", "zero"})
        scope.names.push_back({name, static_cast<Slot>(scope.names.size())});
    const auto outcome_of = [&scope](const std::string& text, std::int64_t a, std::int64_t b) {
        const std::array<std::int64_t, 5> variables{3, 8, a, b, 0};
        Random random(1, 3);
        try {
            return std::to_string(Expression::compile(text, scope).evaluate(variables, random));
        } catch (const ExpressionError& error) {
            return std::string(error.what());
        }
    };
    for (const std::string op :
         {"*", "/", "%", "+", "-", "<<", ">>", "&", "^", "|", "<", "<=", ">", ">=", "==", "!="}) {
        for (const std::int64_t a : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-7}, std::int64_t{12}, INT64_MAX}) {
            for (const std::int64_t b :
                 {std::int64_t{0}, std::int64_t{5}, std::int64_t{-3}, std::int64_t{12}, INT64_MAX}) {
                const auto literal = [](std::int64_t value) { return "(" + std::to_string(value) + ")"; };
                const std::string expected = outcome_of(literal(a) + op + literal(b), a, b);
                for (const std::string& left : {literal(a), std::string("a"), std::string("(a + zero)")}) {
                    for (const std::string& right : {literal(b), std::string("b"), std::string("(b + zero)")}) {
                        EXPECT_EQ(outcome_of(left + op + right, a, b), expected) << left << op << right;
                        EXPECT_EQ(outcome_of("rank - rank + (" + left + op + right + ")", a, b), expected);
                    }
                }
            }
        }
    }
}

TEST(Expression, ConstantsAreFolded) {
    EXPECT_TRUE(Expression::compile("2 * (3 + 4) << 1", {}).is_constant());
    EXPECT_TRUE(Expression::compile("0 && rank", {}).is_constant());
    EXPECT_FALSE(Expression::compile("rank", {}).is_constant());
    EXPECT_FALSE(Expression::compile("random(2)", {}).is_constant());
}

TEST(Expression, KnowsWhetherItDraws) {
    EXPECT_TRUE(Expression::compile("1 + random(2)", {}).uses_random());
    EXPECT_TRUE(Expression::compile("rank ? 1 : -random(2)", {}).uses_random());
    EXPECT_FALSE(Expression::compile("rank + size", {}).uses_random());
}

TEST(Expression, InnerNamesHideOuterOnes) {
    Scope scope;
    scope.names.push_back({"i", Slot{2}});
    scope.names.push_back({"i", Slot{3}});
    const std::array<std::int64_t, 4> variables{0, 1, 20, 30};
    Random random(1, 0);
    EXPECT_EQ(Expression::compile("i", scope).evaluate(variables, random), 30);
}

TEST(Expression, DrawsFromTheGeneratorInOrder) {
    Random expected(5, 2);
    const auto first = static_cast<std::int64_t>(expected.below(1000));
    const auto second = static_cast<std::int64_t>(expected.below(1000));
    Random random(5, 2);
    EXPECT_EQ(Expression::compile("random(1000) * 1000 + random(1000)", {}).evaluate({}, random),
              first * 1000 + second);
}

TEST(Expression, NestingIsBounded) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "rank" + std::string(depth, ')'); };
    const auto max_depth = static_cast<std::size_t>(max_expression_depth) - 1;
    EXPECT_EQ(value_of(nested(max_depth)), 3);
    EXPECT_THAT(error_of(nested(max_depth + 1)), HasSubstr("at most 64 levels of nesting"));
    EXPECT_THAT(error_of(nested(2000)), HasSubstr("levels of nesting"));
    EXPECT_THAT(error_of(std::string(4000, '-') + "1"), HasSubstr("levels of nesting"));
    std::string choices = "1";
    for (int i = 0; i < 500; ++i) choices = "rank ? 0 : " + choices;
    EXPECT_THAT(error_of(choices.substr(0, 4000)), HasSubstr("levels of nesting"));
}

TEST(Expression, LengthIsBoundedAndLongSumsFit) {
    std::string sum = "rank";
    while (sum.size() + 5 <= max_expression_length) sum += "+rank";
    EXPECT_EQ(value_of(sum), static_cast<std::int64_t>(3 * (sum.size() + 1) / 5));
    EXPECT_THAT(error_of(std::string(max_expression_length + 1, ' ')), HasSubstr("at most 4096 characters"));
}

// Right-grouping needs parentheses, and each may leave an operand of every level waiting.
TEST(Expression, StackIsBounded) {
    std::string waiting = "rank";
    for (int i = 0; i < 40; ++i) waiting = "rank+rank*(" + waiting + ")";
    EXPECT_THAT(error_of(waiting), HasSubstr("too many intermediate values"));
}

TEST(Expression, IdentifiersAndReservedNames) {
    EXPECT_TRUE(is_identifier("a"));
    EXPECT_TRUE(is_identifier("left_2"));
    for (const char* name : {"", "2a", "_a", "a-b", "\xC3\xA9"}) EXPECT_FALSE(is_identifier(name)) << name;
    for (const char* name : {"rank", "size", "min", "max", "abs", "random"}) EXPECT_TRUE(is_reserved(name)) << name;
    EXPECT_FALSE(is_reserved("target"));
}

}  // namespace
}  // namespace rmasim::sim
