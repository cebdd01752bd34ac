// A digest of the state at the end of a run: window contents and variables, except variables that hold requests.
#pragma once

#include "sim/untimed/world/untimed_ranks.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

// Returns a flag for each variable of a program: true if the variable holds the number of an MPI request. These numbers
// depend on the order in which threads call MPI functions, and they have no meaning to the program. So end states that
// differ only in such numbers must be equal.
std::vector<bool> request_slots(const Program& program);

class EndStateDigest {
public:
    explicit EndStateDigest(const Scenario& scenario);
    // Returns the digest of the state of `world`, which must have no enabled moves.
    std::uint64_t of(const UntimedRanks& world);

private:
    void add(std::uint64_t word) { words_.push_back(word); }
    void add_variables(const Thread& thread);

    const Scenario& scenario_;
    std::vector<std::vector<std::vector<bool>>> holds_request_;  // by program, thread, slot
    std::vector<std::uint64_t> words_;
};

}  // namespace rmasim::sim
