#include "protocol/ch3/routines/answers.h"

#include "protocol/base/errors.h"
#include "protocol/ch3/routines/issue.h"
#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/send.h"

#include <cstring>

namespace rmasim::ch3 {

namespace {

[[noreturn]] void fail_assertion(EngineState& engine, const std::string& what) {
    fail(engine, FailureKind::assertion, what);
}

TargetElement& known_target(EngineState& engine, const Window& window, const Packet& packet) {
    TargetElement* const target = find_target(engine, window, packet.source);
    if (target == nullptr) {
        fail_assertion(engine, packet_vocabulary.name(packet.type()) + " from rank " + std::to_string(packet.source) +
                                   ", for which no target element exists");
    }
    return *target;
}

void take_ack(EngineState& engine, Window& window, const Packet& packet) {
    TargetElement& target = known_target(engine, window, packet);
    if (target.acks == 0)
        fail_assertion(engine, "an ACK from rank " + std::to_string(packet.source) + " that was not counted");
    --target.acks;
    --window.acks;
}

// CH3-ANS-4: handles an answer that a target element awaits. If its issue list is empty, the FLUSH or UNLOCK that calls
// have requested during the wait is sent at once.
void target_answered(EngineState& engine, Window& window, const Packet& packet) {
    TargetElement& target = known_target(engine, window, packet);
    if (has(packet.flags, flag::granted)) {
        set_state(engine, window, target, TargetState::lock_granted);
        if (target.first != nullptr) activate(engine, window);
    }
    if (target.state == TargetState::lock_granted && target.first == nullptr && window.ready()) {
        check_target(engine, window, target);
        Issue(engine, window, target).continue_issuing();
    }
    if (!has(packet.flags, flag::discarded)) return;
    set_state(engine, window, target, TargetState::lock_called);
    target.request_discarded = true;
}

// CH3-ANS-3: handles an answer that the window itself awaits.
void window_answered(EngineState& engine, Window& window, const Packet& packet) {
    if (has(packet.flags, flag::discarded)) {
        ++window.asked_again;
        const Why why = window.is_direct(packet.source) ? why::on_node : why::again;
        return send_lock(engine, window, packet.source, LockType::shared, why);
    }
    if (!has(packet.flags, flag::granted)) return;
    if (window.locks == 0) {
        fail_assertion(engine,
                       "a lock grant that the window does not await, from rank " + std::to_string(packet.source));
    }
    window.take_grant(packet.source);
    if (window.locks == 0 && window.state == WindowState::lock_all_issued) {
        grant_window(engine, window, WindowState::lock_all_granted);
        engine.world.observer.fall_back_ended(engine.rank, window.id);
    }
}

// Returns the element of `rank` if it awaits the answer to a lock request. Otherwise returns null: the window has sent
// the request (CH3-OUT-4).
TargetElement* asking_target(const Window& window, Rank rank) {
    std::uint32_t steps = 0;
    TargetElement* const target = window.table.find(rank, window.comm_rank_of(rank), steps);
    return target != nullptr && target->state == TargetState::lock_issued ? target : nullptr;
}

// Records that the window took an answer that a target element awaits (CH3-HANG-2).
void misread(Window& window, TargetElement& asking, const Packet& answer) {
    asking.answer_misread = true;
    if (has(answer.flags, flag::granted)) window.counted_foreign_grant = true;
}

void lock_answered(EngineState& engine, Window& window, const Packet& packet) {
    TargetElement* const asking = window.in_lock_all() ? asking_target(window, packet.source) : nullptr;
    if (engine.config.fixed && asking != nullptr) return target_answered(engine, window, packet);
    switch (window.state) {
        case WindowState::per_target: return target_answered(engine, window, packet);
        case WindowState::lock_all_called:
            if (window.is_direct(packet.source)) return window_answered(engine, window, packet);
            return target_answered(engine, window, packet);
        case WindowState::lock_all_issued:
            if (asking != nullptr) misread(window, *asking, packet);
            return window_answered(engine, window, packet);
        default:
            fail_assertion(engine, packet_vocabulary.name(packet.type()) + " from rank " +
                                       std::to_string(packet.source) + " in window state " +
                                       std::string(name_of(window.state)));
    }
}

// CH3-ANS-2: handles the answer to an operation that carried LOCK, which is the first of the issue list.
void rode_answered(EngineState& engine, Window& window, const Packet& packet) {
    TargetElement& target = known_target(engine, window, packet);
    if (target.first == nullptr || !has(target.first->sent_flags, flag::any_lock)) {
        fail_assertion(engine, packet_vocabulary.name(packet.type()) + " from rank " + std::to_string(packet.source) +
                                   ", but no operation with LOCK has been sent to that rank");
    }
    OperationElement& op = *target.first;
    if (has(packet.flags, flag::granted)) {
        if (op.units_sent == op.units) finish_first(engine, window, target, op.sent_flags);
    } else if (has(packet.flags, flag::data_discarded | flag::discarded)) {
        op.sent_flags = PacketFlag::none;
        op.units_sent = 0;
        op.immediate = op.immediate && op.operation.kind != OpKind::get;
    }
}

// Stores a unit of a streamed READ until the last unit arrives. Units arrive in order if the transport keeps the order
// of packets between two processes.
void keep_unit(EngineState& engine, OperationElement& op, const Packet& packet) {
    const std::size_t size = bytes_of(packet.region.datatype);
    if (packet.payload.bytes != nullptr) {
        if (op.fetched.bytes == nullptr) op.fetched = engine.world.memory.allocate(packet.region.count * size);
        const Unit unit = unit_of(packet);
        std::memcpy(op.fetched.bytes + unit.first * size, packet.payload.bytes, unit.count * size);
    }
    engine.world.memory.release(packet.payload);
}

void take_data(EngineState& engine, OperationElement& op, const Packet& packet) {
    Payload data = packet.payload;
    ++op.units_answered;
    if (op.streams()) {
        keep_unit(engine, op, packet);
        if (op.units_answered < op.units) return;
        data = op.fetched;
    }
    const StoredOperation& operation = op.operation;
    const OriginBuffer& result = operation.kind == OpKind::get ? operation.buffer : engine.rests[op.rest].result;
    engine.world.memory.scatter(engine.rank, result, operation.region.datatype, operation.region.count, data);
    engine.world.memory.release(data);
}

void on_response(EngineState& engine, Window& window, const Packet& packet) {
    OperationElement& op = engine.ops[packet.op];
    if (op.units_answered == op.units) throw ProtocolError("CH3-DO-1: an operation is answered twice");
    take_data(engine, op, packet);
    if (has(packet.flags, flag::granted)) {
        rode_answered(engine, window, packet);
        lock_answered(engine, window, packet);
    } else {
        TargetElement& target = known_target(engine, window, packet);
        --target.responses;
        --engine.responses_missing;
        if (op.units_answered == op.units) complete_op(engine, op);
    }
    if (has(packet.flags, flag::ack)) take_ack(engine, window, packet);
}

}  // namespace

void on_answer(EngineState& engine, Window& window, const Packet& packet) {
    if (packet.kind == kind::ack) return take_ack(engine, window, packet);
    if (packet.kind == kind::lock_ack) return lock_answered(engine, window, packet);
    if (packet.kind != kind::lock_op_ack) return on_response(engine, window, packet);
    rode_answered(engine, window, packet);
    lock_answered(engine, window, packet);
    if (has(packet.flags, flag::ack)) take_ack(engine, window, packet);
}

}  // namespace rmasim::ch3
