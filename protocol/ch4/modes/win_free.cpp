#include "protocol/ch4/modes/modes.h"

#include "protocol/ch4/routines/progress.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch4 {

namespace {

WindowLife::Surroundings around(EngineState& engine, Window& window) {
    return {engine.world, engine.waits, window.id, window.barrier, window.group().group()};
}

}  // namespace

void require_closed(const Window& window) {
    std::optional<LeftOpen> open;
    if (window.locks > 0) open = LeftOpen::lock;
    if (window.epoch == Epoch::lock_all) open = LeftOpen::lock_all;
    if (window.epoch == Epoch::pscw) open = LeftOpen::start;
    if (window.exposed()) open = LeftOpen::post;
    if (window.fence_has_operations) open = LeftOpen::fence_operations;
    require_none_left(open);
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
