#include "sim/memory/window_memory.h"

#include "sim/memory/elements.h"
#include "sim/scenario/errors.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace rmasim::sim {

namespace {

// OriginBuffer::tag: the kind of local data, and above it a window or a variable.
constexpr unsigned kind_bits = 8;

std::uint32_t tag_of(LocalData kind, std::uint32_t index) {
    return static_cast<std::uint32_t>(kind) | index << kind_bits;
}
LocalData kind_of(const OriginBuffer& buffer) { return static_cast<LocalData>(buffer.tag & ((1u << kind_bits) - 1)); }
std::uint16_t index_of(const OriginBuffer& buffer) { return static_cast<std::uint16_t>(buffer.tag >> kind_bits); }

bool contiguous(const OriginBuffer& buffer, std::size_t element_bytes) {
    return kind_of(buffer) == LocalData::window && buffer.second == static_cast<std::int64_t>(element_bytes);
}

// Calls `use` with each run of elements that lie side by side: bytes from the region's first element, bytes from the
// payload's start, elements.
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

WindowMemory::WindowMemory(const Scenario& scenario, Variables& variables)
    : data_(scenario.data), ranks_(static_cast<std::size_t>(scenario.ranks)),
      ranks_per_node_(static_cast<Rank>(scenario.platform.ranks_per_node)), variables_(variables) {
    for (const WindowSettings& window : scenario.windows) {
        Area area;
        area.bytes_per_rank = window.bytes;
        area.shared = window.shared;
        if (data_) {
            // calloc: the system hands out zero pages, so untouched parts of large windows cost nothing.
            void* const bytes = std::calloc(static_cast<std::size_t>(scenario.ranks), window.bytes + 1);
            if (bytes == nullptr) {
                throw BadInput(
                    "windows." + window.name + ".bytes",
                    std::to_string(window.bytes) + " bytes on each of " + std::to_string(scenario.ranks) + " ranks",
                    "what this machine's memory holds, or \"data\": false for messages and times only");
            }
            area.bytes = {static_cast<std::byte*>(bytes), &std::free};
        }
        areas_.push_back(std::move(area));
    }
}

void WindowMemory::clear() {
    payloads_.take_all_back();
    if (!data_) return;
    for (const Area& area : areas_) std::memset(area.bytes.get(), 0, ranks_ * area.bytes_per_rank);
}

Payload WindowMemory::gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) {
    if (!data_) return {};
    const std::size_t size = bytes_of(datatype);
    const Payload payload = payloads_.take(count * size);
    if (kind_of(origin) == LocalData::affine) {
        store_elements(payload.bytes, datatype, count, origin.first, origin.second);
    } else if (contiguous(origin, size)) {
        std::memcpy(payload.bytes, at(rank, index_of(origin), static_cast<std::uint64_t>(origin.first)), count * size);
    } else {
        for (std::uint32_t k = 0; k < count; ++k) {
            const auto disp = static_cast<std::uint64_t>(affine_element(origin.first, origin.second, k));
            std::memcpy(payload.bytes + k * size, at(rank, index_of(origin), disp), size);
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
    if (!data_ || kind_of(result) != LocalData::window) return;
    const std::size_t size = bytes_of(datatype);
    for (std::uint32_t k = 0; k < count; ++k) {
        const std::int64_t nth = affine_element(result.first, result.second, k);
        std::memcpy(at(rank, index_of(result), static_cast<std::uint64_t>(nth)), payload.bytes + k * size, size);
    }
}

Payload WindowMemory::read(Rank /*by*/, Rank owner, WindowId window, const Region& region) {
    if (!data_) return {};
    const Payload payload = payloads_.take(region.bytes());
    const std::byte* const from = at(owner, window, region.disp_bytes);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        std::memcpy(payload.bytes + in_payload, from + in_window, count * size);
    });
    return payload;
}

void WindowMemory::write(Rank /*by*/, Rank owner, WindowId window, const Region& region, Payload payload) {
    if (!data_) return;
    std::byte* const to = at(owner, window, region.disp_bytes);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        std::memcpy(to + in_window, payload.bytes + in_payload, count * size);
    });
}

void WindowMemory::accumulate(Rank /*by*/, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                              Payload payload) {
    if (!data_ || reduce == ReduceOp::no_op) return;
    std::byte* const to = at(owner, window, region.disp_bytes);
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        reduce_elements(to + in_window, payload.bytes + in_payload, count, region.datatype, reduce);
    });
}

void WindowMemory::compare_and_swap(Rank /*by*/, Rank owner, WindowId window, const Region& region, Payload payload) {
    if (!data_) return;
    std::byte* const element = at(owner, window, region.disp_bytes);
    const std::size_t size = bytes_of(region.datatype);
    if (std::memcmp(element, payload.bytes + size, size) == 0) std::memcpy(element, payload.bytes, size);
}

void WindowMemory::reduce(Payload into, Payload operand, Datatype datatype, std::uint32_t count, ReduceOp reduce) {
    if (data_) reduce_elements(into.bytes, operand.bytes, count, datatype, reduce);
}

std::int64_t WindowMemory::load(Rank /*by*/, Rank owner, WindowId window, std::uint64_t disp_bytes, Datatype datatype) {
    return content(owner, window, disp_bytes, datatype);
}

void WindowMemory::store(Rank /*by*/, Rank owner, WindowId window, std::uint64_t disp_bytes, Datatype datatype,
                         std::uint32_t count, std::int64_t value, std::int64_t step) {
    if (data_) store_elements(at(owner, window, disp_bytes), datatype, count, value, step);
}

Node WindowMemory::node_of(Rank rank) const {
    const Rank first = rank - rank % ranks_per_node_;
    return {first, std::min(ranks_per_node_, static_cast<Rank>(ranks_) - first)};
}

std::int64_t WindowMemory::content(Rank rank, WindowId window, std::uint64_t disp_bytes, Datatype datatype) const {
    return data_ ? load_element(at(rank, window, disp_bytes), datatype) : 0;
}

std::span<const std::byte> WindowMemory::contents(Rank rank, WindowId window) const {
    if (!data_) return {};
    return {at(rank, window, 0), areas_[window].bytes_per_rank};
}

}  // namespace rmasim::sim
