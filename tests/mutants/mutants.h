// Deliberate bugs in the protocol core, only for tests: mutants.json defines them, mutate.py compiles them into a copy
// of the core, and this header selects one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::mutants {

struct Mutant {
    std::string name;
    std::string clause;  // of SPEC.md
    std::string why;     // it is a bug
    bool seen = false;   // in a real implementation
    std::string family;  // whose worlds and random programs hunt it; empty: all worlds, New RMA's programs
};
extern const std::vector<Mutant> all_mutants;
extern const std::vector<std::string> all_worlds;  // of tests/explore/worlds, in the order they are tried

// The active mutant: its position in `all_mutants`, from 1; 0 for none.
inline int on = 0;

// How often a place of each mutant was executed, whether the mutant is active or not. One that is never executed
// cannot be found. Tests with threads count roughly.
inline constexpr std::size_t max_mutants = 1000;
inline std::array<std::uint64_t, max_mutants + 1> executed{};

// The condition at each place of a mutant.
template <int number>
inline bool active() {
    static_assert(number <= static_cast<int>(max_mutants));
    ++executed[static_cast<std::size_t>(number)];
    return on == number;
}

// A mutant is active while this object exists.
class Awake {
public:
    explicit Awake(int number) { on = number; }
    ~Awake() { on = 0; }
    Awake(const Awake&) = delete;
    Awake& operator=(const Awake&) = delete;
};

}  // namespace rmasim::mutants
