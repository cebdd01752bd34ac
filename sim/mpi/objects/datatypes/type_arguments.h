// Arguments of the functions for datatypes, converted to 64 bits.
#pragma once

#include "sim/mpi/objects/datatypes/type_constructors.h"
#include "sim/mpi/objects/library.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace rmasim::mpi {

// Returns the number of entries that an array argument has. Throws MPI_ERR_COUNT if it is negative.
inline std::size_t entries(std::int64_t count) {
    require(count >= 0, MPI_ERR_COUNT, "the count is negative");
    return static_cast<std::size_t>(count);
}

// Returns the array as a span. Throws MPI_ERR_ARG if it is null, unless it has no entries.
template <class Value>
std::span<const Value> checked_array(const Value* array, std::size_t count) {
    require(array != nullptr || count == 0, MPI_ERR_ARG, "an array is a null pointer");
    return {array, count};
}

template <class Value>
std::vector<std::int64_t> widened(const Value* array, std::size_t count) {
    const std::span<const Value> values = checked_array(array, count);
    return {values.begin(), values.end()};
}

// Stores the handle of a new datatype.
inline void store_type(MPI_Datatype* handle, Library& own, TypeRef type) {
    checked(handle) = to_handle<MPI_Datatype>(own.types.add({std::move(type), false, false, "", {}}));
}

inline const TypeRef& old_type(Library& own, MPI_Datatype handle) { return own.types.type(to_int(handle)); }

// The functions with MPI_Count have the large form.
template <class Count>
constexpr Form form_of() {
    return std::is_same_v<Count, int> ? Form::small : Form::large;
}

}  // namespace rmasim::mpi
