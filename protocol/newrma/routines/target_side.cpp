#include "protocol/newrma/routines/target_side.h"

#include "protocol/newrma/routines/holders.h"
#include "protocol/newrma/routines/mem_sync.h"

namespace rmasim::newrma {

namespace {

LockType lock_type_of(const Packet& packet) {
    if (packet.kind == kind::lock) return part(packet).lock_type;
    return has(packet.flags, flag::lock_exclusive) ? LockType::exclusive : LockType::shared;
}

// Returns the kind of the response: for operations that fetch, the kind that carries the data; for others,
// RMA_DONE_ACK.
PacketKind response_to(PacketKind request) {
    switch (request) {
        case PacketKind::get: return PacketKind::get_resp;
        case PacketKind::get_accumulate: return PacketKind::get_accumulate_resp;
        case PacketKind::fetch_and_op: return PacketKind::fetch_and_op_resp;
        case PacketKind::compare_and_swap: return PacketKind::compare_and_swap_resp;
        default: return kind::rma_done_ack;
    }
}

// True if the request carries data. A request without data has no payload to release.
bool sends_data(const Packet& packet) { return packet.kind != PacketKind::get && packet.reduce != ReduceOp::no_op; }

// Applies an operation. For operations that fetch, returns the previous contents. Handlers never block, so no other
// packet is handled between the read and the write. This makes the accumulate family atomic.
Payload apply(EngineState& engine, const Window& window, const Packet& packet) {
    Memory& memory = engine.world.memory;
    engine.world.observer.op_applied(engine.rank, packet);
    const Region region = in_bytes(packet.region, window.disp_unit);  // NR-WIN-4
    Payload before;
    if (response_to(packet.kind) != kind::rma_done_ack) {
        before = packet.kind == PacketKind::get
                     ? memory.read(engine.rank, engine.rank, window.id, region)
                     : memory.read_atomic(engine.rank, engine.rank, window.id, region, packet.reduce);
    }
    if (sends_data(packet)) {
        if (packet.kind == PacketKind::put) {
            memory.write(engine.rank, engine.rank, window.id, region, packet.payload);
        } else if (packet.kind == PacketKind::compare_and_swap) {
            memory.compare_and_swap(engine.rank, engine.rank, window.id, region, packet.payload);
        } else {
            memory.accumulate(engine.rank, engine.rank, window.id, region, packet.reduce, packet.payload);
        }
        memory.release(packet.payload);
    }
    return before;
}

// Sends the answer to a request, if it gets one. Data, grant and acknowledgement are in one packet (NR-OPT-5).
void reply(EngineState& engine, Window& window, const Packet& request, Payload data, bool grant) {
    const bool ack = wants_ack(request);
    const bool fetched = response_to(request.kind) != kind::rma_done_ack;
    if (!fetched && !grant && !ack) return;

    Packet answer = packet_to(engine, request.source, window, response_to(request.kind));
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
        set_ack_id(answer, part(request).ack_id);
        if (request.kind == kind::holds) answer.set_why(why::of_holds);
    }
    engine.world.transport.send(answer);
}

void hold_own_lock(EngineState& engine, Window& window) {
    window.own_lock = Window::OwnLock::held;
    note_lock_held(engine, window);
}

// Queues a lock request. If there is no room for its operation, only the request is kept, and the grant requests the
// operation again (NR-LOCK-11).
void queue_lock_request(EngineState& engine, Window& window, const Packet& packet, LockType type) {
    engine.world.observer.lock_queued(engine.rank, window.id, packet.source, type);
    const bool holder = has(packet.flags, flag::holds);
    if (packet.kind == kind::lock) return window.lock.enqueue(packet.source, type, holder);
    if (window.lock.enqueue_with_operation(packet, type, holder)) return;
    engine.world.observer.lock_data_dropped(engine.rank, window.id, packet.source);
    if (sends_data(packet)) engine.world.memory.release(packet.payload);
}

// Memory for the announced data is always available, so the answer is immediate (NR-SEND-4).
void clear_to_send(EngineState& engine, const Window& window, const Packet& announcement) {
    Packet answer = packet_to(engine, announcement.source, window, kind::cts);
    answer.op = announcement.op;
    engine.world.transport.send(answer);
}

// Applies the operation of a request, releases the lock and answers, in this order: the answer confirms the first two
// steps.
void execute(EngineState& engine, Window& window, const Packet& packet, bool lock_granted_now) {
    if (is_operation(packet.kind)) before_applying(engine, window, packet);
    const Payload data = is_operation(packet.kind) ? apply(engine, window, packet) : Payload{};
    if (wants_ack(packet)) expose_applied(engine, window);
    if (unlocks(packet)) release_lock(engine, window, packet.source);
    if (completes(packet)) window.completes.arrived(comm_rank_of(engine, window, packet.source));
    reply(engine, window, packet, data, lock_granted_now && !unlocks(packet));
}

}  // namespace

void on_request(EngineState& engine, Window& window, const Packet& packet) {
    if (packet.kind == kind::rts) return clear_to_send(engine, window, packet);
    if (!asks_for_lock(packet)) {
        execute(engine, window, packet, false);
    } else if (const LockType type = lock_type_of(packet);
               window.lock.try_acquire(packet.source, type, has(packet.flags, flag::holds))) {
        engine.world.observer.lock_granted(engine.rank, window.id, packet.source, type);
        execute(engine, window, packet, true);
    } else {
        queue_lock_request(engine, window, packet, type);
    }
    grant_waiting(engine, window);
}

void take_own_lock(EngineState& engine, Window& window, LockType type) {
    if (!window.lock.try_acquire(engine.rank, type, window.holds_lock)) {
        engine.world.observer.lock_queued(engine.rank, window.id, engine.rank, type);
        return window.lock.enqueue(engine.rank, type, window.holds_lock);
    }
    engine.world.observer.lock_granted(engine.rank, window.id, engine.rank, type);
    hold_own_lock(engine, window);
}

void on_holds(EngineState& engine, Window& window, const Packet& packet) {
    window.lock.note_holder(packet.source);
    reply(engine, window, packet, {}, false);
    grant_waiting(engine, window);
}

void release_lock(EngineState& engine, Window& window, Rank holder) {
    Observer& observer = engine.world.observer;
    if (window.lock.release(holder)) observer.lock_released(engine.rank, window.id, holder);
    else observer.unlock_without_lock(engine.rank, window.id, holder);
}

// Grants the lock to the next compatible requests. Operations that came with them are applied at once.
void grant_waiting(EngineState& engine, Window& window) {
    while (const auto grant = window.lock.grant_next()) {
        engine.world.observer.lock_granted(engine.rank, window.id, grant->origin, grant->type);
        if (grant->operation) {
            execute(engine, window, *grant->operation, true);
        } else if (grant->origin == engine.rank) {
            hold_own_lock(engine, window);
        } else {
            Packet packet = packet_to(engine, grant->origin, window, kind::lock_granted);
            if (grant->dropped) packet.flags |= flag::resend;
            engine.world.transport.send(packet);
        }
    }
}

}  // namespace rmasim::newrma
