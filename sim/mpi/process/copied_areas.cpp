#include "sim/mpi/process/copied_areas.h"

#include "sim/mpi/process/pages.h"

#include <immintrin.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace rmasim::hosting {

namespace {

constexpr std::size_t line_bytes = 64, lines_of_word = 64;
constexpr std::size_t min_lines = 8;  // all bytes of areas with fewer lines are copied
constexpr std::uint64_t first_max_costly = 64;
constexpr std::size_t max_prefetched = 4 * line_bytes;

// The numbers of an image that stand for a rank without a copy, and for a copy of which each line may differ. Images
// have higher numbers.
constexpr std::uint64_t no_copy = 0, no_image = 1;

std::uint64_t& image_number_of(char* copy) { return *reinterpret_cast<std::uint64_t*>(copy); }
std::uint64_t* set_of(char* copy) { return &image_number_of(copy) + 1; }

// Returns zeros that take no memory until they are written.
char* new_zeros(std::size_t bytes) {
    const std::size_t all = std::max(bytes, page_bytes);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* const memory = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) no_memory_for_variables();
    ::madvise(memory, all, MADV_NOHUGEPAGE);
    return static_cast<char*>(memory);
}

// Return the set of the lines that differ. Both addresses are multiples of the size of a line.
std::uint64_t differing_lines_by_sse2(const char* a, const char* b, std::size_t count) {
    std::uint64_t set = 0;
    const auto* of_a = reinterpret_cast<const __m128i*>(a);
    const auto* of_b = reinterpret_cast<const __m128i*>(b);
    for (std::size_t line = 0; line < count; ++line, of_a += 4, of_b += 4) {
        const __m128i low = _mm_and_si128(_mm_cmpeq_epi8(of_a[0], of_b[0]), _mm_cmpeq_epi8(of_a[1], of_b[1]));
        const __m128i high = _mm_and_si128(_mm_cmpeq_epi8(of_a[2], of_b[2]), _mm_cmpeq_epi8(of_a[3], of_b[3]));
        const bool differs = _mm_movemask_epi8(_mm_and_si128(low, high)) != 0xffff;
        set |= std::uint64_t{differs} << line;
    }
    return set;
}

__attribute__((target("avx2"))) std::uint64_t differing_lines_by_avx2(const char* a, const char* b, std::size_t count) {
    std::uint64_t set = 0;
    const auto* of_a = reinterpret_cast<const __m256i*>(a);
    const auto* of_b = reinterpret_cast<const __m256i*>(b);
    for (std::size_t line = 0; line < count; ++line, of_a += 2, of_b += 2) {
        const __m256i bits = _mm256_or_si256(_mm256_xor_si256(of_a[0], of_b[0]), _mm256_xor_si256(of_a[1], of_b[1]));
        const bool differs = _mm256_testz_si256(bits, bits) == 0;
        set |= std::uint64_t{differs} << line;
    }
    return set;
}

const auto differing_lines = __builtin_cpu_supports("avx2") != 0 ? differing_lines_by_avx2 : differing_lines_by_sse2;

void copy_lines(char* to, const char* from, std::uint64_t set) {
    if (set == ~std::uint64_t{0}) {
        std::memcpy(to, from, lines_of_word * line_bytes);
        return;
    }
    for (; set != 0; set &= set - 1) {
        const std::size_t at = static_cast<std::size_t>(std::countr_zero(set)) * line_bytes;
        std::memcpy(to + at, from + at, line_bytes);
    }
}

// Pieces are short: calls of memcpy would take longer than copying.
void copy_piece(char* to, const char* from, std::size_t bytes) {
    using Bytes = std::uint64_t;
    std::size_t at = 0;
    for (; at + sizeof(Bytes) <= bytes; at += sizeof(Bytes)) std::memcpy(to + at, from + at, sizeof(Bytes));
    for (; at < bytes; ++at) to[at] = from[at];
}

}  // namespace

void no_memory_for_variables() {
    throw std::runtime_error(std::string("There is no memory for the variables of all ranks: ") + std::strerror(errno) +
                             ".");
}

void CopiedAreas::add(char* begin, char* end) { areas_.push_back({.begin = begin, .end = end}); }

// Divides an area into lines and pieces.
void CopiedAreas::divide(Area& area) {
    char* const first = round_down(area.begin + line_bytes - 1, line_bytes);
    char* const last = std::max(first, round_down(area.end, line_bytes));
    area.lines = static_cast<std::size_t>(last - first) / line_bytes;
    if (area.lines < min_lines) area.lines = 0;
    area.first_word = words_.size();
    for (std::size_t line = 0; line < area.lines; line += lines_of_word) {
        const std::size_t count = std::min(area.lines - line, lines_of_word);
        words_.push_back({.begin = first + line * line_bytes, .all = ~std::uint64_t{0} >> (lines_of_word - count)});
    }
    lines_ += area.lines;
    char* const after = area.lines == 0 ? area.begin : last;
    if (area.lines != 0)
        pieces_.push_back({.begin = area.begin, .bytes = static_cast<std::size_t>(first - area.begin)});
    pieces_.push_back({.begin = after, .bytes = static_cast<std::size_t>(area.end - after)});
}

void CopiedAreas::freeze(int ranks) {
    for (Area& area : areas_) divide(area);
    std::size_t end = (1 + words_.size()) * sizeof(std::uint64_t);
    for (Area& area : areas_) {
        // A line of an area is a line of the copy.
        area.offset = round_up(end, line_bytes) + reinterpret_cast<std::uintptr_t>(area.begin) % line_bytes;
        end = area.offset + static_cast<std::size_t>(area.end - area.begin);
        initial_.append(area.begin, area.end);
    }
    const auto set_offset = [this](auto& part) {
        const Area& area = *area_of(part.begin);
        part.offset = area.offset + static_cast<std::size_t>(part.begin - area.begin);
    };
    std::erase_if(pieces_, [](const Piece& piece) { return piece.bytes == 0; });
    std::ranges::for_each(pieces_, set_offset);
    std::ranges::for_each(words_, set_offset);
    differing_.resize(words_.size());
    stride_ = round_up(end, line_bytes);
    prefetched_ = std::min(stride_, max_prefetched);
    copies_ = new_zeros(stride_ * static_cast<std::size_t>(ranks));
    image_ = new_zeros(stride_);
    image_number_ = no_image;
}

void CopiedAreas::exchange(int leaving, int entering) {
    char* const entered = copy_of(entering);
    __builtin_prefetch(entered);
    if (leaving >= 0) {
        store(copy_of(leaving));
    } else {
        std::ranges::transform(words_, differing_.begin(), &Word::all);
    }
    load(entered);
}

void CopiedAreas::take_image() {
    for (const Word& word : words_) copy_lines(image_ + word.offset, word.begin, word.all);
    ++image_number_;
    costly_ = 0;
    max_costly_ = std::max(first_max_costly, 2 * max_costly_);
}

void CopiedAreas::store(char* copy) {
    for (const Piece& piece : pieces_) copy_piece(copy + piece.offset, piece.begin, piece.bytes);
    std::uint64_t& image_number = image_number_of(copy);
    if (words_.empty()) {
        image_number = no_image;
        return;
    }
    if (costly_ > max_costly_) take_image();
    const bool is_known = image_number == image_number_;
    image_number = image_number_;
    std::uint64_t* const of_copy = set_of(copy);
    std::size_t differ = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const Word& word = words_[i];
        const auto count = static_cast<std::size_t>(std::popcount(word.all));
        const std::uint64_t set = differing_lines(word.begin, image_ + word.offset, count);
        copy_lines(copy + word.offset, word.begin, set | (is_known ? of_copy[i] : word.all));
        of_copy[i] = differing_[i] = set;
        differ += static_cast<std::size_t>(std::popcount(set));
    }
    constexpr std::size_t parts = 4;  // many: more than one of so many parts
    if (differ > lines_ / parts) ++costly_;
}

void CopiedAreas::load(char* copy) {
    const std::uint64_t image_number = image_number_of(copy);
    if (image_number == no_copy) {
        const char* from = initial_.data();
        for (const Area& area : areas_) {
            const auto bytes = static_cast<std::size_t>(area.end - area.begin);
            std::memcpy(area.begin, from, bytes);
            from += bytes;
        }
        return;
    }
    for (const Piece& piece : pieces_) copy_piece(piece.begin, copy + piece.offset, piece.bytes);
    const bool is_known = image_number == image_number_;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const Word& word = words_[i];
        const std::uint64_t of_copy = is_known ? set_of(copy)[i] : word.all;
        copy_lines(word.begin, copy + word.offset, of_copy);
        copy_lines(word.begin, image_ + word.offset, differing_[i] & ~of_copy);
    }
}

const CopiedAreas::Area* CopiedAreas::area_of(const void* address) const {
    for (const Area& area : areas_) {
        if (address >= area.begin && address < area.end) return &area;
    }
    return nullptr;
}

char* CopiedAreas::address_in(int rank, const void* address) {
    const Area* const area = area_of(address);
    if (area == nullptr) return nullptr;
    char* const copy = copy_of(rank);
    const auto distance = static_cast<std::size_t>(static_cast<const char*>(address) - area->begin);
    if (area->lines != 0) {
        const std::size_t line = (area->offset % line_bytes + distance) / line_bytes;
        // The first line that the area touches may be a piece. This may add one line too many.
        mark_lines(copy, *area, line == 0 ? 0 : line - 1);
    }
    return copy + area->offset + distance;
}

// Records that the lines of a copy's area from one line on may differ.
void CopiedAreas::mark_lines(char* copy, const Area& area, std::size_t first) {
    std::uint64_t* const set = set_of(copy);
    std::uint64_t marked = ~std::uint64_t{0} << first % lines_of_word;
    for (std::size_t i = first / lines_of_word; i * lines_of_word < area.lines; ++i) {
        set[area.first_word + i] |= marked & words_[area.first_word + i].all;
        marked = ~std::uint64_t{0};
    }
}

void CopiedAreas::add_ranges(std::vector<AddressRange>& ranges) const {
    for (const Area& area : areas_) ranges.push_back({area.begin, area.end});
}

void CopiedAreas::drop(int rank) {
    char* const copy = copy_of(rank);
    image_number_of(copy) = no_copy;
    char* const first = page_of(copy + page_bytes - 1);
    char* const last = page_of(copy + stride_);
    if (first < last) ::madvise(first, static_cast<std::size_t>(last - first), MADV_DONTNEED);
}

}  // namespace rmasim::hosting
