#include "protocol/newrma/routines/mem_sync.h"

namespace rmasim::newrma {

void mem_sync(EngineState& engine, Window& window, MemSync sync_point) {
    if (window.shared == nullptr) return;
    engine.world.memory.mem_sync(engine.rank, sync_point);
    engine.world.observer.mem_sync(engine.rank, sync_point);
}

// Called before an operation from another node is applied. A GET must return values that other processes of this node
// made visible since this process's last MEM_SYNC. Atomic operations always return the newest value (NR-SHM-9).
void before_applying(EngineState& engine, Window& window, const Packet& packet) {
    if (window.shared == nullptr) return;
    if (packet.kind == PacketKind::get) mem_sync(engine, window, MemSync::apply_before);
    else window.shared->unexposed = true;
}

// Called before applied operations are acknowledged: a process of the node may read their results after the
// acknowledgement (NR-SHM-10).
void expose_applied(EngineState& engine, Window& window) {
    if (window.shared == nullptr || !window.shared->unexposed) return;
    window.shared->unexposed = false;
    mem_sync(engine, window, MemSync::apply_after);
}

}  // namespace rmasim::newrma
