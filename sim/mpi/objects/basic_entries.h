// The entries of a type map, in its order: basic types with displacements.
#pragma once

#include "sim/mpi/objects/datatype.h"

#include <cstdint>

namespace rmasim::mpi {

// Calls visit(basic, disp, count) for `count` consecutive entries of a basic type that is no pair, without gaps; for
// `count` elements of the datatype, the first one at displacement `disp`.
template <class Visit>
void visit_entries(const Datatype& type, std::int64_t count, std::int64_t disp, Visit&& visit) {
    const Shape& shape = type.shape();
    if (shape.blocks.empty() && type.basic() != nullptr) return visit(*type.basic(), disp, count);
    if (type.size() == 0) return;
    for (std::int64_t element = 0; element < count; ++element, disp += type.extent()) {
        std::int64_t at = disp;
        for (std::int64_t time = 0; time < shape.repeat; ++time, at += shape.stride)
            for (const Block& block : shape.blocks) visit_entries(*block.type, block.count, at + block.disp, visit);
    }
}

}  // namespace rmasim::mpi
