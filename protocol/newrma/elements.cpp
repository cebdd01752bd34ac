#include "protocol/newrma/elements.h"

namespace rmasim::newrma {

void TargetElement::append(OperationElement* op) {
    op->target = this;
    op->next = nullptr;
    if (ops == nullptr) {
        op->prev = op;
        ops = op;
    } else {
        op->prev = ops->prev;
        ops->prev->next = op;
        ops->prev = op;
    }
    if (next_to_issue == nullptr) next_to_issue = op;
    ++pending;
}

void TargetElement::remove(OperationElement* op) {
    if (op == next_to_issue) next_to_issue = op->next;
    if (!op->issued) --pending;
    OperationElement* const tail = ops->prev;
    if (op == ops) {
        ops = op->next;
        if (ops != nullptr) ops->prev = tail;
    } else {
        op->prev->next = op->next;
        if (op->next != nullptr) {
            op->next->prev = op->prev;
        } else {
            ops->prev = op->prev;
        }
    }
    op->prev = op->next = nullptr;
    op->target = nullptr;
}

void TargetElement::move_gets_to_tail() {
    const std::uint32_t count = pending;
    OperationElement* op = next_to_issue;
    for (std::uint32_t i = 0; i < count; ++i) {
        OperationElement* const next = op->next;
        if (op->operation.kind == OpKind::get && next != nullptr) {
            remove(op);
            append(op);
        }
        op = next != nullptr ? next : op;
    }
}

}  // namespace rmasim::newrma
