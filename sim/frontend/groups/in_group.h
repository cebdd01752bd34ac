// Errors that say in which group they are.
#pragma once

#include "sim/scenario/json/errors.h"

#include <fmt/core.h>

#include <cstdint>

namespace rmasim::sim {

inline BadInput named_after(std::int64_t group, const BadInput& error) {
    BadInput named(fmt::format("group {}: {}", group, error.place), error.found, error.allowed);
    for (const BadInput& other : error.others) named.others.push_back(named_after(group, other));
    return named;
}

template <class Body>
auto in_group(std::int64_t group, Body body) {
    try {
        return body();
    } catch (const BadInput& error) {
        throw named_after(group, error);
    }
}

}  // namespace rmasim::sim
