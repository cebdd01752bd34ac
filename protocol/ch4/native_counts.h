// How many native operations of a process its targets' NICs have not answered (CH4-NATIVE-2). What is flushed is an
// endpoint, one target with all windows, or the worker, everything.
#pragma once

#include "protocol/base/types.h"

#include <cstddef>
#include <map>
#include <tuple>

namespace rmasim::ch4 {

class NativeCounts {
public:
    // Of one window and target. Flushes do not ask for the window; reports say for which one a flush waits.
    struct Pair {
        Rank target = no_rank;
        WindowId window = 0;
        friend bool operator<(const Pair& one, const Pair& other) {
            return std::tie(one.target, one.window) < std::tie(other.target, other.window);
        }
    };

    void sent(Pair pair) {
        ++all_;
        ++by_pair_[pair];
    }
    void answered(Pair pair) {
        --all_;
        const auto at = by_pair_.find(pair);
        if (--at->second == 0) by_pair_.erase(at);
    }
    std::uint32_t all() const { return all_; }
    std::uint32_t of(Rank target) const {
        std::uint32_t count = 0;
        for (auto at = by_pair_.lower_bound({target, 0}); at != by_pair_.end() && at->first.target == target; ++at) {
            count += at->second;
        }
        return count;
    }
    const std::map<Pair, std::uint32_t>& by_pair() const { return by_pair_; }
    std::size_t bytes() const { return by_pair_.size() * (sizeof(Pair) + sizeof(std::uint32_t) + 4 * sizeof(void*)); }

private:
    std::uint32_t all_ = 0;
    std::map<Pair, std::uint32_t> by_pair_;  // none is 0
};

}  // namespace rmasim::ch4
