// The variables of the program and of its libraries. All ranks share one copy of the code, and the variables at their
// addresses belong to one rank, the owner. When another rank runs, the contents are exchanged: small areas by copying,
// large ones by mapping the rank's pages there. A rank's variables are therefore not at their address while another
// rank owns the contents; `address_in` returns where they are.
#pragma once

#include "sim/mpi/process/address_range.h"
#include "sim/mpi/process/copied_areas.h"
#include "sim/mpi/process/memory_file.h"

#include <cstddef>
#include <cstdint>
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

    // Prefetches the beginning of a rank's copies.
    void prefetch(int rank) const { copied_.prefetch(rank); }
    // Makes a rank the owner of the contents. Does nothing if it is the owner.
    void give_to(int rank) {
        if (rank != owner_) exchange(rank);
    }
    // Returns the rank whose variables are at their addresses, or -1.
    int owner() const { return owner_; }
    // True if the address is in an area.
    bool contains(const void* address) const { return area_of(address) != nullptr || copied_.contains(address); }
    // Returns where a rank's variable is now. An address outside of the areas is returned unchanged. The bytes up to
    // the end of the area follow. They may be written until the next switch. The rank must have run.
    void* address_in(int rank, void* address);
    // Drops the variables of a rank that does not run any more.
    void drop(int rank);
    // Replaces the mapped pages by a private copy. For a forked child, whose stores its parent must not see.
    void make_private();
    // Adds the present locations of a rank's variables. They may be written until the next switch.
    void add_variables_of(int rank, std::vector<AddressRange>& ranges);

private:
    // An area that is exchanged by mapping pages.
    struct Area {
        char* begin = nullptr;
        char* end = nullptr;
        MemoryFile pages{"variables"};
        char* all = nullptr;                  // the pages of all ranks, one after the other
        std::vector<std::uint32_t> filled{};  // pages that are not all zeros at the start
        std::string contents{};               // of these pages
        std::size_t size() const { return static_cast<std::size_t>(end - begin); }
    };
    const Area* area_of(const void* address) const;
    void exchange(int rank);
    void map_pages(const Area& area, int rank) const;
    void freeze_pages(Area& area, int ranks);

    CopiedAreas copied_;
    std::vector<Area> areas_;
    std::vector<bool> has_run_;  // by rank: it was the owner before
    int owner_ = -1;
};

}  // namespace rmasim::hosting
