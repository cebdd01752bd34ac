#include "sim/frontend/cli/process/huge_pages.h"

#include "sim/machine/arena/sanitized.h"
#include "sim/machine/engine/large_pages.h"
#include "sim/timed/available_memory.h"

#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace rmasim::sim {

namespace {

// The maximum size of the heap for one rank. This is an upper bound for the workloads of SCALE.md, with elements and
// packets in flight.
constexpr std::size_t max_bytes_a_rank = 8'192;

bool chooses_at_random(const Instruction& at) {
    if (const auto* const let = at.find<LetInstruction>()) return let->value.uses_random();
    if (const AccessInstruction* const access = access_of(at)) return access->target && access->target->uses_random();
    bool found = false;
    each_argument(at, [&](ArgumentSet held, const auto& field) {
        constexpr ArgumentSet ranks{Argument::target, Argument::source, Argument::root, Argument::peer};
        if constexpr (std::is_same_v<decltype(field), const Expression&>) {
            found = found || (!(held & ranks).empty() && field.uses_random());
        }
    });
    return found;
}

}  // namespace

std::size_t bytes_in_huge_pages(const Scenario& scenario) {
    if (scenario.ranks < min_ranks_for_huge_pages) return 0;
    for (const std::vector<Program>& threads : scenario.programs) {
        for (const Program& program : threads) {
            if (std::ranges::none_of(program.code, chooses_at_random)) continue;
            // The other half of the memory is for large arrays, which are not part of the heap.
            return std::min(static_cast<std::size_t>(scenario.ranks) * max_bytes_a_rank, available_memory() / 2);
        }
    }
    return 0;
}

// Allocates one block at the end of the heap, requests huge pages for it, and frees it. The heap keeps the block's
// addresses. Their pages become huge when they are first accessed.
void prefer_huge_pages(std::size_t bytes) {
    if (RMASIM_SANITIZED || bytes < huge_page_bytes) return;
    constexpr int usual_mappings = 65'536, never = -1, large_block = 32 << 20;
    mallopt(M_TRIM_THRESHOLD, never);
    mallopt(M_MMAP_MAX, 0);  // with a separate mapping, `free` would unmap the block
    void* const block = std::malloc(bytes);
    mallopt(M_MMAP_MAX, usual_mappings);
    mallopt(M_MMAP_THRESHOLD, large_block);
    if (block == nullptr) return;
    const auto first = reinterpret_cast<std::uintptr_t>(block), end = first + bytes;
    const std::uintptr_t begin = (first + huge_page_bytes - 1) / huge_page_bytes * huge_page_bytes;
    madvise(reinterpret_cast<void*>(begin), (end - begin) / huge_page_bytes * huge_page_bytes, MADV_HUGEPAGE);
    std::free(block);
}

}  // namespace rmasim::sim
