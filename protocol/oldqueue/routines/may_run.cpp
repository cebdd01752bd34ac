#include "protocol/oldqueue/routines/may_run.h"

#include "protocol/oldqueue/routines/done.h"
#include "protocol/oldqueue/routines/grant.h"

namespace rmasim::oldqueue {

namespace {

// True if the target is in the epoch in which the operation was posted (OQ-FENCE-4, OQ-PSCW-3).
bool is_current(const Window& window, Rank origin, Need need) {
    if (need.kind == Need::Kind::fence) return same_epoch(need.number, window.fences);
    return window.is_posted() && window.pscw->posted.contains(origin) &&
           same_epoch(need.number, window.pscw->exposures.of(origin));
}

// True if the target's epoch and lock permit the operation. In a lock epoch, the origin must hold the lock: a free lock
// is not enough. An active-target operation also waits until no other process holds the lock (OQ-LOCK-4).
bool is_permitted(const Window& window, Rank origin, Need need) {
    if (need.kind == Need::Kind::nothing) return true;
    if (need.kind == Need::Kind::lock) return window.lock.holds(origin);
    if (!is_current(window, origin, need)) return false;
    if (need.kind == Need::Kind::fence && !window.fence_exposes) return false;
    return window.lock.is_free() || window.lock.holds(origin);
}

// OQ-AGENT-3: true if an agent that is a process can run the operation. The data of a PUT or ACC are in the queue. A
// GET of this process from its own window also writes to the user's buffer, which must be in shared memory, too.
bool is_in_shared_memory(const EngineState& engine, const Window& window, const Packet& request) {
    if (!window.in_shared_memory) return false;
    if (request.source != engine.rank || request.kind != PacketKind::get) return true;
    return engine.world.memory.in_shared_memory(engine.rank, engine.operations[request.op].operation.buffer);
}

bool may_run_operation(const EngineState& engine, const Window& window, const Packet& request, Poller poller) {
    if (!is_permitted(window, request.source, part(request).need)) return false;
    if (poller == Poller::agent_process && !is_in_shared_memory(engine, window, request)) return false;
    if (accumulates(request.kind) && has_half_done_accumulate(engine, request)) return false;
    return !is_answered_by_response(engine, request) || !has_half_done(engine, request);
}

// True if the operations that RMA_DONE covers are done. On unordered transports, RMA_DONE covers only the operation
// with which it was sent.
bool has_done_it(const EngineState& engine, const Packet& rma_done) {
    return engine.ordered ? !has_half_done(engine, rma_done) : half_done_of(engine, rma_done) == nullptr;
}

}  // namespace

bool is_answered_by_response(const EngineState& engine, const Packet& request) {
    if (request.kind != PacketKind::get) return false;
    if (has(request.flags, flag::rma_done)) return true;
    return has(request.flags, flag::unlock) && engine.config.unlock == UnlockKind::acknowledged;
}

bool may_run(const EngineState& engine, const Window& window, const Packet& request, Poller poller) {
    if (asks_for_lock(request)) return may_grant(engine, window, request);
    const bool operates = is_operation(request.kind) || announces(request.kind);
    if (operates) return may_run_operation(engine, window, request, poller);
    if (request.kind == kind::unlock) return window.lock.holds(request.source) && !has_half_done(engine, request);
    if (request.kind == kind::rma_done) return has_done_it(engine, request);
    return is_current(window, request.source, part(request).need);
}

}  // namespace rmasim::oldqueue
