// Descriptions of packets, from the tables of their family (protocol/*/packets.h).
#pragma once

#include "protocol/base/packet_vocabulary.h"

#include <string>

namespace rmasim::sim {

// Returns the effect of a packet's kind and flags. `name` is a printed name such as "PUT+UNLOCK". Returns an empty text
// for a name that the family does not have.
std::string words_of_packet(const PacketVocabulary& packets, const std::string& name);

}  // namespace rmasim::sim
