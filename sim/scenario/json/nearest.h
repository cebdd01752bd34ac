// Suggestions for misspelt names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rmasim::sim {

// The text `one of "a", "b"`. `; did you mean "a"?` follows if a name is close to `written`, or if `written` is MPI's
// word for the name.
std::string names_allowed(std::string_view written, std::span<const std::string_view> names);

}  // namespace rmasim::sim
