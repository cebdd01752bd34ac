// The list of families. No other file names a family. A new family needs a folder next to this file, and a declaration
// and a list entry in this file.
//
// This file declares the functions itself, without their headers. The folder sim/scenario/families, on which the reader
// of scenarios depends, therefore depends on no family; only the linker connects them. The first program
// (whole_program.h) has sim/frontend/cli/first_families.cpp instead of this file.
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/whole_program.h"

#include <array>

namespace rmasim::sim {

const Family& newrma_family();     // newrma/family.cpp
const Family& shm_family();        // shm/family.cpp
const Family& oldqueue_family();   // oldqueue/family.cpp
const Family& ch3_family();        // ch3/family.cpp
const Family& synccount_family();  // synccount/family.cpp
const Family& ch4_family();        // ch4/family.cpp

std::span<const Family* const> families() {
    static const std::array all{&newrma_family(), &shm_family(), &oldqueue_family(), &ch3_family(),
                                &synccount_family(), &ch4_family()};
    return all;
}

void need_whole_program() {}

}  // namespace rmasim::sim
