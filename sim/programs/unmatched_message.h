// Reports a message that has not been received when all programs have ended. The report names the calls that may have
// sent the message, and the program that ends without a RECV for it. Processes do not record the SENDs of messages, so
// the functions search the programs for them. Example:
//
//     rank 1: recv at the end of programs[1]: nobody has received the message that rank 0 sent to rank 1 with tag 3, at
//     programs[0].calls[1].send
#pragma once

#include "protocol/base/errors.h"
#include "sim/scenario/model/scenario.h"

#include <string>

namespace rmasim::sim {

struct MissingReceive {
    std::string location;  // for example "the end of programs[1]"
    std::string rule;
};
MissingReceive unmatched_message(const Scenario& scenario, const UnreceivedMessage& error);

}  // namespace rmasim::sim
