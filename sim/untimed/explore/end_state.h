// A digest of the state at the end of a run: window contents and variables, except variables that hold requests.
#pragma once

#include "sim/untimed/world/untimed_world.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

// Variables of a program that hold request numbers. Threads get these in the order of their calls, which has no meaning
// to the program, so they must not count as a difference.
std::vector<bool> request_slots(const Program& program);

class EndStateDigest {
public:
    explicit EndStateDigest(const Scenario& scenario);
    // `world` has no moves left.
    std::uint64_t of(const UntimedWorld& world);

private:
    void add(std::uint64_t word) { words_.push_back(word); }
    void add_variables(const Thread& thread);

    const Scenario& scenario_;
    std::vector<std::vector<std::vector<bool>>> holds_request_;  // by program, thread, slot
    std::vector<std::uint64_t> words_;
};

}  // namespace rmasim::sim
