// The operators that random programs define for their reductions.
#pragma once

#include "protocol/base/operation.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace rmasim::fuzz {

struct RandomOperator {
    std::string_view name, expression;  // as in the scenario
    bool commutative;
    std::int64_t (*of)(std::int64_t lower, std::int64_t upper);  // the same function, for the sequential model
};

// A number 256 f + s stands for the function that maps x to f x + s, modulo 256. "compose" applies the function of
// lower ranks first. Elements are not negative.
inline constexpr std::array<RandomOperator, 3> random_operators{{
    {"last", "b", false, [](std::int64_t, std::int64_t upper) { return upper; }},
    {"compose", "(a / 256) * (b / 256) % 256 * 256 + ((b / 256) * (a % 256) + b % 256) % 256", false,
     [](std::int64_t lower, std::int64_t upper) {
         const std::int64_t factor = (lower >> 8) * (upper >> 8) & 255;
         return factor << 8 | (((upper >> 8) * (lower & 255) + (upper & 255)) & 255);
     }},
    {"larger", "max(a, b)", true, [](std::int64_t lower, std::int64_t upper) { return lower > upper ? lower : upper; }},
}};

inline UserOperator user_operator(std::uint32_t number) { return {number, random_operators[number].commutative}; }

// Returns all operators as in the scenario.
inline nlohmann::ordered_json written_operators() {
    nlohmann::ordered_json all = nlohmann::ordered_json::object();
    for (const RandomOperator& one : random_operators) {
        all[std::string(one.name)] = {{"value", one.expression}, {"commutative", one.commutative}};
    }
    return all;
}

}  // namespace rmasim::fuzz
