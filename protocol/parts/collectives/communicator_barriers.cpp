#include "protocol/parts/collectives/communicator_barriers.h"

#include "protocol/parts/messages/two_sided.h"

namespace rmasim {

void CommunicatorBarrier::send(const World& world, Rank comm_rank, unsigned round, Why why) const {
    const Rank self = members_.member(barrier_.rank());
    world.transport.send(barrier_packet(PacketKind::barrier, self, members_.member(comm_rank), comm_, round, why));
}

Barrier::Instance CommunicatorBarrier::enter(const World& world) {
    return barrier_.enter([&](Rank comm_rank, unsigned round) { send(world, comm_rank, round, Why::program_barrier); });
}

void CommunicatorBarrier::arrived(const World& world, const Packet& packet) {
    barrier_.arrived(packet.round,
                     [&](Rank comm_rank, unsigned round) { send(world, comm_rank, round, packet.why()); });
}

std::string CommunicatorBarrier::text() const {
    return "BARRIER round " + std::to_string(barrier_.missing_round(barrier_.entered())) + " from rank " +
           std::to_string(missing());
}

AwaitedRank CommunicatorBarrier::awaited() const { return {missing(), Awaited::barrier, comm_}; }

const CommunicatorBarrier* CommunicatorBarriers::find(WindowId comm) const {
    const CommunicatorBarrier* at = first_.get();
    while (at != nullptr && at->comm() != comm) at = at->next_.get();
    return at;
}

CommunicatorBarrier& CommunicatorBarriers::find_or_make(const World& world, Rank rank, WindowId comm) {
    std::unique_ptr<CommunicatorBarrier>* at = &first_;
    while (*at && (*at)->comm() != comm) at = &(*at)->next_;
    if (!*at) {
        if (world.communicators == nullptr) throw ProtocolError("this world has no communicators");
        *at = std::make_unique<CommunicatorBarrier>(rank, comm, world.communicators->group_of(rank, comm));
    }
    std::unique_ptr<CommunicatorBarrier> found = std::move(*at);
    *at = std::move(found->next_);
    found->next_ = std::move(first_);
    first_ = std::move(found);
    return *first_;
}

std::size_t CommunicatorBarriers::bytes() const {
    std::size_t bytes = 0;
    for (const CommunicatorBarrier* at = first_.get(); at != nullptr; at = at->next_.get()) bytes += sizeof *at;
    return bytes;
}

Task<> await_barrier(const World& world, WaitList& waits, CommunicatorBarrier& barrier) {
    const Barrier::Instance instance = barrier.enter(world);
    waits.until({Call::barrier, barrier.comm()}, [&barrier, instance] { return barrier.completed(instance); });
    co_await waits;
}

}  // namespace rmasim
