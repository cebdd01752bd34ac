#include "protocol/newrma/epoch_state.h"

#include "protocol/base/errors.h"

#include <array>

namespace rmasim::newrma {

namespace {

constexpr std::array<std::string_view, 9> window_names{"UNSET",           "FENCE_ISSUED",     "FENCE_GRANTED",
                                                       "PSCW_ISSUED",     "PSCW_GRANTED",     "LOCK_ALL_CALLED",
                                                       "LOCK_ALL_ISSUED", "LOCK_ALL_GRANTED", "PER_TARGET"};
constexpr std::array<std::string_view, 5> target_names{"NONE", "LOCK_CALLED", "LOCK_ISSUED", "LOCK_GRANTED", "ABSENT"};

constexpr std::string_view name(WindowState state) { return window_names[static_cast<std::size_t>(state)]; }
constexpr std::string_view name(TargetState state) { return target_names[static_cast<std::size_t>(state)]; }

template <class State>
constexpr StateStep step(State from, State to, std::string_view clause, std::string_view cause) {
    return {name(from), name(to), clause, cause};
}

using W = WindowState;
constexpr std::array window_steps{
    step(W::unset, W::fence_issued, "NR-FENCE-3", "FENCE"),
    step(W::fence_issued, W::fence_granted, "NR-FENCE-7", "IBARRIER complete"),
    step(W::fence_granted, W::fence_issued, "NR-FENCE-6", "FENCE"),
    step(W::fence_issued, W::fence_issued, "NR-FENCE-1", "FENCE with NOPRECEDE"),
    step(W::fence_granted, W::unset, "NR-FENCE-8", "NOSUCCEED, WIN_FREE"),
    step(W::fence_issued, W::unset, "NR-FENCE-8", "NOSUCCEED, WIN_FREE"),
    step(W::unset, W::per_target, "NR-LOCK-2", "LOCK"),
    step(W::fence_issued, W::per_target, "NR-FENCE-11", "LOCK"),
    step(W::fence_granted, W::per_target, "NR-FENCE-11", "LOCK"),
    step(W::per_target, W::unset, "NR-UNLOCK-5", "last UNLOCK"),
    step(W::unset, W::pscw_issued, "NR-PSCW-3", "START"),
    step(W::fence_issued, W::pscw_issued, "NR-FENCE-11", "START"),
    step(W::fence_granted, W::pscw_issued, "NR-FENCE-11", "START"),
    step(W::pscw_issued, W::pscw_granted, "NR-PSCW-3", "last POST"),
    step(W::pscw_granted, W::unset, "NR-PSCW-4", "COMPLETE"),
    step(W::unset, W::lock_all_called, "NR-LOCKALL-1", "LOCK_ALL"),
    step(W::fence_issued, W::lock_all_called, "NR-FENCE-11", "LOCK_ALL"),
    step(W::fence_granted, W::lock_all_called, "NR-FENCE-11", "LOCK_ALL"),
    step(W::unset, W::lock_all_granted, "NR-LOCKALL-4", "LOCK_ALL with NOCHECK"),
    step(W::fence_issued, W::lock_all_granted, "NR-FENCE-11", "LOCK_ALL with NOCHECK"),
    step(W::fence_granted, W::lock_all_granted, "NR-FENCE-11", "LOCK_ALL with NOCHECK"),
    step(W::lock_all_called, W::lock_all_issued, "NR-LOCKALL-3", "no target element left"),
    step(W::lock_all_issued, W::lock_all_granted, "NR-LOCKALL-3", "all locks granted"),
    step(W::lock_all_called, W::unset, "NR-LOCKALL-5", "UNLOCK_ALL"),
    step(W::lock_all_granted, W::unset, "NR-LOCKALL-6", "UNLOCK_ALL"),
};

constexpr std::array exposure_steps{
    step(W::unset, W::pscw_issued, "NR-PSCW-1", "POST"),
    step(W::pscw_issued, W::pscw_granted, "NR-SHM-14", "POST is sent to all"),
    step(W::pscw_granted, W::unset, "NR-PSCW-5", "WAIT, TEST"),
};

using T = TargetState;
constexpr std::array target_steps{
    step(T::absent, T::lock_called, "NR-LOCK-4", "LOCK; in LOCK_ALL, the first operation to the target"),
    step(T::absent, T::lock_granted, "NR-LOCK-6", "LOCK with NOCHECK, or element is re-created"),
    step(T::absent, T::none, "NR-TABLE-2", "an operation in FENCE, PSCW, LOCK_ALL_ISSUED"),
    step(T::lock_called, T::lock_issued, "NR-LOCKOP-3", "LOCK is sent"),
    step(T::lock_issued, T::lock_granted, "NR-UNLOCK-3", "LOCK_GRANTED, or a packet that implies the grant"),
    step(T::none, T::lock_granted, "NR-LOCKALL-3", "LOCK_ALL_GRANTED"),
    step(T::lock_called, T::absent, "NR-UNLOCK-1", "UNLOCK, nothing sent"),
    step(T::lock_granted, T::absent, "NR-UNLOCK-5", "UNLOCK, UNLOCK_ALL, RESTORE"),
    step(T::none, T::absent, "NR-REST-1", "FENCE, COMPLETE, RESTORE"),
};

// The clauses of transitions, by [from][to]. Empty if no clause allows the transition.
template <std::size_t states, std::size_t steps>
constexpr auto clauses_of(const std::array<std::string_view, states>& names, const std::array<StateStep, steps>& all) {
    const auto number = [&names](std::string_view name) {
        std::size_t at = 0;
        while (names[at] != name) ++at;
        return at;
    };
    std::array<std::array<std::string_view, states>, states> clauses{};
    for (const StateStep& one : all) clauses[number(one.from)][number(one.to)] = one.clause;
    return clauses;
}
constexpr auto window_clauses = clauses_of(window_names, window_steps);
constexpr auto exposure_clauses = clauses_of(window_names, exposure_steps);
constexpr auto target_clauses = clauses_of(target_names, target_steps);

template <class Clauses, class State>
std::string_view clause_in(const Clauses& clauses, State from, State to) {
    return clauses[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

[[noreturn]] void raise_illegal(Call call, std::string_view from, std::string_view to) {
    throw ProtocolError(std::string(name_of(call)) + ": no clause allows " + std::string(from) + " -> " +
                        std::string(to));
}

// Runs several times per packet. The compiler can inline this check, because a separate function throws the error.
template <class Clauses, class State>
void require(const Clauses& clauses, Call call, State from, State to) {
    if (clause_in(clauses, from, to).empty()) raise_illegal(call, name_of(from), name_of(to));
}

}  // namespace

std::string_view name_of(WindowState state) { return window_names.at(static_cast<std::size_t>(state)); }
std::string_view name_of(TargetState state) { return target_names.at(static_cast<std::size_t>(state)); }

std::string_view clause_for(WindowState from, WindowState to) { return clause_in(window_clauses, from, to); }
std::string_view clause_for(TargetState from, TargetState to) { return clause_in(target_clauses, from, to); }

void require_transition(Call call, WindowState from, WindowState to) { require(window_clauses, call, from, to); }
void require_transition(Call call, TargetState from, TargetState to) { require(target_clauses, call, from, to); }
void require_exposure_transition(Call call, WindowState from, WindowState to) {
    require(exposure_clauses, call, from, to);
}

std::span<const StateDiagram> state_diagrams() {
    static constexpr std::array diagrams{
        StateDiagram{"window", name(W::unset), window_steps},
        StateDiagram{"exposure", name(W::unset), exposure_steps},
        StateDiagram{"target", name(T::absent), target_steps},
    };
    return diagrams;
}

}  // namespace rmasim::newrma
