#include "sim/timed/simulation.h"

#include "protocol/base/errors.h"
#include "protocol/base/nic.h"
#include "sim/machine/network/make_network.h"
#include "sim/programs/fan_out.h"
#include "sim/programs/unmatched_message.h"
#include "sim/scenario/families/family.h"
#include "sim/timed/available_memory.h"
#include "sim/timed/stop_run.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

Simulation::Simulation(const Scenario& scenario, Trace* trace, bool check, Breakdowns by, EventOrder order)
    : Simulation(scenario, nullptr, nullptr, trace, check, by, order) {}

Simulation::Simulation(const Scenario& scenario, LivePrograms& live, Simgrid& machine, Trace* trace, bool check,
                       Breakdowns by)
    : Simulation(scenario, &live, &machine, trace, check, by, EventOrder::in_time) {}

Simulation::Simulation(const Scenario& scenario, LivePrograms* live, Simgrid* machine, Trace* trace, bool check,
                       Breakdowns by, EventOrder order, std::unique_ptr<RunPartition> partition,
                       int process_count_on_host)
    : scenario_(scenario), by_(by), live_(live), live_clock_(machine), trace_(trace),
      platform_(scenario.platform, scenario.ranks, machine), partition_(std::move(partition)),
      loop_(clock_for(scenario.platform), platform_.simgrid()),
      network_(make_network(scenario.platform, scenario.faults, scenario.seed, platform_, loop_, *this,
                            scenario.family->streams())),
      ranks_(scenario, partition_ ? partition_->ranks() : RankRange{0, scenario.ranks}), memory_(scenario, ranks_),
      announced_beyond_bytes_(announced_beyond_bytes(scenario)),
      long_bytes_(static_cast<std::uint32_t>(
          std::min(scenario.platform.network.rendezvous_bytes, scenario.costs.copy_segment_bytes))),
      choices_(scenario.platform.memory, scenario.seed, ranks_), interpreter_(scenario, memory_, wrong_values_),
      accounting_(scenario, ranks_, trace, by), cpu_(accounting_.cpu()), events_(accounting_), agents_(scenario) {
    Memory& memory = live ? live->memory(memory_) : memory_;
    const Communicators* const communicators = live ? &live->communicators() : scenario.communicators.get();
    const auto checks = partition_ ? usage::Checks::of_own_ranks : usage::Checks::all;
    usage_ = live ? std::make_unique<usage::Usage>(scenario, communicators)
                  : usage::Usage::of_programs(scenario, checks);
    if (partition_) shared_calls_ = partition_->calls();
    interpreter_.set_store_watcher(usage_.get());
    connect_listeners(check, memory, communicators);
    memory_.decide_by(choices_);
    if (scenario.faults.any()) faults_ = std::make_unique<RunFaults>(scenario);
    if (faults_ || by.rank) attach_rank_costs();
    if (scenario.family->needs_mutexes()) {
        mutexes_ = std::make_unique<TimedMutexes>(loop_, cpu_, ranks_, scenario.ranks);
    }
    world_.emplace(World{*this, memory, events_.observer(), nullptr, mutexes_.get(), communicators});
    world_of_threads_.emplace(World{*this, memory, events_.observer(), &ranks_, mutexes_.get(), communicators});
    if (live) {
        windows_ = std::make_unique<DynamicWindowStats>(scenario);
        other_calls_.resize(static_cast<std::size_t>(scenario.ranks));
    }
    if (order == EventOrder::by_node) choose_event_order();
    // keep_broken() lets the run continue after an error of the program, to find more errors. Runs node by node must
    // not continue, since they are repeated by time after an error.
    if (!by_node_) {
        // The rules that the programs cannot break are not checked. Only the epochs of the object are needed then.
        if (!usage_) usage_ = std::make_unique<usage::Usage>(scenario, communicators);
        usage_->keep_broken();
        usage_->record_epochs();
        ranks_.report_with(usage_->epochs(), live);
    }
    add_next_rank();
    require_room(ranks_.range().count, ranks_.begin()->process->memory_use(), process_count_on_host);
    for (Rank number = 1; number < ranks_.range().count; ++number) add_next_rank();
}

Simulation::~Simulation() = default;

// Creates the checkers and the trace, and passes the events of the run to them.
void Simulation::connect_listeners(bool check, Memory& memory, const Communicators* communicators) {
    if (memory_.attachments() != nullptr)
        attached_access_ = std::make_unique<usage::AttachmentCheck>(scenario_, *memory_.attachments());
    if (trace_ != nullptr)
        run_trace_.emplace(scenario_, *trace_, [this](Rank rank) { return ranks_[rank].working_clock(); });
    RunTrace* const trace = run_trace_ ? &*run_trace_ : nullptr;
    if (check || scenario_.semantics != Semantics::off) {
        const CheckedRun run{scenario_, check, communicators, live_, live_ != nullptr ? &memory : nullptr};
        events_.report_to(add_checkers(run, {attached_access_.get(), accounting_, trace}, checkers_), trace != nullptr);
    } else if (attached_access_ || trace != nullptr) {
        using Events = FanOut<usage::AttachmentCheck, CostAccounting, RunTrace>;
        events_.report_to(std::make_unique<Events>(attached_access_.get(), &accounting_, trace), trace != nullptr);
    }
    interpreter_.set_access_watcher(checkers_.semantics.get());
    if (checkers_.semantics && live_ == nullptr) checkers_.semantics->watches(memory_);
}

void Simulation::attach_rank_costs() {
    const RankRange& range = ranks_.range();
    extras_.resize(static_cast<std::size_t>(range.count));
    for (Rank rank = range.first; rank < range.end(); ++rank) {
        RankFaultCosts& extras = extras_[range.index_of(rank)];
        if (faults_) extras.faults = &faults_->of_ranks[static_cast<std::size_t>(rank)];
        extras.time_spent = accounting_.time_of(rank);
    }
    cpu_.charge_also(extras_, range.first);
}

void Simulation::add_next_rank() {
    ranks_.add([&](Rank number, std::span<const Thread> threads) {
        return scenario_.family->make_process(scenario_, number, threads.size() > 1 ? *world_of_threads_ : *world_);
    });
}

void Simulation::schedule_programs() {
    for (const RankState& rank : ranks_) {
        for (const Thread& thread : rank.threads()) schedule_run(thread, 0);
    }
}

void Simulation::look_between_events(std::function<void(const Simulation&)> look) {
    loop_.look_between_events([this, look] { look(*this); });
    look_ = std::move(look);
}

RunResult Simulation::run() {
    schedule_programs();
    if (by_node_ && !finished_by_node()) return rerun_in_global_order();
    return result_of([this] {
        if (!by_node_) loop_.run(*this);
        if (interrupted_) return;
        check_end();
    });
}

// Calls `work`, then returns the result of the run. If `work` throws an exception that ends a run early, the result
// contains the reason.
RunResult Simulation::result_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const RunInterrupted&) {
        interrupted_ = true;
    } catch (const StopRun&) {
    } catch (const NotAttached& error) {
        erroneous_.push_back(
            {error.origin, std::nullopt, error.operation, fmt::format("rank {}", error.target), error.rule});
    } catch (const ImplementationFailed& error) {
        if (erroneous_.empty()) failed_ = error;
    } catch (const ProtocolError& error) {
        // The core requires a correct program and a network without losses. After an error of the program or a loss, it
        // may reach a state that it cannot handle, and raise this error.
        if (erroneous_.empty() && lost_nothing()) throw;
        if (erroneous_.empty())
            broken_ = fmt::format("after the loss of a packet, the protocol reached a state that no clause allows: {}",
                                  error.what());
    }
    drain_store_buffers();
    return collect();
}

// Checks the final state, when no event is left. If all ranks have finished, all resources must have been released.
void Simulation::check_end() {
    if (finished_ < ranks_.range().count) return;
    if (lost_nothing()) require_quiescent();
    if (!checkers_.invariants) return;
    for (const RankState& rank : ranks_) checkers_.invariants->process_ended(*rank.process);
    checkers_.invariants->world_ended(memory_.payloads_in_flight());
}

void Simulation::require_quiescent() {
    for (const RankState& rank : ranks_) {
        try {
            rank.process->require_quiescent();
        } catch (const UnreceivedMessage& error) {
            const auto [location, rule] = unmatched_message(scenario_, error);
            erroneous_.push_back({rank.rank(), std::nullopt, error.what_broke_it, location, rule});
            throw StopRun{};
        } catch (const ErroneousProgram& error) {
            erroneous_.push_back({rank.rank(), std::nullopt, error.what_broke_it, "the end", error.rule});
            throw StopRun{};
        }
    }
}

// Moves all buffered stores to memory, since all processes have exited.
void Simulation::drain_store_buffers() {
    if (memory_.machine() == nullptr) return;
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) memory_.machine()->drain_store_buffers(rank);
}

// Ends the run if an invariant is violated. After a loss or an error of the program, the run continues, because then a
// correct core may violate invariants. So such a run ends as it does without the checker.
void Simulation::stop_on_violation() const {
    if (checkers_.invariants && checkers_.invariants->violation() && lost_nothing() && erroneous_.empty()) throw StopRun{};
}

bool Simulation::lost_nothing() const { return !faults_ || (faults_->dead.empty() && faults_->losses.lost().empty()); }

void Simulation::handle(Event event, Time now) {
    digest_.add(now, event);
    ranks_.set_now(now);
    if (event.kind() != EventKind::change_links) end_ = std::max(end_, now);
    if (event.kind() == EventKind::run_rank) {
        RankState& rank = ranks_[event.rank()];
        if (!faults_ || alive_at(rank, now)) run_thread(rank, rank.threads()[event.thread()], now);
    } else if (event.kind() == EventKind::run_next_library_call) {
        RankState& rank = ranks_[event.rank()];
        if (!faults_ || alive_at(rank, now)) run_next_library_call(rank, now);
    } else if (is_rare(event.kind())) {
        handle_rare_event(event, now);
    } else {
        network_->handle(event, now);
    }
    stop_on_violation();
}

void Simulation::handle_rare_event(Event event, Time now) {
    if (is_of_mutex(event.kind())) return handle_mutex_event(event, now);
    if (event.kind() == EventKind::send_completed) return send_completed(event.packet(), now);
    if (event.kind() == EventKind::wake_agent) return wake_agent(ranks_[event.rank()], now);
    network_->handle(event, now);
}

// Handles an event of a mutex. A dead rank keeps its mutexes.
void Simulation::handle_mutex_event(Event event, Time now) {
    if (faults_ && !alive_at(ranks_[event.packet().source], now)) return;
    const Rank next = mutexes_->handle(event.kind(), event.packet());
    if (next == no_rank || (faults_ && !alive_at(ranks_[next], now))) return;
    RankState& rank = ranks_[next];
    wait_until(rank, now);
    rank.process->make_progress();
    complete_calls(rank);
}

// Charges, counts and reports a packet, then sends it. The function is inlined, so that packets without a notice need
// no check for a notice.
[[gnu::always_inline]] inline void Simulation::inject_packet(const Packet& packet, std::uint32_t copied_bytes,
                                                             CompletionNotice notice, bool to_nic) {
    RankState& rank = ranks_[packet.source];
    const Time began = rank.working_clock();
    if (to_nic) cpu_.send_to_nic(rank, copied_bytes);
    else cpu_.send(rank, copied_bytes);
    if (faults_ && !alive_at(rank, rank.working_clock())) return memory_.release(packet.payload);
    events_.packet_sent(packet);
    if (notice == CompletionNotice::send_completed) events_.sent_from_memory(packet);
    events_.packet_charged(packet, rank.agent_at_work, began, rank.working_clock());
    if (faults_ && is_lost(packet, notice)) return;
    Time departure = rank.working_clock();
    if (packet.data_bytes > long_bytes_) [[unlikely]]
        departure = departure_of_long(packet, copied_bytes, departure);
    // The rank and its agent share one NIC, which sends one packet after another.
    rank.last_departure = std::max(rank.last_departure, departure);
    network_->send(packet, rank.last_departure, notice);
}

void Simulation::send(const Packet& packet) {
    if (nic::is_request(packet.kind)) [[unlikely]]
        return send_to_nic(packet);
    if (packet.target == packet.source) [[unlikely]]
        return pass_to_itself(packet);
    inject_packet(packet, packet.data_bytes, CompletionNotice::none);
}

// Sends a request to a NIC. The origin's NIC reads the data from the user's memory, unless they are few.
void Simulation::send_to_nic(const Packet& request) {
    const bool inlined = request.data_bytes <= scenario_.platform.nic.inline_bytes;
    inject_packet(request, inlined ? request.data_bytes : 0, CompletionNotice::none, true);
}

// Handles a packet that a process sends to itself. Such a packet does not pass the network and cannot be lost.
void Simulation::pass_to_itself(const Packet& packet) {
    RankState& rank = ranks_[packet.source];
    const Time began = rank.working_clock();
    cpu_.send(rank, packet.data_bytes);
    events_.packet_sent(packet);
    const Time sent = rank.working_clock();
    events_.packet_charged(packet, rank.agent_at_work, began, sent);
    accounting_.packet_received(rank.rank(), packet, sent);
    cpu_.handle(rank, packet.data_bytes);
    events_.packet_delivered(packet);
    events_.packet_handled(packet, rank.agent_at_work, sent, rank.working_clock());
}

// Sends a packet whose data the NIC reads from the user's memory, so no bytes are copied.
void Simulation::send_from_memory(const Packet& packet) { inject_packet(packet, 0, CompletionNotice::send_completed); }

void Simulation::arrived(const Packet& packet, Time now) {
    RankState& rank = ranks_[packet.target];
    if (faults_ && !alive_at(rank, now)) return drop_packet(packet);
    if (nic::is_request(packet.kind)) [[unlikely]]
        return arrived_at_nic(rank, packet, now);
    accounting_.packet_received(packet.target, packet, now);
    if (rank.calls == 0 && !rank.is_finished()) return arrived_outside_calls(rank, packet, now);
    const Time idle = now - rank.clock;
    wait_until(rank, now);
    handle_packet(rank, packet, idle);
    rank.process->poll(Poller::rank);
    complete_calls(rank);
}

void Simulation::send_completed(const Packet& packet, Time now) {
    RankState& rank = ranks_[packet.source];
    if (faults_ && !alive_at(rank, now)) return;
    if (rank.calls == 0 && !rank.is_finished()) return arrived_outside_calls(rank, packet, now);
    wait_until(rank, now);
    handle_send_completion(rank, packet);
    rank.process->poll(Poller::rank);
    complete_calls(rank);
}

// Handles a packet. The rank was idle for the time `idle` before. A rank that waits for a long packet copies each
// segment when it arrives, so only the copy of the last segment takes time after the arrival. The NIC stores the data
// of its answer in the user's memory itself.
void Simulation::handle_packet(RankState& rank, const Packet& packet, Time idle) {
    const Time began = rank.working_clock();
    if (faults_ && !alive_at(rank, began)) return drop_packet(packet);
    if (nic::is_answer(packet.kind)) [[unlikely]] {
        cpu_.complete(rank);
        return rank.process->deliver(packet);
    }
    const Time rest = cpu_.copy_after_first_segment(packet.data_bytes);
    const Time copied_before = rest == 0 ? 0 : std::clamp(idle, Time{0}, rest);
    cpu_.handle(rank, packet.data_bytes, copied_before);
    events_.packet_delivered(packet);
    rank.process->deliver(packet);
    events_.packet_handled(packet, rank.agent_at_work, began, rank.working_clock());
}

// Handles the completion of a send. This takes no CPU time, since the library finds completions while it polls for
// packets.
void Simulation::handle_send_completion(RankState& rank, const Packet& packet) {
    if (faults_ && !alive_at(rank, rank.working_clock())) return;
    events_.send_completed(packet);
    rank.process->send_completed(packet.op);
}

void Simulation::handle_packet_or_completion(RankState& rank, const Packet& packet) {
    if (rank.is_own(packet)) handle_send_completion(rank, packet);
    else handle_packet(rank, packet);
}

void Simulation::drain_inbox(RankState& rank) {
    rank.drain_inbox([&](const Packet& packet) { handle_packet_or_completion(rank, packet); });
}

// Advances the clock of a rank to `now`. If the rank is in a call, it was idle, and the time is charged as waiting
// time.
void Simulation::wait_until(RankState& rank, Time now) {
    const Time waited = now - rank.clock;
    if (waited <= 0) return;
    if (rank.calls == 0) {
        rank.clock = now;
        return;
    }
    Awaited awaited = Awaited::operations;
    bool first = true;
    rank.process->waiting().for_each([&](const WaitReason& reason) {
        if (first) awaited = reason.awaited;
        first = false;
    });
    // In an MPI function that SMPI executes (enter_other_call), the rank waits for a message.
    if (first && live_) awaited = Awaited::message;
    events_.library_waited(rank.rank(), awaited, rank.clock, rank.clock + waited);
    accounting_.waited(rank, awaited, waited);
}

}  // namespace rmasim::sim
