// Mutants: deliberate bugs in the protocol core, only for tests. mutants.json defines the mutants, mutate.py compiles
// them into a copy of the core, and this header activates one of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::mutants {

struct Mutant {
    std::string name;
    std::string clause;  // clause of SPEC.md that the bug violates
    std::string why;     // the reason why it is a bug
    bool seen = false;   // true if a real implementation had this bug
    std::string family;  // The hunt uses worlds and random programs of this family. If empty, it uses all worlds, and
                         // programs of New RMA.
};
extern const std::vector<Mutant> all_mutants;
extern const std::vector<std::string> all_worlds;  // of tests/explore/worlds, in the order of the hunt

// The active mutant: its index in `all_mutants`, from 1. Zero if no mutant is active.
inline int on = 0;

// For each mutant: how often its locations were executed, even if the mutant was not active. If this number is 0, no
// test can find the mutant. The number is approximate in tests with threads.
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
