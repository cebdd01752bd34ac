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
        bool varies = false;  // depends on a variable or on the generator
        bool uses_random = false;      // calls random()
        std::size_t depth = 1;   // the maximum number of values during its evaluation: the current one and kept ones
        std::int64_t value = 0;  // constant: the value; variable: its slot; others: the `value` of the step
        std::array<Node, 3> children{};
    };

    Node constant(std::int64_t value);
    Node variable(Slot slot);
    // The value of the variable, or an error if that is negative. `absence_text` is the error text, and must outlive
    // the expression.
    Node present(Node variable, const std::string& absence_text);
    Node element(const VisibleName& array, Node index);
    Node unary(ExpressionOp op, Node operand);  // also random(n), as `draw`
    Node binary(ExpressionOp op, Node left, Node right);
    Node choose(Node condition, Node yes, Node no);
    Node logical_and(Node left, Node right);
    Node logical_or(Node left, Node right);

    // Compiles the expression. Raises ExpressionError if it is constant and cannot be evaluated, or if its depth
    // exceeds `expression_stack`.
    Expression finish(Node root) const;
    const Entry& operator[](Node node) const { return nodes_[node]; }

private:
    Node add(Entry entry);
    Node truth(Node operand) { return binary(ExpressionOp::unequal, operand, constant(0)); }
    bool is_constant(Node node) const { return nodes_[node].op == ExpressionOp::constant; }

    std::vector<Entry> nodes_;
};

}  // namespace rmasim::sim
