#include "protocol/oldqueue/routines/send.h"

#include "protocol/oldqueue/routines/own_window.h"

namespace rmasim::oldqueue {

namespace {

bool is_long(const EngineState& engine, const StoredOperation& operation) {
    return !fetches(operation.kind) && operation.region.bytes() > engine.config.eager_bytes;
}

PacketKind kind_of(const EngineState& engine, const StoredOperation& operation) {
    if (!is_long(engine, operation)) return packet_kind_of(operation.kind);
    return operation.kind == OpKind::put ? kind::put_rts : kind::acc_rts;
}

// True if the target answers flag `closing`: RMA_DONE always, UNLOCK unless setting `unlock` is `local` (OQ-LOCK-5).
bool is_answered(const EngineState& engine, PacketFlag closing) {
    if (has(closing, flag::rma_done)) return true;
    return has(closing, flag::unlock) && engine.config.unlock == UnlockKind::acknowledged;
}

// Counts the expected answers of an operation. The response to a GET is also its acknowledgement.
void note_due(EngineState& engine, Window& window, Target& target, const StoredOperation& operation,
              PacketFlag closing) {
    const bool fetched = fetches(operation.kind);
    if (fetched || is_long(engine, operation)) window.expect_completion(target);
    if (!fetched) target.unproven = true;
    if (!is_answered(engine, closing)) return;
    target.unproven = false;
    if (fetched) return;
    window.expect_ack(target);
}

Packet operation_packet(EngineState& engine, Window& window, Target& target, OpId id, PacketFlag closing) {
    const StoredOperation& operation = engine.operations[id].operation;
    Packet packet = packet_to(engine, target.rank, window.id, kind_of(engine, operation));
    packet.op = id;
    packet.region = operation.region;
    packet.reduce = operation.reduce;
    packet.flags = closing;
    set_need(packet, target.need);
    if (!engine.ordered) set_of_accumulate(packet, operation.kind == OpKind::accumulate);
    if (target.lock == Target::Lock::called) {
        packet.flags |= flag::lock_of(target.lock_type);
        target.lock = Target::Lock::sent;
    }
    if (has(closing, flag::complete)) {
        set_operations(packet, target.operations);
        target.count_announced = true;
    }
    if (fetches(operation.kind) || is_long(engine, operation)) return packet;
    packet.data_bytes = operation.region.bytes();
    packet.payload =
        engine.world.memory.gather(engine.rank, operation.buffer, operation.region.datatype, operation.elements_sent());
    return packet;
}

void send_operation(EngineState& engine, Window& window, Target& target, OpId id, PacketFlag closing) {
    const StoredOperation& operation = engine.operations[id].operation;
    const Packet packet = operation_packet(engine, window, target, id, closing);
    note_due(engine, window, target, operation, closing);
    engine.world.observer.op_issued(engine.rank, id, target.rank);
    engine.world.transport.send(packet);
    if (packet.kind == PacketKind::put || packet.kind == PacketKind::accumulate) {
        complete_operation(engine, id, target.rank);
    }
}

// Unordered transports: queues an accumulate until the previous accumulate to the target is acknowledged. They then run
// in order.
void stand_in_line(EngineState& engine, Window& window, Target& target, OpId id) {
    OpId& end =
        target.first_waiting == no_operation ? target.first_waiting : engine.operations[target.last_waiting].next();
    end = target.last_waiting = id;
    window.expect_completion(target);
}

// Sends an operation with flag `closing`. On unordered transports, each operation except GET requests its own
// acknowledgement.
void issue(EngineState& engine, Window& window, Target& target, OpId id, PacketFlag closing) {
    const OpKind kind = engine.operations[id].operation.kind;
    if (!engine.ordered && kind == OpKind::accumulate) {
        if (target.accumulating) return stand_in_line(engine, window, target, id);
        target.accumulating = true;
    }
    if (!engine.ordered && !fetches(kind) && closing == PacketFlag::none) closing = flag::rma_done;
    send_operation(engine, window, target, id, closing);
}

}  // namespace

Target& target_of(Window& window, Rank rank, Need need) {
    if (Target* const known = window.targets.find(rank)) return *known;
    Target& target = window.targets.make(rank);
    target.need = need;
    return target;
}

void post_operation(EngineState& engine, Window& window, Target& target, const Operation& operation) {
    const OpId id = engine.operations.take();
    engine.operations[id] = {StoredOperation(operation, no_operation)};
    ++target.operations;
    engine.world.observer.op_posted(engine.rank, id, operation);
    if (!engine.config.optimizations.piggyback) return issue(engine, window, target, id, PacketFlag::none);
    send_held(engine, window, target, PacketFlag::none);
    target.held = id;
}

void send_held(EngineState& engine, Window& window, Target& target, PacketFlag closing) {
    if (target.held == no_operation) return;
    issue(engine, window, target, std::exchange(target.held, no_operation), closing);
}

void send_next_accumulate(EngineState& engine, Window& window, Target& target) {
    target.accumulating = false;
    const OpId id = target.first_waiting;
    if (id == no_operation) return;
    target.first_waiting = engine.operations[id].next();
    window.note_completion(target);
    issue(engine, window, target, id, PacketFlag::none);
}

void send_lock(EngineState& engine, Window& window, Target& target) {
    Packet packet = packet_to(engine, target.rank, window.id, kind::lock);
    set_lock_type(packet, target.lock_type);
    target.lock = Target::Lock::sent;
    if (target.rank == engine.rank) return queue_own(engine, packet);
    engine.world.transport.send(packet);
}

void send_unlock(EngineState& engine, Window& window, Target& target) {
    const bool own = target.rank == engine.rank;
    if (own || engine.config.unlock == UnlockKind::acknowledged) window.expect_ack(target);
    const Packet packet = packet_to(engine, target.rank, window.id, kind::unlock);
    if (own) return queue_own(engine, packet);
    engine.world.transport.send(packet);
}

void send_rma_done(EngineState& engine, Window& window, Target& target, Why why) {
    window.expect_ack(target);
    target.unproven = false;
    Packet packet = packet_to(engine, target.rank, window.id, kind::rma_done);
    packet.set_why(why);
    engine.world.transport.send(packet);
}

void send_count(EngineState& engine, Window& window, PacketKind kind, Rank rank, Need need, std::uint32_t operations) {
    Packet packet = packet_to(engine, rank, window.id, kind);
    set_need(packet, need);
    set_operations(packet, operations);
    if (kind == kind::op_counts) packet.data_bytes = sizeof operations;
    if (rank == engine.rank) return queue_own(engine, packet);
    engine.world.transport.send(packet);
}

void complete_operation(EngineState& engine, OpId id, Rank target) {
    engine.world.observer.op_completed(engine.rank, id, target);
    engine.operations.give_back(id);
}

}  // namespace rmasim::oldqueue
