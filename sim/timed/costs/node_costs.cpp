#include "sim/timed/costs/node_costs.h"

#include "sim/machine/platform/bandwidth.h"

namespace rmasim::sim {

NodeCosts::NodeCosts(const Costs& costs)
    : mutex_(from_ns(costs.mutex_ns)), mem_sync_(from_ns(costs.mem_sync_ns)),
      write_back_line_(from_ns(costs.write_back_line_ns)), invalidate_line_(from_ns(costs.invalidate_line_ns)),
      begin_(from_ns(costs.direct_ns)), small_bytes_(static_cast<std::uint32_t>(costs.direct_small_bytes)),
      medium_bytes_(static_cast<std::uint32_t>(costs.direct_medium_bytes)),
      small_fs_(femtoseconds_per_byte(costs.direct_small_gbps * bytes_per_second_of_gbps)),
      medium_fs_(femtoseconds_per_byte(costs.direct_medium_gbps * bytes_per_second_of_gbps)),
      large_fs_(femtoseconds_per_byte(costs.direct_large_gbps * bytes_per_second_of_gbps)) {}

Work NodeCosts::access_directly(std::uint32_t bytes) const {
    const std::int64_t per_byte = bytes <= small_bytes_ ? small_fs_ : bytes <= medium_bytes_ ? medium_fs_ : large_fs_;
    return {Cause::copy, transfer_time(bytes, per_byte)};
}

}  // namespace rmasim::sim
