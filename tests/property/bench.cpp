#include "tests/property/bench.h"

#include "sim/input/read/parse.h"
#include "sim/untimed/waits.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::property {

namespace {

Bench::Threads one_thread_each(const RandomProgram& program) {
    Bench::Threads threads;
    for (const auto& steps : program.steps) threads.push_back({steps});
    return threads;
}

}  // namespace

Bench::Bench(const RandomProgram& program, std::uint64_t seed) : Bench(program, one_thread_each(program), seed) {}

Bench::Bench(const RandomProgram& program, Threads threads, std::uint64_t seed)
    : program_(program), threads_(std::move(threads)), rng_(seed),
      scenario_(sim::parse_scenario(scenario_of(program, threads_, "loggp"), ".")), checker_(scenario_, this),
      world_(scenario_, checker_) {
    for (const auto& rank : threads_) next_.emplace_back(rank.size(), 0);
}

void Bench::check_live() {
    live_.emplace(program_);
    live_->watch(world_.memory());
}

BenchResult Bench::run() {
    auto step = sim::StepResult::went_on;
    for (list_moves(); step == sim::StepResult::went_on && !moves_.empty(); list_moves()) {
        const sim::Move move = moves_[below(rng_, moves_.size())];
        if (is_reluctant(move)) ++reluctant_deliveries;
        step = world_.carry_out(move, *this);
    }
    if (step != sim::StepResult::went_on) result_.error = world_.trouble();
    return collect();
}

void Bench::list_moves() {
    world_.list_moves(moves_);
    std::erase_if(moves_, [this](const sim::Move& move) { return too_early(move); });
    const auto willing = [this](const sim::Move& move) { return !is_reluctant(move); };
    if (!reluctant || std::none_of(moves_.begin(), moves_.end(), willing)) return;
    std::erase_if(moves_, std::not_fn(willing));
}

bool Bench::too_early(const sim::Move& move) const {
    if (move.kind != sim::Move::Kind::go_on) return false;
    const auto& done = next_[static_cast<std::size_t>(move.rank)];
    const auto& mine = steps(move.rank, move.thread);
    if (done[move.thread] == mine.size()) return false;
    const int phase = mine[done[move.thread]].phase;
    for (std::size_t other = 0; other < done.size(); ++other) {
        const auto& theirs = steps(move.rank, other);
        if (done[other] < theirs.size() && theirs[done[other]].phase < phase) return true;
    }
    return false;
}

bool Bench::is_reluctant(const sim::Move& move) const {
    return reluctant && move.kind == sim::Move::Kind::receive && reluctant(world_.packet_of(move));
}

void Bench::call_began(const sim::Thread& thread, const CallRequest&) {
    if (on_begin) on_begin(thread.rank, thread.number, steps(thread.rank, thread.number)[next(thread)]);
}

void Bench::call_returned(const sim::Thread& thread) {
    if (live_) live_->call_returned(thread);
    const Step& step = steps(thread.rank, thread.number)[next(thread)++];
    if (on_return) on_return(thread.rank, thread.number, step);
}

void Bench::lock_granted(Rank target, WindowId, Rank origin, LockType type) {
    if (on_lock) on_lock(target, origin, type);
}
void Bench::lock_queued(Rank target, WindowId, Rank origin, LockType) {
    if (on_lock) on_lock(target, origin, std::nullopt);
}

std::vector<std::byte> Bench::window(Rank rank, WindowId id) const {
    const auto contents = world_.memory().contents(rank, id);
    return {contents.begin(), contents.end()};
}

BenchResult Bench::collect() {
    if (result_.error.empty() && world_.finished()) {
        for (Rank rank = 0; rank < program_.ranks; ++rank) checker_.process_ended(world_.process(rank));
        checker_.world_ended(world_.memory().payloads_in_flight());
    } else if (result_.error.empty()) {
        result_.stuck = sim::waits_of(world_);
    }
    if (checker_.violation()) result_.violation = checker_.violation()->what;
    if (live_) result_.wrong = live_->wrong().value_or("");
    return result_;
}

}  // namespace rmasim::property
