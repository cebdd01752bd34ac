#include "sim/checkers/findings/violation.h"

#include <array>

namespace rmasim::sim::check {

std::string_view name_of(Invariant invariant) {
    constexpr std::array<std::string_view, 12> names{
        "operations are applied once",
        "an exclusive lock is alone",
        "grants are asked for",
        "locks are granted in their order",
        "elements are conserved",
        "epochs are kept",
        "accumulates keep their order",
        "data leave before operations are complete",
        "requests signal once",
        "counters count signals",
        "nothing outlives its window",
        "agents stay within reach"};
    return names.at(static_cast<std::size_t>(invariant));
}

}  // namespace rmasim::sim::check
