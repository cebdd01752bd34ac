#include "sim/mpi/program_memory.h"

#include "sim/machine/memory/elements.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>

namespace rmasim::sim {

namespace {

// The kinds of buffers, which are stored in the lowest bits of OriginBuffer::tag. The other bits have the number of the
// source. In a typed buffer, `second` is the address of the TypeMap. `typed_part` is a typed buffer without the first
// bytes of its first element; it has their number instead of a source.
enum class Kind : std::uint32_t { none, dense, typed, pair, typed_part };
constexpr unsigned kind_bits = 3;

Kind kind_of(const OriginBuffer& buffer) { return static_cast<Kind>(buffer.tag % (1u << kind_bits)); }
bool is_typed(const OriginBuffer& buffer) {
    return kind_of(buffer) == Kind::typed || kind_of(buffer) == Kind::typed_part;
}
std::uint32_t source_of(const OriginBuffer& buffer) {
    return kind_of(buffer) == Kind::typed_part ? 0 : buffer.tag >> kind_bits;
}
std::uint32_t skipped_in(const OriginBuffer& buffer) {
    return kind_of(buffer) == Kind::typed_part ? buffer.tag >> kind_bits : 0;
}
std::int64_t number_of(const void* address) {
    return static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(address));
}
std::byte* address_of(std::int64_t number) { return reinterpret_cast<std::byte*>(static_cast<std::intptr_t>(number)); }
const TypeMap& type_of(const OriginBuffer& buffer) {
    return *reinterpret_cast<const TypeMap*>(address_of(buffer.second));
}

// The space of the process's only ProgramMemory; null if all memory is at its addresses.
const AddressSpace* space_of_process = nullptr;

const std::byte* lasting(const void* address) {
    const auto* const passed = static_cast<const std::byte*>(address);
    return space_of_process == nullptr ? passed : space_of_process->lasting(passed);
}

// Reserves memory, whose pages are taken when they are first touched. Throws std::bad_alloc.
std::shared_ptr<std::byte[]> reserved(std::uint64_t bytes) {
    constexpr int writable = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* const memory = ::mmap(nullptr, bytes, writable, flags, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    return {static_cast<std::byte*>(memory), [bytes](std::byte* block) { ::munmap(block, bytes); }};
}

void copy_bytes(void* to, const void* from, std::size_t bytes) {
    if (bytes > 0) std::memcpy(to, from, bytes);
}

// Calls `use(address, offset in the payload, bytes)` for each run of bytes in a typed buffer. `bytes` is the size of
// the data without gaps. The data may end inside of an element.
template <class Use>
void for_each_run_of(const OriginBuffer& buffer, std::size_t bytes, Use use) {
    const TypeMap& type = type_of(buffer);
    const std::size_t skipped = skipped_in(buffer);
    const std::size_t end = skipped + bytes;
    std::int64_t element = buffer.first;
    for (std::size_t at = 0; at < end; element += type.extent) {
        for (const TypeRun& run : type.runs) {
            const auto length = static_cast<std::size_t>(run.bytes);
            const std::size_t first = std::max(at, skipped), last = std::min(at + length, end);
            const auto into = static_cast<std::int64_t>(first - at);
            if (first < last) use(address_of(element + run.offset + into), first - skipped, last - first);
            at += length;
        }
    }
}

}  // namespace

OriginBuffer dense_buffer(const void* address) {
    return {number_of(address), 0, static_cast<std::uint32_t>(Kind::dense)};
}
OriginBuffer typed_buffer(const void* address, const TypeMap& type, std::uint64_t count) {
    const std::byte* const first = lasting(address);
    if (type.dense() || count * type.bytes == 0) return dense_buffer(first);
    return {number_of(first), number_of(&type), static_cast<std::uint32_t>(Kind::typed)};
}
OriginBuffer pair_of_values(const void* value, const void* compare) {
    return {number_of(lasting(value)), number_of(lasting(compare)), static_cast<std::uint32_t>(Kind::pair)};
}
OriginBuffer no_buffer() { return {0, 0, static_cast<std::uint32_t>(Kind::none)}; }
OriginBuffer with_source(OriginBuffer buffer, std::uint32_t source) {
    buffer.tag |= source << kind_bits;
    return buffer;
}

ProgramMemory::ProgramMemory(Rank ranks, Rank ranks_per_node)
    : ranks_(ranks), ranks_per_node_(ranks_per_node), parts_(static_cast<std::size_t>(ranks)) {}

ProgramMemory::~ProgramMemory() { space_of_process = nullptr; }

void ProgramMemory::give(Rank owner, WindowId window, const Part& part) {
    auto& parts = parts_[static_cast<std::size_t>(owner)];
    if (parts.size() <= window) parts.resize(window + 1u);
    parts[window] = part;
    parts[window].base = const_cast<std::byte*>(lasting(part.base));
}

void ProgramMemory::is_in(const AddressSpace& space) {
    space_ = &space;
    space_of_process = &space;
}

ByteRun ProgramMemory::present(Rank rank, const ByteRun& bytes) const {
    if (space_ == nullptr) return bytes;
    const std::byte* const first = here(rank, address_of(static_cast<std::int64_t>(bytes.begin)));
    return {reinterpret_cast<std::uintptr_t>(first),
            reinterpret_cast<std::uintptr_t>(first) + (bytes.end - bytes.begin)};
}

// True if the rank `owner` has created the window and not freed it.
bool ProgramMemory::exists(Rank owner, WindowId window) const {
    const auto& parts = parts_[static_cast<std::size_t>(owner)];
    return window < parts.size() && parts[window].exists;
}

WindowShape ProgramMemory::shape(Rank owner, WindowId window) const {
    const Part& one = part(owner, window);
    return {one.bytes, one.disp_unit, one.alloc_mem};
}

void ProgramMemory::create(Rank owner, WindowId window) {
    parts_[static_cast<std::size_t>(owner)][window].exists = true;
}
void ProgramMemory::free(Rank owner, WindowId window) {
    Part& part = parts_[static_cast<std::size_t>(owner)][window];
    part.exists = false;
    part.block.reset();
}

bool ProgramMemory::may_allocate(std::uint64_t bytes) {
    try {
        return reserved(bytes + 1) != nullptr;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

void ProgramMemory::allocate_shared(const RankGroup& members, WindowId window) {
    constexpr std::uint64_t line = 64;
    const auto rounded = [](std::uint64_t bytes) { return (bytes + line - 1) / line * line; };
    const auto part_at = [&](Rank comm_rank) -> Part& {
        return parts_[static_cast<std::size_t>(members.member(comm_rank))][window];
    };
    bool apart = true;  // false if at least one member requires contiguous segments
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) apart = apart && part_at(comm_rank).apart;
    std::uint64_t bytes = 0;
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        bytes += apart ? rounded(part_at(comm_rank).bytes) : part_at(comm_rank).bytes;
    }
    const std::shared_ptr<std::byte[]> block = reserved(bytes + line);
    auto next = rounded(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(block.get())));
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        Part& part = part_at(comm_rank);
        part.base = address_of(static_cast<std::int64_t>(next));
        part.block = block;
        next += apart ? rounded(part.bytes) : part.bytes;
    }
}

// Adjacent regions count as one region, because each byte of the interval is attached.
bool ProgramMemory::Part::has_attached(std::uint64_t first, std::uint64_t end) const {
    auto behind = attached.upper_bound(first);
    if (behind == attached.begin()) return false;
    const auto& [begin, region] = *std::prev(behind);
    std::uint64_t reached = begin + region.bytes;
    for (; reached < end && behind != attached.end() && behind->first == reached; ++behind) {
        reached += behind->second.bytes;
    }
    return first < reached && end <= reached;
}

bool ProgramMemory::Part::overlaps_attached(std::uint64_t first, std::uint64_t end) const {
    const auto behind = attached.lower_bound(end);
    if (behind == attached.begin()) return false;
    const auto& [begin, region] = *std::prev(behind);
    return begin + region.bytes > first;
}

const std::pair<const std::uint64_t, ProgramMemory::Attached>* ProgramMemory::Part::attached_at(
    std::uint64_t address) const {
    const auto behind = attached.upper_bound(address);
    if (behind == attached.begin()) return nullptr;
    const auto& found = *std::prev(behind);
    return address <= found.first + found.second.bytes ? &found : nullptr;
}

// Attaches memory. The MPI functions have already checked the arguments of attach and detach.
void ProgramMemory::attach(Rank owner, WindowId window, const OriginBuffer& memory, std::uint64_t bytes) {
    Part& part = parts_[static_cast<std::size_t>(owner)][window];
    part.attached[static_cast<std::uint64_t>(memory.first)] = {bytes, part.attached_so_far++, {}};
}
void ProgramMemory::detach(Rank owner, WindowId window, const OriginBuffer& memory) {
    parts_[static_cast<std::size_t>(owner)][window].attached.erase(static_cast<std::uint64_t>(memory.first));
}

Payload ProgramMemory::gather(Rank rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) {
    const std::size_t bytes = count * bytes_of(datatype);
    const Payload payload = payloads_->allocate(bytes);
    switch (kind_of(origin)) {
        case Kind::none: break;
        case Kind::dense: copy_bytes(payload.bytes, here(rank, address_of(origin.first)), bytes); break;
        case Kind::typed:
        case Kind::typed_part:
            for_each_run_of(origin, bytes, [&](std::byte* there, std::size_t offset, std::size_t run) {
                copy_bytes(payload.bytes + offset, here(rank, there), run);
            });
            break;
        case Kind::pair:
            copy_bytes(payload.bytes, here(rank, address_of(origin.first)), bytes / 2);
            copy_bytes(payload.bytes + bytes / 2, here(rank, address_of(origin.second)), bytes / 2);
            break;
    }
    if (source_of(origin) != 0) read_(source_of(origin), {payload.bytes, bytes});
    return payload;
}

void ProgramMemory::scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                            Payload payload) {
    const std::size_t bytes = count * bytes_of(datatype);
    if (kind_of(result) == Kind::dense) copy_bytes(here(rank, address_of(result.first)), payload.bytes, bytes);
    if (!is_typed(result)) return;
    const auto copy = [&](std::byte* there, std::size_t offset, std::size_t run) {
        copy_bytes(here(rank, there), payload.bytes + offset, run);
    };
    for_each_run_of(result, bytes, copy);
}

OriginBuffer ProgramMemory::behind(const OriginBuffer& buffer, std::uint64_t bytes) const {
    OriginBuffer part = buffer;
    if (kind_of(buffer) == Kind::dense) part.first += static_cast<std::int64_t>(bytes);
    if (kind_of(buffer) != Kind::typed) return part;
    const TypeMap& type = type_of(buffer);
    part.first += static_cast<std::int64_t>(bytes / type.bytes) * type.extent;
    const std::uint64_t skipped = bytes % type.bytes;
    if (skipped >= std::uint64_t{1} << (32 - kind_bits)) {
        throw ProtocolError("an element of a datatype has more bytes than the simulator can divide");
    }
    if (skipped == 0) return part;
    part.tag = static_cast<std::uint32_t>(Kind::typed_part) | static_cast<std::uint32_t>(skipped) << kind_bits;
    return part;
}

std::byte* ProgramMemory::at(Rank owner, WindowId window, const Region& region) const {
    const Part& one = part(owner, window);
    return one.dynamic ? address_of(static_cast<std::int64_t>(region.disp)) : one.base + region.disp;
}

// Calls `use(offset from the region's first byte, offset in the payload, bytes)` for each run of bytes in the region.
template <class Use>
void ProgramMemory::for_each_run(const Region& region, Use use) const {
    if (region.basic()) return use(std::int64_t{0}, std::size_t{0}, std::size_t{region.bytes()});
    std::size_t done = 0;
    if (region.irregular()) {
        for (const TypeRun& run : maps_.runs(region)) {
            use(run.offset, done, static_cast<std::size_t>(run.bytes));
            done += run.bytes;
        }
        return;
    }
    const std::size_t size = bytes_of(region.datatype), block = region.block_length * size, all = region.bytes();
    for (std::int64_t there = 0; done < all; there += static_cast<std::int64_t>(region.stride * size)) {
        use(there, done, std::min(block, all - done));
        done += block;
    }
}

namespace {

ByteRun run_at(const std::byte* first, std::size_t bytes) {
    const auto begin = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(first));
    return {begin, begin + bytes};
}

}  // namespace

std::vector<ByteRun> ProgramMemory::runs_of(const OriginBuffer& buffer, Datatype datatype, std::uint32_t count) const {
    std::vector<ByteRun> runs;
    add_runs_of(buffer, datatype, count, runs);
    return runs;
}

void ProgramMemory::add_runs_of(const OriginBuffer& buffer, Datatype datatype, std::uint64_t count,
                                std::vector<ByteRun>& runs) const {
    const std::size_t bytes = count * bytes_of(datatype);
    switch (kind_of(buffer)) {
        case Kind::none: break;
        case Kind::dense: runs.push_back(run_at(address_of(buffer.first), bytes)); break;
        case Kind::typed:
        case Kind::typed_part:
            for_each_run_of(buffer, bytes, [&](const std::byte* there, std::size_t, std::size_t run) {
                runs.push_back(run_at(there, run));
            });
            break;
        case Kind::pair:
            runs.push_back(run_at(address_of(buffer.first), bytes / 2));
            runs.push_back(run_at(address_of(buffer.second), bytes / 2));
            break;
    }
}

std::vector<ByteRun> ProgramMemory::runs_of(Rank owner, WindowId window, const Region& region) const {
    std::vector<ByteRun> runs;
    if (region.count == 0) return runs;
    const Region there = in_bytes(region, part(owner, window).disp_unit);
    const std::byte* const first = at(owner, window, there);
    for_each_run(there, [&](std::int64_t offset, std::size_t, std::size_t bytes) {
        runs.push_back(run_at(first + offset, bytes));
    });
    return runs;
}

void ProgramMemory::peek(Rank owner, WindowId window, std::uint64_t disp_bytes, std::span<std::byte> to) const {
    Region there;
    there.disp = disp_bytes;
    copy_bytes(to.data(), here(owner, at(owner, window, there)), to.size());
}

Payload ProgramMemory::read(Rank, Rank owner, WindowId window, const Region& region) {
    const Payload payload = payloads_->allocate(region.bytes());
    std::byte* const from = at(owner, window, region);
    for_each_run(region, [&](std::int64_t there, std::size_t offset, std::size_t bytes) {
        copy_bytes(payload.bytes + offset, here(owner, from + there), bytes);
    });
    return payload;
}

void ProgramMemory::write(Rank, Rank owner, WindowId window, const Region& region, Payload payload) {
    std::byte* const to = at(owner, window, region);
    for_each_run(region, [&](std::int64_t there, std::size_t offset, std::size_t bytes) {
        copy_bytes(here(owner, to + there), payload.bytes + offset, bytes);
    });
}

void ProgramMemory::accumulate(Rank, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                               Payload payload) {
    if (reduce == ReduceOp::no_op) return;
    std::byte* const to = at(owner, window, region);
    const std::size_t size = bytes_of(region.datatype);
    for_each_run(region, [&](std::int64_t there, std::size_t offset, std::size_t bytes) {
        reduce_elements(here(owner, to + there), payload.bytes + offset, bytes / size, region.datatype, reduce);
    });
}

void ProgramMemory::compare_and_swap(Rank, Rank owner, WindowId window, const Region& region, Payload payload) {
    std::byte* const there = here(owner, at(owner, window, region));
    const std::size_t size = bytes_of(region.datatype);
    if (std::memcmp(there, payload.bytes + size, size) == 0) copy_bytes(there, payload.bytes, size);
}

std::vector<Region> ProgramMemory::pieces(const Region& region, std::uint32_t first, std::uint32_t count) const {
    const std::uint64_t size = bytes_of(region.datatype);
    const std::uint64_t begin = first * size, end = begin + count * size;
    std::vector<Region> pieces;
    std::uint64_t done = 0;
    for (const TypeRun& run : maps_.runs(region)) {
        const std::uint64_t from = std::max(begin, done), to = std::min(end, done + run.bytes);
        if (from < to) {
            const auto skipped = static_cast<std::int64_t>(from - done);
            pieces.push_back({.disp = region.disp + static_cast<std::uint64_t>(run.offset + skipped),
                              .count = static_cast<std::uint32_t>((to - from) / size),
                              .datatype = region.datatype});
        }
        done += run.bytes;
    }
    return pieces;
}

void ProgramMemory::reduce(Payload into, Payload operand, Datatype datatype, std::uint32_t count, ReduceOp reduce) {
    reduce_elements(into.bytes, operand.bytes, count, datatype, reduce);
}

}  // namespace rmasim::sim
