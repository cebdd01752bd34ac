// The report of a message that was not received when all programs have ended: the calls that may have sent it, and the
// program that ends without its RECV. Processes have neither, so this searches the programs for the SENDs:
//
//     rank 1: recv at the end of programs[1]: nobody has received the message that rank 0 sent to rank 1 with tag 3, at
//     programs[0].calls[1].send
#pragma once

#include "protocol/base/errors.h"
#include "sim/scenario/model/scenario.h"

#include <string>

namespace rmasim::sim {

struct MissingReceive {
    std::string location;  // "the end of programs[1]"
    std::string rule;
};
MissingReceive unmatched_message(const Scenario& scenario, const UnreceivedMessage& error);

}  // namespace rmasim::sim
