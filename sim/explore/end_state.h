// What a run leaves behind, as a number: window contents and variables, request numbers apart.
#pragma once

#include "sim/untimed/untimed_world.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

class EndStateDigest {
public:
    explicit EndStateDigest(const Scenario& scenario);
    // Of a world in which nothing moves any more.
    std::uint64_t of(const UntimedWorld& world);

private:
    void add(std::uint64_t word) { words_.push_back(word); }
    void add_variables(const Thread& thread);

    const Scenario& scenario_;
    std::vector<std::vector<std::vector<bool>>> holds_request_;  // by program, thread, slot
    std::vector<std::uint64_t> words_;
};

}  // namespace rmasim::sim
