// The families of `rmasim`: it contains the default one, and loads the others when a command needs one.
#include "sim/frontend/components/component.h"
#include "sim/frontend/components/modules.h"

#include <array>

namespace rmasim::sim {

const Family& newrma_family();

namespace {

std::span<const Family* const>& present() {
    static const std::array contained{&newrma_family()};
    static std::span<const Family* const> all(contained);
    return all;
}

}  // namespace

std::span<const Family* const> families() { return present(); }

void load_other_families() {
    if (present().size() > 1) return;
    void* const entry = load_component(families_module, families_entry);
    present() = *reinterpret_cast<decltype(&rmasim_all_families)>(entry)();
}

void load_other_families_if_built() {
    if (has_component(families_module)) load_other_families();
}

}  // namespace rmasim::sim
