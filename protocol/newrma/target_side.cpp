// Requests, at the target: the lock queue, applying operations, acknowledging. Handlers never block; a request that
// must wait for the lock is kept with its data and handled when its turn comes.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

namespace {

bool asks_for_lock(const Packet& packet) { return packet.kind == PacketKind::lock || has(packet.flags, any_lock); }

LockType lock_type_of(const Packet& packet) {
    if (packet.kind == PacketKind::lock) return packet.lock_type;
    return has(packet.flags, PacketFlag::lock_exclusive) ? LockType::exclusive : LockType::shared;
}

bool unlocks(const Packet& packet) {
    return packet.kind == PacketKind::unlock || has(packet.flags, PacketFlag::unlock);
}

bool wants_ack(const Packet& packet) {
    return packet.kind == PacketKind::rma_done || packet.kind == PacketKind::unlock || has(packet.flags, any_done);
}

}  // namespace

void Engine::on_request(Window& window, const Packet& packet) {
    if (!asks_for_lock(packet)) {
        execute(window, packet, false);
    } else if (const LockType type = lock_type_of(packet); window.lock.acquire({type, packet})) {
        world_.observer.lock_granted(rank_, window.id, packet.source, type);
        execute(window, packet, true);
    } else {
        world_.observer.lock_queued(rank_, window.id, packet.source, type);
    }
    grant_waiting(window);
}

// Apply, release, answer: the answer says that all of it has happened.
void Engine::execute(Window& window, const Packet& packet, bool lock_granted_now) {
    if (packet.source == rank_) {  // this process's own LOCK call: it waits for the lock, not for a packet
        window.own_lock = Window::OwnLock::held;
        return;
    }
    Payload data;
    const bool is_get = packet.kind == PacketKind::get;
    if (is_get) data = world_.memory.read(rank_, window.id, packet.disp_bytes, packet.length_bytes);
    if (packet.kind == PacketKind::put || packet.kind == PacketKind::accumulate) apply(packet);
    if (is_get) world_.observer.op_applied(rank_, packet);
    if (unlocks(packet)) release_lock(window, packet.source);
    reply(window, packet, data, lock_granted_now && !unlocks(packet));
}

void Engine::apply(const Packet& packet) {
    Memory& memory = world_.memory;
    if (packet.kind == PacketKind::put) {
        memory.write(rank_, packet.window, packet.disp_bytes, packet.length_bytes, packet.payload);
    } else {
        memory.accumulate(rank_, packet.window, packet.disp_bytes, packet.length_bytes, packet.datatype, packet.reduce,
                          packet.payload);
    }
    memory.release(packet.payload);
    world_.observer.op_applied(rank_, packet);
}

// One packet at most: the data of a GET, a grant and an acknowledgement travel together (NR-OPT-5).
void Engine::reply(Window& window, const Packet& request, Payload data, bool grant) {
    const bool ack = wants_ack(request);
    const bool is_get = request.kind == PacketKind::get;
    if (!is_get && !grant && !ack) return;

    Packet answer = packet_to(request.source, window, PacketKind::rma_done_ack);
    if (is_get) {
        answer.kind = PacketKind::get_resp;
        answer.op = request.op;
        answer.length_bytes = request.length_bytes;
        answer.payload = data;
        if (grant) answer.flags |= PacketFlag::lock_granted;
        if (ack) answer.flags |= PacketFlag::rma_done_ack;
    } else if (grant) {
        answer.kind = PacketKind::lock_granted;
        if (ack) answer.flags |= PacketFlag::rma_done_ack;
    }
    world_.transport.send(answer);
}

void Engine::release_lock(Window& window, Rank holder) {
    if (window.lock.release(holder)) world_.observer.lock_released(rank_, window.id, holder);
}

// Whoever is next in line and compatible gets the lock; what came with the request is carried out at once.
void Engine::grant_waiting(Window& window) {
    while (const TargetLock::Request* request = window.lock.grant_next()) {
        const Packet packet = request->packet;
        world_.observer.lock_granted(rank_, window.id, packet.source, request->type);
        execute(window, packet, true);
    }
}

}  // namespace rmasim::newrma
