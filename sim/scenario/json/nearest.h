// Suggestions for misspelt names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rmasim::sim {

// `one of "a", "b"`, followed by `; did you mean "a"?` if one of them is close to `written`, or what MPI calls so.
std::string names_allowed(std::string_view written, std::span<const std::string_view> names);

}  // namespace rmasim::sim
