// A compiled rank program: a flat list of instructions. All ranks that run the program share the list. Each rank has
// its own position and variables.
#pragma once

#include "sim/scenario/model/instruction.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

// The index of a thread in programs[].threads. It is 0 if the entry of `programs` has `calls` instead of threads.
using ThreadId = std::uint16_t;

// The name and slots of a variable, an array or a loop variable, for reports.
struct NamedSlots {
    std::string name;
    Slot first = 0;
    Slot length = 0;  // the length of an array; 0 if the name is not an array
};

// Computes the source locations of an MPI program under `exec`. The computation is slow, so it runs only when a report
// needs the locations.
class LocationResolver {
public:
    virtual ~LocationResolver() = default;
    // Fills in `Program::locations` for all instructions that the program has executed.
    virtual void add_source_locations() = 0;
};

struct Program {
    std::vector<Instruction> code;
    std::vector<std::string> locations;  // the locations of instructions, as JSON paths: "programs[0].calls[2].put"
    LocationResolver* later_locations = nullptr;  // null if `locations` is complete
    std::vector<std::string> flags;   // the names of flags, by number; flags of other programs may be among them
    std::vector<NamedSlots> names{};  // in ascending order of their slots
    // The number of slots: the predefined slots and those of the program's variables.
    std::size_t variables = first_own_slot;

    // Returns the name of a call for reports: MPI's name if the program is an MPI program under `exec`.
    std::string_view call_name(Call call) const {
        return later_locations != nullptr ? description_of(call).mpi_name : name_of(call);
    }
    // The location of an instruction, for reports. Empty if `number` is not an index of `locations`, as in a program
    // without instructions.
    const std::string& location_text(std::uint32_t number) const {
        if (number >= locations.size() && later_locations != nullptr) later_locations->add_source_locations();
        static const std::string none;
        return number < locations.size() ? locations[number] : none;
    }
};

}  // namespace rmasim::sim
