// The warning about a run whose number of packets grows with the square of the number of ranks.
#pragma once

#include "sim/scenario/model/scenario.h"

#include <optional>
#include <string>

namespace rmasim::sim {

// The call in which each rank sends to every other rank and that sends the most packets, with an estimate of this
// number.
struct SquaredPackets {
    std::string call;
    std::string location;  // a JSON path: "programs[0].calls[2].fence"
    double packets = 0;
};

// Estimates, before the run, the number of packets of calls in which each of many ranks sends to every other rank:
// fences of oldqueue and shm, LOCK_ALL of ch4, alltoall, and loops over all ranks that contain an operation or a send.
// Conditions are evaluated for one rank only. Returns nullopt if there is no such call, or if the estimate is less than
// ten million packets.
std::optional<SquaredPackets> squared_packets(const Scenario& scenario);
// Returns the text of the warning. Returns an empty string if squared_packets returns nullopt.
std::string warning_of_squared_packets(const Scenario& scenario);

}  // namespace rmasim::sim
