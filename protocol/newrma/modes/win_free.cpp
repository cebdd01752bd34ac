#include "protocol/newrma/modes/modes.h"

#include "protocol/newrma/routines/epoch.h"

namespace rmasim::newrma {

namespace {

WindowLife::Surroundings around(EngineState& engine, Window& window) {
    return {engine.world, engine.waits, window.id, window.barrier, group_of(engine, window)};
}

}  // namespace

// If the window existed before, the closing calls of that time have reset its state, except `restore_after` (NR-WIN-1).
Task<> win_create(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::win_create);
    window.life.require_fit(Call::win_create);
    window.restore_after = no_rank;
    window.disp_unit = engine.world.memory.shape(engine.rank, window.id).disp_unit;
    co_await window.life.create(around(engine, window));
}

// Does not wait for the IBARRIER of a remaining `fence_req`. The barrier of WIN_FREE is a later instance on the same
// counters. It is therefore complete only when all packets of that IBARRIER have arrived (NR-FENCE-12, NR-WIN-2).
Task<> win_free(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::win_free);
    require_closed(window);
    window.fence_req.reset();
    if (window.in_fence()) set_state(engine, Call::win_free, window, WindowState::unset);
    co_await window.life.free(around(engine, window));
}

}  // namespace rmasim::newrma
