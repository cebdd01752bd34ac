#include "sim/scenario/families/alltoall_packets.h"

#include "protocol/base/collective.h"
#include "protocol/parts/collectives/collective_choice.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

bool alltoall_is_direct(const Family& family, const ProtocolSettings& settings, Call alltoall, Rank size,
                        std::uint64_t bytes) {
    if (blocking_form(alltoall) != Call::alltoall) return true;
    const std::string chosen = protocol_json(family, settings).at("collectives").at("alltoall");
    if (chosen == "mpich") return alltoall_of_mpich(alltoall, size, bytes) != AlltoallAlgorithm::bruck;
    return chosen != "bruck";
}

}  // namespace rmasim::sim
