// The small areas of variables. Each rank has a copy of them, which is current while another rank owns the contents at
// their addresses.
//
// Ranks have most variables in common, such as the tables of libstdc++. An exchange therefore copies only those lines
// of 64 bytes that differ from a common image, which is a copy of one rank's variables. No write is lost: each exchange
// compares the lines at their addresses with the image, and each copy has a set of the lines that may differ from it.
#pragma once

#include "sim/mpi/process/address_range.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::hosting {

// Throws std::runtime_error with a sentence that has the system's reason.
[[noreturn]] void no_memory_for_variables();

class CopiedAreas {
public:
    // Adds variables in [begin, end). No two areas may overlap.
    void add(char* begin, char* end);
    // Takes the present contents as the initial ones of each rank. Must be called once, after all `add`.
    // Throws std::runtime_error with a sentence if there is no memory for so many ranks.
    void freeze(int ranks);

    // Prefetches the beginning of a copy: all of it, if there are few variables.
    void prefetch(int rank) const {
        const char* const copy = copy_of(rank);
        for (std::size_t at = 0; at < prefetched_; at += 64) __builtin_prefetch(copy + at);
    }
    // Stores the contents in the copy of the rank `leaving`, if it is not negative. Then puts those of `entering`
    // there.
    void exchange(int leaving, int entering);
    // Returns where a variable of a rank is in its copy, which must be current; null for an address outside of the
    // areas. The bytes up to the end of the area follow. They may be written until the next exchange.
    char* address_in(int rank, const void* address);
    // Drops the copy of a rank that does not run any more.
    void drop(int rank);

    bool contains(const void* address) const { return area_of(address) != nullptr; }
    // Adds the areas, in the order in which they were added.
    void add_ranges(std::vector<AddressRange>& ranges) const;

private:
    struct Area {
        char* begin = nullptr;
        char* end = nullptr;
        std::size_t offset = 0;      // in a copy
        std::size_t first_word = 0;  // in a set of lines
        std::size_t lines = 0;
    };
    // Bytes of an area that are not in its lines.
    struct Piece {
        char* begin = nullptr;
        std::size_t bytes = 0, offset = 0;
    };
    // The lines of one word of a set.
    struct Word {
        char* begin = nullptr;
        std::size_t offset = 0;
        std::uint64_t all = 0;  // a bit for each line
    };

    const Area* area_of(const void* address) const;
    void divide(Area& area);
    char* copy_of(int rank) const { return copies_ + static_cast<std::size_t>(rank) * stride_; }
    void store(char* copy);
    void load(char* copy);
    void take_image();
    void mark_lines(char* copy, const Area& area, std::size_t first);

    std::vector<Area> areas_;
    std::vector<Piece> pieces_;
    std::vector<Word> words_;
    std::size_t lines_ = 0;
    std::vector<std::uint64_t> differing_;  // the lines at their addresses that may differ from the image
    std::string initial_;                   // contents of all areas at the start
    // A copy begins with the number of the image to which its set belongs, and its set.
    char* copies_ = nullptr;
    std::size_t stride_ = 0;
    std::size_t prefetched_ = 0;  // bytes
    char* image_ = nullptr;       // like a copy; its beginning is not used
    std::uint64_t image_number_ = 0;
    // The exchanges since the image was taken in which many lines differed. If they exceed the limit, another image is
    // taken, and the limit grows. The first exchange takes the first image.
    std::uint64_t costly_ = 1, max_costly_ = 0;
};

}  // namespace rmasim::hosting
