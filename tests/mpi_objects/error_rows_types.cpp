// Wrong arguments of the functions for datatypes.
#include "tests/mpi_objects/error_rows.h"

#include <mpi.h>

#include <iterator>

namespace rmasim::mpi {

namespace {

int ints[] = {1, 1}, no_ints[] = {-1, 1}, out[16];
MPI_Aint aints[] = {0, 8}, one_aint, other_aint;
MPI_Count counts[] = {1, 1}, no_counts[] = {-1, 1}, one_count, other_count, four_counts[4];
MPI_Datatype types[] = {MPI_INT, MPI_INT}, no_types[] = {MPI_INT, MPI_DATATYPE_NULL}, made;
char text[MPI_MAX_OBJECT_NAME];
const int C = MPI_ORDER_C;
const MPI_Datatype no_type = MPI_DATATYPE_NULL;
// A communicator's value is no datatype.
const MPI_Datatype strange = reinterpret_cast<MPI_Datatype>(MPI_COMM_WORLD);

// A datatype that is not committed.
MPI_Datatype raw() {
    static MPI_Datatype type = MPI_DATATYPE_NULL;
    if (type == MPI_DATATYPE_NULL) MPI_Type_contiguous(2, MPI_INT, &type);
    return type;
}

MPI_Datatype freed() {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &type);
    const MPI_Datatype copy = type;
    MPI_Type_free(&type);
    return copy;
}

MPI_Datatype large() {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_contiguous_c(2, MPI_INT, &type);
    return type;
}

}  // namespace

#define ROW(function, wrong, arguments, error)                     \
    {                                                              \
#function, wrong, [] { return function arguments; }, error \
    }

const ErrorRow constructor_rows[] = {
    ROW(MPI_Type_dup, "null", (no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_dup, "newtype", (MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_contiguous, "count", (-1, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_contiguous, "null", (1, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_contiguous, "freed", (1, freed(), &made), MPI_ERR_TYPE),
    ROW(MPI_Type_contiguous, "newtype", (1, MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_contiguous_c, "count", (-1, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_contiguous_c, "null", (1, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_contiguous_c, "newtype", (1, MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_vector, "count", (-1, 1, 1, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_vector, "blocklength", (1, -1, 1, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_vector, "null", (1, 1, 1, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_vector, "newtype", (1, 1, 1, MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_vector_c, "count", (-1, 1, 1, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_vector_c, "blocklength", (1, -1, 1, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_vector_c, "null", (1, 1, 1, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_hvector, "count", (-1, 1, 1, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_hvector, "blocklength", (1, -1, 1, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_hvector, "null", (1, 1, 1, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_hvector, "newtype", (1, 1, 1, MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_create_hvector_c, "count", (-1, 1, 1, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_hvector_c, "blocklength", (1, -1, 1, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_hvector_c, "null", (1, 1, 1, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_indexed, "count", (-1, ints, ints, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_indexed, "blocklengths", (2, no_ints, ints, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_indexed, "no blocklengths", (2, nullptr, ints, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_indexed, "no displacements", (2, ints, nullptr, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_indexed, "null", (2, ints, ints, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_indexed_c, "count", (-1, counts, counts, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_indexed_c, "blocklengths", (2, no_counts, counts, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_indexed_c, "null", (2, counts, counts, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_hindexed, "count", (-1, ints, aints, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_hindexed, "blocklengths", (2, no_ints, aints, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_hindexed, "no displacements", (2, ints, nullptr, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_hindexed, "null", (2, ints, aints, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_hindexed_c, "count", (-1, counts, counts, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_hindexed_c, "null", (2, counts, counts, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_indexed_block, "count", (-1, 1, ints, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_indexed_block, "blocklength", (2, -1, ints, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_indexed_block, "no displacements", (2, 1, nullptr, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_indexed_block, "null", (2, 1, ints, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_indexed_block_c, "count", (-1, 1, counts, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_indexed_block_c, "blocklength", (2, -1, counts, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_hindexed_block, "count", (-1, 1, aints, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_hindexed_block, "blocklength", (2, -1, aints, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_hindexed_block, "null", (2, 1, aints, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_hindexed_block_c, "count", (-1, 1, counts, MPI_INT, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_hindexed_block_c, "null", (2, 1, counts, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_struct, "count", (-1, ints, aints, types, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_struct, "blocklengths", (2, no_ints, aints, types, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_struct, "no types", (2, ints, aints, nullptr, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_struct, "null", (2, ints, aints, no_types, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_struct, "newtype", (2, ints, aints, types, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_create_struct_c, "count", (-1, counts, counts, types, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_create_struct_c, "null", (2, counts, counts, no_types, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_resized, "null", (no_type, 0, 8, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_resized, "newtype", (MPI_INT, 0, 8, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_create_resized_c, "null", (no_type, 0, 8, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_subarray, "ndims", (0, ints, ints, out, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_subarray, "sizes", (1, no_ints, ints, out, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_subarray, "subsizes", (1, ints, no_ints, out, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_subarray, "starts", (1, ints, ints, no_ints, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_subarray, "start beyond the end", (1, ints, ints, ints, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_subarray, "order", (1, ints, ints, out, 0, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_subarray, "null", (1, ints, ints, out, C, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_subarray_c, "ndims", (-1, counts, counts, counts, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_subarray_c, "null", (1, counts, counts, four_counts, C, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_darray, "ndims", (1, 0, 0, ints, ints, ints, ints, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_darray, "size", (2, 0, 1, ints, ints, ints, ints, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_darray, "rank", (1, 1, 1, ints, ints, ints, ints, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_darray, "distribs", (1, 0, 1, ints, ints, ints, ints, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_darray, "gsizes", (1, 0, 1, no_ints, ints, ints, ints, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_darray, "psizes", (1, 0, 1, ints, ints, ints, no_ints, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_darray, "order", (1, 0, 1, ints, ints, ints, ints, 1, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_darray, "null", (1, 0, 1, ints, ints, ints, ints, C, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_create_darray_c, "rank", (1, -1, 1, counts, ints, ints, ints, C, MPI_INT, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_f90_real, "neither", (MPI_UNDEFINED, MPI_UNDEFINED, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_f90_real, "p", (99, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_f90_real, "r", (0, 9999, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_f90_complex, "p", (-1, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_f90_integer, "r", (99, &made), MPI_ERR_ARG),
    ROW(MPI_Type_create_f90_integer, "negative", (-1, &made), MPI_ERR_ARG),
    ROW(MPI_Type_struct, "count", (-1, ints, aints, types, &made), MPI_ERR_COUNT),
    ROW(MPI_Type_hvector, "null", (1, 1, 1, no_type, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_hindexed, "count", (-1, ints, aints, MPI_INT, &made), MPI_ERR_COUNT),
};
ErrorRows constructor_errors() { return {std::begin(constructor_rows), std::end(constructor_rows)}; }

const ErrorRow type_rows[] = {
    ROW(MPI_Type_commit, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_commit, "null", (&no_types[1]), MPI_ERR_TYPE),
    {"MPI_Type_commit", "freed",
     [] {
         MPI_Datatype type = freed();
         return MPI_Type_commit(&type);
     },
     MPI_ERR_TYPE},
    ROW(MPI_Type_free, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_free, "null", (&no_types[1]), MPI_ERR_TYPE),
    ROW(MPI_Type_free, "predefined", (&types[0]), MPI_ERR_TYPE),
    {"MPI_Type_free", "freed",
     [] {
         MPI_Datatype type = freed();
         return MPI_Type_free(&type);
     },
     MPI_ERR_TYPE},
    {"MPI_Type_free", "unnamed",
     [] {
         MPI_Type_create_f90_real(3, 3, &made);
         return MPI_Type_free(&made);
     },
     MPI_ERR_TYPE},
    ROW(MPI_Type_size, "null", (no_type, out), MPI_ERR_TYPE),
    ROW(MPI_Type_size, "communicator", (strange, out), MPI_ERR_TYPE),
    ROW(MPI_Type_size, "size", (MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_size_c, "null", (no_type, &one_count), MPI_ERR_TYPE),
    ROW(MPI_Type_size_x, "null", (no_type, &one_count), MPI_ERR_TYPE),
    ROW(MPI_Type_get_extent, "null", (no_type, &one_aint, &other_aint), MPI_ERR_TYPE),
    ROW(MPI_Type_get_extent, "lb", (MPI_INT, nullptr, &other_aint), MPI_ERR_ARG),
    ROW(MPI_Type_get_extent, "extent", (MPI_INT, &one_aint, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_get_extent_c, "null", (no_type, &one_count, &other_count), MPI_ERR_TYPE),
    ROW(MPI_Type_get_extent_x, "null", (no_type, &one_count, &other_count), MPI_ERR_TYPE),
    ROW(MPI_Type_get_true_extent, "null", (no_type, &one_aint, &other_aint), MPI_ERR_TYPE),
    ROW(MPI_Type_get_true_extent_c, "null", (no_type, &one_count, &other_count), MPI_ERR_TYPE),
    ROW(MPI_Type_get_true_extent_x, "null", (no_type, &one_count, &other_count), MPI_ERR_TYPE),
    ROW(MPI_Type_extent, "null", (no_type, &one_aint), MPI_ERR_TYPE),
    ROW(MPI_Type_lb, "null", (no_type, &one_aint), MPI_ERR_TYPE),
    ROW(MPI_Type_ub, "null", (no_type, &one_aint), MPI_ERR_TYPE),
    ROW(MPI_Type_get_envelope, "null", (no_type, out, out, out, out), MPI_ERR_TYPE),
    ROW(MPI_Type_get_envelope, "integers", (MPI_INT, nullptr, out, out, out), MPI_ERR_ARG),
    ROW(MPI_Type_get_envelope, "combiner", (MPI_INT, out, out, out, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_get_envelope, "large", (large(), out, out, out, out), MPI_ERR_TYPE),
    ROW(MPI_Type_get_envelope_c, "null", (no_type, counts, counts, counts, counts, out), MPI_ERR_TYPE),
    ROW(MPI_Type_get_contents, "null", (no_type, 9, 9, 9, out, aints, types), MPI_ERR_TYPE),
    ROW(MPI_Type_get_contents, "predefined", (MPI_INT, 9, 9, 9, out, aints, types), MPI_ERR_TYPE),
    ROW(MPI_Type_get_contents, "max_integers", (raw(), 0, 9, 9, out, aints, types), MPI_ERR_ARG),
    ROW(MPI_Type_get_contents, "max_datatypes", (raw(), 9, 9, 0, out, aints, types), MPI_ERR_ARG),
    ROW(MPI_Type_get_contents, "no integers", (raw(), 9, 9, 9, nullptr, aints, types), MPI_ERR_ARG),
    ROW(MPI_Type_get_contents, "large", (large(), 9, 9, 9, out, aints, types), MPI_ERR_TYPE),
    ROW(MPI_Type_get_contents_c, "predefined", (MPI_INT, 9, 9, 9, 9, out, aints, counts, types), MPI_ERR_TYPE),
    ROW(MPI_Type_get_contents_c, "max_large_counts", (large(), 9, 9, 0, 9, out, aints, counts, types), MPI_ERR_ARG),
    ROW(MPI_Type_match_size, "class", (0, 4, &made), MPI_ERR_ARG),
    ROW(MPI_Type_match_size, "size", (MPI_TYPECLASS_REAL, 3, &made), MPI_ERR_ARG),
    ROW(MPI_Type_match_size, "complex of 6", (MPI_TYPECLASS_COMPLEX, 6, &made), MPI_ERR_ARG),
    ROW(MPI_Type_match_size, "datatype", (MPI_TYPECLASS_INTEGER, 4, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_get_value_index, "value", (no_type, MPI_INT, &made), MPI_ERR_TYPE),
    ROW(MPI_Type_get_value_index, "index", (MPI_INT, raw(), &made), MPI_ERR_TYPE),
    ROW(MPI_Type_get_value_index, "pair", (MPI_INT, MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_set_name, "null", (no_type, "a"), MPI_ERR_TYPE),
    ROW(MPI_Type_set_name, "name", (MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Type_get_name, "name", (MPI_INT, nullptr, out), MPI_ERR_ARG),
    ROW(MPI_Type_get_name, "length", (MPI_INT, text, nullptr), MPI_ERR_ARG),
    ROW(MPI_Get_address, "address", (ints, nullptr), MPI_ERR_ARG),
    ROW(MPI_Address, "address", (ints, nullptr), MPI_ERR_ARG),
};
ErrorRows type_errors() { return {std::begin(type_rows), std::end(type_rows)}; }

namespace {

int position, room[8], source[4];
MPI_Count far;
MPI_Aint near;
// Resets the position before the call.
template <class Position, class Call>
auto reset(Position& at, Call call) {
    return [&at, call] {
        at = 0;
        return call();
    };
}
const MPI_Comm self = MPI_COMM_SELF, none = MPI_COMM_NULL;
#define PACK(wrong, arguments, error)                                                \
    {                                                                                \
        "MPI_Pack", wrong, reset(position, [] { return MPI_Pack arguments; }), error \
    }
#define UNPACK(wrong, arguments, error)                                                  \
    {                                                                                    \
        "MPI_Unpack", wrong, reset(position, [] { return MPI_Unpack arguments; }), error \
    }
#define EXTERNAL(function, wrong, arguments, error)                             \
    {                                                                           \
#function, wrong, reset(near, [] { return function arguments; }), error \
    }

}  // namespace

const ErrorRow pack_rows[] = {
    PACK("count", (source, -1, MPI_INT, room, 32, &position, self), MPI_ERR_COUNT),
    PACK("null", (source, 1, no_type, room, 32, &position, self), MPI_ERR_TYPE),
    PACK("not committed", (source, 1, raw(), room, 32, &position, self), MPI_ERR_TYPE),
    PACK("communicator", (source, 1, MPI_INT, room, 32, &position, none), MPI_ERR_COMM),
    PACK("outbuf", (source, 1, MPI_INT, nullptr, 32, &position, self), MPI_ERR_BUFFER),
    PACK("inbuf", (nullptr, 1, MPI_INT, room, 32, &position, self), MPI_ERR_BUFFER),
    PACK("position", (source, 1, MPI_INT, room, 32, nullptr, self), MPI_ERR_ARG),
    PACK("outsize", (source, 1, MPI_INT, room, -1, &position, self), MPI_ERR_ARG),
    PACK("too short", (source, 2, MPI_INT, room, 7, &position, self), MPI_ERR_TRUNCATE),
    UNPACK("count", (room, 32, &position, source, -1, MPI_INT, self), MPI_ERR_COUNT),
    UNPACK("null", (room, 32, &position, source, 1, no_type, self), MPI_ERR_TYPE),
    UNPACK("not committed", (room, 32, &position, source, 1, raw(), self), MPI_ERR_TYPE),
    UNPACK("communicator", (room, 32, &position, source, 1, MPI_INT, none), MPI_ERR_COMM),
    UNPACK("inbuf", (nullptr, 32, &position, source, 1, MPI_INT, self), MPI_ERR_BUFFER),
    UNPACK("outbuf", (room, 32, &position, nullptr, 1, MPI_INT, self), MPI_ERR_BUFFER),
    UNPACK("too short", (room, 3, &position, source, 1, MPI_INT, self), MPI_ERR_TRUNCATE),
    ROW(MPI_Pack_size, "count", (-1, MPI_INT, self, out), MPI_ERR_COUNT),
    ROW(MPI_Pack_size, "null", (1, no_type, self, out), MPI_ERR_TYPE),
    ROW(MPI_Pack_size, "communicator", (1, MPI_INT, none, out), MPI_ERR_COMM),
    ROW(MPI_Pack_size, "size", (1, MPI_INT, self, nullptr), MPI_ERR_ARG),
    ROW(MPI_Pack_size, "2^31 bytes", (1 << 30, MPI_INT, self, out), MPI_ERR_VALUE_TOO_LARGE),
    ROW(MPI_Pack_size_c, "count", (-1, MPI_INT, self, &one_count), MPI_ERR_COUNT),
    ROW(MPI_Pack_size_c, "2^64 bytes", (MPI_Count{1} << 62, MPI_INT, self, &one_count), MPI_ERR_VALUE_TOO_LARGE),
    {"MPI_Pack_c", "count", reset(far, [] { return MPI_Pack_c(source, -1, MPI_INT, room, 32, &far, self); }),
     MPI_ERR_COUNT},
    {"MPI_Pack_c", "too short", reset(far, [] { return MPI_Pack_c(source, 2, MPI_INT, room, 7, &far, self); }),
     MPI_ERR_TRUNCATE},
    {"MPI_Unpack_c", "null", reset(far, [] { return MPI_Unpack_c(room, 32, &far, source, 1, no_type, self); }),
     MPI_ERR_TYPE},
    EXTERNAL(MPI_Pack_external, "datarep", ("native", source, 1, MPI_INT, room, 32, &near), MPI_ERR_ARG),
    EXTERNAL(MPI_Pack_external, "count", ("external32", source, -1, MPI_INT, room, 32, &near), MPI_ERR_COUNT),
    EXTERNAL(MPI_Pack_external, "null", ("external32", source, 1, no_type, room, 32, &near), MPI_ERR_TYPE),
    EXTERNAL(MPI_Pack_external, "too short", ("external32", source, 1, MPI_INT, room, 3, &near), MPI_ERR_TRUNCATE),
    EXTERNAL(MPI_Unpack_external, "datarep", (nullptr, room, 32, &near, source, 1, MPI_INT), MPI_ERR_ARG),
    EXTERNAL(MPI_Unpack_external, "null", ("external32", room, 32, &near, source, 1, no_type), MPI_ERR_TYPE),
    EXTERNAL(MPI_Unpack_external, "too short", ("external32", room, 3, &near, source, 1, MPI_INT), MPI_ERR_TRUNCATE),
    ROW(MPI_Pack_external_size, "datarep", ("", 1, MPI_INT, &one_aint), MPI_ERR_ARG),
    ROW(MPI_Pack_external_size, "count", ("external32", -1, MPI_INT, &one_aint), MPI_ERR_COUNT),
    ROW(MPI_Pack_external_size, "size", ("external32", 1, MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Pack_external_size_c, "null", ("external32", 1, no_type, &one_count), MPI_ERR_TYPE),
};
ErrorRows pack_errors() { return {std::begin(pack_rows), std::end(pack_rows)}; }

}  // namespace rmasim::mpi
