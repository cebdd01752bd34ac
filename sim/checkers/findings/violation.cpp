#include "sim/checkers/findings/violation.h"

#include <array>

namespace rmasim::sim::check {

std::string_view name_of(Invariant invariant) {
    constexpr std::array<std::string_view, 12> names{
        "operations are applied once",   "an exclusive lock excludes others",
        "lock grants answer requests",   "locks are granted in order",
        "pool elements are conserved",   "nothing happens outside its epoch",
        "accumulates keep their order",  "an operation is complete only after its data have left",
        "each request sends one signal", "each signal lowers a counter once",
        "nothing uses a freed window",   "agents access only shared memory"};
    return names.at(static_cast<std::size_t>(invariant));
}

}  // namespace rmasim::sim::check
