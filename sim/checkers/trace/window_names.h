// The names of windows in a trace. In a scenario each window number has one name. A running program creates and frees
// windows, so successive windows may have the same number.
#pragma once

#include "protocol/base/types.h"

#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

class WindowNames {
public:
    void add(std::string name) { names_.push_back(std::move(name)); }
    // Records that a window is created. The window has this number at the ranks `members` until a later window with the
    // same number is created at these ranks.
    void window_created(WindowId number, const std::vector<Rank>& members, std::string name);

    const std::string& of(Rank rank, WindowId number) const {
        return at_.empty() ? names_[number] : names_[at_[static_cast<std::size_t>(rank)][number]];
    }

private:
    std::vector<std::string> names_;              // in scenarios, by window number
    std::vector<std::vector<std::size_t>> at_{};  // index in `names_`, by rank and window number; empty in scenarios
};

}  // namespace rmasim::sim
