// The components of rmasim: programs and modules that `rmasim` starts or loads when a command needs them. In a
// checkout, the launcher builds a missing component. Otherwise all components are installed (decision 0087).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace rmasim::sim {

// The file names of the components.
inline constexpr const char* explore_program = "rmasim-explore";         // explores, replays schedules and fuzzes
inline constexpr const char* exec_program = "rmasim-exec";               // runs MPI programs of SMPI
inline constexpr const char* host_program = "rmasim-host";               // runs MPI programs of our own host
inline constexpr const char* families_module = "librmasim_families.so";  // the families other than the default one
inline constexpr const char* checkers_module = "librmasim_checkers.so";  // the checkers of invariants and of memory

// A component is missing, and the program cannot build it.
class ComponentMissing : public std::runtime_error {
public:
    explicit ComponentMissing(const std::string& why) : std::runtime_error(why) {}
};

// True if the component exists, so that no build is necessary.
bool has_component(const std::string& name);
// The path of a component. Builds the component first if it is missing in a checkout. Raises ComponentMissing.
std::string path_of_component(const std::string& name);
// Loads a module, and returns the address of its function `entry`. Raises ComponentMissing.
void* load_component(const std::string& name, const char* entry);
// Replaces this process by a program with the same arguments. Raises ComponentMissing.
[[noreturn]] void become_component(const std::string& name);
// Runs a program with the arguments of this process and `further` arguments, and returns its standard output. Returns
// an empty text if the program fails. Raises ComponentMissing.
std::string output_of_component(const std::string& name, const std::vector<std::string>& further);

}  // namespace rmasim::sim
