#include "tests/mpi_objects/random_types.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace rmasim::reference {

namespace {

void check(int error) {
    if (error != MPI_SUCCESS) throw std::runtime_error("a constructor returned error " + std::to_string(error));
}

RandomType::Child child_of(const RandomType& old) { return {old.handle, old.map.size(), old.map.lb(), old.map.ub()}; }

std::vector<int> ints(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }
std::vector<MPI_Aint> aints(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }
std::vector<MPI_Count> counts(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }

}  // namespace

RandomTypes::~RandomTypes() {
    for (RandomType& type : pool_) MPI_Type_free(&type.handle);
}

std::int64_t RandomTypes::between(std::int64_t lowest, std::int64_t highest) {
    return lowest + static_cast<std::int64_t>(twister_.below(static_cast<std::uint64_t>(highest - lowest + 1)));
}

std::vector<std::int64_t> RandomTypes::numbers(std::size_t n, std::int64_t lowest, std::int64_t highest) {
    std::vector<std::int64_t> all(n);
    for (std::int64_t& one : all) one = between(lowest, highest);
    return all;
}

const RandomType& RandomTypes::child() {
    if (named_.empty())
        for (const BasicFact& basic : basic_facts())
            named_.push_back({basic.handle, map_of(basic), MPI_COMBINER_NAMED, false, {}, {}, {}, {}});
    const bool derived = !pool_.empty() && twister_.below(3) != 0;
    const auto& from = derived ? pool_ : named_;
    return from[twister_.below(from.size())];
}

void RandomTypes::record_count(RandomType& type, std::int64_t value) const {
    if (type.large) type.counts.push_back(value);
    else type.integers.push_back(static_cast<int>(value));
}

void RandomTypes::record_disp(RandomType& type, std::int64_t value) const {
    if (type.large) type.counts.push_back(value);
    else type.addresses.push_back(value);
}

void RandomTypes::make_contiguous(RandomType& type) {
    const RandomType& old = child();
    const std::int64_t count = between(0, 5);
    check(type.large ? MPI_Type_contiguous_c(count, old.handle, &type.handle)
                     : MPI_Type_contiguous(static_cast<int>(count), old.handle, &type.handle));
    type.combiner = MPI_COMBINER_CONTIGUOUS;
    record_count(type, count);
    type.children = {child_of(old)};
    type.map = contiguous(count, old.map);
}

void RandomTypes::make_vector(RandomType& type, bool in_bytes) {
    const RandomType& old = child();
    const std::int64_t count = between(0, 4), length = between(0, 3);
    const std::int64_t stride = in_bytes ? between(-40, 40) : between(-5, 5);
    const int n = static_cast<int>(count), l = static_cast<int>(length);
    if (in_bytes)
        check(type.large ? MPI_Type_create_hvector_c(count, length, stride, old.handle, &type.handle)
                         : MPI_Type_create_hvector(n, l, stride, old.handle, &type.handle));
    else
        check(type.large ? MPI_Type_vector_c(count, length, stride, old.handle, &type.handle)
                         : MPI_Type_vector(n, l, static_cast<int>(stride), old.handle, &type.handle));
    type.combiner = in_bytes ? MPI_COMBINER_HVECTOR : MPI_COMBINER_VECTOR;
    record_count(type, count);
    record_count(type, length);
    in_bytes ? record_disp(type, stride) : record_count(type, stride);
    type.children = {child_of(old)};
    const std::int64_t unit = in_bytes ? 1 : old.map.extent();
    type.map = blocks(
        count, [&](std::int64_t) { return length; }, [&](std::int64_t i) { return i * stride * unit; },
        [&](std::int64_t) -> const TypeMap& { return old.map; });
}

void RandomTypes::make_indexed(RandomType& type, bool in_bytes) {
    const RandomType& old = child();
    const auto n = static_cast<std::size_t>(between(0, 5));
    const auto lengths = numbers(n, 0, 3), disps = in_bytes ? numbers(n, -60, 60) : numbers(n, -6, 6);
    const int count = static_cast<int>(n);
    if (type.large) {
        const auto function = in_bytes ? MPI_Type_create_hindexed_c : MPI_Type_indexed_c;
        check(function(count, counts(lengths).data(), counts(disps).data(), old.handle, &type.handle));
    } else if (in_bytes) {
        check(MPI_Type_create_hindexed(count, ints(lengths).data(), aints(disps).data(), old.handle, &type.handle));
    } else {
        check(MPI_Type_indexed(count, ints(lengths).data(), ints(disps).data(), old.handle, &type.handle));
    }
    type.combiner = in_bytes ? MPI_COMBINER_HINDEXED : MPI_COMBINER_INDEXED;
    record_count(type, count);
    for (const std::int64_t length : lengths) record_count(type, length);
    for (const std::int64_t disp : disps) in_bytes ? record_disp(type, disp) : record_count(type, disp);
    type.children = {child_of(old)};
    const std::int64_t unit = in_bytes ? 1 : old.map.extent();
    const auto at = [](const auto& list, std::int64_t i) { return list[static_cast<std::size_t>(i)]; };
    type.map = blocks(
        count, [&](std::int64_t i) { return at(lengths, i); }, [&](std::int64_t i) { return at(disps, i) * unit; },
        [&](std::int64_t) -> const TypeMap& { return old.map; });
}

void RandomTypes::make_block(RandomType& type, bool in_bytes) {
    const RandomType& old = child();
    const auto n = static_cast<std::size_t>(between(0, 5));
    const std::int64_t length = between(0, 3);
    const auto disps = in_bytes ? numbers(n, -60, 60) : numbers(n, -6, 6);
    const int count = static_cast<int>(n), l = static_cast<int>(length);
    if (type.large) {
        const auto function = in_bytes ? MPI_Type_create_hindexed_block_c : MPI_Type_create_indexed_block_c;
        check(function(count, length, counts(disps).data(), old.handle, &type.handle));
    } else if (in_bytes) {
        check(MPI_Type_create_hindexed_block(count, l, aints(disps).data(), old.handle, &type.handle));
    } else {
        check(MPI_Type_create_indexed_block(count, l, ints(disps).data(), old.handle, &type.handle));
    }
    type.combiner = in_bytes ? MPI_COMBINER_HINDEXED_BLOCK : MPI_COMBINER_INDEXED_BLOCK;
    record_count(type, count);
    record_count(type, length);
    for (const std::int64_t disp : disps) in_bytes ? record_disp(type, disp) : record_count(type, disp);
    type.children = {child_of(old)};
    const std::int64_t unit = in_bytes ? 1 : old.map.extent();
    type.map = blocks(
        count, [&](std::int64_t) { return length; },
        [&](std::int64_t i) { return disps[static_cast<std::size_t>(i)] * unit; },
        [&](std::int64_t) -> const TypeMap& { return old.map; });
}

void RandomTypes::make_struct(RandomType& type) {
    const auto n = static_cast<std::size_t>(between(0, 4));
    const auto lengths = numbers(n, 0, 3), disps = numbers(n, -80, 80);
    std::vector<const TypeMap*> maps;
    std::vector<MPI_Datatype> handles;
    for (std::size_t i = 0; i < n; ++i) {
        const RandomType& old = child();
        type.children.push_back(child_of(old));
        handles.push_back(old.handle);
        maps.push_back(&old.map);
    }
    const int count = static_cast<int>(n);
    check(type.large
              ? MPI_Type_create_struct_c(count, counts(lengths).data(), counts(disps).data(), handles.data(),
                                         &type.handle)
              : MPI_Type_create_struct(count, ints(lengths).data(), aints(disps).data(), handles.data(), &type.handle));
    type.combiner = MPI_COMBINER_STRUCT;
    record_count(type, count);
    for (const std::int64_t length : lengths) record_count(type, length);
    for (const std::int64_t disp : disps) record_disp(type, disp);
    const auto index = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    type.map = blocks(
        count, [&](std::int64_t i) { return lengths[index(i)]; }, [&](std::int64_t i) { return disps[index(i)]; },
        [&](std::int64_t i) -> const TypeMap& { return *maps[index(i)]; });
}

void RandomTypes::make_resized(RandomType& type) {
    const RandomType& old = child();
    const std::int64_t lb = between(-24, 24), extent = between(-16, 72);
    check(type.large ? MPI_Type_create_resized_c(old.handle, lb, extent, &type.handle)
                     : MPI_Type_create_resized(old.handle, lb, extent, &type.handle));
    type.combiner = MPI_COMBINER_RESIZED;
    record_disp(type, lb);
    record_disp(type, extent);
    type.children = {child_of(old)};
    type.map = resized(old.map, lb, extent);
}

void RandomTypes::make_dup(RandomType& type) {
    const RandomType& old = child();
    check(MPI_Type_dup(old.handle, &type.handle));
    type.large = false;
    type.combiner = MPI_COMBINER_DUP;
    type.children = {child_of(old)};
    type.map = old.map;
}

void RandomTypes::make_subarray(RandomType& type) {
    const RandomType& old = child();
    const auto n = static_cast<std::size_t>(between(1, 3));
    const auto sizes = numbers(n, 1, 4);
    std::vector<std::int64_t> parts(n), starts(n);
    for (std::size_t i = 0; i < n; ++i) {
        parts[i] = between(1, sizes[i]);
        starts[i] = between(0, sizes[i] - parts[i]);
    }
    const bool fortran = twister_.below(2) != 0;
    const int order = fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C, dimensions = static_cast<int>(n);
    check(type.large ? MPI_Type_create_subarray_c(dimensions, counts(sizes).data(), counts(parts).data(),
                                                  counts(starts).data(), order, old.handle, &type.handle)
                     : MPI_Type_create_subarray(dimensions, ints(sizes).data(), ints(parts).data(), ints(starts).data(),
                                                order, old.handle, &type.handle));
    type.combiner = MPI_COMBINER_SUBARRAY;
    type.integers = {dimensions};
    const auto record = [&](const std::vector<std::int64_t>& values) {
        for (const std::int64_t value : values) record_count(type, value);
    };
    record(sizes);
    record(parts);
    record(starts);
    type.integers.push_back(order);
    type.children = {child_of(old)};
    const auto selects = [&](std::span<const std::int64_t> index) {
        for (std::size_t i = 0; i < n; ++i)
            if (index[i] < starts[i] || index[i] >= starts[i] + parts[i]) return false;
        return true;
    };
    type.map = array_part(sizes, fortran, selects, old.map);
}

void RandomTypes::make_darray(RandomType& type) {
    const RandomType& old = child();
    const auto n = static_cast<std::size_t>(between(1, 3));
    const auto sizes = numbers(n, 1, 5);
    std::vector<int> kinds(n), arguments(n), grid(n);
    std::vector<std::int64_t> lengths(n), mine(n);
    int size = 1;
    for (std::size_t i = 0; i < n; ++i) {
        const int kind = static_cast<int>(between(0, 2));
        kinds[i] = kind == 0 ? MPI_DISTRIBUTE_NONE : kind == 1 ? MPI_DISTRIBUTE_BLOCK : MPI_DISTRIBUTE_CYCLIC;
        grid[i] = kind == 0 ? 1 : static_cast<int>(between(1, 3));
        const bool by_default = kind == 0 || twister_.below(2) != 0;
        const std::int64_t needed = (sizes[i] + grid[i] - 1) / grid[i];
        lengths[i] = kind == 0 ? sizes[i] : by_default ? (kind == 1 ? needed : 1) : needed + between(0, 1);
        arguments[i] = by_default ? MPI_DISTRIBUTE_DFLT_DARG : static_cast<int>(lengths[i]);
        size *= grid[i];
    }
    const int rank = static_cast<int>(between(0, size - 1));
    int rest = rank;
    for (std::size_t i = n; i-- > 0; rest /= grid[i]) mine[i] = rest % grid[i];
    const bool fortran = twister_.below(2) != 0;
    const int order = fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C, dimensions = static_cast<int>(n);
    check(type.large ? MPI_Type_create_darray_c(size, rank, dimensions, counts(sizes).data(), kinds.data(),
                                                arguments.data(), grid.data(), order, old.handle, &type.handle)
                     : MPI_Type_create_darray(size, rank, dimensions, ints(sizes).data(), kinds.data(),
                                              arguments.data(), grid.data(), order, old.handle, &type.handle));
    type.combiner = MPI_COMBINER_DARRAY;
    type.integers = {size, rank, dimensions};
    for (const std::int64_t value : sizes) record_count(type, value);
    for (const auto* list : {&kinds, &arguments, &grid})
        type.integers.insert(type.integers.end(), list->begin(), list->end());
    type.integers.push_back(order);
    type.children = {child_of(old)};
    const auto selects = [&](std::span<const std::int64_t> index) {
        for (std::size_t i = 0; i < n; ++i)
            if (index[i] / lengths[i] % grid[i] != mine[i]) return false;
        return true;
    };
    type.map = array_part(sizes, fortran, selects, old.map);
}

void RandomTypes::make(RandomType& type) {
    type.large = twister_.below(3) == 0;
    switch (twister_.below(14)) {
        case 0: return make_contiguous(type);
        case 1:
        case 2: return make_vector(type, false);
        case 3: return make_vector(type, true);
        case 4: return make_indexed(type, false);
        case 5: return make_indexed(type, true);
        case 6: return make_block(type, false);
        case 7: return make_block(type, true);
        case 8:
        case 9: return make_struct(type);
        case 10: return make_resized(type);
        case 11: return make_subarray(type);
        case 12: return make_darray(type);
        default: return make_dup(type);
    }
}

const RandomType& RandomTypes::next() {
    constexpr std::size_t pool_size = 12;
    for (;;) {
        RandomType type;
        make(type);
        const TypeMap& map = type.map;
        const std::int64_t reach =
            std::max({std::abs(map.lb()), std::abs(map.ub()), std::abs(map.true_lb()), std::abs(map.true_ub())});
        if (map.entries.size() > max_entries || map.lower_markers.size() > max_entries || reach > max_span) {
            MPI_Type_free(&type.handle);
            continue;
        }
        if (pool_.size() < pool_size) {
            pool_.push_back(std::move(type));
            return pool_.back();
        }
        RandomType& replaced = pool_[twister_.below(pool_.size())];
        MPI_Type_free(&replaced.handle);
        replaced = std::move(type);
        return replaced;
    }
}

}  // namespace rmasim::reference
