#include "sim/mpi/accesses/polling.h"

#include <algorithm>
#include <cstring>

namespace rmasim::sim {

const void* Polling::load(const HookedAccess& access) {
    Load now{access.first, std::min<std::size_t>(access.bytes, 16), access.returns_to};
    std::memcpy(now.value.data(), reinterpret_cast<const void*>(static_cast<std::uintptr_t>(access.first)), now.bytes);
    const void* polled = nullptr;
    const auto before =
        std::ranges::find_if(loads_, [&](const Load& one) { return one.first == now.first && one.bytes == now.bytes; });
    if (before != loads_.end()) {
        if (before->value != now.value) polled = before->returns_to;
        loads_.erase(before);
    } else if (loads_.size() == max_loads) {
        loads_.erase(loads_.begin());
    }
    loads_.push_back(now);
    return polled;
}

bool may_be_in_poll(std::string_view mpi_function) {
    constexpr std::array<std::string_view, 8> some{"MPI_Iprobe",    "MPI_Improbe",  "MPI_Test",        "MPI_Win_sync",
                                                   "MPI_Win_flush", "MPI_Win_test", "MPI_Request_get", "MPI_Wtime"};
    return std::ranges::any_of(some, [&](std::string_view one) { return mpi_function.starts_with(one); });
}

}  // namespace rmasim::sim
