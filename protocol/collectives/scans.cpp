// SCAN and EXSCAN: the reduction of the values of all processes up to this one, with and without its own values.
#include "protocol/collectives/builders.h"
#include "protocol/collectives/steps.h"

namespace rmasim::schedules {

using enum Buffer;

namespace {

// Before the round of `bit`, `work` has the reduction of the processes that differ from this one only in lower bits,
// and `output` the reduction of those of them that count for the result. `exclusive`: the process itself does not.
Schedule by_doubling(Shape shape, bool exclusive) {
    const std::uint32_t count = shape.sent.count(0);
    const Slice result = first_of(output, count), known = first_of(work, count), theirs = first_of(spare, count);
    const Slice again = first_of(input, count);
    bool has_result = !exclusive;
    if (has_result) co_yield copy(result, first_of(input, count));
    co_yield move(work, input);
    for (Rank bit = 1; bit < shape.size; bit *= 2) {
        const Rank other = shape.rank ^ bit;
        if (other >= shape.size) continue;
        co_yield send(other, round_of(bit), known);
        co_yield receive(other, round_of(bit), theirs);
        if (other < shape.rank) {
            co_yield copy(has_result ? again : result, theirs);
            if (has_result) co_yield reduce_up(again, result);
            has_result = true;
        }
        co_yield reduce_into(known, theirs, other < shape.rank);
    }
}

}  // namespace

Schedule scan_doubling(Shape shape) { return by_doubling(shape, false); }
Schedule exscan_doubling(Shape shape) { return by_doubling(shape, true); }

Schedule scan_linear(Shape shape) {
    const std::uint32_t count = shape.sent.count(0);
    const Slice result = first_of(output, count), theirs = first_of(work, count);
    co_yield move(output, input);
    if (shape.rank > 0) {
        co_yield receive(shape.rank - 1, 0, theirs);
        co_yield reduce_up(theirs, result);
    }
    if (shape.rank + 1 < shape.size) co_yield send(shape.rank + 1, 0, result);
}

Schedule exscan_linear(Shape shape) {
    const std::uint32_t count = shape.sent.count(0);
    const Slice result = first_of(output, count), own = first_of(input, count), theirs = first_of(work, count);
    if (shape.rank > 0) {
        co_yield receive(shape.rank - 1, 0, result);
        co_yield copy(theirs, result);
        co_yield reduce_up(theirs, own);
    }
    if (shape.rank + 1 < shape.size) co_yield send(shape.rank + 1, 0, own);
}

}  // namespace rmasim::schedules
