// The repairs of rules for MPI programs, for notes of results.
#pragma once

#include <string>
#include <string_view>

namespace rmasim::sim {

// Returns the repair of the rule of a section, and the link to its page: "fix: call MPI_Win_free ...; see ...".
std::string fix_and_link_of(std::string_view section);

}  // namespace rmasim::sim
