// Algorithms that consist of two other calls.
#include "protocol/collectives/builders.h"
#include "protocol/collectives/steps.h"

namespace rmasim::schedules {

using enum Buffer;

namespace {

// The step of a second call, whose rounds follow the rounds of the first one.
Step after(Step step, std::uint32_t rounds) {
    step.round += rounds;
    return step;
}

}  // namespace

Schedule allreduce_by_root(Shape shape, Builder up, Builder down) {
    shape.root = 0;
    for (Schedule first = up(shape); first.next();) co_yield first.step();
    if (shape.rank == 0) co_yield move(input, output);
    for (Schedule second = down(shape); second.next();) co_yield after(second.step(), rounds_for(shape.size));
}

Schedule reduce_scatter_by_root(Shape shape, Builder up) {
    shape.root = 0;
    const std::uint64_t all = shape.received.between(0, shape.size);
    Shape reduction = shape;
    reduction.sent = Blocks(static_cast<std::uint32_t>(all));
    for (Schedule first = up(reduction); first.next();) co_yield first.step();
    if (shape.rank == 0) co_yield move(input, output);
    shape.sent = shape.received;
    if (shape.rank != 0) shape.received = Blocks(shape.received.count(shape.rank));
    for (Schedule second = scatter_linear(shape); second.next();) {
        co_yield after(second.step(), rounds_for(shape.size));
    }
}

}  // namespace rmasim::schedules
