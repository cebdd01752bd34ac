// The functions of MPI that return properties of datatypes, commit and free them (MPI 4.1, 5.1.5 to 5.1.13).
#include "sim/mpi/objects/datatypes/type_arguments.h"
#include "sim/mpi/objects/library.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace rmasim::mpi {

namespace {

// Stores a number; MPI_UNDEFINED if it does not fit (MPI 4.1, 5.1.5).
template <class Value>
void store_or_undefined(Value& result, std::int64_t value) {
    const bool fits = value >= std::numeric_limits<Value>::min() && value <= std::numeric_limits<Value>::max();
    result = fits ? static_cast<Value>(value) : static_cast<Value>(MPI_UNDEFINED);
}

template <class Value>
int return_size(const char* function, MPI_Datatype datatype, Value* size) {
    return call(function, 0,
                [&](Library& own) { store_or_undefined(checked(size), own.types.type(to_int(datatype))->size()); });
}

template <class Value>
int return_extent(const char* function, MPI_Datatype datatype, Value* lb, Value* extent, bool is_true) {
    return call(function, 0, [&](Library& own) {
        const Datatype& type = *own.types.type(to_int(datatype));
        const Bounds bounds = is_true ? type.true_bounds() : type.bounds();
        checked(extent);
        checked(lb) = bounds.lb;
        *extent = bounds.ub - bounds.lb;
    });
}

bool is_large(const Contents& contents) { return !contents.counts.empty(); }

template <class Value>
Value size_of(const auto& list) {
    return static_cast<Value>(list.size());
}

int combiner_of(const TypeObject& object) {
    return object.type->basic() != nullptr ? MPI_COMBINER_NAMED : object.type->contents().combiner;
}

// Returns a handle of a datatype in the contents: the predefined one, or a new one that the caller frees.
MPI_Datatype content_handle(Library& own, const TypeRef& type) {
    if (type->basic() != nullptr) return to_handle<MPI_Datatype>(type->basic()->handle);
    const int combiner = type->contents().combiner;
    const bool is_unnamed = combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX ||
                            combiner == MPI_COMBINER_F90_INTEGER;
    if (is_unnamed) return to_handle<MPI_Datatype>(own.types.unnamed(type));
    return to_handle<MPI_Datatype>(own.types.add({type, false, false, "", {}}));
}

// Copies a list of the contents to the caller's array. Throws MPI_ERR_ARG if the array is too short.
template <class Value>
void copy_list(const std::vector<Value>& list, std::int64_t room, Value* array) {
    require(room >= static_cast<std::int64_t>(list.size()), MPI_ERR_ARG, "an array is too short for the contents");
    require(array != nullptr || list.empty(), MPI_ERR_ARG, "an array is a null pointer");
    std::copy(list.begin(), list.end(), array);
}

void return_contents(Library& own, const Contents& contents, std::int64_t max_integers, int* integers,
                     std::int64_t max_addresses, MPI_Aint* addresses, std::int64_t max_types, MPI_Datatype* types) {
    const auto needed = static_cast<std::int64_t>(contents.types.size());
    require(max_types >= needed && (types != nullptr || needed == 0), MPI_ERR_ARG,
            "an array is too short for the contents, or null");
    copy_list(contents.integers, max_integers, integers);
    copy_list(contents.addresses, max_addresses, addresses);
    for (std::size_t i = 0; i < contents.types.size(); ++i) types[i] = content_handle(own, contents.types[i]);
}

const Contents& contents_of(Library& own, MPI_Datatype datatype) {
    const TypeObject& object = own.types.find(to_int(datatype));
    require(object.type->basic() == nullptr, MPI_ERR_TYPE, "a predefined datatype has no contents");
    return object.type->contents();
}

int make_unnamed(const char* function, MPI_Datatype* newtype, const auto& make) {
    return call(function, 0,
                [&](Library& own) { checked(newtype) = to_handle<MPI_Datatype>(own.types.unnamed(make())); });
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Type_commit(MPI_Datatype* datatype) {
    return call("MPI_Type_commit", 0, [&](Library& own) {
        TypeObject& object = own.types.find(to_int(checked(datatype)));
        object.type->runs();
        object.committed = true;
    });
}

int PMPI_Type_free(MPI_Datatype* datatype) {
    return call("MPI_Type_free", 0, [&](Library& own) {
        const int handle = to_int(checked(datatype));
        TypeObject& object = own.types.find(handle);
        require(handle >= first_derived_handle && !object.unnamed, MPI_ERR_TYPE, "the datatype is predefined");
        delete_attributes(object.attributes, handle);
        own.types.take(handle);
        *datatype = MPI_DATATYPE_NULL;
    });
}

int PMPI_Type_size(MPI_Datatype datatype, int* size) { return return_size("MPI_Type_size", datatype, size); }
int PMPI_Type_size_c(MPI_Datatype datatype, MPI_Count* size) { return return_size("MPI_Type_size_c", datatype, size); }
int PMPI_Type_size_x(MPI_Datatype datatype, MPI_Count* size) { return return_size("MPI_Type_size_x", datatype, size); }

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint* lb, MPI_Aint* extent) {
    return return_extent("MPI_Type_get_extent", datatype, lb, extent, false);
}
int PMPI_Type_get_extent_c(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
    return return_extent("MPI_Type_get_extent_c", datatype, lb, extent, false);
}
int PMPI_Type_get_extent_x(MPI_Datatype datatype, MPI_Count* lb, MPI_Count* extent) {
    return return_extent("MPI_Type_get_extent_x", datatype, lb, extent, false);
}
int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint* true_lb, MPI_Aint* true_extent) {
    return return_extent("MPI_Type_get_true_extent", datatype, true_lb, true_extent, true);
}
int PMPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
    return return_extent("MPI_Type_get_true_extent_c", datatype, true_lb, true_extent, true);
}
int PMPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count* true_lb, MPI_Count* true_extent) {
    return return_extent("MPI_Type_get_true_extent_x", datatype, true_lb, true_extent, true);
}

int PMPI_Type_get_envelope(MPI_Datatype datatype, int* integers, int* addresses, int* types, int* combiner) {
    return call("MPI_Type_get_envelope", 0, [&](Library& own) {
        const TypeObject& object = own.types.find(to_int(datatype));
        const Contents& contents = object.type->contents();
        require(!is_large(contents), MPI_ERR_TYPE, "a function with large counts has made the datatype");
        checked(addresses) = size_of<int>(contents.addresses);
        checked(types) = size_of<int>(contents.types);
        checked(combiner) = combiner_of(object);
        checked(integers) = size_of<int>(contents.integers);
    });
}

int PMPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count* integers, MPI_Count* addresses, MPI_Count* counts,
                             MPI_Count* types, int* combiner) {
    return call("MPI_Type_get_envelope_c", 0, [&](Library& own) {
        const TypeObject& object = own.types.find(to_int(datatype));
        const Contents& contents = object.type->contents();
        checked(addresses) = size_of<MPI_Count>(contents.addresses);
        checked(counts) = size_of<MPI_Count>(contents.counts);
        checked(types) = size_of<MPI_Count>(contents.types);
        checked(combiner) = combiner_of(object);
        checked(integers) = size_of<MPI_Count>(contents.integers);
    });
}

int PMPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
                           int integers[], MPI_Aint addresses[], MPI_Datatype types[]) {
    return call("MPI_Type_get_contents", 0, [&](Library& own) {
        const Contents& contents = contents_of(own, datatype);
        require(!is_large(contents), MPI_ERR_TYPE, "a function with large counts has made the datatype");
        return_contents(own, contents, max_integers, integers, max_addresses, addresses, max_datatypes, types);
    });
}

int PMPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
                             MPI_Count max_large_counts, MPI_Count max_datatypes, int integers[], MPI_Aint addresses[],
                             MPI_Count counts[], MPI_Datatype types[]) {
    return call("MPI_Type_get_contents_c", 0, [&](Library& own) {
        const Contents& contents = contents_of(own, datatype);
        copy_list(contents.counts, max_large_counts, counts);
        return_contents(own, contents, max_integers, integers, max_addresses, addresses, max_datatypes, types);
    });
}

int PMPI_Type_create_f90_real(int p, int r, MPI_Datatype* newtype) {
    return make_unnamed("MPI_Type_create_f90_real", newtype, [&] { return f90_real(p, r); });
}

int PMPI_Type_create_f90_complex(int p, int r, MPI_Datatype* newtype) {
    return make_unnamed("MPI_Type_create_f90_complex", newtype, [&] { return f90_complex(p, r); });
}

int PMPI_Type_create_f90_integer(int r, MPI_Datatype* newtype) {
    return make_unnamed("MPI_Type_create_f90_integer", newtype, [&] { return f90_integer(r); });
}

int PMPI_Type_match_size(int typeclass, int size, MPI_Datatype* datatype) {
    return call("MPI_Type_match_size", 0,
                [&](Library&) { checked(datatype) = to_handle<MPI_Datatype>(match_size(typeclass, size)); });
}

int PMPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type, MPI_Datatype* pair_type) {
    return call("MPI_Type_get_value_index", 0, [&](Library& own) {
        for (const MPI_Datatype one : {value_type, index_type})
            require(own.types.type(to_int(one))->basic() != nullptr, MPI_ERR_TYPE, "the datatype is not predefined");
        checked(pair_type) = MPI_DATATYPE_NULL;
        for (const BasicType& basic : basic_types())
            if (basic.first == to_int(value_type) && basic.second == to_int(index_type) && basic.first != 0)
                *pair_type = to_handle<MPI_Datatype>(basic.handle);
    });
}

int PMPI_Get_address(const void* location, MPI_Aint* address) {
    return call("MPI_Get_address", 0,
                [&](Library&) { checked(address) = static_cast<MPI_Aint>(reinterpret_cast<std::intptr_t>(location)); });
}

MPI_Aint PMPI_Aint_add(MPI_Aint base, MPI_Aint disp) {
    return static_cast<MPI_Aint>(static_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(disp));
}

MPI_Aint PMPI_Aint_diff(MPI_Aint addr1, MPI_Aint addr2) {
    return static_cast<MPI_Aint>(static_cast<std::uintptr_t>(addr1) - static_cast<std::uintptr_t>(addr2));
}
