#include "sim/mpi/objects/types.h"

#include "sim/mpi/objects/error.h"

#include <utility>

namespace rmasim::mpi {

int Types::add(TypeObject object) {
    const int handle = table_.add(std::move(object));
    require(handle != 0, MPI_ERR_OTHER, "too many datatypes exist");
    return handle;
}

TypeObject& Types::find(int handle) {
    if (handle < first_derived_handle) {
        const BasicType* const basic = find_basic(handle);
        require(basic != nullptr, MPI_ERR_TYPE, "the datatype is null, or no datatype");
        TypeObject& object = predefined_[handle];
        if (object.type == nullptr) object = {predefined_type(*basic), true, false, basic->name, {}};
        return object;
    }
    TypeObject* const object = table_.find(handle);
    require(object != nullptr, MPI_ERR_TYPE, "the datatype is freed, or no datatype");
    return *object;
}

const Datatype& Types::committed(int handle) {
    const TypeObject& object = find(handle);
    require(object.committed, MPI_ERR_TYPE, "the datatype is not committed");
    return *object.type;
}

int Types::unnamed(const TypeRef& type) {
    int& handle = unnamed_[type.get()];
    if (handle == 0) handle = add({type, true, true, "", {}});
    return handle;
}

bool Types::names(int handle, const TypeRef& type) {
    if (handle < first_derived_handle) return true;
    const TypeObject* const object = table_.find(handle);
    return object != nullptr && object->type == type;
}

TypeObject Types::take(int handle) {
    const TypeObject& object = find(handle);
    require(handle >= first_derived_handle && !object.unnamed, MPI_ERR_TYPE, "a predefined datatype cannot be freed");
    return table_.take(handle);
}

}  // namespace rmasim::mpi
