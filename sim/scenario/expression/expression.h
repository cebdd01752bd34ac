// Integer expressions of a scenario: "(rank + 1) % size". Compiled once to a small program, evaluated per rank.
//
// Values are 64-bit signed integers. From loosest to tightest: ?:  ||  &&  == !=  < <= > >=  |  ^  &  << >>  + -  * / %
// unary - ! ~; parentheses; integers (decimal, 0x); names, also with a dot; elements of arrays, a[i]; functions
// min(a,b) max(a,b) pow(a,b) abs(a) random(n). Comparison and logic give 0 or 1; && || ?: evaluate only the side they
// need. / and % round towards minus infinity, so "(rank - 1) % size" is the left neighbour. `random(n)` draws from the
// rank's generator, n >= 1. Overflow, division by zero, a shift outside 0..63, a negative exponent, an index outside
// its array and random(n) with n < 1 raise an ExpressionError when evaluated; an expression that needs neither a
// variable nor the generator is evaluated when it is compiled. ^ is exclusive or, as in C: "2^10", which looks like a
// power, is refused.
#pragma once

#include "sim/scenario/expression/random.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

// Index of a variable in a thread's variable array. Programs always have the three predefined names, other expressions
// only the first two.
using Slot = std::uint16_t;
inline constexpr Slot rank_slot = 0;
inline constexpr Slot size_slot = 1;
inline constexpr Slot thread_slot = 2;
inline constexpr Slot first_own_slot = 3;

// Names that have a value of their own on each rank, beside `rank`: they come after the predefined ones. A rank that
// lacks one has -1 there; the others are not negative.
class RankNames {
public:
    virtual ~RankNames() = default;
    virtual std::size_t count() const = 0;  // at most `max_rank_names`
    virtual void values_of(std::int32_t rank, std::span<std::int64_t> values) const = 0;
};
inline constexpr std::size_t max_rank_names = 128;

// The predefined names and those of RankNames, for an expression outside programs.
class RankVariables {
public:
    RankVariables(std::int32_t rank, std::int32_t ranks, const RankNames* names) {  // the others are not asked for
        values_[rank_slot] = rank;
        values_[size_slot] = ranks;
        if (names != nullptr) names->values_of(rank, std::span(values_).subspan(first_own_slot));
    }
    operator std::span<const std::int64_t>() const { return values_; }

private:
    std::array<std::int64_t, first_own_slot + max_rank_names> values_;
};

// The longest text, in bytes, and the deepest nesting of parentheses, signs and choices that `compile` accepts.
inline constexpr std::size_t max_expression_length = 4096;
inline constexpr int deepest_expression = 64;
// The most values that may wait for their operator during an evaluation.
inline constexpr std::size_t expression_stack = 64;

// A variable, or an array of `length` variables from `slot` on.
struct VisibleName {
    std::string name;
    Slot slot = 0;
    Slot length = 0;                         // 0: a variable
    std::optional<std::int64_t> constant{};  // a parameter: it has no slot
    // Some ranks lack it: "is in no communicator of \"row\"". It is an error there.
    const std::string* lacking = nullptr;
};

// The names that an expression may use, innermost last; a later name hides an earlier one.
struct Scope {
    std::vector<VisibleName> names{{"rank", rank_slot}, {"size", size_slot}};
    const RankNames* of_ranks = nullptr;  // their slots come after the predefined ones

    // The first slot of a program's own variables.
    Slot first_free_slot() const {
        return static_cast<Slot>(first_own_slot + (of_ranks == nullptr ? 0 : of_ranks->count()));
    }

    // Null if the name is not visible.
    const VisibleName* find(std::string_view name) const {
        for (auto at = names.rbegin(); at != names.rend(); ++at) {
            if (at->name == name) return &*at;
        }
        return nullptr;
    }
};

// A legal name for a user's variable: a letter, then letters, digits and underscores, but no name of the language
// itself. (Generators use names that start with an underscore, so they never collide with a user's name.)
bool is_identifier(std::string_view name);
bool is_reserved(std::string_view name);

class ExpressionError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};
class UnknownName : public ExpressionError {
    using ExpressionError::ExpressionError;
};

class Expression {
public:
    Expression() : Expression(std::int64_t{0}) {}
    explicit Expression(std::int64_t constant) : value_(constant) {}
    // Raises ExpressionError with the column and what was expected; unknown names list the names in scope.
    static Expression compile(std::string_view text, const Scope& scope);

    bool is_constant() const { return form_ == Form::constant; }  // no variable and no random
    bool draws() const { return draws_; }                         // calls random(), so each evaluation may differ
    // If it is a variable and nothing else.
    std::optional<Slot> variable() const {
        const bool plain = form_ == Form::affine && value_ == 1 && plus_ == 0;
        return plain ? std::optional(slot_) : std::nullopt;
    }

    // `variables` has a value for every slot of the scope in which the expression was compiled.
    std::int64_t evaluate(std::span<const std::int64_t> variables, Random& random) const {
        std::int64_t value = 0;
        return evaluate_simple(variables, value) ? value : run(variables, random);
    }
    // Only if it has one of the simple forms, and its value no error: sets `value`.
    bool evaluate_simple(std::span<const std::int64_t> variables, std::int64_t& value) const {
        if (form_ == Form::constant) value = value_;
        else if (form_ == Form::affine) return evaluate_affine(variables, value);
        else return form_ == Form::element && evaluate_element(variables, value);
        return true;
    }
    // Any but a constant. What `evaluate` does if the simple forms do not help: they have steps, too, for their errors.
    std::int64_t run(std::span<const std::int64_t> variables, Random& random) const {
        std::array<std::int64_t, expression_stack> kept;  // enough: ExpressionTree::finish has checked it
        const Step* const first = steps_.data();
        return first->function(first, 0, variables.data(), kept.data(), random);
    }

private:
    // Most expressions need no steps: constants, variables, 8 * i + 16, elements whose index is a variable.
    //   constant   value_
    //   affine     slot_ times value_, plus plus_
    //   element    slot_ is the index; value_ the array's length times 2^16, and its first slot
    enum class Form : std::uint8_t { constant, affine, element, steps };
    friend class ExpressionSteps;
    friend struct ExpressionRun;

    // One step of the program changes the value, by an operator (ExpressionOp) and an operand, and calls the next step.
    // The operand is `value`, the variable at `slot`, their product, or a value that was kept (ExpressionOp::keep).
    enum class Operand : std::uint8_t { constant, variable, scaled, kept };
    struct Step;
    using StepFunction = std::int64_t(const Step* at, std::int64_t value, const std::int64_t* variables,
                                      std::int64_t* kept, Random& random);
    struct Step {
        StepFunction* function;  // of this operator and this kind of operand: expression_run.cpp
        std::int64_t value = 0;
        Slot slot = 0;
        Operand operand = Operand::constant;
    };

    bool evaluate_affine(std::span<const std::int64_t> variables, std::int64_t& value) const {
        std::int64_t product;
        return !__builtin_mul_overflow(variables[slot_], value_, &product) &&
               !__builtin_add_overflow(product, std::int64_t{plus_}, &value);
    }
    bool evaluate_element(std::span<const std::int64_t> variables, std::int64_t& value) const {
        const auto index = static_cast<std::size_t>(variables[slot_]);  // below 0: beyond any length
        if (index >= static_cast<std::size_t>(value_ >> 16)) return false;
        value = variables[static_cast<std::size_t>(value_ & 0xFFFF) + index];
        return true;
    }

    Form form_ = Form::constant;
    bool draws_ = false;
    Slot slot_ = 0;
    std::int32_t plus_ = 0;
    std::int64_t value_ = 0;
    std::vector<Step> steps_;
};

}  // namespace rmasim::sim
