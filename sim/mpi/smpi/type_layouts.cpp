// The layouts of SMPI's datatypes.
#include "sim/mpi/smpi/program_handles.h"
#include "sim/mpi/windows/type_maps.h"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <utility>

namespace rmasim::sim {

namespace {

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
        // SMPI builds structures without gaps from MPI_CHAR, so this datatype does not determine the members.
        const std::optional<Datatype> basic = type == MPI_CHAR ? std::nullopt : basic_type_of(type);
        leaves.mixed = leaves.mixed || !basic || (leaves.any && leaves.basic != basic);
        leaves.basic = basic;
        leaves.any = true;
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
    map.basic = basic_type_of(type);
    map.text = type == MPI_CHAR;
    map.bytes = size_of(type);
    map.extent = bounds_of(type).extent;
    map.runs = made_runs(type);
    return map;
}

}  // namespace

bool TypeMaps::is_named(MPI_Datatype type) {
    if (named_.contains(type)) return true;
    if (type == MPI_DATATYPE_NULL || !is_predefined_object(type)) return false;
    named_.emplace(type, &keep(map_of_named(type)));
    return true;
}

const TypeMap& TypeMaps::moved(MPI_Datatype type) { return of(type); }

const TypeMap& TypeMaps::of(MPI_Datatype type) {
    if (is_named(type)) return *named_.find(type)->second;
    if (keyval_ == MPI_KEYVAL_INVALID) {
        PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &keyval_, nullptr);
    }
    void* kept = nullptr;
    int found = 0;
    PMPI_Type_get_attr(type, keyval_, &kept, &found);
    if (found != 0) return *static_cast<const TypeMap*>(kept);
    const TypeMap& map = keep(map_of_derived(type));
    PMPI_Type_set_attr(type, keyval_, const_cast<TypeMap*>(&map));
    return map;
}

}  // namespace rmasim::sim
