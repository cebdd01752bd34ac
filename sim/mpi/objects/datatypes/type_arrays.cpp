// Datatypes of parts of arrays: subarrays and distributed arrays (MPI 4.1, 5.1.3 and 5.1.4).
#include "sim/mpi/objects/datatypes/checked_math.h"
#include "sim/mpi/objects/datatypes/type_constructors.h"
#include "sim/mpi/objects/error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace rmasim::mpi {

namespace {

// The part of one dimension, as the standard composes them: bounds are those of the whole dimension.
TypeRef dimension(std::vector<Block> blocks, std::int64_t size, const TypeRef& old) {
    return std::make_shared<const Datatype>(Contents{}, Shape{1, 0, std::move(blocks)},
                                            Bounds{0, multiply(size, old->extent())});
}

// The dimensions from the one whose elements are contiguous to the slowest one.
std::vector<std::size_t> from_fastest(std::size_t dimensions, int order) {
    std::vector<std::size_t> all(dimensions);
    for (std::size_t i = 0; i < dimensions; ++i) all[i] = order == MPI_ORDER_C ? dimensions - 1 - i : i;
    return all;
}

void check_array(Numbers sizes, int order, const TypeRef& old) {
    require(!sizes.empty(), MPI_ERR_ARG, "the number of dimensions is not positive");
    const bool positive = std::all_of(sizes.begin(), sizes.end(), [](std::int64_t size) { return size > 0; });
    require(positive, MPI_ERR_ARG, "a size of the array is not positive");
    require(order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN, MPI_ERR_ARG, "the order is none of MPI's");
    require(old != nullptr, MPI_ERR_TYPE, "the datatype is null");
}

// The last level has the contents of the call instead of those of a dimension.
TypeRef with_contents(Contents contents, const TypeRef& made) {
    return std::make_shared<const Datatype>(std::move(contents), made->shape(), made->bounds());
}

void append_integers(Contents& contents, Integers values) {
    contents.integers.insert(contents.integers.end(), values.begin(), values.end());
}

void append_counts(Contents& contents, Numbers values, Form form) {
    for (const std::int64_t value : values) {
        if (form == Form::large) contents.counts.push_back(value);
        else contents.integers.push_back(static_cast<int>(value));
    }
}

// The blocks of a dimension of `size` elements that a process owns: every `owners`-th block of `length` elements,
// beginning with block `owner`. The last block of the array may be shorter.
TypeRef cyclic(std::int64_t length, std::int64_t size, std::int64_t owner, std::int64_t owners, const TypeRef& old) {
    const std::int64_t extent = old->extent();
    const std::int64_t all_blocks = (size - 1) / length + 1;
    const std::int64_t last = all_blocks - 1;
    const std::int64_t mine = owner > last ? 0 : (last - owner) / owners + 1;
    const bool has_last = mine != 0 && last % owners == owner;
    const std::int64_t whole = has_last ? mine - 1 : mine;
    std::vector<Block> blocks;
    if (whole > 0) {
        const std::int64_t stride = whole == 1 ? 0 : multiply(multiply(owners, length), extent);
        const auto strided = std::make_shared<const Datatype>(Contents{}, Shape{whole, stride, {{0, length, old}}});
        blocks.push_back({multiply(multiply(owner, length), extent), 1, strided});
    }
    if (has_last) blocks.push_back({multiply(multiply(last, length), extent), size - last * length, old});
    return dimension(std::move(blocks), size, old);
}

// The part of dimension `index` that the process at `coordinate` owns.
TypeRef distributed(const Distribution& distribution, std::size_t index, std::int64_t coordinate, std::int64_t size,
                    const TypeRef& old) {
    const std::int64_t owners = distribution.grid[index];
    const int argument = distribution.arguments[index];
    const bool by_default = argument == MPI_DISTRIBUTE_DFLT_DARG;
    switch (distribution.kinds[index]) {
        case MPI_DISTRIBUTE_BLOCK: {
            const std::int64_t length = by_default ? (size - 1) / owners + 1 : argument;
            require(length > 0 && length >= (size - 1) / owners + 1, MPI_ERR_ARG,
                    "the blocks of a dimension do not cover it");
            return cyclic(length, size, coordinate, owners, old);
        }
        case MPI_DISTRIBUTE_CYCLIC:
            require(by_default || argument > 0, MPI_ERR_ARG, "the argument of a distribution is not positive");
            return cyclic(by_default ? 1 : argument, size, coordinate, owners, old);
        case MPI_DISTRIBUTE_NONE:
            require(owners == 1, MPI_ERR_ARG, "a dimension that is not distributed has several processes");
            return cyclic(size, size, 0, 1, old);
        default: throw Error(MPI_ERR_ARG, "the distribution of a dimension is none of MPI's");
    }
}

// The coordinates of a rank in the grid, whose last dimension is the fastest one for both orders.
std::vector<std::int64_t> coordinates(const Distribution& distribution) {
    std::vector<std::int64_t> all(distribution.grid.size());
    std::int64_t rank = distribution.rank;
    for (std::size_t i = all.size(); i-- > 0;) {
        all[i] = rank % distribution.grid[i];
        rank /= distribution.grid[i];
    }
    return all;
}

}  // namespace

TypeRef subarray(Numbers sizes, Numbers subsizes, Numbers starts, int order, const TypeRef& old, Form form) {
    check_array(sizes, order, old);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        require(subsizes[i] > 0 && subsizes[i] <= sizes[i], MPI_ERR_ARG, "a size of the subarray is not in the array");
        require(starts[i] >= 0 && starts[i] <= sizes[i] - subsizes[i], MPI_ERR_ARG, "the subarray leaves the array");
    }
    TypeRef made = old;
    for (const std::size_t i : from_fastest(sizes.size(), order))
        made = dimension({{multiply(starts[i], made->extent()), subsizes[i], made}}, sizes[i], made);
    Contents contents;
    contents.combiner = MPI_COMBINER_SUBARRAY;
    contents.integers.push_back(static_cast<int>(sizes.size()));
    append_counts(contents, sizes, form);
    append_counts(contents, subsizes, form);
    append_counts(contents, starts, form);
    contents.integers.push_back(order);
    contents.types.push_back(old);
    return with_contents(std::move(contents), made);
}

TypeRef darray(const Distribution& distribution, Numbers sizes, int order, const TypeRef& old, Form form) {
    check_array(sizes, order, old);
    std::int64_t processes = 1;
    for (const int each : distribution.grid) {
        require(each > 0, MPI_ERR_ARG, "a dimension of the grid is not positive");
        processes = multiply(processes, each);
    }
    require(processes == distribution.size, MPI_ERR_ARG, "the grid has another number of processes");
    require(distribution.rank >= 0 && distribution.rank < distribution.size, MPI_ERR_ARG,
            "the rank is not in the grid");
    const std::vector<std::int64_t> where = coordinates(distribution);
    TypeRef made = old;
    for (const std::size_t i : from_fastest(sizes.size(), order))
        made = distributed(distribution, i, where[i], sizes[i], made);
    Contents contents;
    contents.combiner = MPI_COMBINER_DARRAY;
    contents.integers = {distribution.size, distribution.rank, static_cast<int>(sizes.size())};
    append_counts(contents, sizes, form);
    for (const Integers values : {distribution.kinds, distribution.arguments, distribution.grid})
        append_integers(contents, values);
    contents.integers.push_back(order);
    contents.types.push_back(old);
    return with_contents(std::move(contents), made);
}

}  // namespace rmasim::mpi
