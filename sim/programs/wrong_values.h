// Records loads that returned another value than the one that the key `expect` of the load specifies.
#pragma once

#include "sim/programs/thread.h"

#include <string>
#include <vector>

namespace rmasim::sim {

struct WrongValue {
    std::string who;    // for example "rank 1"
    std::string location;  // for example "programs[1].calls[2].load"
    std::int64_t expected = 0;
    std::int64_t got = 0;
};

class WrongValues {
public:
    void add(const Thread& thread, std::int64_t expected, std::int64_t got) {
        ++count_;
        if (first_.size() == max_kept) return;
        first_.push_back({thread.name(), thread.program->locations[thread.location], expected, got});
    }
    void clear() {
        first_.clear();
        count_ = 0;
    }

    std::uint64_t count() const { return count_; }
    // The first wrong values, in the order of the loads.
    const std::vector<WrongValue>& first() const { return first_; }

private:
    static constexpr std::size_t max_kept = 100;
    std::uint64_t count_ = 0;
    std::vector<WrongValue> first_;
};

}  // namespace rmasim::sim
