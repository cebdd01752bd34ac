#include "protocol/synccount/routines/signal.h"

#include "protocol/synccount/routines/counter_value.h"

namespace rmasim::synccount {

namespace {

void report_signal(EngineState& engine, const SyncRequest& request, RequestId id) {
    ++engine.windows[request.window].use.sent;
    engine.world.observer.signal_sent(
        {engine.rank, id, request.window, request.target, request.counter.slot, request.counter.generation});
}

}  // namespace

void signal(EngineState& engine, const SyncRequest& request, RequestId id) {
    report_signal(engine, request, id);
    if (request.target == engine.rank) return lower(engine, request.window, request.counter, engine.rank);
    Packet packet = packet_to(engine, request.target, request.window, kind::decrement);
    set_counter(packet, request.counter);
    if (request.modes == SyncModes::none) packet.set_why(why::only_signal);
    engine.world.transport.send(packet);
}

void signal_with(EngineState& engine, const SyncRequest& request, RequestId id, Packet& packet) {
    report_signal(engine, request, id);
    packet.flags |= flag::complete;
    set_counter(packet, request.counter);
}

}  // namespace rmasim::synccount
