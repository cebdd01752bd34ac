// Assigns memory to windows and buffers: contiguous memory, pages, a node's shared memory, or memory of another space.
#include "sim/machine/arena/arena.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/scenario/json/errors.h"


namespace rmasim::sim {

WindowMemory::Area WindowMemory::area_of(const WindowSettings& space) const {
    Area area;
    area.bytes_of = space.bytes;
    area.disp_unit = space.disp_unit;
    area.alloc_mem = space.alloc_mem;
    area.shared = space.shared;
    area.over = space.over;
    area.dynamic = space.dynamic;
    area.by_call = space.by_call;
    area.existing.assign(space.by_call ? ranks_ : 0, false);
    return area;
}

// Makes the area use the memory of the space that contains it (Area::over).
void WindowMemory::lay_out_over(Area& area) const {
    const Area& under = areas_[area.over->space];
    area.stride = under.stride;
    area.sparse = under.sparse;
    if (under.bytes != nullptr) area.bytes = under.bytes + area.over->disp_bytes;
}

void WindowMemory::lay_out(SpaceId id, const WindowSettings& window, std::uint64_t max_dense) {
    Area& area = areas_[id];
    const std::uint64_t max = window.bytes.max();
    if (window.shared) {
        area.bytes = machine_->part(id);
        area.stride = machine_->bytes_per_rank(id);
        return;
    }
    area.stride = max;
    if (max <= max_dense && allocate(area)) return;
    // Each rank's segment begins at a page, so that no page belongs to two ranks.
    area.stride = (max + page_bytes - 1) / page_bytes * page_bytes;
    area.sparse = std::make_shared<SparseBytes>();
    constexpr std::uint64_t max_addresses = std::uint64_t{1} << 62;
    if (area.stride <= max_addresses / ranks_) return;
    throw BadInput((id < windows_ ? "windows." : "buffers.") + window.name + ".bytes",
                   std::to_string(max) + " bytes on each of " + std::to_string(ranks_) + " ranks",
                   "at most 2^62 bytes in all, or \"data\": false, which simulates only messages and times");
}

// Allocates contiguous memory. Returns false if the area is too large, or if the allocation fails.
bool WindowMemory::allocate(Area& area) const {
    constexpr std::uint64_t max = std::uint64_t{1} << 36;
    if (area.stride > max / ranks_) return false;
    void* const bytes = allocate_zeros(ranks_, area.stride + 1);
    area.owned = {static_cast<std::byte*>(bytes), &free_zeros};
    area.bytes = area.owned.get();
    return bytes != nullptr;
}

}  // namespace rmasim::sim
