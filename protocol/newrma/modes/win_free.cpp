#include "protocol/newrma/modes/win_free.h"

#include "protocol/newrma/routines/epoch.h"

namespace rmasim::newrma {

namespace {

WindowLife::Surroundings around(EngineState& engine, Window& window) {
    return {engine.world, engine.waits, window.id, window.barrier, group_of(engine, window)};
}

}  // namespace

// The closing calls of the window's previous life have reset its state, except the position of RESTORE (NR-WIN-1).
Task<> win_create(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::win_create);
    window.life.require_fit(Call::win_create);
    window.restore_after = no_rank;
    window.disp_unit = engine.world.memory.shape(engine.rank, window.id).disp_unit;
    co_await window.life.create(around(engine, window));
}

// Does not wait for a fence_req that is left. The barrier of WIN_FREE is a later instance on the same counters, so it
// is complete only after that IBARRIER, when all of its packets have arrived (NR-FENCE-12, NR-WIN-2).
Task<> win_free(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::win_free);
    require_closed(window);
    window.fence_req.reset();
    if (window.in_fence()) set_state(engine, Call::win_free, window, WindowState::unset);
    co_await window.life.free(around(engine, window));
}

}  // namespace rmasim::newrma
