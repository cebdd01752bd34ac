// Selects the findings that the report of a program contains.
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

// Parses lines such as "file:halo.c" and "function:fill". Empty lines and lines that begin with '#' are ignored. Raises
// BadInput for any other line; `path` is the file's name in the error.
std::vector<Suppression> suppressions_in(const std::string& text, const std::string& path);

// Removes all findings that have an access at a suppressed location. Keeps the first `max` of the other findings.
void select(Report& report, const std::vector<Suppression>& suppressions, std::size_t max);

}  // namespace rmasim::sim::semantics
