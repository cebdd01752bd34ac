// Misspelt names.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rmasim::sim {

// `one of "a", "b"`, and where one of them is close to `written`: `; did you mean "a"?`
std::string names_allowed(std::string_view written, std::span<const std::string_view> names);

}  // namespace rmasim::sim
