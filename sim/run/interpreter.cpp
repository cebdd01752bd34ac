#include "sim/run/interpreter.h"

#include "sim/memory/elements.h"
#include "sim/scenario/errors.h"
#include "sim/scenario/limits.h"

#include <array>

namespace rmasim::sim {

namespace {

[[noreturn]] void reject(const RankState& rank, const Instruction& at, const char* what, const std::string& found,
                         const std::string& allowed) {
    const std::string place = rank.program->places[at.place] + '.' + what;
    throw BadInput(place + " (rank " + std::to_string(rank.engine.rank()) + ')', found, allowed);
}

OpKind op_kind_of(InstructionKind kind) {
    switch (kind) {
        case InstructionKind::put: return OpKind::put;
        case InstructionKind::get: return OpKind::get;
        default: return OpKind::accumulate;
    }
}

bool has_target(InstructionKind kind) {
    return kind == InstructionKind::lock || kind == InstructionKind::unlock || kind == InstructionKind::flush;
}

bool is_operation(InstructionKind kind) {
    return kind == InstructionKind::put || kind == InstructionKind::get || kind == InstructionKind::accumulate;
}

}  // namespace

std::string_view Interpreter::name_of_call(InstructionKind kind) {
    constexpr std::array<std::string_view, 9> names{"put",    "get",   "accumulate", "fence",  "lock",
                                                    "unlock", "flush", "barrier",    "compute"};
    return names.at(static_cast<std::size_t>(kind));
}

std::optional<PreparedCall> Interpreter::advance(RankState& rank) const {
    if (rank.program == nullptr) return std::nullopt;
    const std::vector<Instruction>& code = rank.program->code;
    while (rank.position < code.size()) {
        const Instruction& at = code[rank.position];
        if (step_control(rank, at)) continue;
        ++rank.position;
        rank.place = at.place;
        return prepare(rank, at);
    }
    return std::nullopt;
}

// Carries out an instruction that is no call; false for a call.
bool Interpreter::step_control(RankState& rank, const Instruction& at) const {
    switch (at.kind) {
        case InstructionKind::repeat_begin: begin_repeat(rank, at); return true;
        case InstructionKind::repeat_end: end_repeat(rank, at); return true;
        case InstructionKind::jump: rank.position = at.jump; return true;
        case InstructionKind::branch_unless:
            rank.position = evaluate(rank, at, at.value, "when") == 0 ? at.jump : rank.position + 1;
            return true;
        case InstructionKind::let:
            rank.variables[at.variable] = evaluate(rank, at, at.value, "value");
            ++rank.position;
            return true;
        case InstructionKind::load: run_load(rank, at); return true;
        case InstructionKind::store: run_store(rank, at); return true;
        default: return false;
    }
}

void Interpreter::begin_repeat(RankState& rank, const Instruction& at) const {
    const std::int64_t times = evaluate_within(rank, at, at.value, "times", 0, limits::most_repetitions);
    rank.variables[at.variable] = 0;
    rank.variables[at.variable + 1u] = times;
    rank.position = times == 0 ? at.jump : rank.position + 1;
}

void Interpreter::end_repeat(RankState& rank, const Instruction& at) const {
    const bool again = ++rank.variables[at.variable] < rank.variables[at.variable + 1u];
    rank.position = again ? at.jump : rank.position + 1;
}

void Interpreter::run_load(RankState& rank, const Instruction& at) const {
    const std::uint64_t disp = position_in_window(rank, at, 1);
    rank.variables[at.variable] = memory_.load(rank.engine.rank(), at.window, disp, at.datatype);
    ++rank.position;
}

void Interpreter::run_store(RankState& rank, const Instruction& at) const {
    const auto most_count = limits::most_bytes_per_call / static_cast<std::int64_t>(bytes_of(at.datatype));
    const auto count = static_cast<std::uint32_t>(evaluate_within(rank, at, at.count, "count", 0, most_count));
    const std::uint64_t disp = position_in_window(rank, at, count);
    const std::int64_t value = evaluate(rank, at, at.value, "value");
    const std::int64_t step = evaluate(rank, at, at.step, "step");
    memory_.store(rank.engine.rank(), at.window, disp, at.datatype, count, value, step);
    ++rank.position;
}

std::int64_t Interpreter::evaluate(RankState& rank, const Instruction& at, const Expression& expression,
                                   const char* what) const {
    try {
        return expression.evaluate(rank.variables, rank.random);
    } catch (const ExpressionError& error) {
        reject(rank, at, what, error.what(), "an expression that has a value");
    }
}

std::int64_t Interpreter::evaluate_within(RankState& rank, const Instruction& at, const Expression& expression,
                                          const char* what, std::int64_t least, std::int64_t most) const {
    const std::int64_t value = evaluate(rank, at, expression, what);
    if (value < least || value > most) {
        reject(rank, at, what, std::to_string(value), std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
}

// The displacement of `count` elements, all of which lie in the window.
std::uint64_t Interpreter::position_in_window(RankState& rank, const Instruction& at, std::uint32_t count) const {
    const auto window_bytes = static_cast<std::int64_t>(scenario_.windows[at.window].bytes);
    const auto bytes = static_cast<std::int64_t>(count) * static_cast<std::int64_t>(bytes_of(at.datatype));
    if (bytes > window_bytes) {
        reject(rank, at, "count", std::to_string(bytes) + " bytes",
               "at most the window's " + std::to_string(window_bytes) + " bytes");
    }
    return static_cast<std::uint64_t>(evaluate_within(rank, at, at.disp, "disp", 0, window_bytes - bytes));
}

PreparedCall Interpreter::prepare(RankState& rank, const Instruction& at) const {
    PreparedCall call;
    call.kind = at.kind;
    call.window = at.window;
    call.lock_type = at.lock_type;
    call.asserts = at.asserts;
    if (is_operation(at.kind) || has_target(at.kind)) {
        call.target = static_cast<Rank>(evaluate_within(rank, at, at.target, "target", 0, scenario_.ranks - 1));
    }
    if (is_operation(at.kind)) call.operation = prepare_operation(rank, at, call.target);
    if (at.kind == InstructionKind::compute) {
        call.compute = from_ns(evaluate_within(rank, at, at.value, "ns", 0, limits::most_nanoseconds));
    }
    return call;
}

Operation Interpreter::prepare_operation(RankState& rank, const Instruction& at, Rank target) const {
    const auto most_count = limits::most_bytes_per_call / static_cast<std::int64_t>(bytes_of(at.datatype));
    Operation operation;
    operation.kind = op_kind_of(at.kind);
    operation.datatype = at.datatype;
    operation.reduce = at.reduce;
    operation.window = at.window;
    operation.target = target;
    operation.count = static_cast<std::uint32_t>(evaluate_within(rank, at, at.count, "count", 0, most_count));
    operation.disp_bytes = position_in_window(rank, at, operation.count);
    operation.origin = prepare_local(rank, at, operation.count);
    return operation;
}

OriginBuffer Interpreter::prepare_local(RankState& rank, const Instruction& at, std::uint32_t count) const {
    if (at.local == LocalData::discard) return discard_buffer();
    if (at.local == LocalData::variable) return variable_buffer(at.variable);
    const bool in_window = at.local == LocalData::window;
    const std::int64_t first = evaluate(rank, at, at.value, in_window ? "disp" : "value");
    const std::int64_t step = evaluate(rank, at, at.step, in_window ? "stride" : "step");
    if (!in_window) return affine_buffer(first, step);

    const auto size = static_cast<std::int64_t>(bytes_of(at.datatype));
    const auto window_bytes = static_cast<std::int64_t>(scenario_.windows[at.local_window].bytes);
    const std::int64_t steps = count == 0 ? 0 : static_cast<std::int64_t>(count) - 1;
    std::int64_t reach = 0;
    std::int64_t last = 0;
    const bool overflow = __builtin_mul_overflow(steps, step, &reach) || __builtin_add_overflow(first, reach, &last);
    const bool fits =
        !overflow && first >= 0 && last >= 0 && first <= window_bytes - size && last <= window_bytes - size;
    if (!fits && count > 0) {
        reject(rank, at, at.kind == InstructionKind::get ? "into" : "from",
               "elements from byte " + std::to_string(first) + " in steps of " + std::to_string(step),
               "elements inside the window's " + std::to_string(window_bytes) + " bytes");
    }
    return window_buffer(at.local_window, first, step);
}

}  // namespace rmasim::sim
