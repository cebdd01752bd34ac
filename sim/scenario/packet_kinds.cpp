#include "sim/scenario/packet_kinds.h"

namespace rmasim::sim {

const std::map<std::string, std::size_t>& packet_kinds() {
    static const std::map<std::string, std::size_t> kinds = [] {
        std::map<std::string, std::size_t> names;
        for (std::size_t index = 0; index < kind_index_count; ++index) {
            names.emplace(kind_name(static_cast<PacketKind>(index / packet_flag_sets),
                                    static_cast<PacketFlag>(index % packet_flag_sets)),
                          index);
        }
        return names;
    }();
    return kinds;
}

}  // namespace rmasim::sim
