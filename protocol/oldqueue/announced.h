// The end of an epoch by counts: who has said that its operations are all, how many they are, how many are done
// (OQ-FENCE-2, OQ-PSCW-2).
#pragma once

#include <cstdint>
#include <vector>

namespace rmasim::oldqueue {

struct Announced {
    // By place in the window's group, or by position in that of POST; empty until the first has been heard. Only
    // reports read it.
    std::vector<bool> heard;
    std::uint32_t heard_from = 0;
    std::uint64_t operations = 0;  // announced
    std::uint64_t done = 0;

    void note(std::size_t place, std::size_t size, std::uint32_t count) {
        if (heard.empty()) heard.assign(size, false);
        heard[place] = true;
        ++heard_from;
        operations += count;
    }
    bool all_done() const { return done == operations; }
    void clear() { *this = {}; }
};

}  // namespace rmasim::oldqueue
