#include "sim/frontend/cli/run/known_variables.h"

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

void KnownVariables::forget(const WrittenName& name) {
    // The instruction writes no variable.
    if (name.variable < first_own_slot) return;
    for (Slot i = 0; i < std::max<Slot>(name.element.length, 1); ++i) {
        set(static_cast<Slot>(name.variable + i), std::nullopt);
    }
}

void KnownVariables::let(const LetInstruction& at) {
    const auto& [slot, whole, element] = at.name;
    if (element.length == 0) return set(slot, value_of(at.value));
    const auto index = value_of(element.index);
    if (!index || *index < 0 || *index >= element.length) return forget(at.name);
    set(static_cast<Slot>(slot + *index), value_of(at.value));
}

void KnownVariables::note(const Instruction& at) {
    if (const auto* const assignment = at.find<LetInstruction>()) return let(*assignment);
    if (const auto* const array = at.find<ClearInstruction>()) {
        for (Slot i = 0; i < array->length; ++i) set(static_cast<Slot>(array->first + i), 0);
        return;
    }
    each_written_name(at, [this](const WrittenName& name) { forget(name); });
}

void KnownVariables::forget_written(const Program& program, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
        const Instruction& at = program.code[i];
        if (const auto* const array = at.find<ClearInstruction>()) {
            forget({.variable = array->first, .element = {array->length, {}}});
        } else {
            each_written_name(at, [this](const WrittenName& name) { forget(name); });
        }
    }
}

}  // namespace rmasim::sim
