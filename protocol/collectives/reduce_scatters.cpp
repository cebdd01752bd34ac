// REDUCE_SCATTER in the order of ranks, for reductions that are not commutative.
#include "protocol/collectives/builders.h"
#include "protocol/collectives/steps.h"

namespace rmasim::schedules {

using enum Buffer;

namespace {

// Returns the number whose `bits` bits are those of `number` in reverse order.
Rank reversed(Rank number, std::uint32_t bits) {
    Rank result = 0;
    for (std::uint32_t bit = 0; bit < bits; ++bit) result |= (number >> bit & 1) << (bits - 1 - bit);
    return result;
}

}  // namespace

// The blocks are in the order of reversed numbers. So each round halves a contiguous range of blocks, although its
// partners are neighbours first: after the round of `bit`, a process has reductions of 2 * bit consecutive processes.
Schedule reduce_scatter_butterfly(Shape shape) {
    const std::uint32_t each = shape.received.count(0), bits = round_of(shape.size);
    const auto range = [each](Rank from, Rank blocks) {
        return Slice{output, std::uint64_t{each} * static_cast<std::uint64_t>(from),
                     each * static_cast<std::uint32_t>(blocks)};
    };
    co_yield room(output, range(0, shape.size).count);
    for (Rank block = 0; block < shape.size; ++block) {
        co_yield copy(range(reversed(block, bits), 1), {input, shape.received.first(block), each});
    }
    Rank first = 0;
    for (Rank bit = 1, left = shape.size / 2; bit < shape.size; bit *= 2, left /= 2) {
        const Rank other = shape.rank ^ bit;
        const bool upper = other < shape.rank;
        const Slice kept = range(upper ? first + left : first, left), sent = range(upper ? first : first + left, left);
        const Slice arrived = first_of(work, kept.count);
        co_yield send(other, round_of(bit), sent);
        co_yield receive(other, round_of(bit), arrived);
        co_yield reduce_into(kept, arrived, upper);
        if (upper) first += left;
    }
    co_yield room(work, each);
    co_yield copy(first_of(work, each), range(first, 1));
    co_yield move(output, work);
}

namespace {

// The elements of all blocks, except those of the processes `from` to `end - 1`: two slices.
struct Outside {
    Outside(const Blocks& blocks, Rank size, Rank from, Rank end)
        : below(blocks.between(0, from)), above_first(blocks.first(end)), above(blocks.between(end, size)) {}
    std::uint32_t count() const { return below + above; }

    std::uint32_t below;
    std::uint64_t above_first;
    std::uint32_t above;
};

// The processes whose numbers agree in all bits from `bit` on: `first` to `end - 1`.
struct Subtree {
    Subtree(Rank member, Rank bit, Rank size) : first(member & -bit), end(std::min(first + bit, size)) {}
    Rank first, end;
};

}  // namespace

// In the round of `bit`, the subtrees of two processes exchange their reductions, without the blocks that the receiving
// subtree does not need: those of the sender's. If the upper subtree has fewer processes, the lower one passes on what
// it has received, in a binomial tree.
Schedule reduce_scatter_doubling(Shape shape) {
    const Blocks& blocks = shape.received;
    const Rank size = shape.size, rank = shape.rank;
    co_yield move(output, input);
    std::uint32_t round = 0;
    for (Rank bit = 1; bit < size; round += round_of(bit) + 1, bit *= 2) {
        const Rank other = rank ^ bit;
        const Subtree own(rank, bit, size), theirs(other, bit, size);
        if (theirs.first >= size) continue;
        const Outside sent(blocks, size, own.first, own.end), arrived(blocks, size, theirs.first, theirs.end);
        const Slice all = first_of(spare, arrived.count());
        if (other < size) {
            co_yield room(work, sent.count());
            co_yield copy({work, 0, sent.below}, {output, 0, sent.below});
            co_yield copy({work, sent.below, sent.above}, {output, sent.above_first, sent.above});
            co_yield send(other, round, first_of(work, sent.count()));
            co_yield room(spare, arrived.count());
            co_yield receive(other, round, all);
        }
        const Rank upper = theirs.end - theirs.first;
        for (Rank half = bit / 2; half > 0 && theirs.first > own.first && upper < bit; half /= 2) {
            // The first `upper` processes of each subtree of the next size have the data.
            const Rank next = rank ^ half, begin = rank & -(2 * half);
            const std::uint32_t passed = round + round_of(bit) - round_of(half);
            if (rank < next && rank < begin + upper && next >= begin + upper) co_yield send(next, passed, all);
            if (next < rank && next < begin + upper && rank >= begin + upper) {
                co_yield room(spare, arrived.count());
                co_yield receive(next, passed, all);
            }
        }
        const bool is_lower = theirs.first < own.first;
        co_yield reduce_into({output, 0, arrived.below}, {spare, 0, arrived.below}, is_lower);
        co_yield reduce_into({output, arrived.above_first, arrived.above}, {spare, arrived.below, arrived.above},
                             is_lower);
    }
    const Slice block{output, blocks.first(rank), blocks.count(rank)};
    co_yield room(work, block.count);
    co_yield copy(first_of(work, block.count), block);
    co_yield move(output, work);
}

}  // namespace rmasim::schedules
