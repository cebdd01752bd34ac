// The entries of a type map, in its order: basic types with displacements.
#pragma once

#include "sim/mpi/objects/datatypes/datatype.h"

#include <cstdint>

namespace rmasim::mpi {

// Calls visit(basic, disp, count) for `count` consecutive entries of a predefined datatype, each its extent behind the
// one before; for `count` elements of the datatype, the first one at displacement `disp`.
template <class Visit>
void visit_predefined(const Datatype& type, std::int64_t count, std::int64_t disp, Visit&& visit) {
    if (type.basic() != nullptr) return visit(*type.basic(), disp, count);
    if (type.size() == 0) return;
    const Shape& shape = type.shape();
    for (std::int64_t element = 0; element < count; ++element, disp += type.extent()) {
        std::int64_t at = disp;
        for (std::int64_t time = 0; time < shape.repeat; ++time, at += shape.stride)
            for (const Block& block : shape.blocks) visit_predefined(*block.type, block.count, at + block.disp, visit);
    }
}

// As above; a pair is two entries.
template <class Visit>
void visit_entries(const Datatype& type, std::int64_t count, std::int64_t disp, Visit&& visit) {
    visit_predefined(type, count, disp, [&](const BasicType& basic, std::int64_t at, std::int64_t times) {
        if (basic.number != Number::pair) return visit(basic, at, times);
        const Datatype& pair = *predefined_type(basic);
        for (std::int64_t i = 0; i < times; ++i, at += pair.extent())
            for (const Block& block : pair.shape().blocks)
                visit(*block.type->basic(), at + block.disp, std::int64_t{1});
    });
}

}  // namespace rmasim::mpi
