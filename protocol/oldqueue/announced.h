// Counts at a target for the end of an epoch: the origins that have announced the number of operations that they sent,
// the sum of these numbers, and the operations done so far (OQ-FENCE-2, OQ-PSCW-2).
#pragma once

#include <cstdint>
#include <vector>

namespace rmasim::oldqueue {

struct Announced {
    // For each origin, true if it has announced its number. Indexed by communicator rank in the window (fence), or by
    // index in the group of POST. Empty until the first announcement arrives. Only reports read this vector.
    std::vector<bool> heard;
    std::uint32_t heard_from = 0;
    std::uint64_t operations = 0;  // sum of the announced numbers
    std::uint64_t done = 0;        // operations done

    void note(std::size_t index, std::size_t size, std::uint32_t count) {
        if (heard.empty()) heard.assign(size, false);
        heard[index] = true;
        ++heard_from;
        operations += count;
    }
    bool all_done() const { return done == operations; }
    void clear() { *this = {}; }
};

}  // namespace rmasim::oldqueue
