// Deliberate bugs of the protocol core, for the tests only: mutants.json has them, mutate.py compiles them into a copy
// of the core, and this chooses one.
#pragma once

#include <string>
#include <vector>

namespace rmasim::mutants {

struct Mutant {
    std::string name;
    std::string clause;  // of SPEC.md
    std::string why;     // it is a bug
    bool seen = false;   // in a real implementation
};
extern const std::vector<Mutant> all_mutants;
extern const std::vector<std::string> all_worlds;  // of tests/explore/worlds, in the order they are tried

// The one at work: its place in `all_mutants`, from 1; 0: none.
inline int on = 0;

// While it lives, a mutant is at work.
class Awake {
public:
    explicit Awake(int number) { on = number; }
    ~Awake() { on = 0; }
    Awake(const Awake&) = delete;
    Awake& operator=(const Awake&) = delete;
};

}  // namespace rmasim::mutants
