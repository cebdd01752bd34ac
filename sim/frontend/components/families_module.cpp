// The entry of the module that contains the families other than the default one.
#include "sim/frontend/components/modules.h"

#include <array>

namespace rmasim::sim {

#define RMASIM_FAMILY(name) const Family& name##_family();
#include "sim/scenario/families/families.inc"
#undef RMASIM_FAMILY

std::span<const Family* const>* rmasim_all_families() {
#define RMASIM_FAMILY(name) &name##_family(),
    static const std::array all{
#include "sim/scenario/families/families.inc"
    };
#undef RMASIM_FAMILY
    static std::span<const Family* const> span(all);
    return &span;
}

}  // namespace rmasim::sim
