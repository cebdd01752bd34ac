#include "protocol/ch3/routines/issue.h"

#include "protocol/ch3/routines/lists.h"
#include "protocol/ch3/routines/locks.h"
#include "protocol/ch3/routines/send.h"
#include "protocol/ch3/routines/supply.h"

namespace rmasim::ch3 {

namespace {

constexpr PacketFlag without(PacketFlag set, PacketFlag flag) {
    return static_cast<PacketFlag>(static_cast<unsigned>(set) & ~static_cast<unsigned>(flag));
}

void expect_ack(Window& window, TargetElement& target) {
    ++target.acks;
    ++window.acks;
    target.unflushed = 0;
}

// Records that the request for the lock is sent, possibly again after DISCARDED.
void set_lock_issued(EngineState& engine, Window& window, TargetElement& target) {
    if (target.request_discarded) ++window.asked_again;
    target.request_discarded = false;
    set_state(engine, window, target, TargetState::lock_issued);
}

bool carries(const OperationElement* op) { return op != nullptr && op->can_carry_lock; }

Why why_asked(const EngineState& engine, const Window& window, const TargetElement& target) {
    if (window.is_direct(target.rank)) return why::on_node;
    const bool in_call = !engine.config.delay_issuing && !window.in_lock_all() && !target.request_discarded;
    return in_call ? why::in_call : Why::usual;
}

// CH3-CHECK-2: sends LOCK, unless an operation can carry it.
void ask_for_lock(EngineState& engine, Window& window, TargetElement& target) {
    if (carries(target.first) || carries(target.held)) return;
    const Why why = why_asked(engine, window, target);
    set_lock_issued(engine, window, target);
    if (target.rank != engine.rank) return send_lock(engine, window, target.rank, target.lock_type, why);
    if (acquire_own(engine, window, target.lock_type)) return;
    set_state(engine, window, target, TargetState::lock_called);
    target.request_discarded = true;
}

// CH3-CHECK-3: UNLOCK is called before anything was sent.
void close_unsent(EngineState& engine, Window& window, TargetElement& target) {
    if (target.first == nullptr) {
        set_state(engine, window, target, TargetState::lock_granted);
        target.sync = Sync::none;
        return;
    }
    if (engine.config.delay_issuing && target.first->next == nullptr && target.first->can_carry_lock) return;
    fail(engine, FailureKind::assertion,
         "UNLOCK of target " + std::to_string(target.rank) +
             " finds several operations that can carry LOCK, although no lock request was sent");
}

void note_decrement(Window& window, TargetElement& target) {
    window.decremented_twice = window.decremented_twice || target.decremented;
    target.decremented = true;
}

void send_decr(EngineState& engine, Window& window, TargetElement& target) {
    note_decrement(window, target);
    const bool flushes = target.sync == Sync::flush && target.unflushed > 0;
    if (flushes) expect_ack(window, target);
    send_closing(engine, window, target.rank, kind::decr_at_counter, flushes ? flag::flush : PacketFlag::none,
                 why::nothing_listed);
}

void send_unlock(EngineState& engine, Window& window, TargetElement& target) {
    if (target.rank == engine.rank) return release_own(engine, window);
    if (target.unflushed == 0) {
        const Why why = window.is_direct(target.rank) ? why::on_node : Why::usual;
        return send_closing(engine, window, target.rank, kind::unlock, flag::no_ack, why);
    }
    expect_ack(window, target);
    send_closing(engine, window, target.rank, kind::unlock);
}

// CH3-CHECK-4 to CH3-CHECK-6: the list is empty, so the packet that a call requested is sent alone.
void close_alone(EngineState& engine, Window& window, TargetElement& target) {
    if (target.complete) {
        send_decr(engine, window, target);
    } else if (target.sync == Sync::flush) {
        if (target.rank != engine.rank && target.unflushed > 0) {
            expect_ack(window, target);
            send_closing(engine, window, target.rank, kind::flush);
        }
    } else if (target.sync == Sync::unlock) {
        send_unlock(engine, window, target);
    } else {
        return;
    }
    target.sync = Sync::none;
}

// Completes the request of an operation, and frees the operation. The observer has been notified.
void close_op(EngineState& engine, OperationElement& op) {
    if (op.has_request) {
        if (Request* const request = engine.requests.find(engine.rests[op.rest].request)) request->done = true;
    }
    forget_op(engine, op);
}

}  // namespace

bool check_target(EngineState& engine, Window& window, TargetElement& target) {
    if (target.sync != Sync::none || target.complete) release_held(window, target);
    switch (target.state) {
        case TargetState::lock_called:
            if (target.sync == Sync::unlock) close_unsent(engine, window, target);
            else ask_for_lock(engine, window, target);
            break;
        case TargetState::lock_granted:
        case TargetState::none:
            if (target.first == nullptr) close_alone(engine, window, target);
            break;
        case TargetState::lock_issued: break;
    }
    return target.state != TargetState::lock_issued;
}

// The flags of the next operation (CH3-ISSUE-1 to CH3-ISSUE-3).
PacketFlag Issue::flags_of(const OperationElement& op) {
    PacketFlag flags = PacketFlag::none;
    if (first_ && target_.state == TargetState::lock_called) {
        if (!op.can_carry_lock) {
            fail(engine_, FailureKind::assertion,
                 "the first operation to target " + std::to_string(target_.rank) +
                     " cannot carry LOCK, a later operation can carry LOCK, and no lock request was sent");
        }
        flags |= flag::lock_of(target_.lock_type);
        set_lock_issued(engine_, window_, target_);
    }
    first_ = false;
    // If packets may overtake each other, every operation is acknowledged.
    if (op.is_read() || !engine_.ordered) flags |= flag::flush;
    if (op.next != nullptr) return flags;
    if (target_.sync == Sync::flush) flags |= flag::flush;
    if (target_.sync == Sync::unlock) flags = without(flags, flag::flush) | flag::unlock;
    if (target_.complete) flags |= flag::decr_at;
    return flags;
}

// Sends the units of an operation that may be sent now. The first unit carries LOCK, and the other units follow the
// grant. The last unit carries the closing flags.
void Issue::send(OperationElement& op, PacketFlag flags) {
    const PacketFlag middle = without(flags, flag::asks_ack | flag::decr_at);
    const bool with_lock = has(flags, flag::any_lock);
    if (op.units_sent == 0 && !op.reported_issued) {
        op.reported_issued = true;
        engine_.world.observer.op_issued(engine_.rank, op.id(), target_.rank);
    }
    do {
        const std::uint32_t unit = op.units_sent++;
        send_unit(engine_, window_, op, unit, op.units_sent == op.units ? flags : middle);
    } while (!with_lock && op.units_sent < op.units);
}

// Issues the first operation of the list. Returns false if ISSUE ends with this operation.
bool Issue::issue_first() {
    OperationElement& op = *target_.first;
    ++target_.unflushed;
    const PacketFlag flags = flags_of(op);
    if (has(flags, flag::asks_ack)) {
        if (op.ack_counted) target_.sent_again = true;
        op.ack_counted = true;
        expect_ack(window_, target_);
    }
    if (has(flags, flag::decr_at)) note_decrement(window_, target_);
    send(op, flags);
    if (has(flags, flag::any_lock)) {
        op.sent_flags = flags;
        return false;
    }
    finish_first(engine_, window_, target_, flags);
    return true;
}

bool Issue::continue_issuing() {
    while (may_ && target_.first != nullptr && target_.state != TargetState::lock_issued) {
        const bool read = target_.first->is_read();
        if (!issue_first()) return false;
        if (read && engine_.responses_missing > engine_.config.poke_responses) return true;
    }
    return false;
}

void finish_first(EngineState& engine, Window& window, TargetElement& target, PacketFlag flags) {
    OperationElement& op = *target.first;
    remove_first(window, target);
    const bool closed = (target.sync == Sync::flush && has(flags, flag::flush)) ||
                        (target.sync == Sync::unlock && has(flags, flag::unlock));
    if (target.first == nullptr && closed) target.sync = Sync::none;
    const std::uint32_t missing = op.is_read() ? op.units - op.units_answered : 0;
    target.responses += missing;
    engine.responses_missing += missing;
    op.finished = true;
    if (missing == 0) engine.world.observer.op_completed(engine.rank, op.id(), op.target);
    free_op(engine, window, op);
    if (missing == 0) close_op(engine, op);
}

void complete_op(EngineState& engine, OperationElement& op) {
    engine.world.observer.op_completed(engine.rank, op.id(), op.target);
    close_op(engine, op);
}

}  // namespace rmasim::ch3
