#include "sim/machine/memory/window_memory.h"

#include "protocol/base/errors.h"
#include "sim/machine/memory/attachments.h"
#include "sim/machine/memory/elements.h"
#include "sim/machine/memory/region_runs.h"
#include "sim/machine/memory/shared_memory.h"
#include "sim/machine/memory/two_copies.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

namespace rmasim::sim {

namespace {

// OriginBuffer::tag contains the kind of local data in the low bits, and the number of the window or variable in the
// bits above.
constexpr unsigned kind_bits = 8;

std::uint32_t tag_of(LocalData kind, std::uint32_t index) {
    return static_cast<std::uint32_t>(kind) | index << kind_bits;
}
LocalData kind_of(const OriginBuffer& buffer) { return static_cast<LocalData>(buffer.tag & ((1u << kind_bits) - 1)); }
std::uint16_t index_of(const OriginBuffer& buffer) { return static_cast<std::uint16_t>(buffer.tag >> kind_bits); }

bool contiguous(const OriginBuffer& buffer, std::size_t element_bytes) {
    return kind_of(buffer) == LocalData::window && buffer.second == static_cast<std::int64_t>(element_bytes);
}

}  // namespace

OriginBuffer affine_buffer(std::int64_t value, std::int64_t step) {
    return {value, step, tag_of(LocalData::affine, 0)};
}
OriginBuffer window_buffer(SpaceId space, std::int64_t disp_bytes, std::int64_t stride_bytes) {
    return {disp_bytes, stride_bytes, tag_of(LocalData::window, space)};
}
OriginBuffer variable_buffer(ThreadId thread, Slot variable) {
    return {thread, 0, tag_of(LocalData::variable, variable)};
}
OriginBuffer discard_buffer() { return {0, 0, tag_of(LocalData::discard, 0)}; }
OriginBuffer report_buffer(std::int64_t what) { return {what, 0, tag_of(LocalData::reported, 0)}; }
std::optional<SpaceId> window_of(const OriginBuffer& buffer) {
    return kind_of(buffer) == LocalData::window ? std::optional<SpaceId>(index_of(buffer)) : std::nullopt;
}

WindowMemory::WindowMemory(const Scenario& scenario, Variables& variables, std::uint64_t max_dense)
    : data_(scenario.data), ranks_(static_cast<std::size_t>(scenario.ranks)),
      ranks_per_node_(static_cast<Rank>(scenario.platform.ranks_per_node)),
      coherent_(scenario.platform.memory.coherent), windows_(scenario.windows.size()), scenario_(scenario),
      operators_(scenario), variables_(variables) {
    const bool two_copies = scenario.semantics == Semantics::separate && scenario.propagation != Propagation::eager;
    if (data_ && scenario.shares_windows()) machine_ = std::make_unique<SharedMemory>(scenario);
    for (SpaceId id = 0; id < scenario.spaces(); ++id) areas_.push_back(area_of(scenario.space(id)));
    if (scenario.addresses) attachments_ = std::make_unique<Attachments>(scenario);
    if (!data_) return;
    for (SpaceId id = 0; id < scenario.spaces(); ++id) {
        if (!areas_[id].over) lay_out(id, scenario.space(id), max_dense);
    }
    for (Area& area : areas_) {
        if (area.over) lay_out_over(area);
        area.plain = !area.shared && !area.sparse && !two_copies;
    }
    if (!two_copies) return;
    two_copies_ = std::make_unique<TwoCopies>(*this, scenario.propagation == Propagation::lazy);
    make_copies();
}

WindowMemory::~WindowMemory() = default;

WindowShape WindowMemory::shape(Rank owner, WindowId window) const {
    const Area& area = areas_[window];
    return {area.bytes_of.of(owner), static_cast<std::uint32_t>(area.disp_unit.of(owner)), area.alloc_mem};
}

bool WindowMemory::exists(Rank owner, WindowId window) const {
    const Area& area = areas_[window];
    return area.existing.empty() || area.existing[static_cast<std::size_t>(owner)];
}

void WindowMemory::create(Rank owner, WindowId window) {
    Area& area = areas_[window];
    area.existing.resize(ranks_, true);  // if the window exists from the start, `existing` was empty
    area.existing[static_cast<std::size_t>(owner)] = true;
    if (data_ && !area.over) clear_part(area, owner);
    if (two_copies_) make_copies(owner, window);
}

// Frees a window segment. The contents are kept until the window is created again, because expectations compare the
// contents at the end of the run.
void WindowMemory::free(Rank owner, WindowId window) {
    Area& area = areas_[window];
    area.existing.resize(ranks_, true);
    area.existing[static_cast<std::size_t>(owner)] = false;
    if (two_copies_) two_copies_->copies.freed(owner, window);
    if (area.dynamic) attachments_->detach_all(owner, window);
}

void WindowMemory::clear_part(Area& area, Rank owner) {
    const auto part = static_cast<std::size_t>(area.bytes_of.of(owner));
    if (area.shared) machine_->renew(static_cast<WindowId>(&area - areas_.data()), owner);
    else if (area.sparse) area.sparse->clear(sparse_address(area, owner, 0), part);
    else std::memset(area.bytes + static_cast<std::size_t>(owner) * area.stride, 0, part);
}

void WindowMemory::clear() {
    payloads_.take_all_back();
    fetched_ = {};
    if (machine_) machine_->clear();
    if (attachments_) attachments_->clear();
    for (Area& area : areas_) {
        area.existing.assign(area.by_call ? ranks_ : 0, false);
        if (area.owned) std::memset(area.owned.get(), 0, ranks_ * area.stride);
        if (area.sparse && !area.over) area.sparse->clear();
    }
    if (!two_copies_) return;
    two_copies_->copies.clear();
    make_copies();
}

void WindowMemory::load_bytes(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to,
                              std::size_t bytes) {
    if (areas_[window].shared) machine_->load(by, at(owner, window, disp_bytes), to, bytes);
    else peek(owner, window, disp_bytes, to, bytes);
}

void WindowMemory::store_bytes(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, const std::byte* from,
                               std::size_t bytes) {
    const Area& area = areas_[window];
    if (area.shared) machine_->store(by, at(owner, window, disp_bytes), from, bytes);
    else if (area.sparse) area.sparse->write(sparse_address(area, owner, disp_bytes), from, bytes);
    else std::memcpy(at(owner, window, disp_bytes), from, bytes);
}

void WindowMemory::peek(Rank owner, WindowId window, std::uint64_t disp_bytes, std::byte* to, std::size_t bytes) const {
    if (bytes == 0) return;  // `to` may be null, which memcpy does not allow
    const Area& area = areas_[window];
    if (area.sparse) area.sparse->read(sparse_address(area, owner, disp_bytes), to, bytes);
    else std::memcpy(to, at(owner, window, disp_bytes), bytes);
}

Payload WindowMemory::gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) {
    if (!data_) return {};
    const std::size_t size = bytes_of(datatype);
    const Payload payload = payloads_.take(count * size);
    if (kind_of(origin) == LocalData::affine) {
        store_elements(payload.bytes, datatype, count, origin.first, origin.second);
    } else if (contiguous(origin, size)) {
        const auto disp = static_cast<std::uint64_t>(origin.first);
        begin_access(rank, AccessKind::read, rank, index_of(origin), disp, count * size);
        load_bytes(rank, rank, index_of(origin), disp, payload.bytes, count * size);
    } else {
        for (std::uint32_t k = 0; k < count; ++k) {
            const auto disp = static_cast<std::uint64_t>(affine_element(origin.first, origin.second, k));
            begin_access(rank, AccessKind::read, rank, index_of(origin), disp, size);
            load_bytes(rank, rank, index_of(origin), disp, payload.bytes + k * size, size);
        }
    }
    return payload;
}

bool WindowMemory::in_shared_memory(Rank, const OriginBuffer& buffer) const {
    const std::optional<SpaceId> space = window_of(buffer);
    return space && areas_[*space].alloc_mem;
}

// Stores the word in the program's variable. Programs keep such words only in variables.
void WindowMemory::write_words(Rank rank, const OriginBuffer& to, std::span<const std::int64_t> words) {
    if (kind_of(to) != LocalData::variable) return;
    variables_.assign_array(rank, static_cast<ThreadId>(to.first), index_of(to), words);
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
        const auto disp = static_cast<std::uint64_t>(affine_element(result.first, result.second, k));
        begin_access(rank, AccessKind::write, rank, index_of(result), disp, size);
        store_private(rank, rank, index_of(result), disp, payload.bytes + k * size, size);
    }
}

// The position of an operation was already checked when the operation was posted. This second check detects a bug in
// the core that changes a position.
void WindowMemory::require_inside(Rank owner, WindowId window, const Region& region) const {
    if (areas_[window].dynamic) {
        if (attachments_->unsupported_reason(owner, window, region.disp, region.extent_bytes()).empty()) return;
        throw ProtocolError("an operation on memory that is not attached to the window");
    }
    const PerRank& bytes = areas_[window].bytes_of;
    const std::uint64_t end = region.disp + region.extent_bytes();
    if (end <= bytes.min() || end <= bytes.of(owner)) return;
    throw ProtocolError("an operation on bytes beyond the end of its window");
}

Payload WindowMemory::read(Rank by, Rank owner, WindowId window, const Region& region) {
    if (!data_) return {};
    require_inside(owner, window, region);
    begin_access(by, AccessKind::read, owner, window, region);
    return read_now(by, owner, window, region);
}

Payload WindowMemory::read_now(Rank by, Rank owner, WindowId window, const Region& region) {
    const Payload payload = payloads_.take(region.bytes());
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        load_public(by, owner, window, region.disp + in_window, payload.bytes + in_payload, count * size);
    });
    return payload;
}

// Prepares all words before it reads the first one. So no store of another rank occurs between this read and the update
// that follows.
Payload WindowMemory::read_atomic(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce) {
    if (!data_) return {};
    require_inside(owner, window, region);
    begin_access(by, reduce == ReduceOp::no_op ? AccessKind::read : AccessKind::write, owner, window, region);
    if (reduce != ReduceOp::no_op) begun_ = {by, owner, window, region.disp};
    if (!areas_[window].shared) return read_now(by, owner, window, region);
    prepare_atomic(by, owner, window, region);
    if (reduce != ReduceOp::no_op) fetched_ = {by, owner, window, region.disp};
    const Payload payload = payloads_.take(region.bytes());
    const std::byte* const from = at(owner, window, region.disp);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        machine_->take(by, from + in_window, payload.bytes + in_payload, count * size);
    });
    return payload;
}

void WindowMemory::prepare_atomic(Rank by, Rank owner, WindowId window, const Region& region) {
    if (!areas_[window].shared) return;
    const Fetched now{by, owner, window, region.disp};
    const bool one_with_the_last = fetched_ == now;
    fetched_.by = no_rank;
    if (one_with_the_last) return;
    const std::byte* const from = at(owner, window, region.disp);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t, std::size_t count) {
        machine_->prepare_atomic(by, from + in_window, count * size);
    });
}

void WindowMemory::write(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) {
    if (!data_) return;
    require_inside(owner, window, region);
    begin_access(by, AccessKind::write, owner, window, region);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        store_public(by, owner, window, region.disp + in_window, payload.bytes + in_payload, count * size);
    });
}

template <class Work>
void WindowMemory::change(Rank by, Rank owner, WindowId window, std::uint64_t disp_bytes, std::size_t bytes,
                          Work work) {
    const Area& area = areas_[window];
    if (area.sparse || area.dynamic || has_copies(owner, window)) {
        scratch_.resize(bytes);
        load_public(by, owner, window, disp_bytes, scratch_.data(), bytes);
        work(scratch_.data());
        return store_public(by, owner, window, disp_bytes, scratch_.data(), bytes);
    }
    std::byte* const there = at(owner, window, disp_bytes);
    if (area.shared) machine_->change(by, there, bytes, [&] { work(there); });
    else work(there);
}

void WindowMemory::accumulate(Rank by, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                              Payload payload) {
    if (!data_ || reduce == ReduceOp::no_op) return;
    require_inside(owner, window, region);
    if (hook_ != nullptr && is_taken_over({by, owner, window, region, reduce, payload})) [[unlikely]]
        return;
    prepare_atomic(by, owner, window, region);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::size_t in_window, std::size_t in_payload, std::size_t count) {
        change(by, owner, window, region.disp + in_window, count * size, [&](std::byte* there) {
            reduce_elements(there, payload.bytes + in_payload, count, region.datatype, reduce);
        });
    });
}

void WindowMemory::compare_and_swap(Rank by, Rank owner, WindowId window, const Region& region, Payload payload) {
    if (!data_) return;
    require_inside(owner, window, region);
    if (hook_ != nullptr) begin_update(by, owner, window, region);
    prepare_atomic(by, owner, window, region);
    std::array<std::byte, max_datatype_bytes> now;
    const std::size_t size = bytes_of(region.datatype);
    if (areas_[window].shared) peek(owner, window, region.disp, now.data(), size);
    else load_public(by, owner, window, region.disp, now.data(), size);
    if (std::memcmp(now.data(), payload.bytes + size, size) != 0) return;
    change(by, owner, window, region.disp, size, [&](std::byte* there) { std::memcpy(there, payload.bytes, size); });
}

void WindowMemory::reduce(Payload into, Payload operand, Datatype datatype, std::uint32_t count, ReduceOp reduce) {
    if (data_) reduce_elements(into.bytes, operand.bytes, count, datatype, reduce);
}

// Element k of values, or of a window or buffer, is at first + k * second. An element of an array is a variable.
OriginBuffer WindowMemory::behind(const OriginBuffer& buffer, std::uint64_t elements) const {
    if (kind_of(buffer) == LocalData::variable) {
        return variable_buffer(static_cast<ThreadId>(buffer.first), static_cast<Slot>(index_of(buffer) + elements));
    }
    OriginBuffer part = buffer;
    part.first += static_cast<std::int64_t>(elements) * buffer.second;
    return part;
}

std::int64_t WindowMemory::load(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, Datatype datatype) {
    if (!data_) return 0;
    const Area& area = areas_[space];
    begin_access(by, AccessKind::read, owner, space, disp_bytes, bytes_of(datatype));
    if (area.shared && is_integer_word(datatype) && disp_bytes % word_bytes == 0) {
        return static_cast<std::int64_t>(machine_->load_word(by, at(owner, space, disp_bytes)));
    }
    std::array<std::byte, max_datatype_bytes> element;
    load_bytes(by, owner, space, disp_bytes, element.data(), bytes_of(datatype));
    return load_element(element.data(), datatype);
}

void WindowMemory::store(Rank by, Rank owner, SpaceId space, std::uint64_t disp_bytes, Datatype datatype,
                         std::uint32_t count, std::int64_t value, std::int64_t step) {
    if (!data_) return;
    const Area& area = areas_[space];
    begin_access(by, AccessKind::write, owner, space, disp_bytes, count * bytes_of(datatype));
    if (area.plain) return store_elements(at(owner, space, disp_bytes), datatype, count, value, step);
    if (area.shared && count == 1 && is_integer_word(datatype) && disp_bytes % word_bytes == 0) {
        return machine_->store_word(by, at(owner, space, disp_bytes), static_cast<Bytes>(value));
    }
    const std::size_t bytes = count * bytes_of(datatype);
    if (count == 1) {
        std::array<std::byte, max_datatype_bytes> element;
        store_elements(element.data(), datatype, 1, value, step);
        return store_private(by, owner, space, disp_bytes, element.data(), bytes);
    }
    const Payload values = payloads_.take(bytes);
    store_elements(values.bytes, datatype, count, value, step);
    store_private(by, owner, space, disp_bytes, values.bytes, bytes);
    payloads_.give_back(values);
}

void WindowMemory::mem_sync(Rank rank, MemSync sync_point) {
    if (hook_ != nullptr && hook_->is_active()) hook_->before_sync(rank);
    if (machine_) machine_->mem_sync(rank, sync_point);
}

std::uint32_t WindowMemory::flush_cache(Rank rank, const WindowPart& part) {
    return machine_ ? machine_->flush_cache(rank, part) : 0;
}

std::uint32_t WindowMemory::invalidate_cache(Rank rank, const WindowPart& part) {
    return machine_ ? machine_->invalidate_cache(rank, part) : 0;
}

std::int64_t WindowMemory::content(Rank rank, SpaceId space, std::uint64_t disp_bytes, Datatype datatype) const {
    if (!data_) return 0;
    std::array<std::byte, max_datatype_bytes> element;
    peek(rank, space, disp_bytes, element.data(), bytes_of(datatype));
    return load_element(element.data(), datatype);
}

std::span<const std::byte> WindowMemory::contents(Rank rank, SpaceId space) const {
    if (!data_) return {};
    if (areas_[space].sparse) throw std::logic_error("the memory of the window is not contiguous");
    return {at(rank, space, 0), static_cast<std::size_t>(areas_[space].bytes_of.of(rank))};
}

std::vector<std::byte> WindowMemory::copy(Rank rank, SpaceId space, std::uint64_t first_byte, std::size_t bytes) const {
    std::vector<std::byte> copied(data_ ? bytes : 0);
    if (data_) peek(rank, space, first_byte, copied.data(), bytes);
    return copied;
}

}  // namespace rmasim::sim
