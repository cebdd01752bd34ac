// The entry of the module that contains the families other than the default one, and the list of all families.
#include "sim/frontend/components/modules.h"

namespace rmasim::sim {

std::span<const Family* const>* rmasim_all_families() {
    static std::span<const Family* const> all = families();  // of the module, not of the program
    return &all;
}

}  // namespace rmasim::sim
