// Programs that run while they are simulated (sim/programs/live_programs.h). SimGrid's engine drives the run: it runs
// the programs, carries what is not the core's, and lets the event loop ring.
#include "sim/timed/simulation.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

void Simulation::begin(SimgridClock& clock, std::function<void()> failed) {
    loop_.follow(clock, *this, std::move(failed));
}

void Simulation::next_step(Rank rank) {
    const RankState& state = ranks_[rank];
    schedule_run(state.threads().front(), std::max(state.clock, loop_.simgrid_time()));
}

void Simulation::run_live(RankState& rank, Thread& thread, Time now) {
    switch (live_->step(thread)) {
        case LiveStep::go_on: return;
        case LiveStep::call: return begin_call(rank, thread, now);
        case LiveStep::end: return finish(rank, thread);
    }
}

bool Simulation::enter_other_call(Rank number) {
    RankState& rank = ranks_[number];
    wait_until(rank, loop_.simgrid_time());
    ranks_.set_now(loop_.simgrid_time());
    ++rank.calls;
    loop_.guard([&] {
        empty_inbox(rank);
        rank.process->poll(Poller::rank);
    });
    return !loop_.has_failed();
}

bool Simulation::leave_other_call(Rank number) {
    RankState& rank = ranks_[number];
    wait_until(rank, loop_.simgrid_time());
    --rank.calls;
    return rank.clock > loop_.simgrid_time();
}

RunResult Simulation::end() {
    return result_of([this] {
        loop_.rethrow_failure();
        check_end();
    });
}

}  // namespace rmasim::sim
