// The functions of MPI that pack and unpack (MPI 4.1, 5.2 and 5.3).
#include "sim/mpi/objects/datatypes/checked_math.h"
#include "sim/mpi/objects/datatypes/external32.h"
#include "sim/mpi/objects/datatypes/packing.h"
#include "sim/mpi/objects/library.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace rmasim::mpi {

namespace {

// Typed data of a call.
struct Typed {
    std::int64_t count = 0;
    const Datatype* type = nullptr;
    std::int64_t bytes = 0;
};

Typed typed_data(Library& own, std::int64_t count, MPI_Datatype datatype) {
    require(count >= 0, MPI_ERR_COUNT, "the count is negative");
    const Datatype& type = own.types.committed(to_int(datatype));
    multiply(type.extent(), count);  // checks
    return {count, &type, multiply(type.size(), count)};
}

// Returns the position after `bytes` more bytes. Throws if they are not in the buffer: the error of packing is
// MPI_ERR_TRUNCATE, as for a message that is too long.
template <class Position>
Position next_position(std::int64_t position, std::int64_t bytes, std::int64_t size) {
    require(size >= 0 && position >= 0 && position <= size, MPI_ERR_ARG, "the position is not in the buffer");
    require(bytes <= size - position, MPI_ERR_TRUNCATE, "the buffer is too short");
    return static_cast<Position>(position + bytes);
}

void check_buffers(const void* typed, const void* packed, const Typed& data) {
    require(packed != nullptr || data.bytes == 0, MPI_ERR_BUFFER, "the buffer is a null pointer");
    // MPI_BOTTOM is a null pointer: displacements are addresses.
    const bool has_addresses = data.bytes == 0 || data.type->true_bounds().lb != 0;
    require(typed != nullptr || has_addresses, MPI_ERR_BUFFER, "the buffer is a null pointer");
}

void check_representation(const char* datarep) {
    require(datarep != nullptr && std::string(datarep) == "external32", MPI_ERR_ARG,
            "the representation is not external32");
}

template <class Size>
void do_pack(Library& own, MPI_Comm comm, const void* typed, std::int64_t count, MPI_Datatype datatype, void* packed,
             Size size, Size* position) {
    own.comms.find(to_int(comm));
    const Typed data = typed_data(own, count, datatype);
    check_buffers(typed, packed, data);
    const Size next = next_position<Size>(checked(position), data.bytes, size);
    pack(typed, data.count, *data.type, 0, data.bytes, static_cast<std::byte*>(packed) + *position);
    *position = next;
}

template <class Size>
void do_unpack(Library& own, MPI_Comm comm, const void* packed, Size size, Size* position, void* typed,
               std::int64_t count, MPI_Datatype datatype) {
    own.comms.find(to_int(comm));
    const Typed data = typed_data(own, count, datatype);
    check_buffers(typed, packed, data);
    const Size next = next_position<Size>(checked(position), data.bytes, size);
    unpack(static_cast<const std::byte*>(packed) + *position, data.count, *data.type, 0, data.bytes, typed);
    *position = next;
}

template <class Size>
void do_pack_external(Library& own, const char* datarep, const void* typed, std::int64_t count, MPI_Datatype datatype,
                      void* packed, Size size, Size* position) {
    check_representation(datarep);
    const Typed data = typed_data(own, count, datatype);
    check_buffers(typed, packed, data);
    const Size next = next_position<Size>(checked(position), external_size(*data.type, count), size);
    write_external(typed, data.count, *data.type, static_cast<std::byte*>(packed) + *position);
    *position = next;
}

template <class Size>
void do_unpack_external(Library& own, const char* datarep, const void* packed, Size size, Size* position, void* typed,
                        std::int64_t count, MPI_Datatype datatype) {
    check_representation(datarep);
    const Typed data = typed_data(own, count, datatype);
    check_buffers(typed, packed, data);
    const Size next = next_position<Size>(checked(position), external_size(*data.type, count), size);
    read_external(static_cast<const std::byte*>(packed) + *position, data.count, *data.type, typed);
    *position = next;
}

template <class Size>
void return_pack_size(Library& own, MPI_Comm comm, std::int64_t count, MPI_Datatype datatype, Size* size) {
    own.comms.find(to_int(comm));
    const Typed data = typed_data(own, count, datatype);
    require(data.bytes <= std::numeric_limits<Size>::max(), MPI_ERR_VALUE_TOO_LARGE, "the size does not fit");
    checked(size) = static_cast<Size>(data.bytes);
}

template <class Size>
void return_external_size(Library& own, const char* datarep, std::int64_t count, MPI_Datatype datatype, Size* size) {
    check_representation(datarep);
    checked(size) = external_size(*typed_data(own, count, datatype).type, count);
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position,
              MPI_Comm comm) {
    return call("MPI_Pack", to_int(comm),
                [&](Library& own) { do_pack(own, comm, inbuf, incount, datatype, outbuf, outsize, position); });
}

int PMPI_Pack_c(const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf, MPI_Count outsize,
                MPI_Count* position, MPI_Comm comm) {
    return call("MPI_Pack_c", to_int(comm),
                [&](Library& own) { do_pack(own, comm, inbuf, incount, datatype, outbuf, outsize, position); });
}

int PMPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype,
                MPI_Comm comm) {
    return call("MPI_Unpack", to_int(comm),
                [&](Library& own) { do_unpack(own, comm, inbuf, insize, position, outbuf, outcount, datatype); });
}

int PMPI_Unpack_c(const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf, MPI_Count outcount,
                  MPI_Datatype datatype, MPI_Comm comm) {
    return call("MPI_Unpack_c", to_int(comm),
                [&](Library& own) { do_unpack(own, comm, inbuf, insize, position, outbuf, outcount, datatype); });
}

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int* size) {
    return call("MPI_Pack_size", to_int(comm),
                [&](Library& own) { return_pack_size(own, comm, incount, datatype, size); });
}

int PMPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count* size) {
    return call("MPI_Pack_size_c", to_int(comm),
                [&](Library& own) { return_pack_size(own, comm, incount, datatype, size); });
}

int PMPI_Pack_external(const char* datarep, const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf,
                       MPI_Aint outsize, MPI_Aint* position) {
    return call("MPI_Pack_external", 0, [&](Library& own) {
        do_pack_external(own, datarep, inbuf, incount, datatype, outbuf, outsize, position);
    });
}

int PMPI_Pack_external_c(const char* datarep, const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf,
                         MPI_Count outsize, MPI_Count* position) {
    return call("MPI_Pack_external_c", 0, [&](Library& own) {
        do_pack_external(own, datarep, inbuf, incount, datatype, outbuf, outsize, position);
    });
}

int PMPI_Unpack_external(const char datarep[], const void* inbuf, MPI_Aint insize, MPI_Aint* position, void* outbuf,
                         int outcount, MPI_Datatype datatype) {
    return call("MPI_Unpack_external", 0, [&](Library& own) {
        do_unpack_external(own, datarep, inbuf, insize, position, outbuf, outcount, datatype);
    });
}

int PMPI_Unpack_external_c(const char datarep[], const void* inbuf, MPI_Count insize, MPI_Count* position, void* outbuf,
                           MPI_Count outcount, MPI_Datatype datatype) {
    return call("MPI_Unpack_external_c", 0, [&](Library& own) {
        do_unpack_external(own, datarep, inbuf, insize, position, outbuf, outcount, datatype);
    });
}

int PMPI_Pack_external_size(const char* datarep, int incount, MPI_Datatype datatype, MPI_Aint* size) {
    return call("MPI_Pack_external_size", 0,
                [&](Library& own) { return_external_size(own, datarep, incount, datatype, size); });
}

int PMPI_Pack_external_size_c(const char* datarep, MPI_Count incount, MPI_Datatype datatype, MPI_Count* size) {
    return call("MPI_Pack_external_size_c", 0,
                [&](Library& own) { return_external_size(own, datarep, incount, datatype, size); });
}
