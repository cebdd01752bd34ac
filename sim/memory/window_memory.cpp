#include "sim/memory/window_memory.h"

#include "sim/input/json/errors.h"
#include "sim/memory/elements.h"
#include "sim/memory/shared_memory.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace rmasim::sim {

namespace {

constexpr std::size_t largest_element_bytes = 8;

// OriginBuffer::tag: the kind of local data in the low bits, the window or variable above them.
constexpr unsigned kind_bits = 8;

std::uint32_t tag_of(LocalData kind, std::uint32_t index) {
    return static_cast<std::uint32_t>(kind) | index << kind_bits;
}
LocalData kind_of(const OriginBuffer& buffer) { return static_cast<LocalData>(buffer.tag & ((1u << kind_bits) - 1)); }
std::uint16_t index_of(const OriginBuffer& buffer) { return static_cast<std::uint16_t>(buffer.tag >> kind_bits); }

bool contiguous(const OriginBuffer& buffer, std::size_t element_bytes) {
    return kind_of(buffer) == LocalData::window && buffer.second == static_cast<std::int64_t>(element_bytes);
}

// Calls `use` for each contiguous run of elements with its offset in bytes from the region's first element, its offset
// in bytes in the payload, and its number of elements.
template <class Use>
void for_each_run(const Region& region, Use use) {
    if (region.basic()) return use(std::size_t{0}, std::size_t{0}, std::size_t{region.count});
    const std::size_t size = bytes_of(region.datatype);
    std::size_t in_window = 0;
    for (std::size_t done = 0; done < region.count; done += region.block_length) {
        use(in_window * size, done * size, std::min<std::size_t>(region.block_length, region.count - done));
        in_window += region.stride;
    }
}

}  // namespace

OriginBuffer affine_buffer(std::int64_t value, std::int64_t step) {
    return {tag_of(LocalData::affine, 0), value, step};
}
OriginBuffer window_buffer(WindowId window, std::int64_t disp_bytes, std::int64_t stride_bytes) {
    return {tag_of(LocalData::window, window), disp_bytes, stride_bytes};
}
OriginBuffer variable_buffer(ThreadId thread, Slot variable) {
    return {tag_of(LocalData::variable, variable), thread, 0};
}
OriginBuffer discard_buffer() { return {tag_of(LocalData::discard, 0), 0, 0}; }
OriginBuffer report_buffer(std::int64_t what) { return {tag_of(LocalData::reported, 0), what, 0}; }
std::optional<WindowId> window_of(const OriginBuffer& buffer) {
    return kind_of(buffer) == LocalData::window ? std::optional<WindowId>(index_of(buffer)) : std::nullopt;
}

WindowMemory::WindowMemory(const Scenario& scenario, Variables& variables)
    : data_(scenario.data), ranks_(static_cast<std::size_t>(scenario.ranks)),
      ranks_per_node_(static_cast<Rank>(scenario.platform.ranks_per_node)),
      coherent_(scenario.platform.memory.coherent), variables_(variables) {
    if (data_ && scenario.shares_windows()) machine_ = std::make_unique<SharedMemory>(scenario);
    for (const WindowSettings& window : scenario.windows) {
        Area area;
        area.bytes_per_rank = window.bytes;
        area.stride = window.bytes;
        area.shared = window.shared;
        if (machine_ && window.shared) {
            const auto id = static_cast<WindowId>(areas_.size());
            area.bytes = machine_->part(id);
            area.stride = machine_->bytes_per_rank(id);
        } else if (data_) {
            allocate(area, window);
        }
        areas_.push_back(std::move(area));
    }
}

WindowMemory::~WindowMemory() = default;

void WindowMemory::allocate(Area& area, const WindowSettings& window) const {
    // calloc: the system hands out zero pages, so untouched parts of large windows cost nothing.
    void* const bytes = std::calloc(ranks_, window.bytes + 1);
    if (bytes == nullptr) {
        throw BadInput("windows." + window.name + ".bytes",
                       std::to_string(window.bytes) + " bytes on each of " + std::to_string(ranks_) + " ranks",
                       "what this machine's memory holds, or \"data\": false for messages and times only");
    }
    area.owned = {static_cast<std::byte*>(bytes), &std::free};
    area.bytes = area.owned.get();
}

void WindowMemory::clear() {
    payloads_.take_all_back();
    fetched_ = {};
    if (machine_) machine_->clear();
    for (const Area& area : areas_) {
        if (area.owned) std::memset(area.owned.get(), 0, ranks_ * area.bytes_per_rank);
    }
}

// The rank's own loads and stores. Also used for buffers of its operations, which may lie in its windows.
void WindowMemory::read_own(Rank rank, WindowId window, std::uint64_t disp_bytes, std::byte* to, std::size_t bytes) {
    const std::byte* const from = at(rank, window, disp_bytes);
    if (areas_[window].shared) machine_->load(rank, from, to, bytes);
    else std::memcpy(to, from, bytes);
}

void WindowMemory::write_own(Rank rank, WindowId window, std::uint64_t disp_bytes, const std::byte* from,
                             std::size_t bytes) {
    std::byte* const to = at(rank, window, disp_bytes);
    if (areas_[window].shared) machine_->store(rank, to, from, bytes);
    else std::memcpy(to, from, bytes);
}

Payload WindowMemory::gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) {
    if (!data_) return {};
    const std::size_t size = bytes_of(datatype);
    const Payload payload = payloads_.take(count * size);
    if (kind_of(origin) == LocalData::affine) {
        store_elements(payload.bytes, datatype, count, origin.first, origin.second);
    } else if (contiguous(origin, size)) {
        read_own(rank, index_of(origin), static_cast<std::uint64_t>(origin.first), payload.bytes, count * size);
    } else {
        for (std::uint32_t k = 0; k < count; ++k) {
            const auto disp = static_cast<std::uint64_t>(affine_element(origin.first, origin.second, k));
            read_own(rank, index_of(origin), disp, payload.bytes + k * size, size);
        }
    }
    return payload;
}

void WindowMemory::scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                           Payload payload) {
    if (kind_of(result) == LocalData::variable) {
        variables_.assign(rank, static_cast<ThreadId>(result.first), index_of(result),
                          data_ ? load_element(payload.bytes, datatype) : 0);
    }
    if (data_ && kind_of(result) == LocalData::reported) {
        variables_.report(rank, result.first, datatype, {payload.bytes, count * bytes_of(datatype)});
    }
    if (!data_ || kind_of(result) != LocalData::window) return;
    const std::size_t size = bytes_of(datatype);
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::int64_t nth = affine_element(result.first, result.second, k);
        write_own(rank, index_of(result), static_cast<std::uint64_t>(nth), payload.bytes + k * size, size);
    }
}

Payload WindowMemory::read(Rank by, Rank owner, WindowId window, const Region& region) {
    if (!data_) return {};
    const Payload payload = payloads_.take(region.bytes());
    const std::byte* const from = at(owner, window, region.disp_bytes);
    const std::size_t size = bytes_of(region.datatype);
    const bool shared = areas_[window].shared;
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        if (shared) machine_->load(by, from + in_window, payload.bytes + in_payload, count * size);
        else std::memcpy(payload.bytes + in_payload, from + in_window, count * size);
    });
    return payload;
}

// All words are prepared before any is read, so that no store of another rank comes between this read and the update
// that follows.
Payload WindowMemory::read_atomic(Rank by, Rank owner, WindowId window, const Region& region) {
    if (!data_ || !areas_[window].shared) return read(by, owner, window, region);
    prepare_atomic(by, owner, window, region);
    fetched_ = {by, owner, window, region.disp_bytes};
    const Payload payload = payloads_.take(region.bytes());
    const std::byte* const from = at(owner, window, region.disp_bytes);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        machine_->take(by, from + in_window, payload.bytes + in_payload, count * size);
    });
    return payload;
}

void WindowMemory::prepare_atomic(Rank by, Rank owner, WindowId window, const Region& region) {
    if (!areas_[window].shared) return;
    const Fetched now{by, owner, window, region.disp_bytes};
    const bool one_with_the_last = fetched_ == now;
    fetched_.by = no_rank;
    if (one_with_the_last) return;
    const std::byte* const from = at(owner, window, region.disp_bytes);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t, std::size_t count) {
        machine_->prepare_atomic(by, from + in_window, count * size);
    });
}

void WindowMemory::write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) {
    if (!data_) return;
    std::byte* const to = at(owner, window, region.disp_bytes);
    const std::size_t size = bytes_of(region.datatype);
    const bool shared = areas_[window].shared;
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        if (shared) machine_->store(by, to + in_window, payload.bytes + in_payload, count * size);
        else std::memcpy(to + in_window, payload.bytes + in_payload, count * size);
    });
}

template <class Work>
void WindowMemory::change(Rank by, std::byte* at, std::size_t bytes, WindowId window, Work work) {
    if (areas_[window].shared) machine_->change(by, at, bytes, work);
    else work();
}

void WindowMemory::accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                              Payload payload) {
    if (!data_ || reduce == ReduceOp::no_op) return;
    prepare_atomic(by, owner, window, region);
    std::byte* const to = at(owner, window, region.disp_bytes);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        change(by, to + in_window, count * size, window,
               [&] { reduce_elements(to + in_window, payload.bytes + in_payload, count, region.datatype, reduce); });
    });
}

void WindowMemory::compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) {
    if (!data_) return;
    prepare_atomic(by, owner, window, region);
    std::byte* const element = at(owner, window, region.disp_bytes);
    const std::size_t size = bytes_of(region.datatype);
    if (std::memcmp(element, payload.bytes + size, size) != 0) return;
    change(by, element, size, window, [&] { std::memcpy(element, payload.bytes, size); });
}

void WindowMemory::reduce(Payload into, Payload operand, Datatype datatype, std::uint32_t count, ReduceOp reduce) {
    if (data_) reduce_elements(into.bytes, operand.bytes, count, datatype, reduce);
}

std::int64_t WindowMemory::load(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, Datatype datatype) {
    if (!data_ || !areas_[window].shared) return content(owner, window, disp_bytes, datatype);
    std::array<std::byte, largest_element_bytes> element;
    machine_->load(by, at(owner, window, disp_bytes), element.data(), bytes_of(datatype));
    return load_element(element.data(), datatype);
}

void WindowMemory::store(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, Datatype datatype,
                         std::uint32_t count, std::int64_t value, std::int64_t step) {
    if (!data_) return;
    std::byte* const to = at(owner, window, disp_bytes);
    if (!areas_[window].shared) return store_elements(to, datatype, count, value, step);
    const std::size_t bytes = count * bytes_of(datatype);
    const Payload values = payloads_.take(bytes);
    store_elements(values.bytes, datatype, count, value, step);
    machine_->store(by, to, values.bytes, bytes);
    payloads_.give_back(values);
}

void WindowMemory::mem_sync(Rank rank, MemSync place) {
    if (machine_) machine_->mem_sync(rank, place);
}

std::uint32_t WindowMemory::flush_cache(Rank rank, const WindowPart& part) {
    return machine_ ? machine_->flush_cache(rank, part) : 0;
}

std::uint32_t WindowMemory::invalidate_cache(Rank rank, const WindowPart& part) {
    return machine_ ? machine_->invalidate_cache(rank, part) : 0;
}

NodeRanks WindowMemory::node_of(Rank rank) const {
    return NodeRanks::of(rank, ranks_per_node_, static_cast<Rank>(ranks_));
}

std::int64_t WindowMemory::content(Rank rank, WindowId window, std::uint64_t disp_bytes, Datatype datatype) const {
    return data_ ? load_element(at(rank, window, disp_bytes), datatype) : 0;
}

std::span<const std::byte> WindowMemory::contents(Rank rank, WindowId window) const {
    if (!data_) return {};
    return {at(rank, window, 0), areas_[window].bytes_per_rank};
}

}  // namespace rmasim::sim
