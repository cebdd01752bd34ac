#include "protocol/ch4/modes/modes.h"

#include "protocol/ch4/routines/native.h"
#include "protocol/ch4/routines/progress.h"
#include "protocol/parts/epoch_errors.h"

namespace rmasim::ch4 {

namespace {

void require_legal(const Window& window, Assert asserts) {
    if (window.epoch != Epoch::none && window.epoch != Epoch::fence) {
        refuse_in_access(Call::fence);
    }
    if (window.exposed()) {
        refuse_in_exposure(Call::fence);
    }
    if (has(asserts, Assert::noprecede) && window.fence_has_operations) {
        refuse_noprecede();
    }
}

}  // namespace

Task<> fence(EngineState& engine, Window& window, Assert asserts) {
    const ActiveCalls::Entry under_way(window.calls, Call::fence);
    require_legal(window, asserts);
    mem_sync(engine, window, MemSync::fence_before);
    progress(engine);
    const NativeFlush native(window, Reach::remote);
    engine.waits.until({Call::fence, window.id, Awaited::operations, no_rank},
                       [&engine, &window, &native] { return native.is_done(engine) && window.unanswered == 0; });
    co_await engine.waits;
    co_await await_barrier(engine.world, engine.waits, window.barrier, {Call::fence, window.id},
                           window.group().group());
    window.fence_has_operations = false;
    set_epoch(engine, window, has(asserts, Assert::nosucceed) ? Epoch::none : Epoch::fence);
    mem_sync(engine, window, MemSync::fence_after);
}

}  // namespace rmasim::ch4
