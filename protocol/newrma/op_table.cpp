#include "protocol/newrma/op_table.h"

namespace rmasim::newrma {

void OpTable::insert(TargetElement* target) {
    TargetElement*& head = slots_[slot_of(target->rank)];
    if (head == nullptr) ++occupied_slots_;
    TargetElement* last = head;
    while (last != nullptr && last->next != nullptr) last = last->next;
    target->prev = last;
    target->next = nullptr;
    (last == nullptr ? head : last->next) = target;
    ++targets_;
}

void OpTable::remove(TargetElement* target) {
    TargetElement*& head = slots_[slot_of(target->rank)];
    (target->prev == nullptr ? head : target->prev->next) = target->next;
    if (target->next != nullptr) target->next->prev = target->prev;
    if (head == nullptr) --occupied_slots_;
    --targets_;
}

}  // namespace rmasim::newrma
