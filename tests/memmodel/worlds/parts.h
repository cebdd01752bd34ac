// Parts of generated worlds, as text.
#pragma once

#include "tests/memmodel/worlds/world.h"

#include <string>
#include <string_view>
#include <vector>

namespace rmasim::memmodel_worlds {

// The rank of the second access. The first access is an operation of rank 0 on rank 1, the owner. `origin`: the second
// access is another operation of rank 0. `owner`: the second access is by the owner, as an operation on its own window,
// a load or a store.
enum class By : std::uint8_t { origin, owner };

struct Pair {
    std::string_view first, second;
    By by = By::owner;
    bool same_bytes = true;
};
std::vector<Pair> all_pairs();
inline bool is_local(std::string_view access) { return access == "load" || access == "store"; }

// Returns the text of an access. The initial value of both words is 3. `nth` is 0 or 1.
std::string access_of(std::string_view kind, bool first_word, int nth);

using Calls = std::vector<std::string>;
Calls joined(Calls one, const Calls& other);
std::string list(const Calls& calls);

// Adds worlds with synchronisation counters, without epochs.
void add_counters(std::string_view model, std::vector<World>& worlds);

}  // namespace rmasim::memmodel_worlds
