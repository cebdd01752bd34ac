#include "protocol/parts/active_calls.h"

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"

namespace rmasim {

ActiveCalls::Entry::Entry(ActiveCalls& calls, ActiveCall call, const ConcurrencyRule& rule)
    : calls_(&calls), next_(calls.first_), call_(call) {
    for (const Entry* other = next_; other != nullptr; other = other->next_) {
        if (!rule.may_run_concurrently(call_, other->call_)) rule.refuse(call_, other->call_);
    }
    calls.first_ = this;
}

void ActiveCalls::Entry::leave() {
    Entry** at = &calls_->first_;
    while (*at != this) at = &(*at)->next_;
    *at = next_;
}

namespace {

bool mixes(const ActiveCall& call) {
    return is_operation(call.call) || description_of(call.call).kind == CallClass::flush;
}

bool both_mix(const ActiveCall& call, const ActiveCall& other) { return mixes(call) && mixes(other); }

void refuse_second(const ActiveCall& call, const ActiveCall& other) {
    throw ErroneousProgram(call.call,
                           "another thread of the rank is inside {} on the same window; only operations and flushes "
                           "may run beside each other",
                           {other.call});
}

}  // namespace

constinit const ConcurrencyRule operations_with_flushes{both_mix, refuse_second};

}  // namespace rmasim
