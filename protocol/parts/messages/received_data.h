// Stores the data of a message or a collective call at the receiver.
#pragma once

#include "protocol/base/world.h"

#include <cstring>
#include <vector>

namespace rmasim {

// Stores received elements in the program's buffer. Handles of datatype handle_sync go to variables, even in worlds
// that keep no data. The caller keeps `data`.
inline void store_received(const World& world, Rank rank, const OriginBuffer& to, Datatype datatype,
                           std::uint32_t count, Payload data) {
    if (datatype != Datatype::handle_sync) return world.memory.scatter(rank, to, datatype, count, data);
    std::vector<std::int64_t> handles(count);
    if (count > 0) std::memcpy(handles.data(), data.bytes, count * sizeof(std::int64_t));
    world.memory.write_words(rank, to, handles);
}

}  // namespace rmasim
