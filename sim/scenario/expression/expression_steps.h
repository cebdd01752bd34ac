// The last pass of the compiler: from the tree of an expression to its steps, or to a form that needs none.
//
// A step changes one value, so "8 * b + 1" takes two: set 8 * b, add 1. Where the right side of an operator is more
// than an operand, the left one is kept meanwhile. "a - b % c" takes: set a, keep, set b, modulo c, subtract from kept.
// Sides are evaluated from left to right, so that the first of several errors is the one that is raised.
#pragma once

#include "sim/scenario/expression/expression_tree.h"

#include <optional>

namespace rmasim::sim {

class ExpressionSteps {
public:
    // The root is no constant, and no deeper than the stack.
    static Expression of(const ExpressionTree& tree, ExpressionTree::Node root);

private:
    using Node = ExpressionTree::Node;
    using Entry = ExpressionTree::Entry;
    using Operand = Expression::Operand;
    using Step = Expression::Step;

    explicit ExpressionSteps(const ExpressionTree& tree) : tree_(tree) {}

    static Expression::StepFunction* function(ExpressionOp op, Operand operand);  // expression_run.cpp
    static Step step(ExpressionOp op, Operand operand, std::int64_t value, Slot slot = 0);
    void push(ExpressionOp op, Operand operand = Operand::constant, std::int64_t value = 0);
    void emit(Node node);
    void emit_one_operand(const Entry& entry);
    void emit_binary(const Entry& entry);
    void emit_choice(const Entry& entry);
    bool is_leaf(Node node) const { return tree_[node].op <= ExpressionOp::variable; }
    std::optional<Step> with_operand(ExpressionOp op, Node node) const;
    std::optional<Step> scaled(ExpressionOp op, const Entry& entry) const;
    bool become_affine(Node root);
    bool become_affine(Node node, std::int64_t plus);
    bool become_element(const Entry& root);

    const ExpressionTree& tree_;
    Expression result_;
};

}  // namespace rmasim::sim
