#include "sim/checkers/findings/violation.h"

#include <array>

namespace rmasim::sim::check {

std::string_view name_of(Invariant invariant) {
    constexpr std::array<std::string_view, 12> names{
        "operations are applied once",  "an exclusive lock excludes others",
        "grants answer requests",       "locks are granted in order",
        "elements are conserved",       "nothing happens outside its epoch",
        "accumulates keep their order", "data leave before operations are complete",
        "requests signal once",         "counters count signals",
        "nothing outlives its window",  "agents access only shared memory"};
    return names.at(static_cast<std::size_t>(invariant));
}

}  // namespace rmasim::sim::check
