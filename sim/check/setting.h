// The part of a world that the checker has to know.
#pragma once

#include "protocol/newrma/config.h"
#include "protocol/newrma/packets.h"
#include "sim/input/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim::check {

struct Setting {
    Rank ranks = 1;
    std::vector<std::string> windows;  // their names
    newrma::Config protocol;
    std::vector<bool> shared{};  // by window: the ranks of a node touch it directly
    Rank ranks_per_node = 1;
    const PacketVocabulary* packets = &newrma::packet_vocabulary;

    WindowId window_count() const { return static_cast<WindowId>(windows.size()); }
    bool is_direct(Rank rank, Rank target, WindowId window) const {
        return window < shared.size() && shared[window] && rank / ranks_per_node == target / ranks_per_node;
    }
    // A dense number for a rank and a window.
    std::size_t place(Rank rank, WindowId window) const {
        return static_cast<std::size_t>(rank) * windows.size() + window;
    }
    std::size_t places() const { return static_cast<std::size_t>(ranks) * windows.size(); }
};

Setting setting_of(const Scenario& scenario);

}  // namespace rmasim::sim::check
