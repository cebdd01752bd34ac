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
    if (!op->issued()) --pending;
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

bool TargetElement::completed_up_to(std::uint32_t serial) const {
    for (const OperationElement* op = ops; op != nullptr; op = op->next) {
        if (!is_before(serial, op->serial)) return false;
    }
    return true;
}

bool TargetElement::sent_up_to(std::uint32_t serial) const {
    for (const OperationElement* op = ops; op != nullptr; op = op->next) {
        if (op->progress < Progress::sending && !is_before(serial, op->serial)) return false;
    }
    return true;
}

bool TargetElement::is_released(const OperationElement& op) const {
    const OperationElement* at = next_to_issue;
    for (std::uint32_t i = 0; i < released; ++i, at = at->next) {
        if (at == &op) return true;
    }
    return false;
}

}  // namespace rmasim::newrma
