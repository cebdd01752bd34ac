// The functions of MPI for statuses (MPI 4.1, 3.2.5, 3.7.6, 5.1.11 and 13.3).
#include "sim/mpi/objects/datatypes/checked_math.h"
#include "sim/mpi/objects/library.h"

#include <cstdint>
#include <limits>

namespace rmasim::mpi {

namespace {

// Stores a number of elements; MPI_UNDEFINED if it is not whole or does not fit.
template <class Count>
void store_count(Count* result, std::int64_t count) {
    const bool fits = count >= 0 && count <= std::numeric_limits<Count>::max();
    checked(result) = fits ? static_cast<Count>(count) : static_cast<Count>(MPI_UNDEFINED);
}

template <class Count>
int return_count(const char* function, const MPI_Status* status, MPI_Datatype datatype, Count* count) {
    return call(function, 0, [&](Library& own) {
        const Datatype& type = *own.types.type(to_int(datatype));
        const std::int64_t bytes = status_bytes(checked(status));
        const bool whole = type.size() == 0 ? bytes == 0 : bytes % type.size() == 0;
        store_count(count, !whole ? -1 : type.size() == 0 ? 0 : bytes / type.size());
    });
}

template <class Count>
int return_elements(const char* function, const MPI_Status* status, MPI_Datatype datatype, Count* count) {
    return call(function, 0, [&](Library& own) {
        const Datatype& type = *own.types.type(to_int(datatype));
        store_count(count, elements_in(type, status_bytes(checked(status))));
    });
}

// The bytes of the first `elements` basic elements.
std::int64_t bytes_of_elements(const Datatype& type, std::int64_t elements) {
    const std::int64_t each = type.signature().elements();
    if (elements == 0 || each == 0) return 0;
    std::int64_t bytes = multiply(elements / each, type.size()), left = elements % each;
    if (left == 0) return bytes;
    const std::int64_t each_time = each / type.shape().repeat;
    bytes = add(bytes, left / each_time * (type.size() / type.shape().repeat));
    left %= each_time;
    for (const Block& block : type.shape().blocks) {
        if (left == 0) break;
        const std::int64_t taken = std::min(left, block.count * block.type->signature().elements());
        bytes += bytes_of_elements(*block.type, taken);
        left -= taken;
    }
    return bytes;
}

int set_elements(const char* function, MPI_Status* status, MPI_Datatype datatype, std::int64_t count) {
    return call(function, 0, [&](Library& own) {
        const Datatype& type = *own.types.type(to_int(datatype));
        require(count >= 0, MPI_ERR_COUNT, "the count is negative");
        set_status_bytes(checked(status), bytes_of_elements(type, count));
    });
}

int get_field(const char* function, const MPI_Status* status, int* value, int MPI_Status::*field) {
    return call(function, 0, [&](Library&) { checked(value) = checked(status).*field; });
}

int set_field(const char* function, MPI_Status* status, int value, int MPI_Status::*field) {
    return call(function, 0, [&](Library&) { checked(status).*field = value; });
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Get_count(const MPI_Status* status, MPI_Datatype datatype, int* count) {
    return return_count("MPI_Get_count", status, datatype, count);
}

int PMPI_Get_count_c(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
    return return_count("MPI_Get_count_c", status, datatype, count);
}

int PMPI_Get_elements(const MPI_Status* status, MPI_Datatype datatype, int* count) {
    return return_elements("MPI_Get_elements", status, datatype, count);
}

int PMPI_Get_elements_c(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
    return return_elements("MPI_Get_elements_c", status, datatype, count);
}

int PMPI_Get_elements_x(const MPI_Status* status, MPI_Datatype datatype, MPI_Count* count) {
    return return_elements("MPI_Get_elements_x", status, datatype, count);
}

int PMPI_Status_set_elements(MPI_Status* status, MPI_Datatype datatype, int count) {
    return set_elements("MPI_Status_set_elements", status, datatype, count);
}

int PMPI_Status_set_elements_c(MPI_Status* status, MPI_Datatype datatype, MPI_Count count) {
    return set_elements("MPI_Status_set_elements_c", status, datatype, count);
}

int PMPI_Status_set_elements_x(MPI_Status* status, MPI_Datatype datatype, MPI_Count count) {
    return set_elements("MPI_Status_set_elements_x", status, datatype, count);
}

int PMPI_Test_cancelled(const MPI_Status* status, int* flag) {
    return call("MPI_Test_cancelled", 0, [&](Library&) { checked(flag) = is_cancelled(checked(status)) ? 1 : 0; });
}

int PMPI_Status_set_cancelled(MPI_Status* status, int flag) {
    return call("MPI_Status_set_cancelled", 0, [&](Library&) { set_cancelled(checked(status), flag != 0); });
}

int PMPI_Status_get_source(const MPI_Status* status, int* source) {
    return get_field("MPI_Status_get_source", status, source, &MPI_Status::MPI_SOURCE);
}

int PMPI_Status_get_tag(const MPI_Status* status, int* tag) {
    return get_field("MPI_Status_get_tag", status, tag, &MPI_Status::MPI_TAG);
}

int PMPI_Status_get_error(const MPI_Status* status, int* error) {
    return get_field("MPI_Status_get_error", status, error, &MPI_Status::MPI_ERROR);
}

int PMPI_Status_set_source(MPI_Status* status, int source) {
    return set_field("MPI_Status_set_source", status, source, &MPI_Status::MPI_SOURCE);
}

int PMPI_Status_set_tag(MPI_Status* status, int tag) {
    return set_field("MPI_Status_set_tag", status, tag, &MPI_Status::MPI_TAG);
}

int PMPI_Status_set_error(MPI_Status* status, int error) {
    return set_field("MPI_Status_set_error", status, error, &MPI_Status::MPI_ERROR);
}
