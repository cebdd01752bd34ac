#include "sim/input/expression/expression_tree.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace rmasim::sim {

namespace {

// A constant part that cannot be evaluated (1 / 0) is not an error yet: it may be in a branch that is never taken.
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

// With a constant index it is a variable like any other. A constant outside the array is an error only when evaluated.
ExpressionTree::Node ExpressionTree::element(const VisibleName& array, Node index) {
    const Entry inner = nodes_[index];
    if (is_constant(index) && inner.value >= 0 && inner.value < array.length) {
        return variable(static_cast<Slot>(array.slot + inner.value));
    }
    return add({.op = ExpressionOp::element,
                .varies = true,
                .draws = inner.draws,
                .depth = inner.depth,
                .value = std::int64_t{array.length} << 16 | array.slot,
                .children = {index}});
}

ExpressionTree::Node ExpressionTree::unary(ExpressionOp op, Node operand) {
    const Entry inner = nodes_[operand];
    const bool draw = op == ExpressionOp::draw;
    if (!draw && is_constant(operand)) {
        if (const auto value = folded(op, inner.value)) return constant(*value);
    }
    return add({.op = op,
                .varies = draw || inner.varies,
                .draws = draw || inner.draws,
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
                .draws = a.draws || b.draws,
                .depth = std::max(a.depth, b.depth + 1),
                .children = {left, right}});
}

ExpressionTree::Node ExpressionTree::choose(Node condition, Node yes, Node no) {
    if (is_constant(condition)) return nodes_[condition].value != 0 ? yes : no;
    Entry entry{.op = ExpressionOp::choose, .children = {condition, yes, no}};
    for (const Node child : entry.children) {
        entry.varies |= nodes_[child].varies;
        entry.draws |= nodes_[child].draws;
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

void ExpressionTree::emit(Node node, std::vector<Expression::Step>& steps) const {
    const Entry& entry = nodes_[node];
    if (entry.op == ExpressionOp::choose) return emit_choice(entry, steps);
    if (entry.op <= ExpressionOp::variable) {
        steps.push_back({ExpressionOp::push, operand(entry), entry.value});
    } else if (has_one_operand(entry.op)) {
        emit(entry.children[0], steps);
        steps.push_back({entry.op, Expression::Operand::constant, entry.value});
    } else {
        emit_binary(entry, steps);
    }
}

Expression::Operand ExpressionTree::operand(const Entry& entry) {
    if (entry.op == ExpressionOp::constant) return Expression::Operand::constant;
    return entry.op == ExpressionOp::variable ? Expression::Operand::variable : Expression::Operand::stack;
}

// A leaf is the step's own operand, also the left one where the sides may be swapped: reading it has no effect.
void ExpressionTree::emit_binary(const Entry& entry, std::vector<Expression::Step>& steps) const {
    Node first = entry.children[0], last = entry.children[1];
    const bool last_is_leaf = operand(nodes_[last]) != Expression::Operand::stack;
    if (!last_is_leaf && commutes(entry.op) && operand(nodes_[first]) != Expression::Operand::stack) {
        std::swap(first, last);
    }
    const Expression::Operand from = operand(nodes_[last]);
    emit(first, steps);
    if (from == Expression::Operand::stack) emit(last, steps);
    steps.push_back({entry.op, from, nodes_[last].value});
}

void ExpressionTree::emit_choice(const Entry& entry, std::vector<Expression::Step>& steps) const {
    const auto here = [&steps] { return static_cast<std::int64_t>(steps.size()); };
    emit(entry.children[0], steps);
    const std::size_t to_no = steps.size();
    steps.push_back({ExpressionOp::jump_if_zero, Expression::Operand::constant, 0});
    emit(entry.children[1], steps);
    const std::size_t to_end = steps.size();
    steps.push_back({ExpressionOp::jump, Expression::Operand::constant, 0});
    steps[to_no].value = here();
    emit(entry.children[2], steps);
    steps[to_end].value = here();
}

Expression ExpressionTree::finish(Node root) const {
    const Entry& entry = nodes_[root];
    if (is_constant(root)) return Expression(entry.value);
    if (entry.depth > expression_stack) throw ExpressionError("too many values wait for their operator: use `let`");
    Expression result;
    if (entry.op == ExpressionOp::variable) {
        result.form_ = Expression::Form::variable;
        result.value_ = entry.value;
        return result;
    }
    result.form_ = Expression::Form::steps;
    result.draws_ = entry.draws;
    emit(root, result.steps_);
    if (entry.op == ExpressionOp::element && nodes_[entry.children[0]].op == ExpressionOp::variable) {
        result.form_ = Expression::Form::element;
        result.value_ = entry.value << 16 | nodes_[entry.children[0]].value;
    }
    if (entry.varies) return result;
    // A constant that was not folded has a part that cannot be evaluated. Evaluating it tells whether that is reached.
    Random unused(0, 0);
    return Expression(result.run({}, unused));
}

}  // namespace rmasim::sim
