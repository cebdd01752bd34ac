// The state diagram of a family's windows or target elements: the transitions that its core allows. Reports and
// pictures read it. The core throws ProtocolError for any other transition.
#pragma once

#include <span>
#include <string_view>

namespace rmasim {

// A transition of a state diagram.
struct StateStep {
    std::string_view from;
    std::string_view to;
    std::string_view clause;  // the clause of SPEC.md that allows it
    std::string_view cause;   // "FENCE with NOSUCCEED", "the last POST"
};

// The states of one kind of object (windows, exposures or target elements), and the allowed transitions between these
// states.
struct StateDiagram {
    std::string_view of;     // "window"
    std::string_view begin;  // the first state
    std::span<const StateStep> steps;
};

}  // namespace rmasim
