// What an erroneous program may show: a value that differs between two executions. These differ in the order of steps,
// or, in the separate memory model, in when a copy of a window got an update.
#pragma once

#include "protocol/base/types.h"

#include <cstdint>
#include <optional>
#include <string>

namespace rmasim::sim::semantics {

struct Witness {
    Rank rank = no_rank;
    std::optional<std::uint32_t> thread;  // of a variable, unless it is the only thread of its rank
    std::string place;                    // the statement that wrote the variable; empty: memory ...
    std::string memory;                   // ... such as "window \"w\"", "buffer \"b\"", ...
    std::uint64_t first_byte = 0, end_byte = 0;
    std::string one, other;  // ... its bytes in hexadecimal; of a variable a number
};
std::string text_of(const Witness& witness);

}  // namespace rmasim::sim::semantics
