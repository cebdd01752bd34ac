#include "sim/mpi/program_libraries.h"

#include "sim/mpi/program_copies.h"
#include "sim/mpi/shell.h"
#include "sim/scenario/json/errors.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace rmasim::sim {

namespace {

// Lines such as "libhalo.so => PATH/libhalo.so (0x00007f...)": those that a library needs come behind it.
std::vector<std::string> libraries_of(const std::string& program) {
    std::vector<std::string> found;
    for (const std::string& line : lines_of(fmt::format("ldd {} 2>/dev/null", quoted(program)))) {
        const std::size_t arrow = line.find(" => /"), behind = line.rfind(" (0x");
        if (arrow == std::string::npos || behind == std::string::npos) continue;
        found.push_back(line.substr(arrow + 4, behind - arrow - 4));
    }
    return found;
}

// In this process: none of the program's own, then.
bool is_loaded(const std::string& library) {
    void* const handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (handle != nullptr) ::dlclose(handle);
    return handle != nullptr;
}

}  // namespace

void load_libraries_of(const std::string& program, const std::string& folder) {
    if (std::ranges::all_of(needed_by(program), is_loaded)) return;
    std::vector<std::string> libraries = libraries_of(program);
    std::reverse(libraries.begin(), libraries.end());  // what a library needs comes before it
    for (const std::string& library : libraries) {
        if (is_loaded(library) || !needs_simgrid(library)) continue;
        const std::string name = std::filesystem::path(library).filename().string();
        const std::string copy = folder + '/' + name;
        detach_from_simgrid(library, copy);
        if (::dlopen(copy.c_str(), RTLD_LAZY | RTLD_GLOBAL) == nullptr) {
            throw BadInput(library, ::dlerror(), "a shared library of the program that can be loaded");
        }
        note_loaded_library(name);
    }
}

}  // namespace rmasim::sim
