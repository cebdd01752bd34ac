// Integer expressions of a scenario, such as "(rank + 1) % size". An expression is compiled once to a small program,
// which is evaluated per rank.
//
// Values are 64-bit signed integers. Operators by precedence, lowest first: ?:  ||  &&  == !=  < <= > >=  |  ^  &
// << >>  + -  * / %  unary - ! ~. Operands are integers (decimal, 0x), names (also with a dot), elements of arrays
// (a[i]), expressions in parentheses, and the functions min(a,b) max(a,b) pow(a,b) abs(a) random(n). Comparison and
// logic give 0 or 1. && || ?: evaluate only the operands that they need. / and % round towards minus infinity, so
// "(rank - 1) % size" is the left neighbour. `random(n)` takes a number in [0, n) from the rank's generator; n must be
// at least 1.
//
// These errors raise an ExpressionError during evaluation: overflow, division by zero, a shift outside 0..63, a
// negative exponent, an index outside its array, and random(n) with n < 1. An expression without variables and random()
// is evaluated when it is compiled. ^ is exclusive or, as in C. "2^10" looks like a power, so the compiler refuses it.
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

// The index of a variable in a thread's array of variables. The first three slots are predefined: rank, size and
// thread. Expressions outside programs have only the first two.
using Slot = std::uint16_t;
inline constexpr Slot rank_slot = 0;
inline constexpr Slot size_slot = 1;
inline constexpr Slot thread_slot = 2;
inline constexpr Slot first_own_slot = 3;

// The names, other than `rank`, whose values depend on the rank. Example: "row.rank" is the communicator rank in a
// communicator "row". The slots of these names follow the predefined slots. A value is -1 if the rank has no value for
// the name, because the rank is not in the communicator. No other value is negative.
class RankNames {
public:
    virtual ~RankNames() = default;
    virtual std::size_t count() const = 0;  // at most `max_rank_names`
    virtual void values_of(std::int32_t rank, std::span<std::int64_t> values) const = 0;
};
inline constexpr std::size_t max_rank_names = 128;

// The values of `rank`, `size` and RankNames, for expressions outside programs. Other slots have no value.
class RankVariables {
public:
    RankVariables(std::int32_t rank, std::int32_t ranks, const RankNames* names) {
        values_[rank_slot] = rank;
        values_[size_slot] = ranks;
        if (names != nullptr) names->values_of(rank, std::span(values_).subspan(first_own_slot));
    }
    operator std::span<const std::int64_t>() const { return values_; }

private:
    std::array<std::int64_t, first_own_slot + max_rank_names> values_;
};

// The maximum length of an expression's text, in bytes, and the maximum nesting of parentheses, unary operators and ?:
// operators.
inline constexpr std::size_t max_expression_length = 4096;
inline constexpr int max_expression_depth = 64;
// The maximum number of left operands that an evaluation stores at once.
inline constexpr std::size_t expression_stack = 64;

// A name that expressions may use: a parameter, a variable, or an array of `length` variables from `slot` on.
struct VisibleName {
    std::string name;
    Slot slot = 0;
    Slot length = 0;                         // The number of variables of an array. Zero if the name is not an array.
    std::optional<std::int64_t> constant{};  // the value of a parameter, which has no slot
    // The error text for ranks that have no value for the name: "is in no communicator of \"row\"". Null if all ranks
    // have a value.
    const std::string* absence_text = nullptr;
};

// The names that an expression may use, innermost last. A later name hides an earlier one.
struct Scope {
    std::vector<VisibleName> names{{"rank", rank_slot}, {"size", size_slot}};
    const RankNames* of_ranks = nullptr;  // null if there are no such names

    // The first slot for the variables that a program declares.
    Slot first_free_slot() const {
        return static_cast<Slot>(first_own_slot + (of_ranks == nullptr ? 0 : of_ranks->count()));
    }

    // The innermost name with this spelling. Null if no such name is visible.
    const VisibleName* find(std::string_view name) const {
        for (auto at = names.rbegin(); at != names.rend(); ++at) {
            if (at->name == name) return &*at;
        }
        return nullptr;
    }
};

// True if the name is a letter that letters, digits and underscores follow. Generated programs use names that start
// with an underscore. These names therefore never collide with a user's name.
bool is_identifier(std::string_view name);
// True for names of the language: `rank`, `size`, `thread` and the functions. A user's variable cannot have them.
bool is_reserved(std::string_view name);

// An error in the text of an expression, or in its evaluation.
class ExpressionError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};
// The error for the use of a name that is not in scope.
class UnknownName : public ExpressionError {
    using ExpressionError::ExpressionError;
};

// A compiled expression.
class Expression {
public:
    Expression() : Expression(std::int64_t{0}) {}
    explicit Expression(std::int64_t constant) : value_(constant) {}
    // Compiles a text. Raises ExpressionError with the column and the expected input. For an unknown name, it raises
    // UnknownName, whose message lists the names in scope.
    static Expression compile(std::string_view text, const Scope& scope);

    bool is_constant() const { return form_ == Form::constant; }  // The expression has no variable and no random().
    std::int64_t constant() const { return value_; }              // Precondition: is_constant().
    bool uses_random() const { return uses_random_; }             // The expression calls random().
    // The slot of a variable, if the expression consists of only this variable.
    std::optional<Slot> variable() const {
        const bool plain = form_ == Form::affine && value_ == 1 && plus_ == 0;
        return plain ? std::optional(slot_) : std::nullopt;
    }

    // The value of the expression. `variables` must have a value for every slot of the scope in which the expression
    // was compiled. Raises ExpressionError.
    std::int64_t evaluate(std::span<const std::int64_t> variables, Random& random) const {
        std::int64_t value = 0;
        return evaluate_simple(variables, value) ? value : run(variables, random);
    }
    // Sets `value` and returns true if the expression has a simple form and its evaluation raises no error. Otherwise
    // returns false; `run` must then compute the value or raise the error.
    bool evaluate_simple(std::span<const std::int64_t> variables, std::int64_t& value) const {
        if (form_ == Form::constant) value = value_;
        else if (form_ == Form::affine) return evaluate_affine(variables, value);
        else return form_ == Form::element && evaluate_element(variables, value);
        return true;
    }
    // Evaluates an expression that is not constant by its steps. A step applies one operator. Expressions with a simple
    // form have steps, too: the steps raise the errors that `evaluate_simple` does not raise. Raises ExpressionError.
    std::int64_t run(std::span<const std::int64_t> variables, Random& random) const {
        std::array<std::int64_t, expression_stack> kept;  // ExpressionTree::finish checks that this size suffices.
        const Step* const first = steps_.data();
        return first->function(first, 0, variables.data(), kept.data(), random);
    }

private:
    // The form of an expression. Three simple forms are evaluated without steps. All other expressions have the form
    // `steps`.
    //   constant   42; value_ holds the value
    //   affine     8 * i + 16; slot_ is the slot of i, value_ the factor 8, plus_ the summand 16
    //   element    a[i]; slot_ is the slot of i, value_ is the array's length times 2^16, plus its first slot
    enum class Form : std::uint8_t { constant, affine, element, steps };
    friend class ExpressionSteps;
    friend struct ExpressionRun;

    // The kind of a step's operand. A step applies an operator (ExpressionOp) to the current value and an operand, and
    // then calls the next step. The operand is `value`, the variable at `slot`, the product of these two, or a value
    // that an earlier step has stored (ExpressionOp::keep).
    enum class Operand : std::uint8_t { constant, variable, scaled, kept };
    struct Step;
    using StepFunction = std::int64_t(const Step* at, std::int64_t value, const std::int64_t* variables,
                                      std::int64_t* kept, Random& random);
    struct Step {
        StepFunction* function;  // The function for this operator and this kind of operand, in expression_run.cpp.
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
        // Converted to unsigned, a negative index exceeds any length.
        const auto index = static_cast<std::size_t>(variables[slot_]);
        if (index >= static_cast<std::size_t>(value_ >> 16)) return false;
        value = variables[static_cast<std::size_t>(value_ & 0xFFFF) + index];
        return true;
    }

    Form form_ = Form::constant;
    bool uses_random_ = false;
    Slot slot_ = 0;
    std::int32_t plus_ = 0;
    std::int64_t value_ = 0;
    std::vector<Step> steps_;
};

}  // namespace rmasim::sim
