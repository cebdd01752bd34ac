// Integer expressions of a scenario: "(rank + 1) % size". Compiled once to a small postfix program, evaluated per rank.
//
// Values are 64-bit signed integers. From loosest to tightest: ?:  ||  &&  == !=  < <= > >=  |  ^  &  << >>  + -  * / %
// unary - ! ~; parentheses; integers (decimal, 0x); names; elements of arrays, a[i]; functions min(a,b) max(a,b) abs(a)
// random(n). Comparison and logic give 0 or 1; && || ?: evaluate only the side they need. / and % round towards minus
// infinity, so
// "(rank - 1) % size" is the left neighbour. `random(n)` draws from the rank's generator, n >= 1. Overflow, division by
// zero, a shift outside 0..63, an index outside its array and random(n) with n < 1 raise an ExpressionError when
// evaluated; an expression that needs neither a variable nor the generator is evaluated when it is compiled.
#pragma once

#include "sim/input/expression/random.h"

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

// The longest text, in bytes, and the deepest nesting of parentheses, signs and choices that `compile` accepts.
inline constexpr std::size_t longest_expression = 4096;
inline constexpr int deepest_expression = 64;

// A variable, or an array of `length` variables from `slot` on.
struct VisibleName {
    std::string name;
    Slot slot = 0;
    Slot length = 0;  // 0: a variable
    std::optional<std::int64_t> constant{};  // a parameter: it has no slot
};

// The names that an expression may use, innermost last; a later name hides an earlier one.
struct Scope {
    std::vector<VisibleName> names{{"rank", rank_slot}, {"size", size_slot}};

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

enum class ExpressionOp : std::uint8_t;

class Expression {
public:
    Expression() : Expression(std::int64_t{0}) {}
    explicit Expression(std::int64_t constant) : value_(constant) {}
    // Raises ExpressionError with the column and what was expected; unknown names list the names in scope.
    static Expression compile(std::string_view text, const Scope& scope);

    bool is_constant() const { return form_ == Form::constant; }  // no variable and no random
    bool draws() const { return draws_; }  // calls random(), so each evaluation may differ

    // `variables` has a value for every slot of the scope in which the expression was compiled.
    std::int64_t evaluate(std::span<const std::int64_t> variables, Random& random) const {
        std::int64_t value = 0;
        return evaluate_simple(variables, value) ? value : run(variables, random);
    }
    // Only if it is a constant, a variable, or an element that exists: sets `value`, without an error.
    bool evaluate_simple(std::span<const std::int64_t> variables, std::int64_t& value) const {
        if (form_ == Form::steps) return false;
        if (form_ == Form::constant) value = value_;
        else if (form_ == Form::variable) value = variables[static_cast<std::size_t>(value_)];
        else return evaluate_element(variables, value);
        return true;
    }

private:
    // Most expressions are a single constant, a single variable, or an element whose index is a variable. They need no
    // steps: `value_` is the constant, the slot, or three slots: the array's length, its first element, the index. The
    // steps of an element raise the error of a wrong index.
    enum class Form : std::uint8_t { constant, variable, element, steps };
    friend class ExpressionTree;

    // Where the right operand of a step comes from: the stack, or `Step::value`, which is a constant or a slot.
    enum class Operand : std::uint8_t { stack, constant, variable };
    // One step of the postfix program; `value` may also be the step to jump to. "8 * b + 1" takes three steps: push 8,
    // multiply by b, add 1.
    struct Step {
        ExpressionOp op;
        Operand operand;
        std::int64_t value;
    };

    bool evaluate_element(std::span<const std::int64_t> variables, std::int64_t& value) const {
        const auto part = [this](unsigned nth) { return static_cast<std::size_t>(value_ >> 16 * nth) & 0xFFFF; };
        const auto index = static_cast<std::size_t>(variables[part(0)]);  // below 0: beyond any length
        if (index >= part(2)) return false;
        value = variables[part(1) + index];
        return true;
    }
    std::int64_t run(std::span<const std::int64_t> variables, Random& random) const;

    Form form_ = Form::constant;
    bool draws_ = false;
    std::int64_t value_ = 0;
    std::vector<Step> steps_;
};

}  // namespace rmasim::sim
