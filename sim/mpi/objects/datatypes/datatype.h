// A datatype: a tree of constructors with the bounds of its type map (MPI 4.1, 5.1). Datatypes do not change, and share
// their subtrees. All displacements and sizes are bytes, with 64 bits.
#pragma once

#include "sim/mpi/objects/datatypes/basic_types.h"
#include "sim/mpi/objects/datatypes/runs.h"
#include "sim/mpi/objects/datatypes/signature.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::mpi {

class Datatype;
using TypeRef = std::shared_ptr<const Datatype>;

// `count` copies of a datatype, each its extent behind the one before; the first one at displacement `disp`.
struct Block {
    std::int64_t disp = 0;
    std::int64_t count = 1;
    TypeRef type;
};

// The type map of a constructor: the sequence of blocks, repeated; each time `stride` bytes behind the time before.
struct Shape {
    std::int64_t repeat = 1;
    std::int64_t stride = 0;
    std::vector<Block> blocks;
};

// Lower and upper bound.
struct Bounds {
    std::int64_t lb = 0;
    std::int64_t ub = 0;
    bool operator==(const Bounds&) const = default;
};

// The arguments of a constructor, as MPI_TYPE_GET_CONTENTS returns them. `counts` is used by the large-count forms.
struct Contents {
    int combiner = MPI_COMBINER_NAMED;
    std::vector<int> integers;
    std::vector<MPI_Aint> addresses;
    std::vector<MPI_Count> counts;
    std::vector<TypeRef> types;
};

class Datatype {
public:
    // A predefined datatype.
    explicit Datatype(const BasicType& basic);
    // A derived datatype. `markers` are bounds that replace those of the type map, as MPI_TYPE_CREATE_RESIZED sets
    // them. Throws if a number overflows.
    Datatype(Contents contents, Shape shape);
    Datatype(Contents contents, Shape shape, Bounds markers);

    const Contents& contents() const { return contents_; }
    const Shape& shape() const { return shape_; }
    // Returns the predefined datatype; nullptr for a derived one.
    const BasicType* basic() const { return basic_; }
    std::int64_t size() const { return size_; }
    Bounds bounds() const { return bounds_; }
    std::int64_t extent() const { return bounds_.ub - bounds_.lb; }
    Bounds true_bounds() const { return true_bounds_; }
    bool has_markers() const { return has_markers_; }
    int alignment() const { return alignment_; }
    const Signature& signature() const { return signature_; }
    // Returns the handle of the only predefined datatype from which this one is made; 0 if there are several or none.
    int only_basic() const { return only_basic_; }
    // Returns the runs of one element. The first call computes them.
    const RunList& runs() const { return *shared_runs(); }
    const std::shared_ptr<const RunList>& shared_runs() const;

private:
    struct Sums;
    void measure();
    Sums measure_block(const Block& block) const;

    Contents contents_;
    Shape shape_;
    const BasicType* basic_ = nullptr;
    std::int64_t size_ = 0;
    Bounds bounds_, true_bounds_;
    bool has_markers_ = false;
    int alignment_ = 1;
    int only_basic_ = 0;
    Signature signature_;
    mutable std::shared_ptr<const RunList> runs_;
};

// Returns the only object of a predefined datatype.
const TypeRef& predefined_type(const BasicType& basic);

// Returns the signature of the first `elements` basic elements of copies of a datatype.
Signature leading_signature(const Datatype& type, std::int64_t elements);

// Returns the number of basic elements in the first `bytes` bytes of copies of a datatype; -1 if the last byte is not
// the end of an element.
std::int64_t elements_in(const Datatype& type, std::int64_t bytes);

// Returns the predefined datatype of a basic element of copies of a datatype. `element` counts from 0.
const BasicType& basic_at(const Datatype& type, std::int64_t element);

// True if the basic elements in the first `bytes` bytes of copies of two datatypes differ. MPI_PACKED does not differ
// from any other type. The bytes must end with an element of at least one of the two.
bool differ_within(const Datatype& one, const Datatype& other, std::int64_t bytes);
// Returns the number of the first basic element that differs. `differ_within` must be true.
std::int64_t first_difference(const Datatype& one, const Datatype& other, std::int64_t bytes);

// True if data of `count` elements of type `sent` may be received into `room` elements of type `received`: the
// signatures are equal, or the sent one is the beginning of the other one (MPI 4.1, 3.3.1).
bool matches(const Datatype& sent, std::int64_t count, const Datatype& received, std::int64_t room);

}  // namespace rmasim::mpi
