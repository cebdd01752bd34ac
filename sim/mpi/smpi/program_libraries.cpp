#include "sim/mpi/smpi/program_libraries.h"

#include "sim/mpi/debug/loaded_files.h"
#include "sim/mpi/smpi/shell.h"
#include "sim/mpi/smpi/program_copies.h"
#include "sim/mpi/smpi/taken_functions.h"
#include "sim/scenario/json/errors.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

namespace rmasim::sim {

namespace {

// Returns the libraries that ldd prints for the program. A line of ldd is for example "libhalo.so => PATH/libhalo.so
// (0x00007f...)". Each library precedes the libraries that it needs.
std::vector<std::string> libraries_of(const std::string& program) {
    std::vector<std::string> found;
    for (const std::string& line : lines_of(fmt::format("ldd {} 2>/dev/null", quoted(program)))) {
        const std::size_t arrow = line.find(" => /"), behind = line.rfind(" (0x");
        if (arrow == std::string::npos || behind == std::string::npos) continue;
        found.push_back(line.substr(arrow + 4, behind - arrow - 4));
    }
    return found;
}

// True if the library is loaded in the simulator's process. It is then not a library of the program's own.
bool is_loaded(const std::string& library) {
    void* const handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (handle != nullptr) ::dlclose(handle);
    return handle != nullptr;
}

// True if the library is one of the system or of a compiler. The function decides by the library's name, because this
// is faster than starting a process.
bool is_system_library(const std::string& name) {
    constexpr std::array of_compilers{"libgomp.", "libgfortran.", "libquadmath.", "libatomic."};
    return is_loaded(name) || std::ranges::any_of(of_compilers, [&](const char* one) { return name.starts_with(one); });
}

}  // namespace

std::vector<std::string> own_files_of(const std::string& program) {
    std::vector<std::string> files{program};
    if (std::ranges::all_of(needed_by(program), is_system_library)) return files;
    for (std::string& library : libraries_of(program)) {
        if (!is_of_system(library)) files.push_back(std::move(library));
    }
    return files;
}

void load_libraries_of(const std::string& program, const std::string& folder) {
    if (std::ranges::all_of(needed_by(program), is_loaded)) return;
    std::vector<std::string> libraries = libraries_of(program);
    std::reverse(libraries.begin(), libraries.end());  // a library then follows the libraries that it needs
    for (const std::string& library : libraries) {
        if (is_loaded(library) || !needs_simgrid(library)) continue;
        const std::string name = std::filesystem::path(library).filename().string();
        const std::string copy = folder + '/' + name;
        detach_from_simgrid(library, copy);
        void* const handle = ::dlopen(copy.c_str(), RTLD_LAZY | RTLD_GLOBAL);
        if (handle == nullptr) {
            throw BadInput(library, ::dlerror(), "a shared library of the program that can be loaded");
        }
        take_functions(handle);
        note_loaded_library(name);
    }
}

}  // namespace rmasim::sim
