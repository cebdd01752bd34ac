#include "protocol/newrma/active_calls.h"

#include "protocol/base/call_table.h"
#include "protocol/base/errors.h"

namespace rmasim::newrma {

namespace {

enum class Part : std::uint8_t { operation, plain_fence, flush, other };

Part part_of(const ActiveCall& call) {
    const CallClass kind = description_of(call.call).kind;
    if (kind == CallClass::operation) return Part::operation;
    if (kind == CallClass::flush) return Part::flush;
    const bool plain = !has(call.asserts, Assert::noprecede | Assert::nosucceed);
    return call.call == Call::fence && plain ? Part::plain_fence : Part::other;
}

bool may_run_concurrently(Part one, Part other) {
    if (one == Part::operation) return other != Part::other;
    if (one == Part::plain_fence) return other == Part::operation;
    if (one == Part::flush) return other == Part::operation || other == Part::flush;
    return false;
}

bool may_run_concurrently_with(const ActiveCall& call, const ActiveCall& other) {
    return may_run_concurrently(part_of(call), part_of(other));
}

void refuse_concurrent(const ActiveCall& call, const ActiveCall& other) {
    const bool both_operations_and_fence = part_of(call) == Part::operation && other.call == Call::fence;
    throw ErroneousProgram(
        call.call, "another thread of the rank is inside " + std::string(name_of(other.call)) + " on the same window" +
                       (both_operations_and_fence ? " with noprecede or nosucceed" : "") +
                       "; operations may run concurrently with operations, flushes and fences without noprecede and "
                       "nosucceed, and flushes with flushes");
}

}  // namespace

constinit const ConcurrencyRule concurrent_calls{may_run_concurrently_with, refuse_concurrent};

}  // namespace rmasim::newrma
