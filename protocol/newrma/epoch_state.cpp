#include "protocol/newrma/epoch_state.h"

#include "protocol/base/errors.h"

#include <array>

namespace rmasim::newrma {

namespace {

template <class State>
struct Transition {
    State from;
    State to;
    std::string_view clause;
};

using W = WindowState;
constexpr std::array window_transitions{
    Transition<W>{W::unset, W::fence_issued, "NR-FENCE-3"},
    Transition<W>{W::fence_issued, W::fence_granted, "NR-FENCE-7"},
    Transition<W>{W::fence_granted, W::fence_issued, "NR-FENCE-6"},
    Transition<W>{W::fence_issued, W::fence_issued, "NR-FENCE-1"},
    Transition<W>{W::fence_granted, W::unset, "NR-FENCE-8"},
    Transition<W>{W::fence_issued, W::unset, "NR-FENCE-8"},
    Transition<W>{W::unset, W::per_target, "NR-LOCK-2"},
    Transition<W>{W::fence_issued, W::per_target, "NR-FENCE-11"},
    Transition<W>{W::fence_granted, W::per_target, "NR-FENCE-11"},
    Transition<W>{W::per_target, W::unset, "NR-UNLOCK-5"},
    Transition<W>{W::unset, W::pscw_issued, "NR-PSCW-3"},
    Transition<W>{W::fence_issued, W::pscw_issued, "NR-FENCE-11"},
    Transition<W>{W::fence_granted, W::pscw_issued, "NR-FENCE-11"},
    Transition<W>{W::pscw_issued, W::pscw_granted, "NR-PSCW-3"},
    Transition<W>{W::pscw_granted, W::unset, "NR-PSCW-4"},
    Transition<W>{W::unset, W::lock_all_called, "NR-LOCKALL-1"},
    Transition<W>{W::fence_issued, W::lock_all_called, "NR-FENCE-11"},
    Transition<W>{W::fence_granted, W::lock_all_called, "NR-FENCE-11"},
    Transition<W>{W::unset, W::lock_all_granted, "NR-LOCKALL-4"},
    Transition<W>{W::fence_issued, W::lock_all_granted, "NR-FENCE-11"},
    Transition<W>{W::fence_granted, W::lock_all_granted, "NR-FENCE-11"},
    Transition<W>{W::lock_all_called, W::lock_all_issued, "NR-LOCKALL-3"},
    Transition<W>{W::lock_all_issued, W::lock_all_granted, "NR-LOCKALL-3"},
    Transition<W>{W::lock_all_called, W::unset, "NR-LOCKALL-5"},
    Transition<W>{W::lock_all_granted, W::unset, "NR-LOCKALL-6"},
};

using T = TargetState;
constexpr std::array target_transitions{
    Transition<T>{T::lock_called, T::lock_issued, "NR-LOCKOP-3"},
    Transition<T>{T::lock_issued, T::lock_granted, "NR-UNLOCK-3"},
    Transition<T>{T::none, T::lock_granted, "NR-LOCKALL-3"},
};

// [from][to]; empty where no clause allows the transition.
template <std::size_t states, class State, std::size_t transitions>
constexpr auto clauses_of(const std::array<Transition<State>, transitions>& all) {
    std::array<std::array<std::string_view, states>, states> clauses{};
    for (const Transition<State>& one : all) {
        clauses[static_cast<std::size_t>(one.from)][static_cast<std::size_t>(one.to)] = one.clause;
    }
    return clauses;
}
constexpr auto window_clauses = clauses_of<static_cast<std::size_t>(W::per_target) + 1>(window_transitions);
constexpr auto target_clauses = clauses_of<static_cast<std::size_t>(T::lock_granted) + 1>(target_transitions);

template <class State>
void require(Call call, State from, State to) {
    if (!clause_for(from, to).empty()) return;
    throw ProtocolError(std::string(name_of(call)) + ": no clause allows " + std::string(name_of(from)) + " -> " +
                        std::string(name_of(to)));
}

}  // namespace

std::string_view name_of(WindowState state) {
    static constexpr std::array<std::string_view, 9> names{"UNSET",           "FENCE_ISSUED",     "FENCE_GRANTED",
                                                           "PSCW_ISSUED",     "PSCW_GRANTED",     "LOCK_ALL_CALLED",
                                                           "LOCK_ALL_ISSUED", "LOCK_ALL_GRANTED", "PER_TARGET"};
    return names.at(static_cast<std::size_t>(state));
}

std::string_view name_of(TargetState state) {
    static constexpr std::array<std::string_view, 4> names{"NONE", "LOCK_CALLED", "LOCK_ISSUED", "LOCK_GRANTED"};
    return names.at(static_cast<std::size_t>(state));
}

std::string_view clause_for(WindowState from, WindowState to) {
    return window_clauses[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}
std::string_view clause_for(TargetState from, TargetState to) {
    return target_clauses[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
}

void require_transition(Call call, WindowState from, WindowState to) { require(call, from, to); }
void require_transition(Call call, TargetState from, TargetState to) { require(call, from, to); }

}  // namespace rmasim::newrma
