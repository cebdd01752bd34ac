#include "sim/mpi/recorded/sequence.h"

#include "sim/machine/memory/elements.h"
#include "sim/mpi/recorded/call_numbers.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace rmasim::sim {

std::pair<std::int64_t, std::int64_t> sequence_in(const ProgramMemory& memory, Rank rank, const OriginBuffer& buffer,
                                                  Datatype datatype, std::uint64_t count) {
    constexpr std::uint64_t max_bytes = 65'536;
    constexpr std::pair<std::int64_t, std::int64_t> unknown{unknown_number, unknown_number};
    const std::uint64_t element = bytes_of(datatype);
    if (count == 0 || datatype == Datatype::handle_sync || count > max_bytes / element) return unknown;
    std::vector<ByteRun> runs;
    memory.add_runs_of(buffer, datatype, count, runs);
    std::vector<std::byte> found;
    found.reserve(count * element);
    for (const ByteRun& run : runs) {
        if (run.begin == run.end) continue;
        const ByteRun now = memory.present(rank, run);
        const auto* const first = reinterpret_cast<const std::byte*>(static_cast<std::uintptr_t>(now.begin));
        found.insert(found.end(), first, first + (now.end - now.begin));
    }
    if (found.size() != count * element) return unknown;
    const std::int64_t value = load_element(found.data(), datatype);
    if (value == unknown_number) return unknown;
    std::int64_t step = 0;
    if (count > 1 && __builtin_sub_overflow(load_element(found.data() + element, datatype), value, &step))
        return unknown;
    std::vector<std::byte> expected(found.size());
    store_elements(expected.data(), datatype, static_cast<std::uint32_t>(count), value, step);
    if (std::memcmp(found.data(), expected.data(), found.size()) != 0) return unknown;
    return {value, step};
}

}  // namespace rmasim::sim
