#include "protocol/ch3/modes/win_free.h"

#include "protocol/base/errors.h"
#include "protocol/ch3/routines/progress.h"

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
    const char* open = nullptr;
    if (window.lock_epochs > 0) open = "a target is still locked; unlock is missing";
    if (window.in_lock_all()) open = "the epoch of lock_all is still open; unlock_all is missing";
    if (window.in_pscw()) open = "an access epoch is still open; complete is missing";
    if (window.exposed) open = "an exposure epoch is still open; wait is missing";
    if (window.fence_has_operations) open = "operations of a fence epoch were never completed; a fence is missing";
    if (open != nullptr) throw ErroneousProgram(Call::win_free, open);
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
