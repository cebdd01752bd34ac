// The numbers of native operations of a process that its targets' NICs have not answered (CH4-NATIVE-2). A native
// operation is executed by the target's NIC. Under UCX, a flush covers the operations of an endpoint (one target, in
// all windows) or of the worker (all targets, in all windows).
#pragma once

#include "protocol/base/types.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace rmasim::ch4 {

class NativeCounts {
public:
    // A target in one window. Flushes of an endpoint ignore the window; only reports need it.
    struct Pair {
        Rank target = no_rank;
        WindowId window = 0;
        friend auto operator<=>(const Pair&, const Pair&) = default;
    };
    struct Count {
        Pair pair;
        std::uint32_t count = 0;
    };

    void sent(Pair pair) {
        ++all_;
        const auto at = position_of(pair);
        if (at != by_pair_.end() && at->pair == pair) ++at->count;
        else by_pair_.insert(at, {pair, 1});
    }
    void answered(Pair pair) {
        --all_;
        const auto at = position_of(pair);
        if (--at->count == 0) by_pair_.erase(at);
    }
    std::uint32_t all() const { return all_; }
    std::uint32_t of(Rank target) const {
        std::uint32_t count = 0;
        for (auto at = position_of({target, 0}); at != by_pair_.end() && at->pair.target == target; ++at) {
            count += at->count;
        }
        return count;
    }
    // Returns the counts, ascending by target, then by window.
    const std::vector<Count>& by_pair() const { return by_pair_; }
    std::size_t bytes() const { return by_pair_.capacity() * sizeof(Count); }

private:
    static bool is_before(const Count& count, Pair pair) { return count.pair < pair; }
    std::vector<Count>::iterator position_of(Pair pair) {
        return std::lower_bound(by_pair_.begin(), by_pair_.end(), pair, is_before);
    }
    std::vector<Count>::const_iterator position_of(Pair pair) const {
        return std::lower_bound(by_pair_.begin(), by_pair_.end(), pair, is_before);
    }

    std::uint32_t all_ = 0;
    std::vector<Count> by_pair_;  // ascending by pair, without zeros
};

}  // namespace rmasim::ch4
