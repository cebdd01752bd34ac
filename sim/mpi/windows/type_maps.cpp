#include "sim/mpi/windows/type_maps.h"

#include "sim/mpi/program_handles.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace rmasim::sim {

namespace {

// ---- Predefined datatypes.
const std::vector<std::pair<MPI_Datatype, Datatype>>& known_types() {
    static const std::vector<std::pair<MPI_Datatype, Datatype>> known{
        {MPI_BYTE, Datatype::byte},
        {MPI_PACKED, Datatype::byte},
        {MPI_UNSIGNED_CHAR, Datatype::uint8},
        {MPI_UINT8_T, Datatype::uint8},
        {MPI_C_BOOL, Datatype::logical8},
        {MPI_SIGNED_CHAR, Datatype::int8},
        {MPI_SHORT, Datatype::int16},
        {MPI_INT, Datatype::int32},
        {MPI_LONG, Datatype::int64},
        {MPI_LONG_LONG, Datatype::int64},
        {MPI_UNSIGNED_SHORT, Datatype::uint16},
        {MPI_UNSIGNED, Datatype::uint32},
        {MPI_UNSIGNED_LONG, Datatype::uint64},
        {MPI_UNSIGNED_LONG_LONG, Datatype::uint64},
        {MPI_FLOAT, Datatype::float32},
        {MPI_DOUBLE, Datatype::float64},
        {MPI_INT8_T, Datatype::int8},
        {MPI_INT16_T, Datatype::int16},
        {MPI_INT32_T, Datatype::int32},
        {MPI_INT64_T, Datatype::int64},
        {MPI_UINT16_T, Datatype::uint16},
        {MPI_UINT32_T, Datatype::uint32},
        {MPI_UINT64_T, Datatype::uint64},
        {MPI_AINT, Datatype::int64},
        {MPI_OFFSET, Datatype::int64},
        {MPI_COUNT, Datatype::int64},
        {MPI_2INT, Datatype::int32_int32},
        {MPI_FLOAT_INT, Datatype::float32_int32},
        {MPI_DOUBLE_INT, Datatype::float64_int32},
        {MPI_LONG_INT, Datatype::int64_int32},
        {MPI_SHORT_INT, Datatype::int16_int32},
        {MPI_LONG_DOUBLE_INT, Datatype::float80_int32},
        {MPI_2REAL, Datatype::float32_float32},
        {MPI_2DOUBLE_PRECISION, Datatype::float64_float64},
        {MPI_2INTEGER, Datatype::int32_int32},
        {MPI_LONG_DOUBLE, Datatype::float80},
        {MPI_C_FLOAT_COMPLEX, Datatype::complex64},
        {MPI_C_COMPLEX, Datatype::complex64},
        {MPI_C_DOUBLE_COMPLEX, Datatype::complex128},
        {MPI_C_LONG_DOUBLE_COMPLEX, Datatype::complex160},
        {MPI_COMPLEX, Datatype::complex64},
        {MPI_COMPLEX8, Datatype::complex64},
        {MPI_COMPLEX16, Datatype::complex128},
        {MPI_DOUBLE_COMPLEX, Datatype::complex128},
        {MPI_INTEGER, Datatype::int32},
        {MPI_REAL, Datatype::float32},
        {MPI_DOUBLE_PRECISION, Datatype::float64},
        {MPI_INTEGER1, Datatype::int8},
        {MPI_INTEGER2, Datatype::int16},
        {MPI_INTEGER4, Datatype::int32},
        {MPI_INTEGER8, Datatype::int64},
        {MPI_REAL4, Datatype::float32},
        {MPI_REAL8, Datatype::float64},
        // In some versions of MPI, these are other names of datatypes above.
        {MPI_CXX_BOOL, Datatype::logical8},
        {MPI_LOGICAL, Datatype::logical32},
    };
    return known;
}

std::optional<Datatype> known_as(MPI_Datatype type) {
    for (const auto& [known, datatype] : known_types()) {
        if (known == type) return datatype;
    }
    return std::nullopt;
}

std::uint64_t size_of(MPI_Datatype type) {
    int bytes = 0;
    PMPI_Type_size(type, &bytes);
    return static_cast<std::uint64_t>(bytes);
}

// ---- Derived datatypes. SMPI records the combiner and the arguments of each datatype, but the combiner may differ
// from MPI's: a structure is INDEXED. A resized type is INDEXED, too, with MPI_LB and MPI_UB as members without data.
// Blocks of equal length are HINDEXED or INDEXED. An alternative would be to pack bytes that contain their position. It
// is not possible, because absolute addresses in a datatype may be 2^47 bytes apart.

struct Made {
    int combiner = 0;
    std::vector<int> integers;
    std::vector<MPI_Aint> addresses;
    std::vector<MPI_Datatype> types;
};

Made made(MPI_Datatype type) {
    Made how;
    int integers = 0, addresses = 0, types = 0;
    PMPI_Type_get_envelope(type, &integers, &addresses, &types, &how.combiner);
    if (how.combiner == MPI_COMBINER_NAMED) return how;
    // The arrays have one element more than needed, because SMPI does not accept null pointers.
    how.integers.resize(static_cast<std::size_t>(integers) + 1);
    how.addresses.resize(static_cast<std::size_t>(addresses) + 1);
    how.types.resize(static_cast<std::size_t>(types) + 1, MPI_DATATYPE_NULL);
    PMPI_Type_get_contents(type, integers, addresses, types, how.integers.data(), how.addresses.data(),
                           how.types.data());
    how.integers.pop_back();
    how.addresses.pop_back();
    how.types.pop_back();
    return how;
}

struct Bounds {
    MPI_Aint lower = 0, extent = 0;
};

Bounds bounds_of(MPI_Datatype type) {
    Bounds found;
    PMPI_Type_get_extent(type, &found.lower, &found.extent);
    return found;
}

struct Leaves {
    std::optional<Datatype> basic;
    bool any = false, mixed = false;
};

void find_leaves(MPI_Datatype type, Leaves& leaves) {
    const Made how = made(type);
    if (how.combiner != MPI_COMBINER_NAMED) {
        for (const MPI_Datatype one : how.types) find_leaves(one, leaves);
    } else if (size_of(type) > 0) {
        const std::optional<Datatype> basic = known_as(type);
        leaves.mixed = leaves.mixed || !basic || (leaves.any && leaves.basic != basic);
        leaves.basic = basic;
        leaves.any = true;
    }
}

void add_run(std::vector<TypeRun>& runs, std::int64_t offset, std::uint64_t bytes) {
    if (!runs.empty() && runs.back().offset + static_cast<std::int64_t>(runs.back().bytes) == offset) {
        runs.back().bytes += bytes;
    } else {
        runs.push_back({offset, bytes});
    }
}

std::vector<TypeRun> made_runs(MPI_Datatype type);

// Appends the runs of bytes in blocks of one datatype to a list.
class Blocks {
public:
    Blocks(MPI_Datatype type, std::vector<TypeRun>& into)
        : runs_(made_runs(type)), extent_(bounds_of(type).extent), into_(into) {}

    MPI_Aint extent() const { return extent_; }
    void add(MPI_Aint at, int length) const {
        for (int element = 0; element < length; ++element, at += extent_) {
            for (const TypeRun& run : runs_) add_run(into_, at + run.offset, run.bytes);
        }
    }

private:
    std::vector<TypeRun> runs_;
    MPI_Aint extent_;
    std::vector<TypeRun>& into_;
};

void add_vector(const Made& how, std::vector<TypeRun>& runs) {
    const Blocks blocks(how.types[0], runs);
    const MPI_Aint stride = how.addresses.empty() ? how.integers[2] * blocks.extent() : how.addresses[0];
    for (int i = 0; i < how.integers[0]; ++i) blocks.add(i * stride, how.integers[1]);
}

// Appends the runs of an indexed datatype. `how.integers` has the number of blocks, then their lengths. If the datatype
// has no addresses, the displacements of the blocks follow.
void add_indexed(const Made& how, std::vector<TypeRun>& runs) {
    const auto count = static_cast<std::size_t>(how.integers[0]);
    std::optional<Blocks> blocks;
    for (std::size_t i = 0; i < count; ++i) {
        if (i < how.types.size()) blocks.emplace(how.types[i], runs);  // the last type is used for the other blocks
        const MPI_Aint at = how.addresses.empty() ? how.integers[1 + count + i] * blocks->extent() : how.addresses[i];
        blocks->add(at, how.integers[1 + i]);
    }
}

std::vector<TypeRun> made_runs(MPI_Datatype type) {
    const Made how = made(type);
    std::vector<TypeRun> runs;
    switch (how.combiner) {
        case MPI_COMBINER_NAMED:
        case MPI_COMBINER_CONTIGUOUS:  // contiguous predefined types, or a structure without gaps at any offset
            if (size_of(type) > 0) runs.push_back({bounds_of(type).lower, size_of(type)});
            break;
        case MPI_COMBINER_DUP: return made_runs(how.types[0]);
        case MPI_COMBINER_VECTOR:
        case MPI_COMBINER_HVECTOR: add_vector(how, runs); break;
        case MPI_COMBINER_INDEXED:
        case MPI_COMBINER_HINDEXED: add_indexed(how, runs); break;
        default: throw std::logic_error(fmt::format("SMPI has made a datatype of combiner {}", how.combiner));
    }
    return runs;
}

TypeMap map_of_derived(MPI_Datatype type) {
    TypeMap map;
    map.bytes = size_of(type);
    map.extent = bounds_of(type).extent;
    Leaves leaves;
    find_leaves(type, leaves);
    if (!leaves.mixed) map.basic = leaves.basic;
    map.runs = made_runs(type);
    return map;
}

TypeMap map_of_named(MPI_Datatype type) {
    TypeMap map;
    map.named = true;
    map.basic = known_as(type);
    map.bytes = size_of(type);
    map.extent = bounds_of(type).extent;
    map.runs = made_runs(type);
    return map;
}

// Returns the distance between successive blocks in bytes, if all blocks have equal lengths and distances. Returns
// nullopt if they do not, or if lengths or distances are not multiples of `size`.
std::optional<std::uint64_t> regular_stride(const std::vector<TypeRun>& runs, std::size_t size) {
    const std::uint64_t block = runs[0].bytes;
    if (block % size != 0) return std::nullopt;
    if (runs.size() == 1) return block;
    const std::int64_t stride = runs[1].offset - runs[0].offset;
    if (stride < static_cast<std::int64_t>(block) || stride % static_cast<std::int64_t>(size) != 0) return std::nullopt;
    for (std::size_t i = 1; i < runs.size(); ++i) {
        if (runs[i].bytes != block || runs[i].offset - runs[i - 1].offset != stride) return std::nullopt;
    }
    return static_cast<std::uint64_t>(stride);
}

}  // namespace

std::int64_t TypeMap::first(std::uint64_t count) const {
    std::int64_t min = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) min = i == 0 ? runs[i].offset : std::min(min, runs[i].offset);
    return count > 0 && extent < 0 ? min + extent * static_cast<std::int64_t>(count - 1) : min;
}

std::int64_t TypeMap::end(std::uint64_t count) const {
    std::int64_t max = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::int64_t behind = runs[i].offset + static_cast<std::int64_t>(runs[i].bytes);
        max = i == 0 ? behind : std::max(max, behind);
    }
    return count > 0 && extent > 0 ? max + extent * static_cast<std::int64_t>(count - 1) : max;
}

std::vector<TypeRun> TypeMap::runs_of(std::uint64_t count) const {
    std::vector<TypeRun> all;
    for (std::uint64_t element = 0; element < count; ++element) {
        const std::int64_t begin = extent * static_cast<std::int64_t>(element);
        for (const TypeRun& run : runs) add_run(all, begin + run.offset, run.bytes);
    }
    return all;
}

Region TargetMaps::region(const TypeMap& type, std::uint64_t count, std::uint64_t disp, std::uint32_t unit) {
    const std::size_t size = bytes_of(type.unit());
    Region region{
        .disp = disp, .count = static_cast<std::uint32_t>(type.bytes * count / size), .datatype = type.unit()};
    if (region.count == 0 || (type.named && type.dense())) return region;
    std::vector<TypeRun> runs = type.runs_of(count);
    const std::optional<std::uint64_t> stride = regular_stride(runs, size);
    if (stride && runs[0].offset >= 0 && runs[0].offset % static_cast<std::int64_t>(unit) == 0) {
        region.disp += static_cast<std::uint64_t>(runs[0].offset) / unit;
        region.block_length = static_cast<std::uint32_t>(runs[0].bytes / size);
        region.stride = static_cast<std::uint32_t>(*stride / size);
        return region;
    }
    region.block_length = Region::irregular_bit | static_cast<std::uint32_t>(runs.size());
    const auto known = std::find_if(maps_.begin(), maps_.end(), [&](const std::vector<TypeRun>& one) {
        return std::ranges::equal(
            one, runs, [](const TypeRun& a, const TypeRun& b) { return a.offset == b.offset && a.bytes == b.bytes; });
    });
    region.stride = static_cast<std::uint32_t>(known - maps_.begin());
    if (known == maps_.end()) maps_.push_back(std::move(runs));
    return region;
}

bool TypeMaps::is_named(MPI_Datatype type) {
    if (named_.contains(type)) return true;
    if (type == MPI_DATATYPE_NULL || !is_predefined_object(type)) return false;
    named_.emplace(type, map_of_named(type));
    return true;
}

const TypeMap& TypeMaps::of(MPI_Datatype type) {
    if (is_named(type)) return named_.find(type)->second;
    if (keyval_ == MPI_KEYVAL_INVALID) {
        PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &keyval_, nullptr);
    }
    void* kept = nullptr;
    int found = 0;
    PMPI_Type_get_attr(type, keyval_, &kept, &found);
    if (found != 0) return *static_cast<const TypeMap*>(kept);
    derived_.push_back(std::make_unique<TypeMap>(map_of_derived(type)));
    PMPI_Type_set_attr(type, keyval_, derived_.back().get());
    return *derived_.back();
}

}  // namespace rmasim::sim
