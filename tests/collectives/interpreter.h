// Executes the schedules of all processes of a collective call, without a simulator. The order in which processes
// continue is random. Elements have the reduction `composed`, which is associative and not commutative.
#pragma once

#include "protocol/collectives/schedule.h"
#include "protocol/collectives/shape.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::schedules {

// The function x -> factor x + summand, modulo 2^64.
struct Element {
    std::uint64_t factor = 1, summand = 0;
    bool operator==(const Element&) const = default;
};
// `lower` first, then `upper`.
constexpr Element composed(const Element& lower, const Element& upper) {
    return {lower.factor * upper.factor, upper.factor * lower.summand + upper.summand};
}
// Adds; for algorithms that need a commutative reduction.
constexpr Element added(const Element& lower, const Element& upper) {
    return {lower.factor + upper.factor, lower.summand + upper.summand};
}
using Operator = Element (*)(const Element& lower, const Element& upper);

using Elements = std::vector<std::optional<Element>>;  // nullopt: undefined

// The results and packets of a call. `error` is empty if all processes have executed their schedules.
struct Executed {
    std::vector<Elements> outputs;  // by process
    std::uint64_t packets = 0, elements = 0;
    std::string error;
};

// Builds the schedule of a process.
using BuilderOf = std::function<Schedule(Rank rank)>;
Executed execute(Rank size, const BuilderOf& builder, const std::vector<Elements>& inputs, Operator reduction,
                 std::uint64_t seed);

}  // namespace rmasim::schedules
