// The datatypes of a process, by handle.
#pragma once

#include "sim/mpi/objects/attributes.h"
#include "sim/mpi/objects/datatypes/datatype.h"
#include "sim/mpi/objects/handle_table.h"

#include <map>
#include <string>

namespace rmasim::mpi {

// A datatype as a handle names it. Several handles may share the datatype itself.
struct TypeObject {
    TypeRef type;
    bool committed = false;
    bool unnamed = false;  // from MPI_TYPE_CREATE_F90_*: it may not be freed
    std::string name;
    Attributes attributes;
};

class Types {
public:
    // Returns the handle of a new object.
    int add(TypeObject object);
    // Returns the object. Throws MPI_ERR_TYPE if the handle is null, not valid or freed.
    TypeObject& find(int handle);
    const TypeRef& type(int handle) { return find(handle).type; }
    // Returns a datatype that may be used in communication. Throws MPI_ERR_TYPE if it is not committed, too.
    const Datatype& committed(int handle);
    // Returns the handle of a datatype of MPI_TYPE_CREATE_F90_*: the same one for the same arguments.
    int unnamed(const TypeRef& type);
    // True if the handle is valid, and names this datatype.
    bool names(int handle, const TypeRef& type);
    // Removes a derived datatype. Throws MPI_ERR_TYPE, also for predefined datatypes.
    TypeObject take(int handle);
    std::size_t derived() const { return table_.size(); }

private:
    HandleTable<TypeObject> table_{Kind::type};
    std::map<int, TypeObject> predefined_;
    std::map<const Datatype*, int> unnamed_;  // looked up only: its order is never used
};

}  // namespace rmasim::mpi
