#include "sim/scenario/expression/expression_steps.h"

#include <limits>
#include <utility>

namespace rmasim::sim {

Expression ExpressionSteps::of(const ExpressionTree& tree, Node root) {
    ExpressionSteps compiler(tree);
    const Entry& entry = tree[root];
    Expression& result = compiler.result_;
    result.uses_random_ = entry.uses_random;
    compiler.emit(root);
    compiler.push(ExpressionOp::end);
    if (!compiler.become_affine(root) && !compiler.become_element(entry)) result.form_ = Expression::Form::steps;
    return std::move(result);
}

ExpressionSteps::Step ExpressionSteps::step(ExpressionOp op, Operand operand, std::int64_t value, Slot slot) {
    return {function(op, operand), value, slot, operand};
}

void ExpressionSteps::push(ExpressionOp op, Operand operand, std::int64_t value) {
    result_.steps_.push_back(step(op, operand, value));
}

void ExpressionSteps::emit(Node node) {
    const Entry& entry = tree_[node];
    if (const auto leaf = with_operand(ExpressionOp::set, node)) return result_.steps_.push_back(*leaf);
    if (entry.op == ExpressionOp::choose) return emit_choice(entry);
    if (has_one_operand(entry.op)) return emit_one_operand(entry);
    emit_binary(entry);
}

void ExpressionSteps::emit_one_operand(const Entry& entry) {
    emit(entry.children[0]);
    push(entry.op, Operand::constant, entry.value);
}

// The operands of a commutative operator may be swapped if the left operand is a leaf, because the evaluation of a leaf
// has no side effect and raises no error.
void ExpressionSteps::emit_binary(const Entry& entry) {
    Node first = entry.children[0], last = entry.children[1];
    if (commutes(entry.op) && is_leaf(first) && !with_operand(entry.op, last)) std::swap(first, last);
    emit(first);
    if (const auto step = with_operand(entry.op, last)) return result_.steps_.push_back(*step);
    push(ExpressionOp::keep);
    emit(last);
    push(entry.op, Operand::kept);
}

void ExpressionSteps::emit_choice(const Entry& entry) {
    std::vector<Step>& steps = result_.steps_;
    const auto here = [&steps] { return static_cast<std::int64_t>(steps.size()); };
    emit(entry.children[0]);
    const std::int64_t to_no = here();
    push(ExpressionOp::jump_if_zero);
    emit(entry.children[1]);
    const std::int64_t to_end = here();
    push(ExpressionOp::jump);
    steps[static_cast<std::size_t>(to_no)].value = here() - to_no;
    emit(entry.children[2]);
    steps[static_cast<std::size_t>(to_end)].value = here() - to_end;
}

// The step `op` with `node` as its operand. nullopt if the node needs steps of its own.
std::optional<ExpressionSteps::Step> ExpressionSteps::with_operand(ExpressionOp op, Node node) const {
    const Entry& entry = tree_[node];
    switch (entry.op) {
        case ExpressionOp::constant: return step(op, Operand::constant, entry.value);
        case ExpressionOp::variable: return step(op, Operand::variable, 0, static_cast<Slot>(entry.value));
        case ExpressionOp::multiply: return scaled(op, entry);
        default: return std::nullopt;
    }
}

std::optional<ExpressionSteps::Step> ExpressionSteps::scaled(ExpressionOp op, const Entry& entry) const {
    const Entry* variable = &tree_[entry.children[0]];
    const Entry* constant = &tree_[entry.children[1]];
    if (variable->op == ExpressionOp::constant) std::swap(variable, constant);
    if (variable->op != ExpressionOp::variable || constant->op != ExpressionOp::constant) return std::nullopt;
    return step(op, Operand::scaled, constant->value, static_cast<Slot>(variable->value));
}

// Gives the expression the affine form if possible. Whenever the original expression overflows, the affine form
// overflows, too. The steps then raise the error.
bool ExpressionSteps::become_affine(Node node) {
    const Entry& root = tree_[node];
    if (root.op != ExpressionOp::add && root.op != ExpressionOp::subtract) return become_affine(node, 0);
    const Entry& left = tree_[root.children[0]];
    const Entry& right = tree_[root.children[1]];
    if (right.op == ExpressionOp::constant) {
        if (root.op == ExpressionOp::add) return become_affine(root.children[0], right.value);
        return right.value > std::numeric_limits<std::int32_t>::min() && become_affine(root.children[0], -right.value);
    }
    return left.op == ExpressionOp::constant && root.op == ExpressionOp::add &&
           become_affine(root.children[1], left.value);
}

bool ExpressionSteps::become_affine(Node node, std::int64_t plus) {
    if (plus != static_cast<std::int32_t>(plus)) return false;
    const auto term = with_operand(ExpressionOp::set, node);
    if (!term || term->operand == Operand::constant) return false;
    result_.form_ = Expression::Form::affine;
    result_.slot_ = term->slot;
    result_.value_ = term->operand == Operand::variable ? 1 : term->value;
    result_.plus_ = static_cast<std::int32_t>(plus);
    return true;
}

bool ExpressionSteps::become_element(const Entry& root) {
    if (root.op != ExpressionOp::element) return false;
    const Entry& index = tree_[root.children[0]];
    if (index.op != ExpressionOp::variable) return false;
    result_.form_ = Expression::Form::element;
    result_.slot_ = static_cast<Slot>(index.value);
    result_.value_ = root.value;
    return true;
}

}  // namespace rmasim::sim
