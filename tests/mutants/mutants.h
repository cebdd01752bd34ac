// Deliberate bugs in the protocol core, only for tests. mutants.json defines them, mutate.py compiles them into a copy
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
    std::string why;     // the reason why it is a bug
    bool seen = false;   // true if a real implementation had it
    std::string family;  // worlds and random programs of this family are used; empty: all worlds, New RMA's programs
};
extern const std::vector<Mutant> all_mutants;
extern const std::vector<std::string> all_worlds;  // of tests/explore/worlds, in the order of the hunt

// The active mutant: its index in `all_mutants`, from 1. 0: none.
inline int on = 0;

// The number of executions of each mutant's locations, whether the mutant is active or not. A mutant that is never
// executed cannot be found. The number is approximate in tests with threads.
inline constexpr std::size_t max_mutants = 1000;
inline std::array<std::uint64_t, max_mutants + 1> executed{};

// The condition at each location of a mutant.
template <int number>
inline bool active() {
    static_assert(number <= static_cast<int>(max_mutants));
    ++executed[static_cast<std::size_t>(number)];
    return on == number;
}

// Activates a mutant while this object exists.
class Awake {
public:
    explicit Awake(int number) { on = number; }
    ~Awake() { on = 0; }
    Awake(const Awake&) = delete;
    Awake& operator=(const Awake&) = delete;
};

}  // namespace rmasim::mutants
