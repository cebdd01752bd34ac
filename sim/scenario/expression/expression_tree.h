// The tree of an expression during its compilation. The functions that build nodes fold constants. `finish` generates
// the steps.
#pragma once

#include "sim/scenario/expression/expression_op.h"

#include <array>

namespace rmasim::sim {

class ExpressionTree {
public:
    using Node = std::uint32_t;
    struct Entry {
        ExpressionOp op;
        bool varies = false;       // The value depends on a variable or on random numbers.
        bool uses_random = false;  // The expression calls random().
        // The maximum number of values that exist at once during the evaluation: the current value and the stored ones.
        std::size_t depth = 1;
        // The value of a constant, or the slot of a variable. In other nodes, this is the `value` of the node's step.
        std::int64_t value = 0;
        std::array<Node, 3> children{};
    };

    Node constant(std::int64_t value);
    Node variable(Slot slot);
    // The value of a variable that some ranks do not have. A negative value means that the rank does not have the
    // variable; evaluation then raises an error. `absence_text` is the error text, and must outlive the expression.
    Node present(Node variable, const std::string& absence_text);
    Node element(const VisibleName& array, Node index);
    Node unary(ExpressionOp op, Node operand);  // The operator may also be `random`, for random(n).
    Node binary(ExpressionOp op, Node left, Node right);
    Node choose(Node condition, Node yes, Node no);
    Node logical_and(Node left, Node right);
    Node logical_or(Node left, Node right);

    // Compiles the expression. Raises ExpressionError if the expression is constant and its evaluation fails, or if its
    // evaluation has more than `expression_stack` values at once.
    Expression finish(Node root) const;
    const Entry& operator[](Node node) const { return nodes_[node]; }

private:
    Node add(Entry entry);
    Node truth(Node operand) { return binary(ExpressionOp::unequal, operand, constant(0)); }
    bool is_constant(Node node) const { return nodes_[node].op == ExpressionOp::constant; }

    std::vector<Entry> nodes_;
};

}  // namespace rmasim::sim
