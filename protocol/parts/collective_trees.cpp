// BCAST, REDUCE, GATHER and SCATTER. The trees number processes by their distance from the root
// (CollectiveCall::behind_root). In the binomial tree of eight processes,
//
//     0 -- 4 -- 6 -- 7      the parent of a process has its number without the lowest bit: 7, 6, 4, 0. The subtree of
//     |    `--- 5           process d has the numbers from d up to, and without, d + (lowest bit of d). These are
//     |--- 2 -- 3           contiguous, so the data of a subtree are contiguous blocks in GATHER and SCATTER.
//     `--- 1
#include "protocol/parts/collective_routines.h"

#include <bit>

namespace rmasim {

namespace {

// Returns the number of processes in the subtree of the process at `distance`.
Rank at_or_below(Rank distance, Rank size) {
    const Rank lowest = distance & -distance;
    return distance == 0 ? size : std::min(lowest, size - distance);
}

std::uint32_t round_of(Rank bit) { return static_cast<std::uint32_t>(std::countr_zero(static_cast<unsigned>(bit))); }

// Returns the largest difference of distances between a child of the process at `distance` and that process; 0 if it
// has no children.
Rank first_bit_below(Rank distance, Rank size) {
    const auto below = static_cast<unsigned>(at_or_below(distance, size) - 1);
    return static_cast<Rank>(std::bit_floor(below));
}

// Converts blocks between the order of communicator ranks and the order of distances from the root: block 0 of `data`
// becomes block `first` of the result.
Payload rotated(CollectiveCall& call, Payload data, Rank first) {
    if (first == 0) return data;
    const Payload turned = call.room(data, call.size());
    call.copy(turned, first, data, 0, call.size() - first);
    call.copy(turned, 0, data, call.size() - first, first);
    call.drop(data);
    return turned;
}

Task<Payload> down_a_tree(CollectiveCall& call, Payload data, std::uint32_t first_round) {
    const Rank self = call.behind_root(), size = call.size();
    if (self != 0) {
        const Rank bit = self & -self, above = call.from_root(self - bit);
        co_await call.message_of(above);
        data = call.take(above, first_round + round_of(bit), 1);
    }
    for (Rank bit = first_bit_below(self, size); bit > 0; bit /= 2) {
        call.send(call.from_root(self + bit), first_round + round_of(bit), data, 0, 1);
    }
    co_return data;
}

Task<Payload> down_a_star(CollectiveCall& call, Payload data, std::uint32_t first_round) {
    if (call.behind_root() != 0) {
        co_await call.message_of(call.from_root(0));
        co_return call.take(call.from_root(0), first_round, 1);
    }
    for (Rank other = 1; other < call.size(); ++other) call.send(call.from_root(other), first_round, data, 0, 1);
    co_return data;
}

Task<Payload> up_a_tree(CollectiveCall& call) {
    const Rank self = call.behind_root(), below = at_or_below(self, call.size());
    Payload data = call.own(1);
    for (Rank bit = 1; bit < below; bit *= 2) {
        co_await call.message_of(call.from_root(self + bit));
        data = call.combined(data, call.take(call.from_root(self + bit), round_of(bit), 1));
    }
    if (self == 0) co_return data;
    const Rank bit = self & -self;
    call.send(call.from_root(self - bit), round_of(bit), data, 0, 1);
    call.drop(data);
    co_return Payload{};
}

Task<Payload> up_a_star(CollectiveCall& call) {
    Payload data = call.own(1);
    if (call.behind_root() != 0) {
        call.send(call.from_root(0), 0, data, 0, 1);
        call.drop(data);
        co_return Payload{};
    }
    for (Rank other = 1; other < call.size(); ++other) {
        co_await call.message_of(call.from_root(other));
        data = call.combined(data, call.take(call.from_root(other), 0, 1));
    }
    co_return data;
}

// The blocks belong to the subtree of this process, in the order of distances from the root.
Task<> gather_up_a_tree(CollectiveCall call) {
    const Rank self = call.behind_root(), size = call.size(), below = at_or_below(self, size);
    const Payload own = call.own(1);
    const Payload data = call.room(own, below);
    call.copy(data, 0, own, 0, 1);
    call.drop(own);
    for (Rank bit = 1; bit < below; bit *= 2) {
        const Rank other = call.from_root(self + bit);
        co_await call.message_of(other);
        call.take_into(data, bit, other, round_of(bit), at_or_below(self + bit, size));
    }
    if (self == 0) {
        call.leave(rotated(call, data, call.comm_rank()), size);
        co_return;
    }
    const Rank bit = self & -self;
    call.send(call.from_root(self - bit), round_of(bit), data, 0, below);
    call.drop(data);
}

Task<> gather_up_a_star(CollectiveCall call) {
    const Payload own = call.own(1);
    if (call.behind_root() != 0) {
        call.send(call.from_root(0), 0, own, 0, 1);
        call.drop(own);
        co_return;
    }
    const Payload data = call.room(own, call.size());
    call.copy(data, call.comm_rank(), own, 0, 1);
    call.drop(own);
    for (Rank distance = 1; distance < call.size(); ++distance) {
        const Rank other = call.from_root(distance);
        co_await call.message_of(other);
        call.take_into(data, other, other, 0, 1);
    }
    call.leave(data, call.size());
}

Task<> scatter_down_a_tree(CollectiveCall call) {
    const Rank self = call.behind_root(), size = call.size();
    Payload data;
    if (self == 0) {
        data = rotated(call, call.own(size), (size - call.comm_rank()) % size);
    } else {
        const Rank bit = self & -self, above = call.from_root(self - bit);
        co_await call.message_of(above);
        data = call.take(above, round_of(bit), at_or_below(self, size));
    }
    for (Rank bit = first_bit_below(self, size); bit > 0; bit /= 2) {
        call.send(call.from_root(self + bit), round_of(bit), data, bit, at_or_below(self + bit, size));
    }
    call.leave(data, 1);
}

Task<> scatter_down_a_star(CollectiveCall call) {
    if (call.behind_root() != 0) {
        co_await call.message_of(call.from_root(0));
        call.leave(call.take(call.from_root(0), 0, 1), 1);
        co_return;
    }
    const Payload data = call.own(call.size());
    for (Rank distance = 1; distance < call.size(); ++distance) {
        const Rank other = call.from_root(distance);
        call.send(other, 0, data, other, 1);
    }
    const Payload own = call.room(data, 1);
    call.copy(own, 0, data, call.comm_rank(), 1);
    call.drop(data);
    call.leave(own, 1);
}

}  // namespace

Task<Payload> handed_down(CollectiveCall& call, RootedAlgorithm how, Payload data, std::uint32_t first_round) {
    return how == RootedAlgorithm::binomial ? down_a_tree(call, data, first_round)
                                            : down_a_star(call, data, first_round);
}

Task<Payload> handed_up(CollectiveCall& call, RootedAlgorithm how) {
    return how == RootedAlgorithm::binomial ? up_a_tree(call) : up_a_star(call);
}

Task<> bcast(CollectiveCall call, RootedAlgorithm how) {
    Payload data;
    if (call.behind_root() == 0) data = call.own(1);
    data = co_await handed_down(call, how, data, 0);
    call.leave(data, 1);
}

Task<> reduce(CollectiveCall call, RootedAlgorithm how) {
    const Payload data = co_await handed_up(call, how);
    if (call.behind_root() == 0) call.leave(data, 1);
}

Task<> gather(CollectiveCall call, RootedAlgorithm how) {
    return how == RootedAlgorithm::binomial ? gather_up_a_tree(call) : gather_up_a_star(call);
}

Task<> scatter(CollectiveCall call, RootedAlgorithm how) {
    return how == RootedAlgorithm::binomial ? scatter_down_a_tree(call) : scatter_down_a_star(call);
}

}  // namespace rmasim
