// The states of a family's windows or target elements, and the steps between them, as its core allows them. Reports and
// pictures read them; the core raises ProtocolError for any other step.
#pragma once

#include <span>
#include <string_view>

namespace rmasim {

struct StateStep {
    std::string_view from;
    std::string_view to;
    std::string_view clause;  // of SPEC.md, that allows it
    std::string_view cause;   // "FENCE with NOSUCCEED", "the last POST"
};

struct StateDiagram {
    std::string_view of;     // "window"
    std::string_view begin;  // the first state
    std::span<const StateStep> steps;
};

}  // namespace rmasim
