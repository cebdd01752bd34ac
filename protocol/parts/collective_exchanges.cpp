// ALLREDUCE, ALLGATHER and ALLTOALL: the algorithms in which all processes have the same role.
#include "protocol/parts/collective_routines.h"

#include <bit>

namespace rmasim {

namespace {

// Recursive doubling among a number of processes that is a power of two. If the communicator has 5 = 4 + 1 processes,
// communicator rank 0 takes no part in the rounds: it sends its values to communicator rank 1 before the rounds, and
// receives the result after them:
//
//     comm. rank  0     1     2     3     4
//                 `---> |     |     |     |      round 0
//                       0     1     2     3      numbers of the processes in rounds 1 and 2
//                 ,---- |     |     |     |      round 3
class Doubling {
public:
    explicit Doubling(const CollectiveCall& call)
        : size_(static_cast<Rank>(std::bit_floor(static_cast<unsigned>(call.size())))), extra_(call.size() - size_),
          paired_(call.comm_rank() < 2 * extra_), hands_over_(paired_ && call.comm_rank() % 2 == 0),
          number_(paired_ ? call.comm_rank() / 2 : call.comm_rank() - extra_) {}

    Rank size() const { return size_; }
    bool paired() const { return paired_; }
    bool hands_over() const { return hands_over_; }
    Rank number() const { return number_; }
    Rank comm_rank_of(Rank number) const { return number < extra_ ? 2 * number + 1 : number + extra_; }
    std::uint32_t last_round() const {
        return 1 + static_cast<std::uint32_t>(std::countr_zero(static_cast<unsigned>(size_)));
    }

private:
    Rank size_, extra_;
    bool paired_, hands_over_;
    Rank number_;
};

Task<> allreduce_by_doubling(CollectiveCall call) {
    const Doubling doubling(call);
    Payload data = call.own(1);
    if (doubling.hands_over()) {
        call.send(call.neighbour(1), 0, data, 0, 1);
        call.drop(data);
        co_await call.message_of(call.neighbour(1));
        call.leave(call.take(call.neighbour(1), doubling.last_round(), 1), 1);
        co_return;
    }
    if (doubling.paired()) {
        co_await call.message_of(call.neighbour(-1));
        data = call.combined(call.take(call.neighbour(-1), 0, 1), data);
    }
    std::uint32_t round = 1;
    for (Rank bit = 1; bit < doubling.size(); bit *= 2, ++round) {
        const Rank number = doubling.number() ^ bit, other = doubling.comm_rank_of(number);
        call.send(other, round, data, 0, 1);
        co_await call.message_of(other);
        const Payload theirs = call.take(other, round, 1);
        data = doubling.number() < number ? call.combined(data, theirs) : call.combined(theirs, data);
    }
    if (doubling.paired()) call.send(call.neighbour(-1), doubling.last_round(), data, 0, 1);
    call.leave(data, 1);
}

Task<> allreduce_by_root(CollectiveCall call, RootedAlgorithm up, RootedAlgorithm down) {
    Payload data = co_await handed_up(call, up);
    const auto rounds = static_cast<std::uint32_t>(std::bit_width(static_cast<unsigned>(call.size() - 1)));
    data = co_await handed_down(call, down, data, rounds);
    call.leave(data, 1);
}

// Allocates the blocks of all processes and copies this process's block to `at_block`.
Payload blocks_of_all(CollectiveCall& call, Rank at_block) {
    const Payload own = call.own(1);
    const Payload all = call.room(own, call.size());
    call.copy(all, at_block, own, 0, 1);
    call.drop(own);
    return all;
}

Task<> allgather_by_ring(CollectiveCall call) {
    const Payload all = blocks_of_all(call, call.comm_rank());
    for (Rank step = 0; step + 1 < call.size(); ++step) {
        const auto round = static_cast<std::uint32_t>(step);
        call.send(call.neighbour(1), round, all, call.neighbour(-step), 1);
        co_await call.message_of(call.neighbour(-1));
        call.take_into(all, call.neighbour(-step - 1), call.neighbour(-1), round, 1);
    }
    call.leave(all, call.size());
}

// Until all blocks have arrived, block k is the block of communicator rank (own + k) mod size.
Task<> allgather_by_bruck(CollectiveCall call) {
    const Rank size = call.size();
    const Payload behind = blocks_of_all(call, 0);
    std::uint32_t round = 0;
    for (Rank step = 1; step < size; step *= 2, ++round) {
        const Rank blocks = std::min(step, size - step);
        call.send(call.neighbour(-step), round, behind, 0, blocks);
        co_await call.message_of(call.neighbour(step));
        call.take_into(behind, step, call.neighbour(step), round, blocks);
    }
    const Payload all = call.room(behind, size);
    call.copy(all, call.comm_rank(), behind, 0, size - call.comm_rank());
    call.copy(all, 0, behind, size - call.comm_rank(), call.comm_rank());
    call.drop(behind);
    call.leave(all, size);
}

// `ahead`: number of messages that are sent before the first message is awaited.
Task<> alltoall_of(CollectiveCall call, Rank ahead) {
    const Rank size = call.size();
    const Payload data = call.own(size);
    const Payload all = call.room(data, size);
    call.copy(all, call.comm_rank(), data, call.comm_rank(), 1);
    Rank sent = 1;
    for (Rank step = 1; step < size; ++step) {
        for (; sent < size && sent < step + ahead; ++sent) {
            call.send(call.neighbour(sent), static_cast<std::uint32_t>(sent), data, call.neighbour(sent), 1);
        }
        const Rank other = call.neighbour(-step);
        co_await call.message_of(other);
        call.take_into(all, other, other, static_cast<std::uint32_t>(step), 1);
    }
    call.drop(data);
    call.leave(all, size);
}

}  // namespace

Task<> allreduce(CollectiveCall call, const CollectiveAlgorithms& how) {
    return how.allreduce == AllreduceAlgorithm::recursive_doubling ? allreduce_by_doubling(call)
                                                                   : allreduce_by_root(call, how.reduce, how.bcast);
}

Task<> allgather(CollectiveCall call, AllgatherAlgorithm how) {
    return how == AllgatherAlgorithm::ring ? allgather_by_ring(call) : allgather_by_bruck(call);
}

Task<> alltoall(CollectiveCall call, AlltoallAlgorithm how) {
    return alltoall_of(call, how == AlltoallAlgorithm::pairwise ? 1 : call.size());
}

}  // namespace rmasim
