#include "protocol/parts/two_sided.h"

namespace rmasim {

Packet barrier_packet(PacketKind kind, Rank source, Rank target, WindowId window, unsigned round) {
    Packet packet;
    packet.source = source;
    packet.target = target;
    packet.window = window;
    packet.kind = kind;
    packet.round = static_cast<std::uint8_t>(round);
    return packet;
}

Task<> meet(const World& world, WaitList& waits, Barrier& barrier, WaitReason reason) {
    const Barrier::Instance instance = barrier.enter([&](Rank peer, unsigned round) {
        world.transport.send(barrier_packet(PacketKind::barrier, barrier.rank(), peer, reason.window, round));
    });
    co_await ProgressUntil(waits, reason, [&barrier, instance] { return barrier.completed(instance); });
}

std::string barrier_text(const Barrier& barrier, Barrier::Instance instance) {
    return "BARRIER round " + std::to_string(barrier.missing_round(instance)) + " from rank " +
           std::to_string(barrier.missing_from(instance));
}

TwoSided::TwoSided(Rank rank, Rank ranks, Barrier::Instance start) : rank_(rank), ranks_(ranks) {
    if (start != usual_start) state_ = std::make_unique<State>(State{Barrier(rank, ranks, start), {}});
}

TwoSided::State& TwoSided::state() {
    if (!state_) state_ = std::make_unique<State>(State{Barrier(rank_, ranks_), {}});
    return *state_;
}

Task<> TwoSided::barrier(const World& world, WaitList& waits) {
    return meet(world, waits, state().barrier, {Call::barrier, no_window});
}

// Eager: complete when the data has left, without waiting for the receiver.
Task<> TwoSided::send(const World& world, Message message) {
    Packet packet;
    packet.source = rank_;
    packet.target = message.peer;
    packet.window = no_window;
    packet.kind = PacketKind::send;
    packet.op = message.tag;
    packet.region.count = message.count;
    packet.region.datatype = message.datatype;
    packet.data_bytes = packet.region.bytes();
    packet.payload = world.memory.gather(rank_, message.buffer, message.datatype, message.count);
    if (message.peer == rank_) {
        state().mailbox.arrived(packet);
    } else {
        world.transport.send(packet);
    }
    co_return;
}

Task<> TwoSided::recv(const World& world, WaitList& waits, Message message) {
    Mailbox& mailbox = state().mailbox;
    co_await ProgressUntil(waits, {Call::recv, no_window, Awaited::message, message.peer},
                           [&mailbox, &message] { return mailbox.has(message.peer, message.tag); });
    const Packet packet = mailbox.take(message.peer, message.tag);
    const Region& sent = packet.region;
    if (sent.datatype != message.datatype || sent.count > message.count) {
        throw ErroneousProgram(Call::recv, "a message of " + std::to_string(sent.count) + " elements of " +
                                               std::string(name_of(sent.datatype)) + " does not fit " +
                                               std::to_string(message.count) + " of " +
                                               std::string(name_of(message.datatype)));
    }
    world.memory.scatter(rank_, message.buffer, sent.datatype, sent.count, packet.payload);
    world.memory.release(packet.payload);
}

void TwoSided::deliver(const World& world, const Packet& packet) {
    if (packet.kind == PacketKind::send) return state().mailbox.arrived(packet);
    state().barrier.arrived(packet.round, [&](Rank peer, unsigned round) {
        world.transport.send(barrier_packet(PacketKind::barrier, rank_, peer, no_window, round));
    });
}

std::string TwoSided::describe(const WaitReason& reason) const {
    if (reason.awaited == Awaited::message) return "SEND from rank " + std::to_string(reason.target);
    return barrier_text(state_->barrier, state_->barrier.entered());
}

AwaitedRank TwoSided::awaited(const WaitReason& reason) const {
    if (reason.awaited == Awaited::message) return {reason.target, Awaited::message, no_window};
    return {state_->barrier.missing_from(state_->barrier.entered()), Awaited::barrier, no_window};
}

}  // namespace rmasim
