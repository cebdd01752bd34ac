#include "sim/mpi/windows/type_maps.h"

#include <algorithm>
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
        {MPI_CHAR, Datatype::int8},  // MPI gives it no arithmetic, but libraries do
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

std::optional<Datatype> basic_type_of(MPI_Datatype type) {
    for (const auto& [known, datatype] : known_types()) {
        if (known == type) return datatype;
    }
    return std::nullopt;
}

void add_run(std::vector<TypeRun>& runs, std::int64_t offset, std::uint64_t bytes) {
    if (!runs.empty() && runs.back().offset + static_cast<std::int64_t>(runs.back().bytes) == offset) {
        runs.back().bytes += bytes;
    } else {
        runs.push_back({offset, bytes});
    }
}

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
    const auto [known, is_new] = numbers_.try_emplace(std::move(runs), static_cast<std::uint32_t>(maps_.size()));
    if (is_new) maps_.push_back(&known->first);
    region.stride = known->second;
    return region;
}

void TypeMaps::forget_freed() {
    std::erase_if(datatypes_, [](const auto& one) { return one.second.datatype.expired(); });
    max_datatypes_ = 2 * datatypes_.size() + 64;
}

}  // namespace rmasim::sim
