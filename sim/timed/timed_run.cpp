#include "sim/timed/timed_run.h"

#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"
#include "sim/timed/available_memory.h"

#include <algorithm>
#include <string>
#include <utility>

namespace rmasim::sim {

namespace {

// The thread number in an event of kind wake_agent that wakes the rank's program instead of its agent.
constexpr std::uint16_t wakes_program = 1;

}  // namespace

TimedRun::TimedRun(const Scenario& scenario, const TimedRunOptions& options, EventOrder order)
    : TimedRun(Inputs{scenario, options, order}) {}

TimedRun::TimedRun(const Scenario& scenario, const TimedRunOptions& options, const LiveInputs& live)
    : TimedRun(Inputs{scenario, options, EventOrder::in_time, &live}) {
    const LiveParts parts{run_, faults_, errors_, rules_, progress_, scheduler_, ending_};
    live_ = std::make_unique<LiveSession>(parts, static_cast<EventHandler&>(*this));
}

TimedRun::TimedRun(Inputs inputs)
    : partition_(std::move(inputs.partition)),
      run_(inputs.scenario, inputs.options, range_of(inputs.scenario), inputs.live), faults_(run_), errors_(run_),
      rules_(run_, errors_, inputs.order, partition_ ? usage::Checks::of_own_ranks : usage::Checks::all,
             partition_ ? partition_->calls() : nullptr),
      steps_(run_, errors_, rules_.store_watcher()), progress_(run_, faults_, packets_, scheduler_),
      packets_(run_, faults_, progress_), scheduler_(run_, faults_, errors_, rules_, steps_, progress_),
      ending_(run_, faults_, errors_, steps_, progress_, scheduler_),
      prefetcher_(run_.scenario, run_.ranks, packets_.network(), run_.live), labels_(inputs.scenario),
      world_{packets_, run_.memory_of_core, run_.events.observer(), nullptr, progress_.mutexes(), run_.communicators,
             inputs.live == nullptr ? &labels_ : inputs.live->programs.labels()},
      world_of_threads_(world_) {
    world_of_threads_.choice = &run_.ranks;
    if (inputs.order == EventOrder::by_node) order_by_node(inputs.options);
    if (inputs.options.look) run_.loop.look_between_events([this, look = inputs.options.look] { look(*this); });
    add_next_rank();
    require_room(run_.ranks.range().count, run_.ranks.begin()->process->memory_use(), inputs.process_count_on_host);
    for (Rank number = 1; number < run_.ranks.range().count; ++number) add_next_rank();
}

TimedRun::~TimedRun() = default;

RankRange TimedRun::range_of(const Scenario& scenario) const {
    return partition_ ? partition_->ranks() : RankRange{0, scenario.ranks};
}

void TimedRun::order_by_node(const TimedRunOptions& options) {
    const auto ranks_per_node = static_cast<Rank>(run_.scenario.platform.ranks_per_node);
    NodePartition order{.ranks_per_node = ranks_per_node, .lookahead = lookahead(run_.scenario)};
    if (partition_) partition_->limit(order, run_.memory);
    if (order.journal == nullptr) order.ports = packets_.network().in_ports();
    if (partition_ && options.by.rank) {
        partition_->packets().on_packet_received(
            [this](const Packet& packet) { run_.accounting.packet_received_from_remote(packet); });
    }
    run_.loop.run_by_node_slices(order);
}

void TimedRun::add_next_rank() {
    run_.ranks.add([&](Rank number, std::span<const Thread> threads) {
        return run_.scenario.family->processes.make(run_.scenario, number,
                                                    threads.size() > 1 ? world_of_threads_ : world_);
    });
}

void TimedRun::run_events() {
    scheduler_.schedule_programs();
    run_.loop.run(*this);
}

RunResult TimedRun::run() {
    ending_.complete([this] {
        run_events();
        ending_.check_end();
    });
    return ending_.result();
}

std::optional<RunResult> TimedRun::run_by_node() {
    if (!ending_.completes([this] { run_events(); })) return std::nullopt;
    if (!was_interrupted() && !ending_.is_as_expected()) return std::nullopt;
    ending_.complete([this] {
        if (!was_interrupted()) ending_.check_end();
    });
    return ending_.result();
}

void TimedRun::handle(Event event, Time now) {
    run_.digest.add(now, event);
    run_.ranks.set_now(now);
    if (event.kind() != EventKind::change_links) run_.end = std::max(run_.end, now);
    if (event.kind() == EventKind::run_rank) {
        RankState& rank = run_.ranks[event.rank()];
        if (faults_.alive(rank, now)) scheduler_.run_thread(rank, rank.threads()[event.thread()], now);
    } else if (event.kind() == EventKind::run_next_library_call) {
        RankState& rank = run_.ranks[event.rank()];
        if (faults_.alive(rank, now)) scheduler_.run_next_library_call(rank, now);
    } else if (is_rare(event.kind())) {
        handle_rare_event(event, now);
    } else {
        packets_.network().handle(event, now);
    }
    ending_.stop_on_violation();
}

void TimedRun::wake_at(Rank rank, Time time) {
    run_.loop.schedule(time, Event::of_rank(EventKind::wake_agent, rank, wakes_program));
}

void TimedRun::handle_rare_event(Event event, Time now) {
    if (is_of_mutex(event.kind())) return progress_.handle_mutex_event(event, now);
    if (event.kind() == EventKind::send_completed) return progress_.send_completed(event.packet(), now);
    if (event.kind() == EventKind::wake_agent) {
        if (event.thread() == wakes_program) return run_.live->woken(event.rank());
        return progress_.wake_agent(run_.ranks[event.rank()], now);
    }
    packets_.network().handle(event, now);
}

}  // namespace rmasim::sim
