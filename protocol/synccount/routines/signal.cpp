#include "protocol/synccount/routines/signal.h"

#include "protocol/synccount/routines/counter_value.h"

namespace rmasim::synccount {

void signal(EngineState& engine, const SyncRequest& request) {
    ++engine.windows[request.window].use.sent;
    if (request.target == engine.rank) return lower(engine, request.window, request.counter, engine.rank);
    Packet packet = packet_to(engine, request.target, request.window, kind::decrement);
    set_counter(packet, request.counter);
    engine.world.transport.send(packet);
}

void signal_with(EngineState& engine, const SyncRequest& request, Packet& packet) {
    ++engine.windows[request.window].use.sent;
    packet.flags |= flag::complete;
    set_counter(packet, request.counter);
}

}  // namespace rmasim::synccount
