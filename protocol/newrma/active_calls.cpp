#include "protocol/newrma/active_calls.h"

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"

namespace rmasim::newrma {

namespace {

enum class Part : std::uint8_t { operation, plain_fence, flush, other };

Part part_of(Call call, Assert asserts) {
    const CallClass kind = description_of(call).kind;
    if (kind == CallClass::operation) return Part::operation;
    if (kind == CallClass::flush) return Part::flush;
    const bool plain = !has(asserts, Assert::noprecede | Assert::nosucceed);
    return call == Call::fence && plain ? Part::plain_fence : Part::other;
}

bool may_run_concurrently(Part one, Part other) {
    if (one == Part::operation) return other != Part::other;
    if (one == Part::plain_fence) return other == Part::operation;
    if (one == Part::flush) return other == Part::operation || other == Part::flush;
    return false;
}

}  // namespace

ActiveCalls::Entry::Entry(ActiveCalls& calls, Call call, Assert asserts)
    : calls_(calls), call_(call), asserts_(asserts), next_(calls.first_) {
    for (const Entry* other = next_; other != nullptr; other = other->next_) {
        if (may_run_concurrently(part_of(call, asserts), part_of(other->call_, other->asserts_))) continue;
        const bool both_operations_and_fence = part_of(call, asserts) == Part::operation && other->call_ == Call::fence;
        throw ErroneousProgram(
            call, "another thread of the rank is inside " + std::string(name_of(other->call_)) + " on the same window" +
                      (both_operations_and_fence ? " with noprecede or nosucceed" : "") +
                      "; operations may run concurrently with operations, flushes and fences without noprecede and "
                      "nosucceed, and flushes with flushes");
    }
    calls_.first_ = this;
}

bool ActiveCalls::contains(Call call) const {
    const Entry* one = first_;
    while (one != nullptr && one->call_ != call) one = one->next_;
    return one != nullptr;
}

ActiveCalls::Entry::~Entry() {
    Entry** at = &calls_.first_;
    while (*at != this) at = &(*at)->next_;
    *at = next_;
}

}  // namespace rmasim::newrma
