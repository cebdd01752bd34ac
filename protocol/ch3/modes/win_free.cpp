#include "protocol/ch3/modes/modes.h"

#include "protocol/ch3/routines/progress.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch3 {

namespace {

WindowLife::Surroundings around(EngineState& engine, Window& window) {
    return {engine.world, engine.waits, window.id, window.rare().barrier, window.group().group()};
}

// True if WIN_FREE may begin its barrier. Until then, an UNLOCK without ACK, or IBARRIERs for which no call waits, may
// be in flight.
bool is_quiet(const Window& window) {
    return window.lock.is_free() && window.lock.waiting() == 0 && window.at_counter == 0 && window.sync_requests() == 0;
}

}  // namespace

void require_closed(const Window& window) {
    std::optional<LeftOpen> open;
    if (window.lock_epochs > 0) open = LeftOpen::lock;
    if (window.in_lock_all()) open = LeftOpen::lock_all;
    if (window.in_pscw()) open = LeftOpen::start;
    if (window.exposed) open = LeftOpen::post;
    if (window.fence_has_operations) open = LeftOpen::fence_operations;
    require_none_left(open);
}

Task<> win_create(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::win_create);
    window.life.require_fit(Call::win_create);
    window.disp_unit = engine.world.memory.shape(engine.rank, window.id).disp_unit;
    poke(engine);
    co_await window.life.create(around(engine, window));
}

Task<> win_free(EngineState& engine, Window& window) {
    const ActiveCalls::Entry under_way(window.calls, Call::win_free);
    require_closed(window);
    wait_until(engine, {Call::win_free, window.id, Awaited::complete, no_rank}, [&window] { return is_quiet(window); });
    co_await engine.waits;
    set_state(engine, window, WindowState::unset);
    poke(engine);
    co_await window.life.free(around(engine, window));
}

}  // namespace rmasim::ch3
