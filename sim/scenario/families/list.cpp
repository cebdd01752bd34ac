// The families of a program that contains all of them. `rmasim` contains only the default one, and loads the others
// when it needs one (sim/frontend/components/families.cpp).
//
// This file declares the functions of the table itself, without their headers. The folder sim/scenario/families, on
// which the reader of scenarios depends, therefore depends on no family; only the linker connects them.
#include "sim/scenario/families/family.h"

#include <array>

namespace rmasim::sim {

#define RMASIM_FAMILY(name) const Family& name##_family();
#include "sim/scenario/families/families.inc"
#undef RMASIM_FAMILY

std::span<const Family* const> families() {
#define RMASIM_FAMILY(name) &name##_family(),
    static const std::array all{
#include "sim/scenario/families/families.inc"
    };
#undef RMASIM_FAMILY
    return all;
}

void load_other_families() {}
void load_other_families_if_built() {}

}  // namespace rmasim::sim
