#include "sim/mpi/process/images.h"

#include "sim/mpi/process/pages.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <cstring>

namespace rmasim::hosting {

namespace {

constexpr int writable = PROT_READ | PROT_WRITE;

}  // namespace

void Images::add(char* begin, char* end) {
    if (begin >= end) return;
    if (static_cast<std::size_t>(end - begin) <= max_copied) {
        copied_.add(begin, end);
    } else {
        areas_.push_back({.begin = page_of(begin), .end = page_of(end + page_bytes - 1)});
    }
}

void Images::freeze_pages(Area& area, int ranks) {
    const std::size_t all = area.size() * static_cast<std::size_t>(ranks);
    area.pages.resize(all);
    void* const memory = ::mmap(nullptr, all, writable, MAP_SHARED, area.pages.descriptor(), 0);
    if (memory == MAP_FAILED) no_memory_for_variables();
    area.all = static_cast<char*>(memory);
    const std::string zeros(page_bytes, '\0');
    for (std::size_t at = 0; at < area.size(); at += page_bytes) {
        if (std::memcmp(area.begin + at, zeros.data(), page_bytes) == 0) continue;
        area.filled.push_back(static_cast<std::uint32_t>(at / page_bytes));
        area.contents.append(area.begin + at, page_bytes);
    }
}

void Images::freeze(int ranks) {
    copied_.freeze(ranks);
    for (Area& area : areas_) freeze_pages(area, ranks);
    has_run_.assign(static_cast<std::size_t>(ranks), false);
}

void Images::map_pages(const Area& area, int rank) const {
    const std::size_t at = area.size() * static_cast<std::size_t>(rank);
    const int flags = MAP_SHARED | MAP_FIXED;
    const void* const mapped =
        ::mmap(area.begin, area.size(), writable, flags, area.pages.descriptor(), static_cast<off_t>(at));
    if (mapped == MAP_FAILED) no_memory_for_variables();
}

void Images::exchange(int rank) {
    copied_.exchange(owner_, rank);
    const bool is_first = !has_run_[static_cast<std::size_t>(rank)];
    for (const Area& area : areas_) {
        char* const home = area.all + area.size() * static_cast<std::size_t>(rank);
        for (std::size_t k = 0; is_first && k < area.filled.size(); ++k) {
            std::memcpy(home + area.filled[k] * page_bytes, area.contents.data() + k * page_bytes, page_bytes);
        }
        map_pages(area, rank);
    }
    has_run_[static_cast<std::size_t>(rank)] = true;
    owner_ = rank;
}

const Images::Area* Images::area_of(const void* address) const {
    for (const Area& area : areas_) {
        if (address >= area.begin && address < area.end) return &area;
    }
    return nullptr;
}

void* Images::address_in(int rank, void* address) {
    if (rank == owner_) return address;
    if (char* const copied = copied_.address_in(rank, address)) return copied;
    const Area* const area = area_of(address);
    if (area == nullptr) return address;
    return area->all + area->size() * static_cast<std::size_t>(rank) + (static_cast<char*>(address) - area->begin);
}

void Images::add_variables_of(int rank, std::vector<AddressRange>& ranges) {
    const std::size_t first = ranges.size();
    copied_.add_ranges(ranges);
    for (const Area& area : areas_) ranges.push_back({area.begin, area.end});
    for (std::size_t i = first; i < ranges.size(); ++i) {
        AddressRange& range = ranges[i];
        auto* const now = static_cast<char*>(address_in(rank, range.begin));
        range = {now, now + range.bytes()};
    }
}

void Images::drop(int rank) {
    if (rank == owner_) owner_ = -1;
    has_run_[static_cast<std::size_t>(rank)] = false;
    copied_.drop(rank);
    for (const Area& area : areas_) {
        const auto bytes = static_cast<off_t>(area.size());
        ::fallocate(area.pages.descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, bytes * rank, bytes);
    }
}

void Images::make_private() {
    for (const Area& area : areas_) {
        const std::string contents(area.begin, area.size());
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
        if (::mmap(area.begin, area.size(), writable, flags, -1, 0) == MAP_FAILED) no_memory_for_variables();
        std::memcpy(area.begin, contents.data(), contents.size());
    }
}

}  // namespace rmasim::hosting
