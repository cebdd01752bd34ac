#include "protocol/newrma/routines/mem_sync.h"

namespace rmasim::newrma {

void mem_sync(EngineState& engine, Window& window, MemSync place) {
    if (window.shared == nullptr) return;
    engine.world.memory.mem_sync(engine.rank, place);
    engine.world.observer.mem_sync(engine.rank, place);
}

// An operation from another node is about to be applied. A GET must see what other processes of this node made visible
// since this process's last MEM_SYNC; atomic operations see the newest value in any case (NR-SHM-9).
void before_applying(EngineState& engine, Window& window, const Packet& packet) {
    if (window.shared == nullptr) return;
    if (packet.kind == PacketKind::get) mem_sync(engine, window, MemSync::apply_before);
    else window.shared->unexposed = true;
}

// Applied operations are about to be acknowledged: a process that learns of it may read the result here (NR-SHM-10).
void expose_applied(EngineState& engine, Window& window) {
    if (window.shared == nullptr || !window.shared->unexposed) return;
    window.shared->unexposed = false;
    mem_sync(engine, window, MemSync::apply_after);
}

}  // namespace rmasim::newrma
