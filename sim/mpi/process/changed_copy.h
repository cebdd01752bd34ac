// Makes the copy of a program or a library that the host loads. In the copy
// - the loader runs no constructors and destructors; the host runs them for each rank;
// - needed libraries are the host's copies, by path, or are dropped because the host has their functions;
// - versions of copied libraries have other names, so that the program's libraries and the host's never serve each
// other;
// - each symbol that the loader would keep once in a process is an ordinary global symbol;
// - an executable is not marked as one, because dlopen refuses executables.
// Names can grow: the copy has a string table of its own in a segment that takes the room of a segment that dlopen does
// not use.
#pragma once

#include "sim/mpi/process/elf_image.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::hosting {

// The constructors and destructors of a file, as addresses in it. Counts are numbers of functions.
struct Constructors {
    std::uint64_t init = 0, fini = 0;  // zero if there is no such function
    std::uint64_t before = 0, before_count = 0;
    std::uint64_t first = 0, count = 0;
    std::uint64_t last = 0, last_count = 0;
};

// The copies of needed libraries by their names: a path, or an empty text if the library is dropped. A library that is
// not in the map remains as it is.
using NeededCopies = std::map<std::string, std::string, std::less<>>;

struct ChangedCopy {
    std::vector<char> bytes;
    Constructors constructors;
};

// Makes the copy. Throws std::runtime_error with a sentence if the file has no room for a segment.
ChangedCopy changed_copy(ElfImage file, const NeededCopies& copies);

}  // namespace rmasim::hosting
