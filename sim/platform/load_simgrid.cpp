// Loads the module with SimGrid in it, once and for the rest of the process.
#include "sim/platform/simgrid_module.h"

#include <dlfcn.h>

#include <stdexcept>

namespace rmasim::sim {

namespace {

using Entry = decltype(&rmasim_make_simgrid);

[[noreturn]] void fail() { throw std::runtime_error(std::string("SimGrid cannot be loaded: ") + ::dlerror()); }

// The program's own RPATH says where: see CMakeLists.txt. Functions are looked up when they are first called: of
// SimGrid's thousands, few are.
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
