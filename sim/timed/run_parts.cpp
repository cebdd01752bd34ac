#include "sim/timed/run_parts.h"

#include "sim/machine/network/make_network.h"
#include "sim/programs/fan_out.h"

namespace rmasim::sim {

RunParts::RunParts(const Scenario& scenario, const TimedRunOptions& options, RankRange range, const LiveInputs* live)
    : scenario(scenario), trace(options.trace), live(live == nullptr ? nullptr : &live->programs),
      live_clock(live == nullptr ? nullptr : live->machine),
      communicators(live == nullptr ? scenario.communicators.get() : &live->programs.communicators()),
      platform(scenario.platform, scenario.ranks, live_clock), loop(clock_for(scenario.platform), platform.simgrid()),
      ranks(scenario, range), memory(scenario, ranks),
      memory_of_core(live == nullptr ? memory : live->programs.memory(memory)),
      choices(scenario.platform.memory, scenario.seed, ranks), accounting(scenario, ranks, options.trace, options.by),
      cpu(accounting.cpu()), events(accounting) {
    memory.decide_by(choices);
    connect_listeners(options.check);
}

// Creates the checkers and the trace, and passes the events of the run to them.
void RunParts::connect_listeners(bool check_invariants) {
    if (memory.attachments() != nullptr)
        attachments = std::make_unique<usage::AttachmentCheck>(scenario, *memory.attachments());
    if (trace != nullptr)
        run_trace.emplace(scenario, *trace, [this](Rank rank) { return ranks[rank].working_clock(); });
    RunTrace* const tracing = run_trace ? &*run_trace : nullptr;
    if (check_invariants || scenario.semantics != Semantics::off) {
        const CheckedRun run{scenario, check_invariants, communicators, live,
                             live == nullptr ? nullptr : &memory_of_core};
        events.report_to(add_checkers(run, {attachments.get(), accounting, tracing}, checkers), tracing != nullptr);
    } else if (attachments || tracing != nullptr) {
        using Events = FanOut<usage::AttachmentCheck, CostAccounting, RunTrace>;
        events.report_to(std::make_unique<Events>(attachments.get(), &accounting, tracing), tracing != nullptr);
    }
    if (checkers.semantics && live == nullptr) checkers.semantics->watches(memory);
}

void RunParts::attach_rank_costs(RunFaults* faults) {
    const RankRange& range = ranks.range();
    if (faults == nullptr && accounting.time_of(range.first) == nullptr) return;
    rank_costs.resize(static_cast<std::size_t>(range.count));
    for (Rank rank = range.first; rank < range.end(); ++rank) {
        RankFaultCosts& costs = rank_costs[range.index_of(rank)];
        if (faults != nullptr) costs.faults = &faults->of_ranks[static_cast<std::size_t>(rank)];
        costs.time_spent = accounting.time_of(rank);
    }
    cpu.charge_also(rank_costs, range.first);
}

}  // namespace rmasim::sim
