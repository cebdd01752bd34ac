#include "sim/timed/available_memory.h"

#include "sim/scenario/json/errors.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace rmasim::sim {

namespace {

constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t surely_there = std::uint64_t{64} << 20;

std::uint64_t bytes_of(const ProcessMemory& process) {
    return process.engine_bytes + process.table_bytes + process.pool_bytes;
}

std::uint64_t address_space() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
    return limit.rlim_cur;
}

}  // namespace

// Reads lines such as "MemAvailable:   24051234 kB", in any order.
std::uint64_t available_memory_in(std::istream& meminfo) {
    bool said = false;
    std::uint64_t bytes = 0, kilobytes = 0;
    std::string name, unit;
    while (meminfo >> name >> kilobytes && std::getline(meminfo, unit)) {
        said = said || name == "MemAvailable:";
        if (name == "MemAvailable:" || name == "SwapFree:") bytes += kilobytes * 1024;
    }
    return said ? bytes : unknown;
}

std::uint64_t available_memory(int process_count_on_host) {
    std::ifstream meminfo("/proc/meminfo");
    const std::uint64_t of_machine = available_memory_in(meminfo);
    return std::min(of_machine == unknown ? unknown : of_machine / static_cast<std::uint64_t>(process_count_on_host),
                    address_space());
}

void require_room_within(std::uint64_t available, Rank ranks, const ProcessMemory& first) {
    const std::uint64_t each = bytes_of(first);
    if (each <= available / static_cast<std::uint64_t>(ranks)) return;
    throw BadInput(
        "ranks",
        fmt::format("{} with {} bytes of protocol state each, {} of them tables", ranks, each, first.table_bytes),
        fmt::format("a scenario that fits into memory, here {} bytes", available));
}

void require_room(Rank ranks, const ProcessMemory& first, int process_count_on_host) {
    const auto all = static_cast<std::uint64_t>(ranks) * static_cast<std::uint64_t>(process_count_on_host);
    if (bytes_of(first) > surely_there / all)
        require_room_within(available_memory(process_count_on_host), ranks, first);
}

}  // namespace rmasim::sim
