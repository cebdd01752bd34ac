// Kinds of packets by the names that scenarios and reports give them.
#pragma once

#include "protocol/base/packet.h"

#include <optional>
#include <string_view>

namespace rmasim::sim {

// The kind_index of a name as the packet printer prints it; none for any other text.
std::optional<std::size_t> packet_kind_index(std::string_view name);

inline constexpr const char* packet_kind_form =
    "a packet's kind, then its flags in the fixed order, such as \"PUT+LOCK.X+UNLOCK\"";

}  // namespace rmasim::sim
