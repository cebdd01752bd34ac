// The names that a trace has for windows. In a scenario each number has one; windows of a running program come and go,
// and one after the other has the same number.
#pragma once

#include "protocol/base/types.h"

#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

class WindowNames {
public:
    void add(std::string name) { names_.push_back(std::move(name)); }
    // A window that comes: it has this number at these ranks, until the next one there.
    void came(WindowId number, const std::vector<Rank>& members, std::string name);

    const std::string& of(Rank rank, WindowId number) const {
        return at_.empty() ? names_[number] : names_[at_[static_cast<std::size_t>(rank)][number]];
    }

private:
    std::vector<std::string> names_;              // of a scenario: by number
    std::vector<std::vector<std::size_t>> at_{};  // which name, by rank and number; empty in scenarios
};

}  // namespace rmasim::sim
