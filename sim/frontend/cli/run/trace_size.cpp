#include "sim/frontend/cli/run/trace_size.h"

#include "protocol/base/collective.h"
#include "sim/frontend/cli/run/known_variables.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rmasim::sim {

namespace {

// The average numbers of bytes in a trace. They were measured with scenarios/workloads and scenarios/scale. A call with
// its waits takes 190 to 270 bytes, and more if it is collective. A packet takes 540 to 720 bytes. This includes the
// two intervals and the arrow of the packet, and the state changes that it causes.
constexpr double bytes_per_call = 250, bytes_per_packet = 640;

// The number of ranks that take part in a barrier or fence.
Rank ranks_in(const Scenario& scenario, const Instruction& at, Rank rank) {
    const auto* const barrier = at.find<BarrierInstruction>();
    if (barrier == nullptr || barrier->comm == no_window) return scenario.ranks;
    const RankGroup* const group = scenario.communicators->numbered(barrier->comm).group_of(rank);
    return group == nullptr ? 1 : group->size();
}

// The number of packets that a call causes. An operation causes its packet and an answer. A collective call causes the
// packets of its algorithm.
double packets_of_call(const Instruction& at, Rank ranks) {
    const CallClass kind = description_of(at.call).kind;
    if (kind == CallClass::operation) return 2;
    if (kind == CallClass::message) return 1;
    constexpr CallSet in_rounds{Call::fence,  Call::barrier,        Call::allreduce,           Call::scan,
                                Call::exscan, Call::reduce_scatter, Call::reduce_scatter_block};
    constexpr CallSet to_all{Call::allgather, Call::alltoall, Call::allgatherv, Call::alltoallv, Call::alltoallw};
    const Call call = blocking_form(at.call);
    if (to_all.contains(call)) return ranks - 1;
    return in_rounds.contains(call) ? std::ceil(std::log2(std::max(ranks, 2))) : 1;
}

// The index of the jump at the end of a `while`. The jump leads to the condition of the `while`.
std::size_t end_of_while(const Program& program, std::size_t round) {
    std::size_t at = round + 1;
    const auto is_end = [&](const Instruction& one) {
        return one.is<JumpInstruction>() && one.as<JumpInstruction>().destination == round - 1;
    };
    while (!is_end(program.code[at])) ++at;
    return at;
}

// An estimate of one rank's trace. It walks over the programs of the rank.
class TraceEstimate {
public:
    TraceEstimate(const Scenario& scenario, Rank rank, const TraceSelection& selection)
        : scenario_(scenario), rank_(rank) {
        const auto has = [&](TraceKind kind) {
            return selection.kinds.empty() || std::ranges::find(selection.kinds, kind) != selection.kinds.end();
        };
        call_ = has(TraceKind::calls) || has(TraceKind::waits) ? bytes_per_call : 0;
        packet_ = has(TraceKind::packets) ? bytes_per_packet : 0;
    }

    double bytes_of(const Program& program, ThreadId thread) const {
        KnownVariables variables(scenario_, program, rank_, thread);
        // For each enclosing loop: the product of its number of rounds and those of the loops around it.
        std::vector<double> rounds{1};
        double bytes = 0;
        for (std::size_t i = 0; i < program.code.size(); ++i) {
            const Instruction& at = program.code[i];
            if (at.is<RepeatInstruction>()) {
                rounds.push_back(rounds.back() * rounds_of(program, i, variables));
            } else if (at.is<RepeatEndInstruction>()) {
                rounds.pop_back();
            } else if (const auto* const round = at.find<RoundInstruction>()) {
                variables.set(round->variable, std::nullopt);
                variables.forget_written(program, i, end_of_while(program, i));
            } else if (at.is<ComputeInstruction>()) {
                bytes += rounds.back() * call_ / 2;
            } else if (is_call(at)) {
                bytes += rounds.back() * bytes_of(at);
            }
            variables.note(at);
        }
        return bytes;
    }

private:
    double bytes_of(const Instruction& call) const {
        return call_ + packet_ * packets_of_call(call, ranks_in(scenario_, call, rank_));
    }

    // The number of rounds of a loop. 1 if the number is known only in the run. The function sets the loop variable to
    // the middle of its values.
    static double rounds_of(const Program& program, std::size_t begin, KnownVariables& variables) {
        const auto& loop = program.code[begin].as<RepeatInstruction>();
        const auto times = variables.value_of(loop.times);
        variables.set(loop.variable, times ? std::optional(std::max<std::int64_t>(*times - 1, 0) / 2) : std::nullopt);
        variables.forget_written(program, begin + 1, loop.end);
        return static_cast<double>(std::max<std::int64_t>(times.value_or(1), 0));
    }

    const Scenario& scenario_;
    Rank rank_;
    double call_ = 0, packet_ = 0;  // in bytes
};

}  // namespace

// For each program, estimates the trace of one rank, and multiplies it by the number of ranks that run the program. The
// rank is the middle one of these ranks.
double estimated_trace_bytes(const Scenario& scenario, const TraceSelection& selection) {
    std::vector<std::vector<Rank>> ranks_of(scenario.programs.size());
    const auto note = [&](Rank rank) {
        const std::int32_t program = scenario.program_of_rank[static_cast<std::size_t>(rank)];
        if (program >= 0) ranks_of[static_cast<std::size_t>(program)].push_back(rank);
    };
    if (selection.ranks) std::ranges::for_each(*selection.ranks, note);
    else
        for (Rank rank = 0; rank < scenario.ranks; ++rank) note(rank);
    double bytes = 0;
    for (std::size_t i = 0; i < ranks_of.size(); ++i) {
        if (ranks_of[i].empty()) continue;
        const Rank middle = ranks_of[i][ranks_of[i].size() / 2];
        const TraceEstimate estimate(scenario, middle, selection);
        for (std::size_t thread = 0; thread < scenario.programs[i].size(); ++thread) {
            bytes += static_cast<double>(ranks_of[i].size()) *
                     estimate.bytes_of(scenario.programs[i][thread], static_cast<ThreadId>(thread));
        }
    }
    return bytes;
}

}  // namespace rmasim::sim
