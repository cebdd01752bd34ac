// How many native operations of a process its targets' NICs have not answered (CH4-NATIVE-2). What is flushed is an
// endpoint, one target with all windows, or the worker, everything.
#pragma once

#include "protocol/base/types.h"

#include <map>

namespace rmasim::ch4 {

class NativeCounts {
public:
    void sent(Rank target) {
        ++all_;
        ++by_target_[target];
    }
    void answered(Rank target) {
        --all_;
        const auto at = by_target_.find(target);
        if (--at->second == 0) by_target_.erase(at);
    }
    std::uint32_t all() const { return all_; }
    std::uint32_t of(Rank target) const {
        const auto at = by_target_.find(target);
        return at == by_target_.end() ? 0 : at->second;
    }
    const std::map<Rank, std::uint32_t>& by_target() const { return by_target_; }
    std::size_t bytes() const { return by_target_.size() * (sizeof(Rank) + sizeof(std::uint32_t) + 4 * sizeof(void*)); }

private:
    std::uint32_t all_ = 0;
    std::map<Rank, std::uint32_t> by_target_;  // none is 0
};

}  // namespace rmasim::ch4
