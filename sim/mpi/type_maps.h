// MPI's datatypes as memory sees them: runs of bytes, in the order in which the type has them, and the basic datatype
// that they consist of.
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
    bool named = false;             // a datatype of MPI's own
    std::optional<Datatype> basic;  // of accumulates; none: of several, or one that they do not work on
    std::uint64_t bytes = 0;        // of data, in one element
    std::int64_t extent = 0;        // from one element to the next
    std::vector<TypeRun> runs;      // of one element

    // Elements follow each other without gaps, from the buffer's address on.
    bool dense() const {
        return runs.empty() ||
               (runs.size() == 1 && runs[0].offset == 0 && static_cast<std::int64_t>(runs[0].bytes) == extent);
    }
    // What the data are counted in.
    Datatype unit() const { return basic.value_or(Datatype::byte); }
    // The first byte of `count` elements, and the one behind the last, seen from the buffer's address.
    std::int64_t first(std::uint64_t count) const;
    std::int64_t end(std::uint64_t count) const;
    // The runs of `count` elements; neighbours are one.
    std::vector<TypeRun> runs_of(std::uint64_t count) const;
};

// The elements of a window that `count` elements of `type` at byte `at` are, as operations have them; `maps` takes what
// is neither one run nor a vector of blocks.
class TargetMaps {
public:
    // `unit`: the target's displacement unit; `disp`: of the operation, in it.
    Region region(const TypeMap& type, std::uint64_t count, std::uint64_t disp, std::uint32_t unit);
    // Of a region that is in here. Its `block_length` tells.
    static bool has(const Region& region) { return region.block_length == UINT32_MAX; }
    const std::vector<TypeRun>& runs(const Region& region) const { return maps_[region.stride]; }

private:
    std::vector<std::vector<TypeRun>> maps_;
};

class TypeMaps {
public:
    // A committed datatype. Stays valid.
    const TypeMap& of(MPI_Datatype type);

private:
    std::map<MPI_Datatype, TypeMap> named_;
    std::vector<std::unique_ptr<TypeMap>> derived_;  // attributes of the datatypes refer to them
    int keyval_ = MPI_KEYVAL_INVALID;
};

}  // namespace rmasim::sim
