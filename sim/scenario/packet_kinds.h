// Kinds of packets by the names that scenarios and reports give them.
#pragma once

#include "protocol/base/packet.h"

#include <map>
#include <string>

namespace rmasim::sim {

// Every name the packet printer can print, and its kind_index.
const std::map<std::string, std::size_t>& packet_kinds();

inline constexpr const char* packet_kind_form =
    "a packet's kind, then its flags in the fixed order, such as \"PUT+LOCK.X+UNLOCK\"";

}  // namespace rmasim::sim
