// The memory barriers and cache operations of fences and critical sections. They take time, so each of them is reported
// to the observer.
#include "protocol/shm/engine.h"

namespace rmasim::shm {

void Engine::mem_sync(MemSync sync_point) {
    world_.memory.mem_sync(rank_, sync_point);
    world_.observer.mem_sync(rank_, sync_point);
}

void Engine::flush_cache(const WindowPart& part) {
    world_.observer.cache_flushed(rank_, part.window, world_.memory.flush_cache(rank_, part));
}

void Engine::invalidate_cache(const WindowPart& part) {
    world_.observer.cache_invalidated(rank_, part.window, world_.memory.invalidate_cache(rank_, part));
}

}  // namespace rmasim::shm
