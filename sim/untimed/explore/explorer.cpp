#include "sim/untimed/explore/explorer.h"

#include "sim/scenario/families/family.h"
#include "sim/untimed/explore/failure_of_run.h"
#include "sim/untimed/explore/orders_estimate.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"
#include "sim/untimed/world/wrong_loads.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::uint32_t steps_between_reports = 1024;

// Returns the cause of a failure that the memory-model checker has found: the rule and the locations of both accesses
// of the first finding.
// Returns a text for the first pair of accesses. The order of its accesses depends on the execution, so the text has
// them in alphabetical order.
std::string cause_of(const semantics::Report& report) {
    const semantics::ReportedFinding& found = report.findings.front();
    std::string one = fmt::format("{} at {}", found.first.what, found.first.location);
    std::string other = fmt::format("{} at {}", found.second.what, found.second.location);
    if (other < one) std::swap(one, other);
    return fmt::format("{}: {} and {}", found.id, one, other);
}

}  // namespace

std::string_view name_of(EndedBy ended_by) {
    switch (ended_by) {
        case EndedBy::exhausted: return "exhausted";
        case EndedBy::limit: return "limit";
        case EndedBy::first_failure: return "first_failure";
        case EndedBy::time_limit: return "time_limit";
        case EndedBy::interrupt: return "interrupt";
    }
    return "";
}

void add_failure(std::vector<std::uint64_t>& numbers, std::uint64_t number) {
    const auto at = std::lower_bound(numbers.begin(), numbers.end(), number);
    if (at == numbers.end() || *at != number) numbers.insert(at, number);
}

Explorer::Explorer(const Scenario& scenario, const ExploreOptions& options) : Explorer(scenario, options, nullptr) {}

Explorer::Explorer(const Scenario& scenario, const ExploreOptions& options, ExploredPrograms& programs)
    : Explorer(scenario, options, &programs) {}

Explorer::Explorer(const Scenario& scenario, const ExploreOptions& options, ExploredPrograms* programs)
    : scenario_(scenario), options_(options), programs_(programs), stage_(make_stage()), world_(*stage_->world),
      checker_(stage_->checker), tally_(stage_->tally), search_(scenario.ranks, options.reduction, world_.nics_tear()),
      picks_(search_, options.orders),
      checkpoints_(arena_, options.checkpoints, programs == nullptr ? nullptr : &programs->state()), digest_(scenario),
      expectations_(scenario, options.calm), pools_(programs == nullptr ? pools_of(scenario) : std::vector<Pool>()),
      high_water_(pools_.size(), 0) {
    world_.use_calm_barriers(options_.calm);
    found_.calm = options_.calm;
    if (options.reduction != Reduction::dynamic) return;
    checker_.follow(&search_);
    world_.follow(&search_);
}

Explorer::~Explorer() {
    const Arena::Frames frames(arena_);
    const Arena::Scope scope(arena_);
    stage_.reset();
}

Explorer::Stage::Stage(const Scenario& scenario, ExploredPrograms* programs)
    : tally(static_cast<std::uint64_t>(scenario.platform.network.header_bytes)), checker(scenario),
      world(programs == nullptr ? std::make_unique<UntimedWorld>(scenario, &checker, &tally)
                                : programs->make_world(checker, tally)) {}

std::unique_ptr<Explorer::Stage> Explorer::make_stage() {
    const Arena::Frames frames(arena_);
    const Arena::Scope scope(arena_);
    try {
        return std::make_unique<Stage>(scenario_, programs_);
    } catch (...) {
        arena_.abandon();
        throw;
    }
}

Exploration Explorer::explore() {
    if (!make_runs(options_.limit)) found_.ended_by = EndedBy::exhausted;
    name_figures();
    return std::move(found_);
}

Shard Explorer::explore(const Part& part) {
    Shard shard;
    is_part_ = true;
    search_.begin_at(part);
    const bool more = make_runs(part.max_executions);
    name_figures();
    shard.found = std::move(found_);
    shard.races = search_.races();
    if (!part.path.empty()) shard.touched = search_.touched_at_path();
    if (more) shard.rest = search_.rest();
    return shard;
}

bool Explorer::make_runs(std::uint64_t max_runs) {
    const Arena::Frames frames(arena_);
    bool more = true;
    while (more && !stopped_ && (max_runs == 0 || found_.runs + found_.redundant < max_runs)) {
        if (!note_run(run())) break;
        more = next_run();
    }
    return more;
}

// Prepares the next run; returns false if no run is left.
bool Explorer::next_run() {
    if (options_.orders == nullptr) return search_.advance();
    search_.forget_run();
    return true;
}

// Records a finished run. Returns false if no further run must follow.
bool Explorer::note_run(End end) {
    if (end == End::stopped) return false;
    if (on_end) on_end(world_);
    if (on_progress && guessed_ == 0) guessed_ = orders_like(search_.order(), scenario_.ranks);
    if (end == End::redundant) ++found_.redundant;
    else ++found_.runs;
    found_.steps += world_.steps();
    found_.max_depth = std::max(found_.max_depth, search_.depth());
    if (end != End::failed || !options_.stop_at_failure) return true;
    found_.ended_by = EndedBy::first_failure;
    return false;
}

void Explorer::note_progress() {
    steps_unseen_ = 0;
    if (!on_progress || stopped_) return;
    const double chosen =
        static_cast<double>(found_.runs) / static_cast<double>(std::max<std::uint64_t>(options_.limit, 1));
    stopped_ = on_progress(found_, options_.orders == nullptr ? search_.fraction_done() : chosen);
    if (stopped_) found_.ended_by = *stopped_;
}

void Explorer::name_figures() {
    const PacketVocabulary& packets = packets_of(scenario_);
    for (const auto& [code, range] : by_kind_) found_.by_kind[packets.name(Counts::type_of(code))] = range;
    for (std::size_t i = 0; i < pools_.size(); ++i) found_.high_water[pools_[i].name] = high_water_[i];
}

void Explorer::begin_run() {
    search_.begin_run();
    if (options_.orders != nullptr) options_.orders->begin(found_.runs);
    if (const auto kept = checkpoints_.restore(search_.steps_to_repeat())) {
        ++runs_restored_;
        return search_.skip(*kept);
    }
    if (programs_ != nullptr && found_.steps > 0) throw std::logic_error("no checkpoint of the programs is kept");
    if (found_.steps > 0) {  // before the first run, the world is new and needs no reset
        const Arena::Scope scope(arena_);
        world_.reset();
        tally_.clear();
        checker_.reset();
    }
    checkpoints_.reached(0);
}

StepResult Explorer::make_step(const Move& move) {
    const Arena::Scope scope(arena_);
    try {
        return world_.carry_out(move, picks_);
    } catch (...) {
        arena_.abandon();
        throw;
    }
}

// Returns the next move of the run. Returns null if none is enabled, or if all enabled moves sleep.
const Move* Explorer::next_move() {
    if (search_.replaying()) return &search_.repeat();
    world_.list_moves(moves_);
    if (moves_.empty()) return nullptr;
    if (options_.orders == nullptr) return search_.choose(moves_);
    return search_.take(moves_[options_.orders->choose(moves_)]);
}

Explorer::End Explorer::run() {
    begin_run();
    for (;;) {
        const Move* const move = next_move();
        if (move == nullptr && moves_.empty()) break;
        if (move == nullptr) return End::redundant;
        const StepResult result = make_step(*move);
        search_.step_made(world_.footprint());
        if (options_.calm) search_.note_arrivals(world_.calm_barriers().arrivals());
        if (auto failure = failure_of_step(world_, result, checker_)) {
            const bool is_of_call = result == StepResult::erroneous && failure->kind == Failure::Kind::erroneous;
            return fail(failure->kind, std::move(failure->what),
                        is_of_call ? search_.causes(world_.trouble_with()) : search_.causes());
        }
        if (options_.orders == nullptr) checkpoints_.reached(search_.depth());
        if (++steps_unseen_ >= steps_between_reports) {
            note_progress();
            if (stopped_ && !is_part_) return End::stopped;
        }
    }
    return end_run();
}

Explorer::End Explorer::end_run() {
    const std::uint64_t digest = note_end();
    EndState* const end = &found_.ends[digest];
    if (const auto* const semantics = world_.semantics(); semantics != nullptr && semantics->found_any()) {
        const semantics::Report report = semantics->report();
        return fail({Failure::Kind::erroneous, cause_of(report), lines_of(report), search_.order()}, end);
    }
    if (auto failure = failure_at_end(world_, checker_))
        return fail(failure->kind, std::move(failure->what), search_.order(), end);
    check_end();
    if (const auto& violation = checker_.violation())
        return fail(Failure::Kind::invariant, {words_of(*violation)}, search_.order(), end);
    const std::vector<std::string>& differences = expectations_.differences_of(digest, world_, tally_.counts());
    if (differences.empty() && loads_are_right(world_)) return End::whole;
    std::vector<std::string> what = wrong_loads(world_);
    what.insert(what.end(), differences.begin(), differences.end());
    return fail(Failure::Kind::expectation, std::move(what), search_.order(), end);
}

void Explorer::check_end() {
    const Arena::Scope scope(arena_);
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) checker_.process_ended(world_.process(rank));
    checker_.world_ended(world_.memory().payloads_in_flight());
}

Explorer::End Explorer::fail(Failure::Kind kind, std::vector<std::string> what, Order order, EndState* end) {
    std::string cause = cause_of(kind, what.front());
    return fail({kind, std::move(cause), std::move(what), std::move(order)}, end);
}

Explorer::End Explorer::fail(Failure failure, EndState* end) {
    ++found_.failing_runs;
    Failures& same = found_.failures[{failure.kind, failure.cause}];
    if (same.runs++ == 0) same.number = found_.failures.size();
    if (end != nullptr) add_failure(end->failures, same.number);
    if (same.runs == 1 || failure.order.size() < same.steps) {
        same.steps = failure.order.size();
        same.shortest = std::move(failure);
    }
    return End::failed;
}

std::vector<std::string> Explorer::order_in_words(const Order& order) {
    const Arena::Frames frames(arena_);
    checkpoints_.restore(0);
    std::vector<std::string> words;
    for (const OrderStep& step : order) {
        const Arena::Scope scope(arena_);
        const std::string text = make_in_words(world_, step);
        const Arena::Pause pause;  // the words outlive the arena
        words.push_back(text);
    }
    return words;
}

std::optional<std::uint64_t> Explorer::repeat(const Order& order) {
    const Arena::Frames frames(arena_);
    checkpoints_.restore(0);
    for (const OrderStep& step : order) {
        world_.list_moves(moves_);
        const auto same = [&](const Move& one) { return one.actor == step.move.actor && one.kind == step.move.kind; };
        if (std::none_of(moves_.begin(), moves_.end(), same)) return std::nullopt;
        const Arena::Scope scope(arena_);
        make_in_words(world_, step);
    }
    return world_.digest_of_end();
}

PacketOrder Explorer::by_packets(const std::vector<std::string>& steps) {
    const Arena::Frames frames(arena_);
    checkpoints_.restore(0);
    world_.use_calm_barriers(false);
    return repeat_by_packets(world_, checker_, steps, [this](const Move& move, Choices& picks) {
        const Arena::Scope scope(arena_);
        return world_.carry_out(move, picks);
    });
}

std::uint64_t Explorer::note_end() {
    const std::optional<std::uint64_t> own = world_.digest_of_end();
    const std::uint64_t digest = own ? *own : digest_.of(world_);
    EndState& end = found_.ends[digest];
    if (end.runs++ == 0) {
        end.number = found_.ends.size();
        end.finished = world_.finished();
        if (end.number <= max_described) end.order = search_.order();
    }
    note_messages();
    note_elements();
    note_checked();
    return digest;
}

void Explorer::note_messages() {
    const std::uint64_t packets = tally_.counts().total();
    const bool first = found_.min_messages.empty();
    if (first || packets < found_.messages.min) {
        found_.messages.min = packets;
        found_.min_messages = search_.order();
    }
    if (first || packets > found_.messages.max) {
        found_.messages.max = packets;
        found_.max_messages = search_.order();
    }
    // Merges the kinds of this run into the ascending list of all kinds. If a kind is new in this run, or missing in
    // this run, its `min` becomes 0.
    auto known = by_kind_.begin();
    for (const auto& [code, count] : tally_.counts().kinds()) {
        for (; known != by_kind_.end() && known->first < code; ++known) known->second.min = 0;
        if (known == by_kind_.end() || known->first != code) {
            known = by_kind_.insert(known, {code, {first ? count : 0, count}});
        }
        Range& range = known->second;
        range = {std::min(range.min, count), std::max(range.max, count)};
        ++known;
    }
    for (; known != by_kind_.end(); ++known) known->second.min = 0;
}

void Explorer::note_checked() {
    found_.checked.invariants += checker_.checked();
    if (const auto* const semantics = world_.semantics()) found_.checked.accesses += semantics->accesses();
}

void Explorer::note_elements() {
    if (pools_.empty()) return;
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        scenario_.family->counters.read_pools(world_.process(rank), counters_);
        for (std::size_t i = 0; i < counters_.size(); ++i) {
            high_water_[i] = std::max(high_water_[i], counters_[i].high_water());
        }
    }
}

}  // namespace rmasim::sim
