// The writer of instructions as calls of a scenario, in JSON. It is the inverse of the compiler of call lists, except
// for control flow.
#pragma once

#include "sim/scenario/json/json.h"
#include "sim/scenario/model/program.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// The names of a scenario, by number.
struct WrittenNames {
    std::size_t windows = 0;  // spaces with a lower number are windows, all others are buffers
    std::function<std::string(SpaceId)> space;
    std::function<std::string(WindowId)> communicator;
    std::function<std::string(Slot)> variable;
    std::function<std::string(Slot)> flag;
    std::function<std::string(std::uint32_t)> reduction{};  // operators; empty if the scenario has none
};

// The part of a call that its instruction does not have.
struct WrittenCall {
    ArgumentSet arguments{};  // the arguments that the JSON has; the other arguments have their defaults
    // The texts of expressions that are neither constants nor variables, and of wildcards. Several texts of an argument
    // are those of the elements of a list.
    std::vector<std::pair<Argument, std::string>> texts{};
};

// Returns an object such as {"put": {"win": "w", "target": 1}}. Throws std::logic_error for control flow, and for an
// expression without a text.
Json write_call(const Instruction& at, const WrittenCall& call, const WrittenNames& names);

}  // namespace rmasim::sim
