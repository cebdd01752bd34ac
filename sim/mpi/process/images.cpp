#include "sim/mpi/process/images.h"

#include "sim/mpi/process/pages.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace rmasim::hosting {

namespace {

constexpr int writable = PROT_READ | PROT_WRITE;

[[noreturn]] void out_of_memory() {
    throw std::runtime_error(std::string("There is no memory for the variables of all ranks: ") + std::strerror(errno) +
                             ".");
}

// Copies the variables to `leaving`, and `entering` to the variables. Most programs have few of them, for which calls
// of memcpy would take longer than copying.
void exchange_bytes(char* variables, char* leaving, const char* entering, std::size_t bytes) {
    constexpr std::size_t few = 256;
    if (bytes > few) {
        std::memcpy(leaving, variables, bytes);
        std::memcpy(variables, entering, bytes);
        return;
    }
    using Word = std::uint64_t;
    std::size_t at = 0;
    for (; at + sizeof(Word) <= bytes; at += sizeof(Word)) {
        std::memcpy(leaving + at, variables + at, sizeof(Word));
        std::memcpy(variables + at, entering + at, sizeof(Word));
    }
    for (; at < bytes; ++at) {
        leaving[at] = variables[at];
        variables[at] = entering[at];
    }
}

}  // namespace

void Images::add(char* begin, char* end) {
    if (begin >= end) return;
    Area area;
    area.begin = begin;
    area.end = end;
    if (area.size() > max_copied) {
        area.begin = page_of(begin);
        area.end = page_of(end + page_bytes - 1);
        area.pages = std::make_unique<MemoryFile>("variables");
    }
    areas_.push_back(std::move(area));
}

void Images::freeze_pages(Area& area, int ranks) {
    const std::size_t all = area.size() * static_cast<std::size_t>(ranks);
    area.pages->resize(all);
    void* const memory = ::mmap(nullptr, all, writable, MAP_SHARED, area.pages->descriptor(), 0);
    if (memory == MAP_FAILED) out_of_memory();
    area.all = static_cast<char*>(memory);
    const std::string zeros(page_bytes, '\0');
    for (std::size_t at = 0; at < area.size(); at += page_bytes) {
        if (std::memcmp(area.begin + at, zeros.data(), page_bytes) == 0) continue;
        area.filled.push_back(static_cast<std::uint32_t>(at / page_bytes));
        area.contents.append(area.begin + at, page_bytes);
    }
}

void Images::freeze(int ranks) {
    std::size_t bytes = 0;
    for (Area& area : areas_) {
        if (area.pages) {
            freeze_pages(area, ranks);
            continue;
        }
        area.offset = bytes;
        bytes += area.size();
        initial_.append(area.begin, area.size());
    }
    stride_ = round_up(bytes, 64);
    unowned_.resize(initial_.size());
    has_copy_.assign(static_cast<std::size_t>(ranks), false);
    const std::size_t all = std::max<std::size_t>(stride_ * static_cast<std::size_t>(ranks), page_bytes);
    void* const memory = ::mmap(nullptr, all, writable, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) out_of_memory();
    ::madvise(memory, all, MADV_NOHUGEPAGE);
    copies_ = static_cast<char*>(memory);
}

void Images::map_pages(const Area& area, int rank) const {
    const std::size_t at = area.size() * static_cast<std::size_t>(rank);
    const int flags = MAP_SHARED | MAP_FIXED;
    const void* const mapped =
        ::mmap(area.begin, area.size(), writable, flags, area.pages->descriptor(), static_cast<off_t>(at));
    if (mapped == MAP_FAILED) out_of_memory();
}

void Images::exchange(int rank) {
    const bool is_first = !has_copy_[static_cast<std::size_t>(rank)];
    char* const leaving = owner_ < 0 ? unowned_.data() : copy_of(owner_);
    const char* const entering = is_first ? initial_.data() : copy_of(rank);
    for (const Area& area : areas_) {
        if (!area.pages) {
            exchange_bytes(area.begin, leaving + area.offset, entering + area.offset, area.size());
            continue;
        }
        if (is_first) {
            char* const home = area.all + area.size() * static_cast<std::size_t>(rank);
            for (std::size_t k = 0; k < area.filled.size(); ++k) {
                std::memcpy(home + area.filled[k] * page_bytes, area.contents.data() + k * page_bytes, page_bytes);
            }
        }
        map_pages(area, rank);
    }
    has_copy_[static_cast<std::size_t>(rank)] = true;
    owner_ = rank;
}

const Images::Area* Images::area_of(const void* address) const {
    for (const Area& area : areas_) {
        if (address >= area.begin && address < area.end) return &area;
    }
    return nullptr;
}

void* Images::address_in(int rank, void* address) const {
    const Area* const area = rank == owner_ ? nullptr : area_of(address);
    if (area == nullptr) return address;
    const std::ptrdiff_t distance = static_cast<char*>(address) - area->begin;
    if (area->pages) return area->all + area->size() * static_cast<std::size_t>(rank) + distance;
    return copy_of(rank) + area->offset + distance;
}

void Images::add_variables_of(int rank, std::vector<AddressRange>& ranges) const {
    for (const Area& area : areas_) {
        auto* const now = static_cast<char*>(address_in(rank, area.begin));
        ranges.push_back({now, now + area.size()});
    }
}

void Images::drop(int rank) {
    if (rank == owner_) owner_ = -1;
    has_copy_[static_cast<std::size_t>(rank)] = false;
    char* const first = page_of(copy_of(rank) + page_bytes - 1);
    char* const last = page_of(copy_of(rank) + stride_);
    if (first < last) ::madvise(first, static_cast<std::size_t>(last - first), MADV_DONTNEED);
    for (const Area& area : areas_) {
        if (!area.pages) continue;
        const auto bytes = static_cast<off_t>(area.size());
        ::fallocate(area.pages->descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, bytes * rank, bytes);
    }
}

void Images::make_private() {
    for (const Area& area : areas_) {
        if (!area.pages) continue;
        const std::string contents(area.begin, area.size());
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
        if (::mmap(area.begin, area.size(), writable, flags, -1, 0) == MAP_FAILED) out_of_memory();
        std::memcpy(area.begin, contents.data(), contents.size());
    }
}

std::size_t Images::bytes() const {
    std::size_t sum = 0;
    for (const Area& area : areas_) sum += area.size();
    return sum;
}

}  // namespace rmasim::hosting
