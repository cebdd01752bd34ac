#include "sim/frontend/cli/trace_size.h"

#include "protocol/base/call_table.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rmasim::sim {

namespace {

// Measured with traces of scenarios/workloads and scenarios/scale: a call with its waits takes 190 to 270 bytes, more
// if it is collective; a packet with both slices, its arrow, and the changes of state that it makes 540 to 720.
constexpr double bytes_per_call = 250, bytes_per_packet = 640;

// An operation and its answer, or what a collective call of many ranks sends.
double packets_of_call(const Instruction& at, Rank ranks) {
    const CallClass kind = description_of(at.call).kind;
    if (kind == CallClass::operation) return 2;
    if (kind == CallClass::message) return 1;
    const bool is_collective = at.call == Call::fence || at.call == Call::barrier;
    return is_collective ? std::ceil(std::log2(std::max(ranks, 2))) : 1;
}

// Absent if it follows only from the run.
std::optional<std::int64_t> value_of(const Instruction& at, std::vector<std::int64_t>& variables) {
    Random unused(0, 0);
    try {
        return at.value.evaluate(variables, unused);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

// How often the body of a loop is repeated by this rank; 1 if that follows only from the run.
double rounds_of(const Instruction& at, std::vector<std::int64_t>& variables) {
    return static_cast<double>(std::max<std::int64_t>(value_of(at, variables).value_or(1), 0));
}

double bytes_of_program(const Program& program, Rank rank, Rank ranks, const TraceSelection& selection) {
    const auto has = [&](TraceKind kind) {
        return selection.kinds.empty() || std::ranges::find(selection.kinds, kind) != selection.kinds.end();
    };
    const double call = has(TraceKind::calls) || has(TraceKind::waits) ? bytes_per_call : 0;
    const double packet = has(TraceKind::packets) ? bytes_per_packet : 0;
    std::vector<std::int64_t> variables(program.variables, 0);
    variables[rank_slot] = rank;
    variables[size_slot] = ranks;
    std::vector<double> rounds{1};  // of the loops around the instruction
    double bytes = 0;
    for (const Instruction& at : program.code) {
        switch (at.kind) {
            case InstructionKind::let:
                if (at.element.length == 0) variables[at.variable] = value_of(at, variables).value_or(0);
                break;
            case InstructionKind::repeat_begin: rounds.push_back(rounds.back() * rounds_of(at, variables)); break;
            case InstructionKind::repeat_end: rounds.pop_back(); break;
            case InstructionKind::call: bytes += rounds.back() * (call + packet * packets_of_call(at, ranks)); break;
            case InstructionKind::compute: bytes += rounds.back() * call / 2; break;
            default: break;
        }
    }
    return bytes;
}

}  // namespace

// One rank stands for all that run the same program: the one in the middle.
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
        for (const Program& thread : scenario.programs[i]) {
            bytes +=
                static_cast<double>(ranks_of[i].size()) * bytes_of_program(thread, middle, scenario.ranks, selection);
        }
    }
    return bytes;
}

}  // namespace rmasim::sim
