// WIN_CREATE and WIN_FREE. No process may use a mutex of a part before the part's owner has created the mutex, or after
// the owner has destroyed it. Both calls are therefore a barrier of all members (SHM-CREATE-4, SHM-CREATE-5).
#include "protocol/shm/engine.h"

namespace rmasim::shm {

// WIN_CREATE opens no epoch, and no puts precede it (SHM-CREATE-2).
Task<> Engine::win_create(Window& window) {
    window.life.require_fit(Call::win_create);
    window.own = world_.memory.shape(rank_, window.id);
    window.open = false;
    window.preceding_put = false;
    window.postponed = false;
    co_await window.life.create({world_, waits_, window.id, window.barrier, window.communicator});
}

Task<> Engine::win_free(Window& window) {
    if (window.fencing)
        throw ErroneousProgram(Call::win_free, "another thread is inside {} on the window", {Call::fence});
    if (window.operations_now > 0) {
        throw ErroneousProgram(Call::win_free, "another thread is inside an operation on the window");
    }
    shm::require_closed(window);
    co_await window.life.free({world_, waits_, window.id, window.barrier, window.communicator});
}

}  // namespace rmasim::shm
