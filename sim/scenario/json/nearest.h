// Suggestions for misspelt names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rmasim::sim {

// `one of "a", "b"`. If a name is close to `written`, or if `written` is MPI's word for it, `; did you mean "a"?`
// follows.
std::string names_allowed(std::string_view written, std::span<const std::string_view> names);

}  // namespace rmasim::sim
