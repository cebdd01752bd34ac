// The last pass of the expression compiler. It translates the tree to steps, and recognises simple forms
// (Expression::Form).
//
// A step changes the current value. "8 * b + 1" has two steps: set 8 * b, add 1. If the right operand of an operator
// needs steps of its own, a `keep` step stores the value of the left operand. For example, the steps of "a - b % c"
// are: set a, keep, set b, modulo c, subtract from the stored value. Operands are evaluated from left to right, so the
// leftmost error is raised.
#pragma once

#include "sim/scenario/expression/expression_tree.h"

#include <optional>

namespace rmasim::sim {

class ExpressionSteps {
public:
    // Compiles the tree. The root must not be a constant. The tree's depth (ExpressionTree::Entry::depth) must not
    // exceed `expression_stack`.
    static Expression of(const ExpressionTree& tree, ExpressionTree::Node root);

private:
    using Node = ExpressionTree::Node;
    using Entry = ExpressionTree::Entry;
    using Operand = Expression::Operand;
    using Step = Expression::Step;

    explicit ExpressionSteps(const ExpressionTree& tree) : tree_(tree) {}

    static Expression::StepFunction* function(ExpressionOp op, Operand operand);  // defined in expression_run.cpp
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
