#include "sim/timed/costs/nic_atomic_unit.h"

#include "sim/machine/platform/bandwidth.h"

#include <algorithm>

namespace rmasim::sim {

Time NicAtomicUnit::carry_out(const Packet& request, Time now, Time ready, Time duration) {
    std::erase_if(busy_, [now](const Busy& address) { return address.free <= now; });
    const auto same = std::find_if(busy_.begin(), busy_.end(), [&request](const Busy& address) {
        return address.window == request.window && address.disp == request.region.disp;
    });
    const Time end = later(same == busy_.end() ? ready : std::max(ready, same->free), duration);
    if (same == busy_.end()) busy_.push_back({request.window, request.region.disp, end});
    else same->free = end;
    return end;
}

}  // namespace rmasim::sim
