#include "protocol/ch4/modes/win_free.h"

#include "protocol/ch4/routines/progress.h"

namespace rmasim::ch4 {

namespace {

WindowLife::Surroundings around(EngineState& engine, Window& window) {
    return {engine.world, engine.waits, window.id, window.barrier, window.group().group()};
}

}  // namespace

void require_closed(const Window& window) {
    const char* open = nullptr;
    if (window.locks > 0) open = "a target is still locked; unlock is missing";
    if (window.epoch == Epoch::lock_all) open = "the epoch of lock_all is still open; unlock_all is missing";
    if (window.epoch == Epoch::pscw) open = "an access epoch is still open; complete is missing";
    if (window.exposed()) open = "an exposure epoch is still open; wait is missing";
    if (window.fence_has_operations) open = "operations of a fence epoch were never completed; a fence is missing";
    if (open != nullptr) throw ErroneousProgram(Call::win_free, open);
}

Task<> win_create(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::win_create);
    window.life.require_fit(Call::win_create);
    window.disp_unit = engine.world.memory.shape(engine.rank, window.id).disp_unit;
    progress(engine);
    co_await window.life.create(around(engine, window));
}

Task<> win_free(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::win_free);
    require_closed(window);
    set_epoch(engine, window, Epoch::none);
    progress(engine);
    co_await window.life.free(around(engine, window));
    window.targets.forget_all();
    window.lock = WindowLock();
    window.pscw_if_any.reset();
}

}  // namespace rmasim::ch4
