// Errors that name the group in which they occur.
#pragma once

#include "sim/scenario/json/errors.h"

#include <fmt/core.h>

#include <cstdint>

namespace rmasim::sim {

// The error and its `others`, with "group 17: " before each location.
inline BadInput named_after(std::int64_t group, const BadInput& error) {
    BadInput named(fmt::format("group {}: {}", group, error.location), error.found, error.allowed);
    for (const BadInput& other : error.others) named.others.push_back(named_after(group, other));
    return named;
}

// Calls `body`. If `body` raises an error, adds the group to the error.
template <class Body>
auto in_group(std::int64_t group, Body body) {
    try {
        return body();
    } catch (const BadInput& error) {
        throw named_after(group, error);
    }
}

}  // namespace rmasim::sim
