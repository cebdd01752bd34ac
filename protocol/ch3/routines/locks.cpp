#include "protocol/ch3/routines/locks.h"

#include "protocol/ch3/routines/carry_out.h"

namespace rmasim::ch3 {

namespace {

using EnqueueResult = WindowLock::EnqueueResult;

// Grants the lock of the own window to LOCK or LOCK_ALL of this process.
void grant_own(EngineState& engine, Window& window) {
    if (window.state == WindowState::lock_all_called) {
        window.take_grant(engine.rank);
        return;
    }
    TargetElement* const own = find_target(engine, window, engine.rank);
    if (own != nullptr) set_state(engine, window, *own, TargetState::lock_granted);
}

bool try_lock(EngineState& engine, Window& window, const Packet& request) {
    const LockType type = lock_type_of(request);
    if (!window.lock.try_acquire(request.source, type)) return false;
    engine.world.observer.lock_granted(engine.rank, window.id, request.source, type);
    return true;
}

void pass_on(EngineState& engine, Window& window);

void release(EngineState& engine, Window& window, Rank origin) {
    if (window.lock.holds(origin)) engine.world.observer.lock_released(engine.rank, window.id, origin);
    if (window.lock.release(origin)) pass_on(engine, window);
}

void perform(EngineState& engine, Window& window, const Packet& request) {
    if (request.kind == kind::lock) {
        if (request.source == engine.rank) return grant_own(engine, window);
        return send_answer(engine, window, request, kind::lock_ack, flag::granted);
    }
    if (carry_out(engine, window, request)) release(engine, window, request.source);
}

void walk_queue(EngineState& engine, Window& window) {
    for (std::size_t index = 0; index < window.lock.waiting();) {
        const Packet request = window.lock.entry(index).request;
        if (!try_lock(engine, window, request)) {
            ++index;
            continue;
        }
        window.lock.take(index);
        perform(engine, window, request);
        if (lock_type_of(request) == LockType::exclusive) return;
    }
}

// Passes on the lock to queued requests, in a walk through the queue. A release during the walk only requests another
// walk, which begins with a free lock (CH3-LOCK-4).
void pass_on(EngineState& engine, Window& window) {
    ++window.passes_due;
    if (window.passes_due > 1) return;
    window.lock.become_free();
    walk_queue(engine, window);
    while (--window.passes_due > 0) {
        window.lock.forget_holders();
        walk_queue(engine, window);
    }
}

bool is_all_header(const Packet& packet) {
    return packet.kind == kind::lock || packet.kind == PacketKind::get || has(packet.flags, flag::immediate);
}

// Drops the payload of a request that is not queued. MPICH writes the part of the payload that did not arrive with the
// header to a null address.
void drop_data(EngineState& engine, Window& window, const Packet& packet) {
    engine.world.observer.lock_data_dropped(engine.rank, window.id, packet.source);
    if (!is_all_header(packet) && packet.data_bytes > engine.config.whole_bytes) {
        fail(engine, FailureKind::crash,
             "the data of " + packet_vocabulary.name(packet.type()) + " of rank " + std::to_string(packet.source) +
                 " find no buffer at the target, and the bytes behind the header are written to a null address");
    }
    engine.world.memory.release(packet.payload);
}

EnqueueResult enqueue(EngineState& engine, Window& window, const Packet& packet) {
    constexpr std::uint32_t stream_header_bytes = 8;
    const std::uint32_t extra = has(packet.flags, flag::stream) ? stream_header_bytes : 0;
    const EnqueueResult result = is_all_header(packet) ? window.lock.enqueue(packet)
                                            : window.lock.enqueue_with_data(packet, packet.data_bytes + extra);
    if (result != EnqueueResult::discarded) {
        engine.world.observer.lock_queued(engine.rank, window.id, packet.source, lock_type_of(packet));
    }
    if (result != EnqueueResult::queued && packet.kind != kind::lock) drop_data(engine, window, packet);
    return result;
}

PacketFlag answer_flag(EnqueueResult result) {
    switch (result) {
        case EnqueueResult::queued: return flag::queued;
        case EnqueueResult::data_discarded: return flag::data_discarded;
        default: return flag::discarded;
    }
}

}  // namespace

void on_lock(EngineState& engine, Window& window, const Packet& packet) {
    if (try_lock(engine, window, packet)) return send_answer(engine, window, packet, kind::lock_ack, flag::granted);
    const EnqueueResult result = enqueue(engine, window, packet);
    send_answer(engine, window, packet, kind::lock_ack, answer_flag(result));
}

void on_operation(EngineState& engine, Window& window, const Packet& packet) {
    if (asks_for_lock(packet) && !try_lock(engine, window, packet)) {
        const EnqueueResult result = enqueue(engine, window, packet);
        return send_answer(engine, window, packet, kind::lock_op_ack, answer_flag(result));
    }
    if (carry_out(engine, window, packet)) release(engine, window, packet.source);
}

// Handles UNLOCK. The grant to the next holder is sent before the ACK.
void on_unlock(EngineState& engine, Window& window, const Packet& packet) {
    if (!window.lock.holds(packet.source)) {
        engine.world.observer.unlock_without_lock(engine.rank, window.id, packet.source);
    }
    release(engine, window, packet.source);
    if (!has(packet.flags, flag::no_ack)) send_answer(engine, window, packet, kind::ack, PacketFlag::none);
}

bool acquire_own(EngineState& engine, Window& window, LockType type) {
    Packet request = packet_to(engine, engine.rank, window, kind::lock);
    request.flags = flag::lock_of(type);
    if (try_lock(engine, window, request)) {
        grant_own(engine, window);
        return true;
    }
    return enqueue(engine, window, request) == EnqueueResult::queued;
}

void release_own(EngineState& engine, Window& window) { release(engine, window, engine.rank); }

}  // namespace rmasim::ch3
