#include "protocol/parts/window_life.h"

#include "protocol/parts/groups/window_group.h"
#include "protocol/parts/messages/two_sided.h"

namespace rmasim {

void WindowLife::require_fit(Call call) const {
    const bool creates = call == Call::win_create;
    switch (state_) {
        case State::present:
            if (creates) throw ErroneousProgram(call, "the window exists already");
            return;
        case State::absent:
            if (creates) return;
            throw ErroneousProgram(call, "the window does not exist yet; create it with {}", {Call::win_create});
        case State::freed:
            if (creates) return;
            throw ErroneousProgram(call, "the window was freed with {}; create it again with {}",
                                   {Call::win_free, Call::win_create});
        case State::creating:
            throw ErroneousProgram(call, "another thread of the rank is inside {} on the same window",
                                   {Call::win_create});
        case State::freeing:
            throw ErroneousProgram(call, "another thread of the rank is inside {} on the same window",
                                   {Call::win_free});
    }
}

Task<> WindowLife::create(Surroundings around) {
    state_ = State::creating;
    around.world.memory.create(world_rank_of(around.group, around.barrier.rank()), around.window);
    co_await await_barrier(around.world, around.waits, around.barrier, {Call::win_create, around.window}, around.group);
    state_ = State::present;
}

// Other processes may access this process's memory until all members have called WIN_FREE.
Task<> WindowLife::free(Surroundings around) {
    state_ = State::freeing;
    co_await await_barrier(around.world, around.waits, around.barrier, {Call::win_free, around.window}, around.group);
    around.world.memory.free(world_rank_of(around.group, around.barrier.rank()), around.window);
    state_ = State::freed;
}

Task<> WindowLife::refuse(Call call) const {
    require_fit(call);
    co_return;
}

}  // namespace rmasim
