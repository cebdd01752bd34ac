// The tree of an expression while it is compiled. Building folds constants; `finish` makes its steps.
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
        bool draws = false;
        std::size_t depth = 1;   // values that its evaluation keeps at once, with its own
        std::int64_t value = 0;  // constant: it; variable: its slot; element: the array's length times 2^16, its slot
        std::array<Node, 3> children{};
    };

    Node constant(std::int64_t value);
    Node variable(Slot slot);
    // The variable; an error on ranks that have a negative value there. `lacking` outlives the expression.
    Node present(Node variable, const std::string& lacking);
    Node element(const VisibleName& array, Node index);
    Node unary(ExpressionOp op, Node operand);  // also random(n), as `draw`
    Node binary(ExpressionOp op, Node left, Node right);
    Node choose(Node condition, Node yes, Node no);
    Node logical_and(Node left, Node right);
    Node logical_or(Node left, Node right);

    // Raises ExpressionError if the expression is constant and cannot be evaluated, or if it needs too deep a stack.
    Expression finish(Node root) const;
    const Entry& operator[](Node node) const { return nodes_[node]; }

private:
    Node add(Entry entry);
    Node truth(Node operand) { return binary(ExpressionOp::unequal, operand, constant(0)); }
    bool is_constant(Node node) const { return nodes_[node].op == ExpressionOp::constant; }

    std::vector<Entry> nodes_;
};

}  // namespace rmasim::sim
