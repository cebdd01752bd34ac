// The variables of the program and of its libraries. All ranks share one copy of the code, and the variables at their
// addresses belong to one rank, the owner. When another rank runs, the contents are exchanged: small areas by copying,
// large ones by mapping the rank's pages there. A rank's variables are therefore not at their address while another
// rank owns the contents; `address_in` returns where they are.
#pragma once

#include "sim/mpi/process/address_range.h"
#include "sim/mpi/process/memory_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::hosting {

class Images {
public:
    // Areas of more bytes than this are exchanged by mapping pages.
    static constexpr std::size_t max_copied = 100'000;

    // Adds variables in [begin, end). No two areas may overlap.
    void add(char* begin, char* end);
    // Takes the present contents as the initial ones of each rank. Must be called once, after all `add`.
    // Throws std::runtime_error with a sentence if there is no memory for so many ranks.
    void freeze(int ranks);

    // Makes a rank the owner of the contents. Does nothing if it is the owner.
    void give_to(int rank) {
        if (rank != owner_) exchange(rank);
    }
    // Returns the rank whose variables are at their addresses, or -1.
    int owner() const { return owner_; }
    // True if the address is in an area.
    bool contains(const void* address) const { return area_of(address) != nullptr; }
    // Returns where a rank's variable is now. An address outside of the areas is returned unchanged. The bytes up to
    // the end of the area follow. The result is valid until the next switch. The rank must have run.
    void* address_in(int rank, void* address) const;
    // Drops the variables of a rank that does not run any more.
    void drop(int rank);
    // Replaces the mapped pages by a private copy. For a forked child, whose stores its parent must not see.
    void make_private();
    // Adds the present locations of a rank's variables. They are valid until the next switch.
    void add_variables_of(int rank, std::vector<AddressRange>& ranges) const;
    // Returns the bytes of variables that each rank has.
    std::size_t bytes() const;

private:
    struct Area {
        char* begin = nullptr;
        char* end = nullptr;
        std::size_t offset = 0;  // in the copies, if the area is copied
        std::unique_ptr<MemoryFile> pages;
        char* all = nullptr;                // of mapped areas: the pages of all ranks, one after the other
        std::vector<std::uint32_t> filled;  // pages that are not all zeros at the start
        std::string contents;               // of these pages
        std::size_t size() const { return static_cast<std::size_t>(end - begin); }
    };
    const Area* area_of(const void* address) const;
    void exchange(int rank);
    void map_pages(const Area& area, int rank) const;
    void freeze_pages(Area& area, int ranks);
    char* copy_of(int rank) const { return copies_ + static_cast<std::size_t>(rank) * stride_; }

    std::vector<Area> areas_;
    std::string initial_;         // contents of all copied areas
    std::string unowned_;         // what they have while no rank is the owner
    std::vector<bool> has_copy_;  // by rank: it was the owner before
    char* copies_ = nullptr;
    std::size_t stride_ = 0;
    int owner_ = -1;
};

}  // namespace rmasim::hosting
