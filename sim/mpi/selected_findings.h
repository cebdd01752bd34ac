// Which findings of a running program a report has. Each pair of places counts once: a compiler may have made several
// accesses of one statement.
#pragma once

#include "sim/timed/outcome.h"

#include <cstddef>
#include <string>
#include <vector>

namespace rmasim::sim::semantics {

struct Suppression {
    enum class Of : std::uint8_t { file, function };
    Of of = Of::file;
    std::string name;  // "halo.c", "fill"
};

// Lines such as "file:halo.c", "function:fill"; empty ones, and those that begin with '#', say nothing. `path`: for
// errors. Raises BadInput.
std::vector<Suppression> suppressions_in(const std::string& text, const std::string& path);

// Findings go of which one access is at a suppressed place; of the others the first `most` are kept.
void select(Report& report, const std::vector<Suppression>& suppressions, std::size_t most);

}  // namespace rmasim::sim::semantics
