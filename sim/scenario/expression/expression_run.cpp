// The evaluation of expressions. Each step is a function that calls the function of the next step. The optimiser turns
// this call into a jump, and keeps the current value in a register. An interpreter loop would need twice as many
// instructions.
#include "sim/scenario/expression/expression_steps.h"

#include <array>
#include <bit>
#include <utility>

namespace rmasim::sim {

namespace {

// Separate functions raise the errors. The functions of the steps then stay small enough to be inlined.
[[noreturn]] void raise_nothing_below(std::int64_t below) {
    throw ExpressionError("random(" + std::to_string(below) + "), which needs at least 1");
}

std::int64_t random_below(std::int64_t below, Random& random) {
    if (below < 1) raise_nothing_below(below);
    return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(below)));
}

// Raises the error for a rank that does not have a name. `what` is the address of VisibleName::absence_text.
[[noreturn]] void raise_absent(std::int64_t what) {
    throw ExpressionError("the rank " + *reinterpret_cast<const std::string*>(static_cast<std::uintptr_t>(what)));
}

[[noreturn]] void raise_outside(std::int64_t index, std::int64_t length) {
    throw ExpressionError("index " + std::to_string(index) + " of an array of " + std::to_string(length) + " elements");
}

// The slot of an array element. `array` is the array's length times 2^16, plus its first slot.
std::size_t slot_of_element(std::int64_t array, std::int64_t index) {
    const std::int64_t length = array >> 16;
    if (index < 0 || index >= length) raise_outside(index, length);
    return static_cast<std::size_t>((array & 0xFFFF) + index);
}

}  // namespace

// The functions of the steps. There is one for each pair of an operator and a kind of operand. Some of these pairs
// never occur.
struct ExpressionRun {
    using Op = ExpressionOp;
    using Operand = Expression::Operand;
    using Step = Expression::Step;

    template <Operand from>
    static std::int64_t operand(const Step* at, const std::int64_t* variables) {
        if constexpr (from == Operand::constant) return at->value;
        else if constexpr (from == Operand::variable) return variables[at->slot];
        else return product(variables[at->slot], at->value);
    }

    template <Op op, Operand from>
    static std::int64_t step(const Step* at, std::int64_t value, const std::int64_t* variables, std::int64_t* kept,
                             Random& random) {
        if constexpr (op == Op::end) return value;
        if constexpr (op == Op::set) value = operand<from>(at, variables);
        else if constexpr (op == Op::keep) *kept++ = value;
        else if constexpr (op == Op::jump) at += at->value - 1;
        else if constexpr (op == Op::jump_if_zero) at += value == 0 ? at->value - 1 : 0;
        else if constexpr (op == Op::random) value = random_below(value, random);
        else if constexpr (op == Op::present) {
            if (value < 0) raise_absent(at->value);
        } else if constexpr (op == Op::element) value = variables[slot_of_element(at->value, value)];
        else if constexpr (has_one_operand(op)) value = apply(op, value);
        else if constexpr (from == Operand::kept) value = apply(op, *--kept, value);
        else value = apply(op, value, operand<from>(at, variables));
        return at[1].function(at + 1, value, variables, kept, random);
    }

    static constexpr std::size_t operands = 4;
    template <std::size_t... number>
    static constexpr auto table(std::index_sequence<number...>) {
        return std::array{&step<static_cast<Op>(number / operands), static_cast<Operand>(number % operands)>...};
    }
};

Expression::StepFunction* ExpressionSteps::function(ExpressionOp op, Operand operand) {
    constexpr std::size_t operators = static_cast<std::size_t>(ExpressionOp::end) + 1;
    static constexpr auto functions =
        ExpressionRun::table(std::make_index_sequence<operators * ExpressionRun::operands>{});
    return functions[static_cast<std::size_t>(op) * ExpressionRun::operands + static_cast<std::size_t>(operand)];
}

}  // namespace rmasim::sim
