#include "protocol/oldqueue/routines/poll.h"

#include "protocol/oldqueue/routines/create.h"
#include "protocol/oldqueue/routines/fence_barrier.h"
#include "protocol/oldqueue/routines/replies.h"
#include "protocol/oldqueue/routines/rounds.h"

namespace rmasim::oldqueue {

namespace {

bool is_request(PacketKind kind) {
    constexpr PacketKindSet requests{
        PacketKind::put, PacketKind::accumulate, PacketKind::get, kind::put_rts,  kind::acc_rts,
        kind::lock,      kind::unlock,           kind::rma_done,  kind::complete, kind::op_counts};
    return requests.contains(kind);
}

// Returns the user's memory that the handler of the packet reads or writes: the buffer of an operation of this process,
// or of a message. Null if the handler accesses no such memory.
const OriginBuffer* buffer_touched_by(EngineState& engine, const Packet& packet) {
    if (!is_window(packet.window)) return engine.two_sided.touched_by(packet);
    OpId op = no_operation;
    if (packet.kind == kind::cts || packet.kind == PacketKind::get_resp) op = packet.op;
    if (packet.kind == kind::rma_done_ack) op = next_accumulate(engine.windows[packet.window], packet);
    return op == no_operation ? nullptr : &engine.operations[op].operation.buffer;
}

// OQ-AGENT-3: true if an agent that is a process can handle the packet. Such an agent accesses only the queues and
// shared memory.
bool is_in_shared_memory(EngineState& engine, const Packet& packet) {
    if (packet.kind == kind::rma_data) return engine.windows[packet.window].in_shared_memory;
    const OriginBuffer* const buffer = buffer_touched_by(engine, packet);
    return buffer == nullptr || engine.world.memory.in_shared_memory(engine.rank, *buffer);
}

void join_queue(EngineState& engine, const Packet& packet) {
    engine.queue.append(packet, engine.ordered);
    engine.world.observer.request_queued(engine.rank, packet);
    if (!asks_for_lock(packet)) return;
    engine.world.observer.lock_queued(engine.rank, packet.window, packet.source, lock_type_of(packet));
}

void take(EngineState& engine, const Packet& packet) {
    if (!is_window(packet.window)) return engine.two_sided.deliver(engine.world, packet);
    Window& window = engine.windows[packet.window];
    if (is_request(packet.kind)) return join_queue(engine, packet);
    if (packet.kind == PacketKind::barrier) return on_fence_barrier(engine, window, packet);
    if (packet.kind == kind::cts) return on_cts(engine, window, packet);
    if (packet.kind == kind::rma_data) return on_data(engine, window, packet);
    if (packet.kind == PacketKind::get_resp) return on_response(engine, window, packet);
    if (packet.kind == kind::rma_done_ack) return on_acknowledgement(engine, window, packet);
    if (packet.kind == kind::win_info_ask) return on_window_info_ask(engine, packet);
    if (packet.kind == kind::win_info) return on_window_info(engine, window, packet);
    throw ProtocolError("family oldqueue has no packet " + packet_vocabulary.name(packet.type()));
}

// Handles all delivered packets. An agent that is a process leaves packets that need private memory to the rank
// (OQ-AGENT-3).
void take_all(EngineState& engine, Poller poller) {
    std::size_t left = 0;
    for (std::size_t i = 0; i < engine.unpolled.size(); ++i) {
        const Packet packet = engine.unpolled[i];
        const bool out_of_reach = poller == Poller::agent_process && !is_in_shared_memory(engine, packet);
        if (out_of_reach) engine.unpolled[left++] = packet;
        else take(engine, packet);
    }
    engine.unpolled.resize(left);
}

}  // namespace

void poll(EngineState& engine, Poller poller) {
    if (engine.unannounced > 0) create_windows(engine);
    take_all(engine, poller);
    serve_queue(engine, poller);
}

}  // namespace rmasim::oldqueue
