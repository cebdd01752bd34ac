// Random stores, updates and calls, played on memmodel::Copies and on a reference model of it: whole arrays for each
// copy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rmasim::memmodel_test {

// What differs, and after how many steps; none if nothing does.
std::optional<std::string> copies_differ(std::uint64_t seed);

}  // namespace rmasim::memmodel_test
