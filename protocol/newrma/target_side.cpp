// Requests, at the target: the lock queue, applying operations, acknowledging. Handlers never block; a request that
// must wait for the lock is kept, with its operation while there is room, and handled when its turn comes.
#include "protocol/newrma/engine.h"

namespace rmasim::newrma {

namespace {

LockType lock_type_of(const Packet& packet) {
    if (packet.kind == kind::lock) return part(packet).lock_type;
    return has(packet.flags, flag::lock_exclusive) ? LockType::exclusive : LockType::shared;
}

// The response that brings the data, for the operations that fetch; RMA_DONE_ACK, which brings none, for the others.
PacketKind response_to(PacketKind request) {
    switch (request) {
        case PacketKind::get: return PacketKind::get_resp;
        case PacketKind::get_accumulate: return PacketKind::get_accumulate_resp;
        case PacketKind::fetch_and_op: return PacketKind::fetch_and_op_resp;
        case PacketKind::compare_and_swap: return PacketKind::compare_and_swap_resp;
        default: return kind::rma_done_ack;
    }
}

// A request without data has no payload to give back.
bool sends_data(const Packet& packet) { return packet.kind != PacketKind::get && packet.reduce != ReduceOp::no_op; }

}  // namespace

void Engine::on_request(Window& window, const Packet& packet) {
    if (!asks_for_lock(packet)) {
        execute(window, packet, false);
    } else if (const LockType type = lock_type_of(packet); window.lock.try_acquire(packet.source, type)) {
        world_.observer.lock_granted(rank_, window.id, packet.source, type);
        execute(window, packet, true);
    } else {
        queue_lock_request(window, packet, type);
    }
    grant_waiting(window);
}

// Without room for the operation only the request is kept; the grant will ask for the operation again (NR-LOCK-11).
void Engine::queue_lock_request(Window& window, const Packet& packet, LockType type) {
    world_.observer.lock_queued(rank_, window.id, packet.source, type);
    if (packet.kind == kind::lock) return window.lock.enqueue(packet.source, type);
    if (window.lock.enqueue_with_operation(packet, type)) return;
    world_.observer.lock_data_dropped(rank_, window.id, packet.source);
    if (sends_data(packet)) world_.memory.release(packet.payload);
}

// Apply, release, answer: the answer says that all of it has happened.
void Engine::execute(Window& window, const Packet& packet, bool lock_granted_now) {
    if (packet.source == rank_) {  // this process's own LOCK call: it waits for the lock, not for a packet
        window.own_lock = Window::OwnLock::held;
        return;
    }
    if (is_operation(packet.kind)) before_applying(window, packet);
    const Payload data = is_operation(packet.kind) ? apply(packet) : Payload{};
    if (wants_ack(packet)) expose_applied(window);
    if (unlocks(packet)) release_lock(window, packet.source);
    if (completes(packet)) on_complete(window, packet);
    reply(window, packet, data, lock_granted_now && !unlocks(packet));
}

// Returns what was there before, for the operations that fetch. Handlers never block, so reading and writing are one
// step, which is what makes the accumulate family atomic.
Payload Engine::apply(const Packet& packet) {
    Memory& memory = world_.memory;
    Payload before;
    if (response_to(packet.kind) != kind::rma_done_ack) {
        before = packet.kind == PacketKind::get ? memory.read(rank_, rank_, packet.window, packet.region)
                                                : memory.read_atomic(rank_, rank_, packet.window, packet.region);
    }
    if (sends_data(packet)) {
        if (packet.kind == PacketKind::put) {
            memory.write(rank_, rank_, packet.window, packet.region, packet.payload);
        } else if (packet.kind == PacketKind::compare_and_swap) {
            memory.compare_and_swap(rank_, rank_, packet.window, packet.region, packet.payload);
        } else {
            memory.accumulate(rank_, rank_, packet.window, packet.region, packet.reduce, packet.payload);
        }
        memory.release(packet.payload);
    }
    world_.observer.op_applied(rank_, packet);
    return before;
}

// One packet at most: data, a grant and an acknowledgement travel together (NR-OPT-5).
void Engine::reply(Window& window, const Packet& request, Payload data, bool grant) {
    const bool ack = wants_ack(request);
    const bool fetched = response_to(request.kind) != kind::rma_done_ack;
    if (!fetched && !grant && !ack) return;

    Packet answer = packet_to(request.source, window, response_to(request.kind));
    if (fetched) {
        answer.op = request.op;
        answer.region = request.region;
        answer.payload = data;
        answer.data_bytes = request.region.bytes();
        if (grant) answer.flags |= flag::lock_granted;
    } else if (grant) {
        answer.kind = kind::lock_granted;
    }
    if (ack) {
        if (answer.kind != kind::rma_done_ack) answer.flags |= flag::rma_done_ack;
        set_closing(answer, part(request).closing);
    }
    world_.transport.send(answer);
}

void Engine::release_lock(Window& window, Rank holder) {
    if (window.lock.release(holder)) world_.observer.lock_released(rank_, window.id, holder);
}

// Whoever is next in line and compatible gets the lock; what came with the request is carried out at once.
void Engine::grant_waiting(Window& window) {
    while (const auto grant = window.lock.grant_next()) {
        world_.observer.lock_granted(rank_, window.id, grant->origin, grant->type);
        if (grant->operation) {
            execute(window, *grant->operation, true);
        } else if (grant->origin == rank_) {
            window.own_lock = Window::OwnLock::held;
        } else {
            Packet packet = packet_to(grant->origin, window, kind::lock_granted);
            if (grant->dropped) packet.flags |= flag::resend;
            world_.transport.send(packet);
        }
    }
}

}  // namespace rmasim::newrma
