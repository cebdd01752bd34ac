#include "sim/mpi/explored/program_digest.h"

#include "sim/mpi/process/pages.h"
#include "sim/mpi/process/written_pages.h"

#include <xxhash.h>

#include <cstring>
#include <vector>

namespace rmasim::sim {

namespace {

// Returns a digest of the watched pages in a rank's heap. It does not depend on which pages have been written and have
// their old contents again: these differ between an exploration and a replay.
std::uint64_t digest_of_pages(Rank rank) {
    const hosting::WrittenPages& pages = hosting::WrittenPages::get();
    std::uint64_t digest = 0;
    for (std::size_t nth = 0; nth < pages.count(); ++nth) {
        const char* const page = pages.page(nth);
        if (hosting::HeapMapping::get().owner_of(page) != rank) continue;
        if (std::memcmp(page, pages.old_contents(nth), hosting::page_bytes) == 0) continue;
        digest += XXH3_64bits_withSeed(page, hosting::page_bytes, reinterpret_cast<std::uintptr_t>(page));
    }
    return digest;
}

}  // namespace

std::uint64_t digest_of_program(hosting::Host& host, const ProgramOutput& output, Rank rank) {
    std::vector<hosting::AddressRange> ranges;
    host.images().add_variables_of(rank, ranges);
    host.add_memory_of(rank, ranges);
    std::uint64_t digest = output.digest_of(rank) + output.bytes_of(rank) + digest_of_pages(rank);
    for (const hosting::AddressRange& range : ranges) {
        if (hosting::WrittenPages::get().watches(range.begin)) continue;
        digest = XXH3_64bits_withSeed(range.begin, range.bytes(), digest);
    }
    return digest;
}

}  // namespace rmasim::sim
