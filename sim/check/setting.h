// The part of a world that the checker has to know.
#pragma once

#include "protocol/newrma/config.h"
#include "sim/scenario/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

struct Setting {
    Rank ranks = 1;
    std::vector<std::string> windows;  // their names
    newrma::Config protocol;

    WindowId window_count() const { return static_cast<WindowId>(windows.size()); }
    // A dense number for a rank and a window.
    std::size_t place(Rank rank, WindowId window) const {
        return static_cast<std::size_t>(rank) * windows.size() + window;
    }
    std::size_t places() const { return static_cast<std::size_t>(ranks) * windows.size(); }
};

Setting setting_of(const Scenario& scenario);

}  // namespace rmasim::sim
