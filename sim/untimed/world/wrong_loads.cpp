#include "sim/untimed/world/wrong_loads.h"

#include "sim/machine/memory/shared_memory.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

void add(std::vector<std::string>& lines, std::string line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
}

}  // namespace

bool loads_are_right(const ExploredWorld& world) {
    const SharedMemory* const machine = world.memory().machine();
    return world.wrong_values().count() == 0 && (machine == nullptr || machine->stale_read_count() == 0);
}

std::vector<std::string> wrong_loads(const ExploredWorld& world) {
    std::vector<std::string> lines;
    for (const WrongValue& value : world.wrong_values().first()) {
        add(lines, fmt::format("{} at {}: expected {}, got {}", value.who, value.location, value.expected, value.got));
    }
    const SharedMemory* const machine = world.memory().machine();
    if (machine == nullptr) return lines;
    for (const StaleRead& read : machine->stale_reads())
        add(lines, text_of(read, world.scenario().windows[read.window].name));
    return lines;
}

}  // namespace rmasim::sim
