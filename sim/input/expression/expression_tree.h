// The tree of an expression while it is compiled. Building folds constants; `finish` flattens the tree to a program.
#pragma once

#include "sim/input/expression/expression_op.h"

#include <array>

namespace rmasim::sim {

class ExpressionTree {
public:
    using Node = std::uint32_t;

    Node constant(std::int64_t value);
    Node variable(Slot slot);
    Node element(const VisibleName& array, Node index);
    Node unary(ExpressionOp op, Node operand);  // also random(n), as `draw`
    Node binary(ExpressionOp op, Node left, Node right);
    Node choose(Node condition, Node yes, Node no);
    Node logical_and(Node left, Node right);
    Node logical_or(Node left, Node right);

    // Raises ExpressionError if the expression is constant and cannot be evaluated, or if it needs too deep a stack.
    Expression finish(Node root) const;

private:
    struct Entry {
        ExpressionOp op;
        bool varies = false;  // depends on a variable or on the generator
        bool draws = false;
        std::size_t depth = 1;  // stack entries its evaluation needs
        std::int64_t value = 0;
        std::array<Node, 3> children{};
    };

    Node add(Entry entry);
    Node truth(Node operand) { return binary(ExpressionOp::unequal, operand, constant(0)); }
    bool is_constant(Node node) const { return nodes_[node].op == ExpressionOp::constant; }
    void emit(Node node, std::vector<Expression::Step>& steps) const;
    static Expression::Operand operand(const Entry& entry);  // that a step of this leaf has; of no leaf: the stack
    void emit_binary(const Entry& entry, std::vector<Expression::Step>& steps) const;
    void emit_choice(const Entry& entry, std::vector<Expression::Step>& steps) const;

    std::vector<Entry> nodes_;
};

// Number of entries of the evaluation stack.
inline constexpr std::size_t expression_stack = 64;

}  // namespace rmasim::sim
