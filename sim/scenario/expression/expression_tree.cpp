#include "sim/scenario/expression/expression_tree.h"

#include "sim/scenario/expression/expression_steps.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace rmasim::sim {

namespace {

// The value of a constant subexpression. nullopt if its evaluation fails, as for 1 / 0. The failure is not an error
// yet, because the subexpression may be in a branch that is never taken.
template <class... Operands>
std::optional<std::int64_t> folded(ExpressionOp op, Operands... operands) {
    try {
        return apply(op, operands...);
    } catch (const ExpressionError&) {
        return std::nullopt;
    }
}

}  // namespace

ExpressionTree::Node ExpressionTree::add(Entry entry) {
    nodes_.push_back(entry);
    return static_cast<Node>(nodes_.size() - 1);
}

ExpressionTree::Node ExpressionTree::constant(std::int64_t value) {
    return add({.op = ExpressionOp::constant, .value = value});
}

ExpressionTree::Node ExpressionTree::variable(Slot slot) {
    return add({.op = ExpressionOp::variable, .varies = true, .value = slot});
}

ExpressionTree::Node ExpressionTree::present(Node variable, const std::string& absence_text) {
    return add({.op = ExpressionOp::present,
                .varies = true,
                .value = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(&absence_text)),
                .children = {variable}});
}

// If the index is a constant, the element is a plain variable. A constant index outside of the array is an error only
// when the element is evaluated.
ExpressionTree::Node ExpressionTree::element(const VisibleName& array, Node index) {
    const Entry inner = nodes_[index];
    if (is_constant(index) && inner.value >= 0 && inner.value < array.length) {
        return variable(static_cast<Slot>(array.slot + inner.value));
    }
    return add({.op = ExpressionOp::element,
                .varies = true,
                .uses_random = inner.uses_random,
                .depth = inner.depth,
                .value = std::int64_t{array.length} << 16 | array.slot,
                .children = {index}});
}

ExpressionTree::Node ExpressionTree::unary(ExpressionOp op, Node operand) {
    const Entry inner = nodes_[operand];
    const bool is_random = op == ExpressionOp::random;
    if (!is_random && is_constant(operand)) {
        if (const auto value = folded(op, inner.value)) return constant(*value);
    }
    return add({.op = op,
                .varies = is_random || inner.varies,
                .uses_random = is_random || inner.uses_random,
                .depth = inner.depth,
                .children = {operand}});
}

ExpressionTree::Node ExpressionTree::binary(ExpressionOp op, Node left, Node right) {
    const Entry a = nodes_[left];
    const Entry b = nodes_[right];
    if (is_constant(left) && is_constant(right)) {
        if (const auto value = folded(op, a.value, b.value)) return constant(*value);
    }
    return add({.op = op,
                .varies = a.varies || b.varies,
                .uses_random = a.uses_random || b.uses_random,
                .depth = std::max(a.depth, b.depth + 1),
                .children = {left, right}});
}

ExpressionTree::Node ExpressionTree::choose(Node condition, Node yes, Node no) {
    if (is_constant(condition)) return nodes_[condition].value != 0 ? yes : no;
    Entry entry{.op = ExpressionOp::choose, .children = {condition, yes, no}};
    for (const Node child : entry.children) {
        entry.varies |= nodes_[child].varies;
        entry.uses_random |= nodes_[child].uses_random;
        entry.depth = std::max(entry.depth, nodes_[child].depth);
    }
    return add(entry);
}

ExpressionTree::Node ExpressionTree::logical_and(Node left, Node right) {
    return choose(left, truth(right), constant(0));
}

ExpressionTree::Node ExpressionTree::logical_or(Node left, Node right) {
    return choose(left, constant(1), truth(right));
}

Expression ExpressionTree::finish(Node root) const {
    const Entry& entry = nodes_[root];
    if (is_constant(root)) return Expression(entry.value);
    if (entry.depth > expression_stack) throw ExpressionError("too many intermediate values: use `let`");
    const Expression result = ExpressionSteps::of(*this, root);
    if (entry.varies) return result;
    // The expression is constant, but was not folded, because the evaluation of a subexpression fails. The steps raise
    // the error only if they reach this subexpression.
    Random unused(0, 0);
    return Expression(result.run({}, unused));
}

}  // namespace rmasim::sim
