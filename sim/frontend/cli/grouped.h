// Numbers for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rmasim::sim {

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);
// "at least 3360" as "at least 3,360": what was expected or found. A text without a whole number stays as it is.
std::string grouped_figure(const std::string& text);
// The noun alone: "run" for one, otherwise "runs"; `many` where the plural is not `one` with an s.
std::string noun(std::uint64_t number, std::string_view one, std::string_view many = {});
// "1 run", "2 runs".
std::string counted(std::uint64_t number, std::string_view one, std::string_view many = {});

}  // namespace rmasim::sim
