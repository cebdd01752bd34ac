// Algorithms for long vectors: the vector is divided into parts, one for each process that takes part in the rounds.
#include "protocol/collectives/builders.h"
#include "protocol/collectives/folding.h"
#include "protocol/collectives/steps.h"
#include "protocol/collectives/tree.h"

namespace rmasim::schedules {

using enum Buffer;

namespace {

// A vector in parts of equal size. The last parts may be shorter, or without elements.
class Parts {
public:
    Parts(std::uint32_t count, Rank parts)
        : count_(count),
          each_((std::uint64_t{count} + static_cast<std::uint64_t>(parts) - 1) / static_cast<std::uint64_t>(parts)) {}

    // Returns the parts from `from` up to, and without, `to`.
    Slice between(Buffer buffer, Rank from, Rank to) const {
        return {buffer, first(from), static_cast<std::uint32_t>(first(to) - first(from))};
    }

private:
    std::uint64_t first(Rank part) const {
        return std::min<std::uint64_t>(count_, each_ * static_cast<std::uint64_t>(part));
    }

    std::uint32_t count_;
    std::uint64_t each_;
};

// The first steps of a BCAST of parts: process d after the root gets the parts of its subtree. A message without
// elements is not sent.
Schedule scattered(Shape shape) {
    const Rank self = shape.behind_root(), size = shape.size;
    const Parts parts(shape.sent.count(0), size);
    if (self == 0) {
        co_yield move(output, input);
    } else {
        const Rank bit = self & -self;
        const Slice own = parts.between(output, self, self + at_or_below(self, size));
        co_yield room(output, shape.sent.count(0));
        if (own.count > 0) co_yield receive(shape.from_root(self - bit), round_of(bit), own);
    }
    for (Rank bit = first_bit_below(self, size); bit > 0; bit /= 2) {
        const Slice theirs = parts.between(output, self + bit, self + bit + at_or_below(self + bit, size));
        if (theirs.count > 0) co_yield send(shape.from_root(self + bit), round_of(bit), theirs);
    }
}

}  // namespace

Schedule bcast_scatter_ring(Shape shape) {
    for (Schedule first = scattered(shape); first.next();) co_yield first.step();
    const Rank self = shape.behind_root(), size = shape.size;
    const Parts parts(shape.sent.count(0), size);
    for (Rank step = 0; step + 1 < size; ++step) {
        const std::uint32_t round = rounds_for(size) + static_cast<std::uint32_t>(step);
        const Rank sent = (self - step + size) % size, received = (self - step - 1 + size) % size;
        co_yield send(shape.neighbour(1), round, parts.between(output, sent, sent + 1));
        co_yield receive(shape.neighbour(-1), round, parts.between(output, received, received + 1));
    }
}

Schedule bcast_scatter_doubling(Shape shape) {
    for (Schedule first = scattered(shape); first.next();) co_yield first.step();
    const Rank self = shape.behind_root(), size = shape.size;
    const Parts parts(shape.sent.count(0), size);
    for (Rank bit = 1; bit < size; bit *= 2) {
        const Rank other = shape.from_root(self ^ bit), own = self & -bit, theirs = own ^ bit;
        const std::uint32_t round = rounds_for(size) + round_of(bit);
        co_yield send(other, round, parts.between(output, own, own + bit));
        co_yield receive(other, round, parts.between(output, theirs, theirs + bit));
    }
}

namespace {

// Recursive halving of the vector in `output`, among the processes of a folding. After the round of `bit`, a process
// has the reduction of the parts whose numbers differ from its own number only in lower bits. `parts(from, to)` returns
// the parts of numbers as a slice of `output`.
template <class PartsOf>
Schedule halved(Folding folding, PartsOf parts) {
    std::uint32_t round = 1;
    for (Rank bit = folding.size() / 2; bit > 0; bit /= 2, ++round) {
        const Rank self = folding.number(), number = self ^ bit, other = folding.comm_rank_of(number);
        const Rank own = self & -bit, theirs = own ^ bit;
        const Slice kept = parts(own, own + bit);
        const Slice arrived{work, 0, kept.count};
        co_yield send(other, round, parts(theirs, theirs + bit));
        co_yield receive(other, round, arrived);
        co_yield reduce_into(kept, arrived, number < self);
    }
}

// The steps before the rounds: of each pair, one process sends its vector to the other one.
Schedule folded(Folding folding, std::uint32_t count) {
    const Slice data = first_of(output, count), theirs = first_of(work, count);
    co_yield move(output, input);
    if (!folding.paired()) co_return;
    if (folding.hands_over()) {
        co_yield send(folding.partner(), 0, data);
    } else {
        co_yield receive(folding.partner(), 0, theirs);
        co_yield reduce_into(data, theirs, folding.partner() % 2 == 0);
    }
}

}  // namespace

Schedule reduce_halving(Shape shape) {
    const Folding folding = Folding::with_root(shape);
    const Parts parts(shape.sent.count(0), folding.size());
    const auto slice = [parts](Rank from, Rank to) { return parts.between(output, from, to); };
    for (Schedule first = folded(folding, shape.sent.count(0)); first.next();) co_yield first.step();
    if (folding.hands_over()) co_return;
    for (Schedule rounds = halved(folding, slice); rounds.next();) co_yield rounds.step();
    // A process sends its parts to the process without the lowest bit in which its number differs from the root's.
    const Rank root = folding.number_of(shape.root), self = folding.number();
    for (Rank bit = 1; bit < folding.size(); bit *= 2) {
        const Rank other = folding.comm_rank_of(self ^ bit), own = self & -bit, theirs = own ^ bit;
        const std::uint32_t round = folding.last_round() + round_of(bit);
        if (((self ^ root) & bit) != 0) {
            co_yield send(other, round, slice(own, own + bit));
            co_return;
        }
        co_yield receive(other, round, slice(theirs, theirs + bit));
    }
}

Schedule allreduce_halving(Shape shape) {
    const Folding folding(shape);
    const Parts parts(shape.sent.count(0), folding.size());
    const auto slice = [parts](Rank from, Rank to) { return parts.between(output, from, to); };
    const std::uint32_t last = folding.last_round() + folding.rounds();
    const Slice data = first_of(output, shape.sent.count(0));
    for (Schedule first = folded(folding, shape.sent.count(0)); first.next();) co_yield first.step();
    if (folding.hands_over()) {
        co_yield receive(folding.partner(), last, data);
        co_return;
    }
    for (Schedule rounds = halved(folding, slice); rounds.next();) co_yield rounds.step();
    const Rank self = folding.number();
    for (Rank bit = 1; bit < folding.size(); bit *= 2) {
        const Rank other = folding.comm_rank_of(self ^ bit), own = self & -bit, theirs = own ^ bit;
        const std::uint32_t round = folding.last_round() + round_of(bit);
        co_yield send(other, round, slice(own, own + bit));
        co_yield receive(other, round, slice(theirs, theirs + bit));
    }
    if (folding.paired()) co_yield send(folding.partner(), last, data);
}

// The part of a pair's number are the blocks of both processes.
Schedule reduce_scatter_halving(Shape shape) {
    const Folding folding(shape);
    const Blocks& blocks = shape.received;
    const auto first_block = [folding](Rank number) {
        return number < folding.extra() ? 2 * number : number + folding.extra();
    };
    const auto slice = [blocks, first_block](Rank from, Rank to) {
        const Rank first = first_block(from), end = first_block(to);
        return Slice{output, blocks.first(first), blocks.between(first, end)};
    };
    const Slice own{output, blocks.first(shape.rank), blocks.count(shape.rank)};
    for (Schedule first = folded(folding, blocks.between(0, shape.size)); first.next();) co_yield first.step();
    if (folding.hands_over()) {
        co_yield receive(folding.partner(), folding.last_round(), first_of(work, own.count));
    } else {
        for (Schedule rounds = halved(folding, slice); rounds.next();) co_yield rounds.step();
        if (folding.paired()) {
            const Rank other = folding.partner();
            co_yield send(other, folding.last_round(), {output, blocks.first(other), blocks.count(other)});
        }
        co_yield room(work, own.count);
        co_yield copy(first_of(work, own.count), own);
    }
    co_yield move(output, work);
}

}  // namespace rmasim::schedules
