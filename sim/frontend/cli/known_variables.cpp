#include "sim/frontend/cli/known_variables.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// The two values of a variable that is not known. Their remainders differ, too, for almost every divisor.
constexpr std::int64_t one_unknown = 2, other_unknown = 1'000'003;

}  // namespace

KnownVariables::KnownVariables(const Scenario& scenario, const Program& program, Rank rank, ThreadId thread)
    : one_(program.variables, 0) {
    one_[rank_slot] = rank;
    one_[size_slot] = scenario.ranks;
    one_[thread_slot] = thread;
    const RankNames* const more = scenario.scope.of_ranks;
    if (more != nullptr) more->values_of(rank, std::span(one_).subspan(first_own_slot));
    other_ = one_;
}

std::optional<std::int64_t> KnownVariables::value_of(const Expression& expression) const {
    if (expression.uses_random()) return std::nullopt;
    Random unused(0, 0);
    try {
        const std::int64_t value = expression.evaluate(one_, unused);
        return value == expression.evaluate(other_, unused) ? std::optional(value) : std::nullopt;
    } catch (const ExpressionError&) {
        return std::nullopt;
    }
}

void KnownVariables::set(Slot slot, std::optional<std::int64_t> value) {
    one_[slot] = value.value_or(one_unknown);
    other_[slot] = value.value_or(other_unknown);
}

void KnownVariables::forget(Slot first, Slot length) {
    // The instruction writes no variable.
    if (first < first_own_slot) return;
    for (Slot i = 0; i < std::max<Slot>(length, 1); ++i) set(static_cast<Slot>(first + i), std::nullopt);
}

void KnownVariables::let(const Instruction& at) {
    if (at.element.length == 0) return set(at.variable, value_of(at.value));
    const auto index = value_of(at.element.index);
    if (!index || *index < 0 || *index >= at.element.length) return forget(at.variable, at.element.length);
    set(static_cast<Slot>(at.variable + *index), value_of(at.value));
}

void KnownVariables::note(const Instruction& at) {
    switch (at.kind) {
        case InstructionKind::let: return let(at);
        case InstructionKind::clear:
            for (Slot i = 0; i < at.element.length; ++i) set(static_cast<Slot>(at.variable + i), 0);
            return;
        case InstructionKind::call:
            forget(at.variable, at.element.length);
            return forget(at.request, at.request_at.length);
        case InstructionKind::load:
        case InstructionKind::address: return forget(at.variable, at.element.length);
        default: return;
    }
}

void KnownVariables::forget_written(const Program& program, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        const Instruction& at = program.code[i];
        const bool writes = at.kind == InstructionKind::let || at.kind == InstructionKind::clear;
        if (writes) forget(at.variable, at.element.length);
        else note(at);
    }
}

}  // namespace rmasim::sim
