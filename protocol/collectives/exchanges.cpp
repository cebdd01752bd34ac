// BARRIER, ALLREDUCE, ALLGATHER, ALLTOALL, REDUCE_SCATTER and calls on topologies: the algorithms in which all
// processes have the same role.
#include "protocol/collectives/builders.h"
#include "protocol/collectives/folding.h"
#include "protocol/collectives/steps.h"

namespace rmasim::schedules {

using enum Buffer;

namespace {

Slice block_of(Buffer buffer, const Blocks& blocks, Rank nth) { return {buffer, blocks.first(nth), blocks.count(nth)}; }

// The elements of `blocks` blocks from block `from` on, where block 0 follows the last block.
std::uint32_t around(const Blocks& blocks, Rank from, Rank count, Rank size) {
    if (from + count <= size) return blocks.between(from, from + count);
    return blocks.between(from, size) + blocks.between(0, from + count - size);
}

}  // namespace

// Hensgen, Finkel and Manber (1988). The messages have no elements.
Schedule barrier_dissemination(Shape shape) {
    std::uint32_t round = 0;
    for (Rank step = 1; step < shape.size; step *= 2, ++round) {
        co_yield send(shape.neighbour(step), round, first_of(input, 0));
        co_yield receive(shape.neighbour(-step), round, first_of(work, 0));
    }
}

Schedule allreduce_doubling(Shape shape) {
    const Folding folding(shape);
    const std::uint32_t count = shape.sent.count(0);
    const Slice data = first_of(output, count), theirs = first_of(work, count);
    co_yield move(output, input);
    if (folding.hands_over()) {
        co_yield send(folding.partner(), 0, data);
        co_yield receive(folding.partner(), folding.last_round(), data);
        co_return;
    }
    if (folding.paired()) {
        co_yield receive(folding.partner(), 0, theirs);
        co_yield reduce_up(theirs, data);
    }
    std::uint32_t round = 1;
    for (Rank bit = 1; bit < folding.size(); bit *= 2, ++round) {
        const Rank number = folding.number() ^ bit, other = folding.comm_rank_of(number);
        co_yield send(other, round, data);
        co_yield receive(other, round, theirs);
        co_yield reduce_into(data, theirs, number < folding.number());
    }
    if (folding.paired()) co_yield send(folding.partner(), folding.last_round(), data);
}

Schedule allgather_ring(Shape shape) {
    const Blocks& blocks = shape.received;
    co_yield room(output, blocks.between(0, shape.size));
    co_yield copy(block_of(output, blocks, shape.rank), first_of(input, blocks.count(shape.rank)));
    for (Rank step = 0; step + 1 < shape.size; ++step) {
        const auto round = static_cast<std::uint32_t>(step);
        co_yield send(shape.neighbour(1), round, block_of(output, blocks, shape.neighbour(-step)));
        co_yield receive(shape.neighbour(-1), round, block_of(output, blocks, shape.neighbour(-step - 1)));
    }
}

// Bruck and others (1997). Until all blocks have arrived, block k is the block of communicator rank
// (own + k) mod size.
Schedule allgather_bruck(Shape shape) {
    const Blocks& blocks = shape.received;
    const Rank size = shape.size, self = shape.rank;
    co_yield room(work, blocks.between(0, size));
    co_yield copy(first_of(work, blocks.count(self)), first_of(input, blocks.count(self)));
    std::uint32_t round = 0;
    for (Rank step = 1; step < size; step *= 2, ++round) {
        const Rank moved = std::min(step, size - step), ahead = shape.neighbour(step);
        co_yield send(shape.neighbour(-step), round, first_of(work, around(blocks, self, moved, size)));
        co_yield receive(ahead, round, {work, around(blocks, self, step, size), around(blocks, ahead, moved, size)});
    }
    const std::uint32_t straight = blocks.between(self, size), wrapped = blocks.between(0, self);
    co_yield room(output, straight + wrapped);
    co_yield copy({output, blocks.first(self), straight}, first_of(work, straight));
    co_yield copy(first_of(output, wrapped), {work, straight, wrapped});
}

// Before the round of `bit`, a process has the blocks of all processes that differ from it only in lower bits.
Schedule allgather_doubling(Shape shape) {
    const Blocks& blocks = shape.received;
    co_yield room(output, blocks.between(0, shape.size));
    co_yield copy(block_of(output, blocks, shape.rank), first_of(input, blocks.count(shape.rank)));
    for (Rank bit = 1; bit < shape.size; bit *= 2) {
        const Rank own = shape.rank & -bit, theirs = own ^ bit;
        co_yield send(shape.rank ^ bit, round_of(bit), {output, blocks.first(own), blocks.between(own, own + bit)});
        co_yield receive(shape.rank ^ bit, round_of(bit),
                         {output, blocks.first(theirs), blocks.between(theirs, theirs + bit)});
    }
}

namespace {

// `ahead`: number of messages that are sent before the first message is awaited.
Schedule alltoall_of(Shape shape, Rank ahead) {
    co_yield room(output, shape.received.between(0, shape.size));
    co_yield copy(block_of(output, shape.received, shape.rank), block_of(input, shape.sent, shape.rank));
    Rank sent = 1;
    for (Rank step = 1; step < shape.size; ++step) {
        for (; sent < shape.size && sent < step + ahead; ++sent) {
            const Rank other = shape.neighbour(sent);
            co_yield send(other, static_cast<std::uint32_t>(sent), block_of(input, shape.sent, other));
        }
        const Rank other = shape.neighbour(-step);
        co_yield receive(other, static_cast<std::uint32_t>(step), block_of(output, shape.received, other));
    }
}

}  // namespace

Schedule alltoall_pairwise(Shape shape) { return alltoall_of(shape, 1); }
Schedule alltoall_linear(Shape shape) { return alltoall_of(shape, shape.size); }

namespace {

// The blocks that move in a round of `alltoall_bruck`: those whose number has the bit of the round. They are runs of
// consecutive blocks: `runs` of them have as many blocks as the bit says, and the last run has the rest, if any.
class Moved {
public:
    Moved(std::uint32_t each, Rank size, Rank bit)
        : each_(each), run_(elements(bit)), runs_(static_cast<std::uint32_t>(size / (2 * bit))),
          rest_(elements(std::max(0, size % (2 * bit) - bit))) {}

    std::uint32_t runs() const { return runs_; }
    std::uint32_t rest() const { return rest_; }
    std::uint32_t count() const { return runs_ * run_ + rest_; }
    // The first run, and the rest, among all blocks and among those that move.
    Slice run_of(Buffer all) const { return {all, run_, run_}; }
    Slice rest_of(Buffer all) const { return {all, std::uint64_t{2} * runs_ * run_ + run_, rest_}; }
    Slice packed_run(Buffer moved) const { return first_of(moved, run_); }
    Slice packed_rest(Buffer moved) const { return {moved, std::uint64_t{runs_} * run_, rest_}; }
    std::uint64_t stride() const { return std::uint64_t{2} * run_; }
    std::uint64_t packed_stride() const { return run_; }

private:
    std::uint32_t elements(Rank blocks) const { return each_ * static_cast<std::uint32_t>(blocks); }

    std::uint32_t each_, run_, runs_, rest_;
};

}  // namespace

// Bruck and others (1997). Block k of `work` must move k processes ahead: in the round of each bit of k, it moves as
// many processes as the bit says. After the rounds, block k is from the process k behind.
Schedule alltoall_bruck(Shape shape) {
    const Rank size = shape.size;
    const Blocks& blocks = shape.sent;
    const std::uint32_t each = blocks.count(0);
    const std::uint32_t straight = blocks.between(shape.rank, size), wrapped = blocks.between(0, shape.rank);
    co_yield room(work, straight + wrapped);
    co_yield copy(first_of(work, straight), {input, blocks.first(shape.rank), straight});
    co_yield copy({work, straight, wrapped}, first_of(input, wrapped));
    for (Rank bit = 1; bit < size; bit *= 2) {
        const Moved moved(each, size, bit);
        const auto stride = static_cast<std::int64_t>(moved.stride());
        const auto packed_stride = static_cast<std::int64_t>(moved.packed_stride());
        co_yield room(spare, moved.count());
        if (moved.runs() > 0) {
            co_yield copies(moved.runs(), moved.packed_run(spare), packed_stride, moved.run_of(work), moved.stride());
        }
        if (moved.rest() > 0) co_yield copy(moved.packed_rest(spare), moved.rest_of(work));
        co_yield send(shape.neighbour(bit), round_of(bit), first_of(spare, moved.count()));
        co_yield receive(shape.neighbour(-bit), round_of(bit), first_of(spare, moved.count()));
        if (moved.runs() > 0) {
            co_yield copies(moved.runs(), moved.run_of(work), stride, moved.packed_run(spare), moved.packed_stride());
        }
        if (moved.rest() > 0) co_yield copy(moved.rest_of(work), moved.packed_rest(spare));
    }
    co_yield room(output, blocks.between(0, size));
    // Block k goes to block (rank - k) mod size.
    const Rank from_below = shape.rank + 1, from_above = size - from_below;
    const std::int64_t back = -static_cast<std::int64_t>(each);
    co_yield copies(static_cast<std::uint32_t>(from_below), block_of(output, blocks, shape.rank), back,
                    first_of(work, each), each);
    if (from_above > 0) {
        co_yield copies(static_cast<std::uint32_t>(from_above), block_of(output, blocks, size - 1), back,
                        block_of(work, blocks, from_below), each);
    }
}

Schedule reduce_scatter_pairwise(Shape shape) {
    const Blocks& blocks = shape.received;
    const Slice own = first_of(output, blocks.count(shape.rank)), theirs = first_of(work, own.count);
    co_yield copy(own, block_of(input, blocks, shape.rank));
    for (Rank step = 1; step < shape.size; ++step) {
        const auto round = static_cast<std::uint32_t>(step);
        const Rank to = shape.neighbour(step), from = shape.neighbour(-step);
        co_yield send(to, round, block_of(input, blocks, to));
        co_yield receive(from, round, theirs);
        co_yield reduce_into(own, theirs, from < shape.rank);
    }
}

namespace {

// `each`: every destination gets a block of its own. The n-th message from a process is for the n-th of the sources
// that are this process. In a Cartesian topology the second source of each pair is before the first one.
Schedule neighbour_exchange(Shape shape, bool each) {
    const std::span<const Rank> from = shape.neighbours.sources, to = shape.neighbours.destinations;
    const auto sent = [&](std::size_t nth) { return block_of(input, shape.sent, each ? static_cast<Rank>(nth) : 0); };
    co_yield room(output, shape.received.between(0, static_cast<Rank>(from.size())));
    for (std::size_t nth = 0; nth < to.size(); ++nth) {
        if (to[nth] != no_rank && to[nth] != shape.rank) co_yield send(to[nth], 0, sent(nth));
    }
    std::size_t own = 0;  // the next destination that may be the process itself
    for (std::size_t k = 0; k < from.size(); ++k) {
        const std::size_t nth = shape.neighbours.cartesian ? k ^ 1 : k;
        if (from[nth] == no_rank) continue;
        const Slice block = block_of(output, shape.received, static_cast<Rank>(nth));
        if (from[nth] != shape.rank) {
            co_yield receive(from[nth], 0, block);
            continue;
        }
        while (to[own] != shape.rank) ++own;
        co_yield copy(block, sent(own++));
    }
}

}  // namespace

Schedule neighbour_alltoall(Shape shape) { return neighbour_exchange(shape, true); }
Schedule neighbour_allgather(Shape shape) { return neighbour_exchange(shape, false); }

}  // namespace rmasim::schedules
