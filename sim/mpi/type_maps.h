// Layouts of MPI's datatypes: the runs of bytes, in the order of the type map, and the basic datatype of the elements.
#pragma once

#include "protocol/base/operation.h"

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rmasim::sim {

struct TypeRun {
    std::int64_t offset = 0;  // bytes from the buffer's address
    std::uint64_t bytes = 0;
};

struct TypeMap {
    bool named = false;             // a predefined datatype
    std::optional<Datatype> basic;  // for accumulates; none: several basic types, or one without arithmetic
    std::uint64_t bytes = 0;        // size of one element, without gaps
    std::int64_t extent = 0;        // distance of consecutive elements, in bytes
    std::vector<TypeRun> runs;      // of one element

    // True if elements follow each other without gaps, from the buffer's address on.
    bool dense() const {
        return runs.empty() ||
               (runs.size() == 1 && runs[0].offset == 0 && static_cast<std::int64_t>(runs[0].bytes) == extent);
    }
    // The datatype in which the core counts the data.
    Datatype unit() const { return basic.value_or(Datatype::byte); }
    // First byte of `count` elements, and the byte after the last one, relative to the buffer's address.
    std::int64_t first(std::uint64_t count) const;
    std::int64_t end(std::uint64_t count) const;
    // Returns the runs of `count` elements. Adjacent runs are merged.
    std::vector<TypeRun> runs_of(std::uint64_t count) const;
};

// Conversion of `count` elements of a datatype in a window to a Region. Layouts that are neither one run nor a vector
// of blocks are stored in this object.
class TargetMaps {
public:
    // `disp`: the operation's displacement, in units of `unit`, the target's displacement unit.
    Region region(const TypeMap& type, std::uint64_t count, std::uint64_t disp, std::uint32_t unit);
    // The layout of an irregular region.
    const std::vector<TypeRun>& runs(const Region& region) const { return maps_[region.stride]; }

private:
    std::vector<std::vector<TypeRun>> maps_;
};

class TypeMaps {
public:
    // Returns the layout of a committed datatype. The reference stays valid.
    const TypeMap& of(MPI_Datatype type);
    // True for a predefined datatype. The handle may be any.
    bool is_named(MPI_Datatype type);

private:
    std::map<MPI_Datatype, TypeMap> named_;
    std::vector<std::unique_ptr<TypeMap>> derived_;  // pointed to by attributes of the datatypes
    int keyval_ = MPI_KEYVAL_INVALID;
};

}  // namespace rmasim::sim
