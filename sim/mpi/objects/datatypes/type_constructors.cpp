#include "sim/mpi/objects/datatypes/type_constructors.h"

#include "sim/mpi/objects/datatypes/checked_math.h"
#include "sim/mpi/objects/error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::mpi {

namespace {

// Collects the arguments of a constructor.
class Recorded {
public:
    Recorded(int combiner, Form form) : form_(form) { contents_.combiner = combiner; }
    // A count: an integer in the small form.
    Recorded& count(std::int64_t value) {
        if (form_ == Form::large) contents_.counts.push_back(value);
        else contents_.integers.push_back(static_cast<int>(value));
        return *this;
    }
    Recorded& counts(Numbers values) {
        for (const std::int64_t value : values) count(value);
        return *this;
    }
    // A displacement in bytes: an address in the small form.
    Recorded& address(std::int64_t value) {
        if (form_ == Form::large) contents_.counts.push_back(value);
        else contents_.addresses.push_back(value);
        return *this;
    }
    Recorded& addresses(Numbers values) {
        for (const std::int64_t value : values) address(value);
        return *this;
    }
    Contents of(const TypeRef& old) {
        contents_.types.push_back(old);
        return std::move(contents_);
    }
    Contents of(std::span<const TypeRef> types) {
        contents_.types.assign(types.begin(), types.end());
        return std::move(contents_);
    }

private:
    Form form_;
    Contents contents_;
};

void check_count(std::int64_t count) { require(count >= 0, MPI_ERR_COUNT, "the count is negative"); }

void check_lengths(Numbers lengths) {
    const bool all = std::all_of(lengths.begin(), lengths.end(), [](std::int64_t length) { return length >= 0; });
    require(all, MPI_ERR_ARG, "a block length is negative");
}

void check_type(const TypeRef& old) { require(old != nullptr, MPI_ERR_TYPE, "the datatype is null"); }

TypeRef make(Contents contents, Shape shape) {
    return std::make_shared<const Datatype>(std::move(contents), std::move(shape));
}

// Blocks of one datatype whose displacements are in units of `unit` bytes.
Shape blocks_of(Numbers lengths, Numbers disps, std::int64_t unit, const TypeRef& old) {
    Shape shape;
    shape.blocks.reserve(disps.size());
    for (std::size_t i = 0; i < disps.size(); ++i)
        if (lengths[i] != 0) shape.blocks.push_back({multiply(disps[i], unit), lengths[i], old});
    return shape;
}

Shape equal_blocks(std::int64_t length, Numbers disps, std::int64_t unit, const TypeRef& old) {
    Shape shape;
    if (length == 0) return shape;
    shape.blocks.reserve(disps.size());
    for (const std::int64_t disp : disps) shape.blocks.push_back({multiply(disp, unit), length, old});
    return shape;
}

std::int64_t count_of(Numbers disps) { return static_cast<std::int64_t>(disps.size()); }

}  // namespace

TypeRef duplicate(const TypeRef& old) {
    check_type(old);
    Shape shape{1, 0, {{0, 1, old}}};
    return make(Recorded(MPI_COMBINER_DUP, Form::small).of(old), std::move(shape));
}

TypeRef contiguous(std::int64_t count, const TypeRef& old, Form form) {
    check_count(count);
    check_type(old);
    Shape shape;
    if (count != 0) shape.blocks = {{0, count, old}};
    return make(Recorded(MPI_COMBINER_CONTIGUOUS, form).count(count).of(old), std::move(shape));
}

TypeRef vector(std::int64_t count, std::int64_t length, std::int64_t stride, const TypeRef& old, Form form) {
    check_count(count);
    check_lengths({&length, 1});
    check_type(old);
    Contents contents = Recorded(MPI_COMBINER_VECTOR, form).count(count).count(length).count(stride).of(old);
    if (count == 0 || length == 0) return make(std::move(contents), {});
    return make(std::move(contents), {count, count == 1 ? 0 : multiply(stride, old->extent()), {{0, length, old}}});
}

TypeRef hvector(std::int64_t count, std::int64_t length, std::int64_t stride, const TypeRef& old, Form form) {
    check_count(count);
    check_lengths({&length, 1});
    check_type(old);
    Contents contents = Recorded(MPI_COMBINER_HVECTOR, form).count(count).count(length).address(stride).of(old);
    if (count == 0 || length == 0) return make(std::move(contents), {});
    return make(std::move(contents), {count, stride, {{0, length, old}}});
}

TypeRef indexed(Numbers lengths, Numbers disps, const TypeRef& old, Form form) {
    check_lengths(lengths);
    check_type(old);
    Contents contents =
        Recorded(MPI_COMBINER_INDEXED, form).count(count_of(disps)).counts(lengths).counts(disps).of(old);
    return make(std::move(contents), blocks_of(lengths, disps, old->extent(), old));
}

TypeRef hindexed(Numbers lengths, Numbers disps, const TypeRef& old, Form form) {
    check_lengths(lengths);
    check_type(old);
    Recorded recorded(MPI_COMBINER_HINDEXED, form);
    return make(recorded.count(count_of(disps)).counts(lengths).addresses(disps).of(old),
                blocks_of(lengths, disps, 1, old));
}

TypeRef indexed_block(std::int64_t length, Numbers disps, const TypeRef& old, Form form) {
    check_lengths({&length, 1});
    check_type(old);
    Recorded recorded(MPI_COMBINER_INDEXED_BLOCK, form);
    return make(recorded.count(count_of(disps)).count(length).counts(disps).of(old),
                equal_blocks(length, disps, old->extent(), old));
}

TypeRef hindexed_block(std::int64_t length, Numbers disps, const TypeRef& old, Form form) {
    check_lengths({&length, 1});
    check_type(old);
    Recorded recorded(MPI_COMBINER_HINDEXED_BLOCK, form);
    return make(recorded.count(count_of(disps)).count(length).addresses(disps).of(old),
                equal_blocks(length, disps, 1, old));
}

TypeRef structure(Numbers lengths, Numbers disps, std::span<const TypeRef> types, Form form) {
    check_lengths(lengths);
    Shape shape;
    for (std::size_t i = 0; i < types.size(); ++i) {
        check_type(types[i]);
        if (lengths[i] != 0) shape.blocks.push_back({disps[i], lengths[i], types[i]});
    }
    Recorded recorded(MPI_COMBINER_STRUCT, form);
    return make(recorded.count(count_of(disps)).counts(lengths).addresses(disps).of(types), std::move(shape));
}

TypeRef resized(const TypeRef& old, std::int64_t lb, std::int64_t extent, Form form) {
    check_type(old);
    Contents contents = Recorded(MPI_COMBINER_RESIZED, form).address(lb).address(extent).of(old);
    return std::make_shared<const Datatype>(std::move(contents), Shape{1, 0, {{0, 1, old}}},
                                            Bounds{lb, add(lb, extent)});
}

}  // namespace rmasim::mpi
