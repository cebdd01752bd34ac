// What programs need around their epochs: MPI_BARRIER, and eager messages. Like every MPI call they make progress.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

Task<> Engine::barrier() {
    const Barrier::Instance instance =
        barrier_.enter([&](Rank peer, unsigned round) { send_barrier(PacketKind::barrier, no_window, peer, round); });
    co_await progress_until({Call::barrier, no_window, Awaited::barrier, no_rank},
                            [this, instance] { return barrier_.completed(instance); });
}

// Complete when the data has left: nobody waits for the receiver.
Task<> Engine::send(Message message) {
    Packet packet;
    packet.source = rank_;
    packet.target = message.peer;
    packet.window = no_window;
    packet.kind = PacketKind::send;
    packet.op = message.tag;
    packet.region.count = message.count;
    packet.region.datatype = message.datatype;
    packet.data_bytes = packet.region.bytes();
    packet.payload = world_.memory.gather(rank_, message.buffer, message.datatype, message.count);
    if (message.peer == rank_) {
        mailbox_.arrived(packet);
    } else {
        world_.transport.send(packet);
    }
    co_return;
}

Task<> Engine::recv(Message message) {
    co_await progress_until({Call::recv, no_window, Awaited::message, message.peer},
                            [this, &message] { return mailbox_.has(message.peer, message.tag); });
    const Packet packet = mailbox_.take(message.peer, message.tag);
    const Region& sent = packet.region;
    if (sent.datatype != message.datatype || sent.count > message.count) {
        throw ErroneousProgram(Call::recv, "a message of " + std::to_string(sent.count) + " elements of " +
                                               std::string(name_of(sent.datatype)) + " does not fit " +
                                               std::to_string(message.count) + " of " +
                                               std::string(name_of(message.datatype)));
    }
    world_.memory.scatter(rank_, message.buffer, sent.datatype, sent.count, packet.payload);
    world_.memory.release(packet.payload);
}

}  // namespace rmasim::newrma
