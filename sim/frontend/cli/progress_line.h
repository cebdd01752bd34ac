// A progress bar of an exploration on standard error, only if that is a terminal.
#pragma once

#include "sim/untimed/explore/exploration.h"

#include <chrono>

namespace rmasim::sim {

class ProgressLine {
public:
    explicit ProgressLine(std::uint64_t limit);

    bool wanted() const { return wanted_; }
    // `done`: estimated fraction, 0 to 1.
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
