// The packet vocabularies of the families, for scenarios.
#pragma once

#include "protocol/base/packet_vocabulary.h"
#include "sim/input/model/scenario.h"

#include <string_view>

namespace rmasim::sim {

// Of the scenario's family.
const PacketVocabulary& packets_of(const Scenario& scenario);

// Whether some family prints a packet's kind and flags so. One file may be run with several families, so a scenario may
// name packets that its own family has not.
bool is_packet_name(std::string_view name);

inline constexpr const char* packet_kind_form =
    "a packet's kind, then its flags in the fixed order, such as \"PUT+LOCK.X+UNLOCK\"";

}  // namespace rmasim::sim
