#include "sim/run/simulation.h"

#include "sim/network/make_network.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// Leaves the event loop when the program turned out to be erroneous; the details are recorded before it is thrown.
struct StopRun {};

Event run_event(Rank rank) {
    Event event;
    event.kind = EventKind::run_rank;
    event.rank = rank;
    return event;
}

std::size_t variables_needed(const Program* program) { return program == nullptr ? 2 : program->variables; }

}  // namespace

Simulation::Simulation(const Scenario& scenario, Trace* trace)
    : scenario_(scenario), trace_(trace), platform_(scenario.platform, scenario.ranks),
      loop_(clock_for(scenario.platform)), network_(make_network(scenario.platform, platform_, loop_, *this)),
      memory_(scenario, *this), interpreter_(scenario, memory_), cpu_(scenario),
      count_pairs_(scenario.expect.by_pair.has_value()) {
    ranks_.reserve(static_cast<std::size_t>(scenario.ranks));
    const auto windows = static_cast<WindowId>(scenario.windows.size());
    for (Rank rank = 0; rank < scenario.ranks; ++rank) {
        const std::int32_t index = scenario.program_of_rank[static_cast<std::size_t>(rank)];
        const Program* program = index < 0 ? nullptr : &scenario.programs[static_cast<std::size_t>(index)];
        ranks_.emplace_back(
            newrma::Engine(rank, scenario.ranks, windows, scenario.protocol, World{*this, memory_, *this}), program,
            Random(scenario.seed, static_cast<std::uint64_t>(rank)), variables_needed(program));
        ranks_.back().variables[rank_slot] = rank;
        ranks_.back().variables[size_slot] = scenario.ranks;
    }
}

Simulation::~Simulation() = default;

RunResult Simulation::run() {
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) loop_.schedule(0, run_event(rank));
    try {
        loop_.run(*this);
    } catch (const StopRun&) {
    }
    return collect();
}

void Simulation::handle(const Event& event, Time now) {
    digest_.add(now, event);
    end_ = std::max(end_, now);
    if (event.kind == EventKind::run_rank) {
        run_rank(state(event.rank), now);
    } else {
        network_->handle(event, now);
    }
}

// The rank's CPU is free and its program goes on, up to its next call or computation.
void Simulation::run_rank(RankState& rank, Time now) {
    rank.clock = std::max(rank.clock, now);
    const std::optional<PreparedCall> call = interpreter_.advance(rank);
    if (!call) {
        finish(rank);
    } else if (call->kind == InstructionKind::compute) {
        Cpu::charge(rank, Cause::compute, call->compute);
        if (trace_ != nullptr) trace_->call(rank.engine.rank(), "compute", "", rank.clock - call->compute, rank.clock);
        loop_.schedule(rank.clock, run_event(rank.engine.rank()));
    } else {
        begin_call(rank, *call);
    }
}

// Entering a call makes progress first: packets that came since the last one are handled now.
void Simulation::begin_call(RankState& rank, const PreparedCall& call) {
    rank.call_began = rank.clock;
    rank.activity = RankState::Activity::in_call;
    cpu_.enter_call(rank);
    for (std::size_t i = 0; i < rank.inbox.size(); ++i) take_in(rank, rank.inbox[i]);
    rank.inbox.clear();
    rank.call = start(rank, call);
    rank.call.start();
    after_progress(rank);
}

Task<> Simulation::start(RankState& rank, const PreparedCall& call) {
    newrma::Engine& engine = rank.engine;
    switch (call.kind) {
        case InstructionKind::fence: return engine.fence(call.window, call.asserts);
        case InstructionKind::lock: return engine.lock(call.window, call.lock_type, call.target, call.asserts);
        case InstructionKind::unlock: return engine.unlock(call.window, call.target);
        case InstructionKind::flush: return engine.flush(call.window, call.target);
        case InstructionKind::barrier: return engine.barrier();
        default: return engine.post(call.operation);
    }
}

void Simulation::arrived(const Packet& packet, Time now) {
    RankState& rank = state(packet.target);
    if (rank.activity == RankState::Activity::between_calls) {
        rank.inbox.push_back(packet);
        return;
    }
    wait_until(rank, now);
    take_in(rank, packet);
    if (rank.activity == RankState::Activity::in_call) after_progress(rank);
}

void Simulation::take_in(RankState& rank, const Packet& packet) {
    const Time began = rank.clock;
    cpu_.handle(rank, packet.payload_bytes());
    rank.engine.deliver(packet);
    if (trace_ != nullptr) trace_->handled(packet, began, rank.clock);
}

// A rank inside a call (or done with its program) has nothing to do until `now`: that is time waited for something.
void Simulation::wait_until(RankState& rank, Time now) {
    const Time waited = now - rank.clock;
    if (waited <= 0) return;
    if (rank.activity == RankState::Activity::finished) {
        rank.clock = now;
        return;
    }
    Awaited awaited = Awaited::operations;
    bool first = true;
    rank.engine.waiting().for_each([&](const WaitReason& reason) {
        if (first) awaited = reason.awaited;
        first = false;
    });
    Cpu::charge(rank, cause_of(awaited), waited);
    if (awaited == Awaited::operation_element || awaited == Awaited::target_element) {
        element_wait_[awaited == Awaited::operation_element ? 0 : 1] += waited;
    }
}

// The call may be over: then the program goes on as soon as the CPU is free.
void Simulation::after_progress(RankState& rank) {
    if (!rank.call.done()) return;
    try {
        rank.call.result();
    } catch (const ErroneousProgram& error) {
        fail(rank, error);
    }
    rank.call = {};
    rank.activity = RankState::Activity::between_calls;
    if (trace_ != nullptr) {
        const Instruction& made = rank.program->code[rank.position - 1];
        trace_->call(rank.engine.rank(), Interpreter::name_of_call(made.kind), rank.program->places[rank.place],
                     rank.call_began, rank.clock);
    }
    loop_.schedule(rank.clock, run_event(rank.engine.rank()));
}

// The program is over; in MPI_FINALIZE the rank goes on making progress for the others.
void Simulation::finish(RankState& rank) {
    try {
        rank.engine.require_closed();
    } catch (const ErroneousProgram& error) {
        fail(rank, error);
    }
    rank.activity = RankState::Activity::finished;
    ++finished_;
    end_ = std::max(end_, rank.clock);
    for (std::size_t i = 0; i < rank.inbox.size(); ++i) take_in(rank, rank.inbox[i]);
    rank.inbox.clear();
    rank.inbox.shrink_to_fit();
}

void Simulation::fail(const RankState& rank, const ErroneousProgram& error) {
    erroneous_.push_back(
        {rank.engine.rank(), std::string(name_of(error.call)), rank.program->places[rank.place], error.rule});
    throw StopRun{};
}

}  // namespace rmasim::sim
