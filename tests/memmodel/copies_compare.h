// Compares memmodel::Copies with a reference model, for random stores, updates and calls. The reference model has a
// whole array for each copy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rmasim::memmodel_test {

// Returns the first difference, and the number of steps before it. Returns nullopt if there is no difference.
std::optional<std::string> copies_differ(std::uint64_t seed);

}  // namespace rmasim::memmodel_test
