// A line on standard error that says how far an exploration is; only where somebody looks at a terminal.
#pragma once

#include "sim/explore/exploration.h"

#include <chrono>

namespace rmasim::sim {

class ProgressLine {
public:
    explicit ProgressLine(std::uint64_t limit);

    bool wanted() const { return wanted_; }
    // `done`: between 0 and 1, an estimate.
    void show(const Exploration& found, double done);
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    bool wanted_;
    bool shown_ = false;
    std::uint64_t limit_;
    Clock::time_point began_ = Clock::now();
    Clock::time_point last_ = began_;
};

}  // namespace rmasim::sim
