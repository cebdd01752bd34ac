#include "protocol/oldqueue/routines/done.h"

namespace rmasim::oldqueue {

namespace {

template <class Condition>
const Packet* find(const EngineState& engine, Condition condition) {
    const auto at = std::find_if(engine.half_done.begin(), engine.half_done.end(), condition);
    return at == engine.half_done.end() ? nullptr : &*at;
}

}  // namespace

bool has_half_done(const EngineState& engine, const Packet& request) {
    return find(engine, [&](const Packet& rts) { return same_pair(rts, request); }) != nullptr;
}

bool has_half_done_accumulate(const EngineState& engine, const Packet& request) {
    const auto is_it = [&](const Packet& rts) { return same_pair(rts, request) && rts.kind == kind::acc_rts; };
    return find(engine, is_it) != nullptr;
}

const Packet* half_done_of(const EngineState& engine, const Packet& packet) {
    return find(engine, [&](const Packet& rts) {
        return same_pair(rts, packet) && rts.op == packet.op && rts.region.disp == packet.region.disp &&
               rts.region.count == packet.region.count;
    });
}

Packet announced_operation(const Packet& rts) {
    Packet operation = rts;
    operation.kind = rts.kind == kind::acc_rts ? PacketKind::accumulate : PacketKind::put;
    operation.flags = PacketFlag::none;
    return operation;
}

void apply(EngineState& engine, const Packet& operation, Payload data) {
    Memory& memory = engine.world.memory;
    const Region region = in_bytes(operation.region, engine.windows[operation.window].disp_unit);
    engine.world.observer.op_applied(engine.rank, operation);
    if (operation.kind == PacketKind::put) {
        memory.write(engine.rank, engine.rank, operation.window, region, data);
    } else {
        memory.accumulate(engine.rank, engine.rank, operation.window, region, operation.reduce, data);
    }
    memory.release(data);
}

void count_done(Window& window, Need need) {
    if (need.kind == Need::Kind::fence) ++window.with_announced().done;
    if (need.kind == Need::Kind::access) ++window.with_pscw().announced.done;
}

}  // namespace rmasim::oldqueue
