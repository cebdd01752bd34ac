// Programs that run while they are simulated (sim/programs/live_programs.h). SimGrid's engine drives the run: it runs
// the programs, carries what is not the core's, and lets the event loop ring.
#include "sim/timed/simulation.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

void Simulation::begin(std::function<void()> failed) { loop_.follow(*live_clock_, *this, std::move(failed)); }

void Simulation::next_step(Rank rank) {
    const RankState& state = ranks_[rank];
    schedule_run(state.threads().front(), std::max(state.clock, loop_.simgrid_time()));
}

void Simulation::run_live(RankState& rank, Thread& thread, Time now) {
    switch (live_->step(thread)) {
        case LiveStep::go_on: return;
        case LiveStep::call: return begin_call(rank, thread, now);
        case LiveStep::compute: return compute(rank, thread, live_->computation(thread), false);
        case LiveStep::end: return finish(rank, thread);
    }
}

OtherCallState Simulation::enter_other_call(Rank number, OtherFunction function) {
    RankState& rank = ranks_[number];
    wait_until(rank, loop_.simgrid_time());
    ranks_.set_now(loop_.simgrid_time());
    if (faults_ && !begins_call(rank, rank.clock)) return OtherCallState::died;
    Thread& thread = rank.threads().front();
    thread.place = function.place;
    if (semantics_) semantics_->other_began(thread, function, rank.clock);
    other_call(number) = {std::move(function), rank.clock, true};
    ++rank.calls;
    loop_.guard([&] {
        empty_inbox(rank);
        rank.process->poll(Poller::rank);
    });
    return loop_.has_failed() ? OtherCallState::failed : OtherCallState::goes_on;
}

OtherCallState Simulation::leave_other_call(Rank number, const OtherEnd& end) {
    RankState& rank = ranks_[number];
    if (faults_ && !alive_at(rank, loop_.simgrid_time())) return OtherCallState::died;
    wait_until(rank, loop_.simgrid_time());
    --rank.calls;
    OtherCall& call = other_call(number);
    call.inside = false;
    if (semantics_) semantics_->other_returned(rank.threads().front(), call.function, end, rank.clock);
    if (trace_ != nullptr) {
        const std::string& place = rank.threads().front().program->place_text(call.function.place);
        trace_->outside_mpi(number, std::nullopt, call.function.name, place, call.began, rank.clock);
    }
    return rank.clock > loop_.simgrid_time() ? OtherCallState::busy : OtherCallState::goes_on;
}

void Simulation::window_came(const NewWindow& window) {
    accounting_.windows_came();
    std::vector<Rank> members;
    for (Rank place = 0; place < window.members->size(); ++place) members.push_back(window.members->member(place));
    windows_->came(window.number, members);
    usage_->window_came(window.number, window.nth, members);
    if (checker_) checker_->window_came(window.number, window.name, window.nth, members, window.shared);
    const auto size = static_cast<Rank>(members.size());
    if (trace_ != nullptr) trace_->window_came(window.number, {window.name, size, false, window.comm}, members);
}

void Simulation::window_made(Rank rank, WindowId number, std::string name) {
    if (semantics_) semantics_->window_came(rank, number, std::move(name));
}

void Simulation::accessed(Rank rank, const ProgramAccess& access) {
    semantics_->accessed(ranks_[rank].threads().front(), access, ranks_[rank].clock);
}

void Simulation::ordered(Rank rank, const AtomicOrder& order) {
    semantics_->ordered(ranks_[rank].threads().front(), order, ranks_[rank].clock);
}

void Simulation::window_goes(Rank rank, WindowId number) {
    windows_->goes(process(rank), number);
    if (semantics_) semantics_->window_goes(rank, number);
}

void Simulation::add_erroneous(Rank rank, std::string_view function, std::uint32_t place, const std::string& rule) {
    Thread& thread = ranks_[rank].threads().front();
    thread.place = place;
    erroneous_.push_back({rank, std::nullopt, std::string(function), thread.program->place_text(place), rule});
}

// Ranks that wait inside functions that others carry out.
void Simulation::add_stuck_elsewhere(RunResult& result) {
    const bool none_before = result.stuck.empty();
    for (const RankState& rank : ranks_) {
        const OtherCall& call = other_call(rank.rank());
        if (!call.inside || rank.dead) continue;
        Thread& thread = rank.threads().front();
        thread.place = call.function.place;
        thread.call_began = call.began;
        thread.activity = Thread::Activity::in_call;
        result.stuck.push_back({rank.rank(), std::nullopt, std::string(call.function.name),
                                thread.program->place_text(call.function.place),
                                "other ranks (a message or a collective call)"});
    }
    std::ranges::stable_sort(result.stuck, {}, &StuckCall::rank);
    if (!none_before || result.stuck.empty()) return;
    const std::string dead = result.lost.dead.empty() ? "" : text_of(result.lost.dead.front()) + "; ";
    result.cause = dead + "ranks wait for messages that never come";
}

RunResult Simulation::end() {
    return result_of([this] {
        loop_.rethrow_failure();
        live_clock_->require_none_forgotten();
        check_end();
    });
}

}  // namespace rmasim::sim
