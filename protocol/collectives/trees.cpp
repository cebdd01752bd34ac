// BCAST, REDUCE, GATHER and SCATTER. The trees number processes by their distance from the root (Shape::behind_root).
// In the binomial tree of eight processes,
//
//     0 -- 4 -- 6 -- 7      the parent of a process has its number without the lowest bit: 7, 6, 4, 0. The subtree of
//     |    `--- 5           process d has the numbers from d up to, and without, d + (lowest bit of d). These are
//     |--- 2 -- 3           contiguous, so the data of a subtree are contiguous blocks in GATHER and SCATTER.
//     `--- 1
#include "protocol/collectives/tree.h"

#include "protocol/collectives/builders.h"
#include "protocol/collectives/steps.h"

namespace rmasim::schedules {

using enum Buffer;

Schedule bcast_binomial(Shape shape) {
    const Rank self = shape.behind_root();
    const Slice data = first_of(output, shape.sent.count(0));
    if (self == 0) {
        co_yield move(output, input);
    } else {
        const Rank bit = self & -self;
        co_yield receive(shape.from_root(self - bit), round_of(bit), data);
    }
    for (Rank bit = first_bit_below(self, shape.size); bit > 0; bit /= 2) {
        co_yield send(shape.from_root(self + bit), round_of(bit), data);
    }
}

Schedule bcast_linear(Shape shape) {
    const Slice data = first_of(output, shape.sent.count(0));
    if (shape.behind_root() != 0) {
        co_yield receive(shape.root, 0, data);
        co_return;
    }
    co_yield move(output, input);
    for (Rank other = 1; other < shape.size; ++other) co_yield send(shape.from_root(other), 0, data);
}

// A reduction that is not commutative climbs the tree of process 0, which sends the result to the root.
Schedule reduce_binomial(Shape shape) {
    const Rank top = shape.commutative ? shape.root : 0;
    const Rank self = (shape.rank - top + shape.size) % shape.size, below = at_or_below(self, shape.size);
    const auto at = [top, size = shape.size](Rank distance) { return (top + distance) % size; };
    const std::uint32_t count = shape.sent.count(0), last_round = rounds_for(shape.size);
    const Slice data = first_of(output, count), theirs = first_of(work, count);
    co_yield move(output, input);
    for (Rank bit = 1; bit < below; bit *= 2) {
        co_yield receive(at(self + bit), round_of(bit), theirs);
        co_yield reduce(data, theirs);
    }
    if (self != 0) co_yield send(at(self - (self & -self)), round_of(self & -self), data);
    if (top == shape.root) co_return;
    if (self == 0) co_yield send(shape.root, last_round, data);
    else if (shape.rank == shape.root) co_yield receive(top, last_round, data);
}

Schedule reduce_linear(Shape shape) {
    const std::uint32_t count = shape.sent.count(0);
    const Slice data = first_of(output, count), theirs = first_of(work, count);
    co_yield move(output, input);
    if (shape.rank != shape.root) {
        co_yield send(shape.root, 0, data);
        co_return;
    }
    // Processes with lower ranks than the root, from the highest to the lowest, are lower operands.
    for (Rank other = shape.root - 1; other >= 0 && !shape.commutative; --other) {
        co_yield receive(other, 0, theirs);
        co_yield reduce_up(theirs, data);
    }
    const Rank others = shape.commutative ? shape.size : shape.size - shape.root;
    for (Rank distance = 1; distance < others; ++distance) {
        co_yield receive(shape.from_root(distance), 0, theirs);
        co_yield reduce(data, theirs);
    }
}

// The blocks belong to the subtree of this process, in the order of distances from the root.
Schedule gather_binomial(Shape shape) {
    const Rank self = shape.behind_root(), size = shape.size, below = at_or_below(self, size);
    const Blocks& blocks = shape.sent;
    co_yield room(work, blocks.between(0, below));
    co_yield copy(first_of(work, blocks.count(0)), first_of(input, blocks.count(0)));
    for (Rank bit = 1; bit < below; bit *= 2) {
        const Rank theirs = at_or_below(self + bit, size);
        co_yield receive(shape.from_root(self + bit), round_of(bit),
                         {work, blocks.first(bit), blocks.between(0, theirs)});
    }
    if (self != 0) {
        const Rank bit = self & -self;
        co_yield send(shape.from_root(self - bit), round_of(bit), first_of(work, blocks.between(0, below)));
    } else if (shape.rank == 0) {
        co_yield move(output, work);
    } else {
        const Rank wrapped = shape.rank, straight = size - wrapped;
        co_yield room(output, blocks.between(0, size));
        co_yield copy({output, blocks.first(wrapped), blocks.between(0, straight)},
                      first_of(work, blocks.between(0, straight)));
        co_yield copy(first_of(output, blocks.between(0, wrapped)),
                      {work, blocks.first(straight), blocks.between(0, wrapped)});
    }
}

Schedule gather_linear(Shape shape) {
    const Slice own = first_of(input, shape.sent.count(0));
    if (shape.rank != shape.root) {
        co_yield send(shape.root, 0, own);
        co_return;
    }
    const Blocks& blocks = shape.received;
    co_yield room(output, blocks.between(0, shape.size));
    co_yield copy({output, blocks.first(shape.rank), blocks.count(shape.rank)}, own);
    for (Rank distance = 1; distance < shape.size; ++distance) {
        const Rank other = shape.from_root(distance);
        co_yield receive(other, 0, {output, blocks.first(other), blocks.count(other)});
    }
}

Schedule scatter_binomial(Shape shape) {
    const Rank self = shape.behind_root(), size = shape.size;
    const Blocks& blocks = shape.received;
    if (self != 0) {
        const Rank bit = self & -self;
        co_yield receive(shape.from_root(self - bit), round_of(bit),
                         first_of(work, blocks.between(0, at_or_below(self, size))));
    } else if (shape.rank == 0) {
        co_yield move(work, input);
    } else {
        const Rank wrapped = shape.rank, straight = size - wrapped;
        co_yield room(work, blocks.between(0, size));
        co_yield copy({work, blocks.first(straight), blocks.between(0, wrapped)},
                      first_of(input, blocks.between(0, wrapped)));
        co_yield copy(first_of(work, blocks.between(0, straight)),
                      {input, blocks.first(wrapped), blocks.between(0, straight)});
    }
    for (Rank bit = first_bit_below(self, size); bit > 0; bit /= 2) {
        co_yield send(shape.from_root(self + bit), round_of(bit),
                      {work, blocks.first(bit), blocks.between(0, at_or_below(self + bit, size))});
    }
    co_yield move(output, work);
}

Schedule scatter_linear(Shape shape) {
    if (shape.rank != shape.root) {
        co_yield receive(shape.root, 0, first_of(output, shape.received.count(0)));
        co_return;
    }
    const Blocks& blocks = shape.sent;
    for (Rank distance = 1; distance < shape.size; ++distance) {
        const Rank other = shape.from_root(distance);
        co_yield send(other, 0, {input, blocks.first(other), blocks.count(other)});
    }
    const std::uint32_t own = blocks.count(shape.rank);
    co_yield copy(first_of(output, own), {input, blocks.first(shape.rank), own});
}

}  // namespace rmasim::schedules
