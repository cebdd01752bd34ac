// Loads the module that contains SimGrid, once per process.
#include "sim/machine/platform/simgrid_module.h"

#include <dlfcn.h>

#include <stdexcept>

namespace rmasim::sim {

namespace {

using Entry = decltype(&rmasim_make_simgrid);

[[noreturn]] void fail() { throw std::runtime_error(std::string("SimGrid cannot be loaded: ") + ::dlerror()); }

// The dynamic linker finds the module by the program's RPATH (CMakeLists.txt). Symbols are resolved lazily, because the
// program calls only a few of SimGrid's thousands of functions.
Entry load() {
    void* const module = ::dlopen(simgrid_module, RTLD_LAZY | RTLD_LOCAL);
    if (module == nullptr) fail();
    void* const entry = ::dlsym(module, simgrid_entry);
    if (entry == nullptr) fail();
    return reinterpret_cast<Entry>(entry);
}

}  // namespace

std::unique_ptr<Simgrid> make_simgrid(const Machine& machine) {
    static const Entry entry = load();
    return std::unique_ptr<Simgrid>(entry(machine));
}

}  // namespace rmasim::sim
