#include "protocol/oldqueue/routines/rounds.h"

#include "protocol/oldqueue/routines/run_request.h"

namespace rmasim::oldqueue {

namespace {

// True if `poller` serves requests now. An agent always serves them, because it runs the general progress function
// (OQ-AGENT-2). So does a rank outside of calls, such as after the end of its program.
bool serves_now(const EngineState& engine, Poller poller) {
    if (engine.config.serves == Serves::calls || poller != Poller::rank) return true;
    return engine.calls == 0 || engine.serving > 0;
}

void pass_over(EngineState& engine, Request& request) {
    const Packet& packet = request.packet;
    if (request.leads && asks_for_lock(packet) && lock_type_of(packet) == LockType::exclusive) {
        engine.windows[packet.window].exclusive_waits_in = engine.use.rounds;
    }
    if (request.passed_over) return;
    request.passed_over = true;
    engine.world.observer.request_passed_over(engine.rank, packet);
}

void leave(EngineState& engine, Request& request) {
    const Packet packet = request.packet;
    engine.queue.remove(request);
    engine.world.observer.request_left(engine.rank, packet);
}

// Returns true if a step of a request has run. Unless the grant order is `scan`, the round ends after the release of a
// lock, and the next round begins at the oldest request.
bool run_round(EngineState& engine, Poller poller) {
    ++engine.use.rounds;
    bool changed = false;
    for (Request* request = engine.queue.first(); request != nullptr;) {
        ++engine.use.requests_looked_at;
        Request* const next = request->next;
        const Served served = request->leads ? run_request(engine, *request, poller) : Served{};
        changed = changed || served.any;
        if (served.all) leave(engine, *request);
        else pass_over(engine, *request);
        if (served.released && engine.config.grant_order != GrantOrder::scan) return true;
        request = next;
    }
    return changed;
}

}  // namespace

void serve_queue(EngineState& engine, Poller poller) {
    if (engine.queue.first() == nullptr || !serves_now(engine, poller)) return;
    const QueueUse before = engine.use;
    ++engine.use.looks;
    while (engine.queue.first() != nullptr && run_round(engine, poller)) {
    }
    engine.world.observer.queue_searched(
        engine.rank, static_cast<std::uint32_t>(engine.use.rounds - before.rounds),
        static_cast<std::uint32_t>(engine.use.requests_looked_at - before.requests_looked_at));
}

}  // namespace rmasim::oldqueue
