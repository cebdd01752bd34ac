// Options that 0.2.0 renamed. Their spellings of 0.1.0 are still accepted, but neither the help nor the completion
// shows them. To be removed with the version after 0.2. analysis/rmasim_analysis/old_spellings.py has those of Python.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

struct OldSpelling {
    std::string_view subcommand, before, now;
};

inline constexpr std::array old_spellings{
    OldSpelling{"run", "--check", "--check-invariants"},
    OldSpelling{"run", "--by", "--breakdown"},
    OldSpelling{"run", "--part", "--shard"},
    OldSpelling{"explore", "--part", "--shard"},
    OldSpelling{"fuzz", "--part", "--shard"},
};

// The arguments after the program's name, with `--by=rank` as `--breakdown=rank`. What follows `--` is not an option.
std::vector<std::string> with_new_spellings(int argc, const char* const* argv);

}  // namespace rmasim::sim
