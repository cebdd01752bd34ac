// This file replaces sim/scenario/families/list.cpp in the first program (whole_program.h), which has only the default
// family.
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/whole_program.h"

#include <array>

namespace rmasim::sim {

const Family& newrma_family();

std::span<const Family* const> families() {
    static const std::array the_default{&newrma_family()};
    return the_default;
}

void need_whole_program() { throw WholeProgramNeeded(); }

}  // namespace rmasim::sim
