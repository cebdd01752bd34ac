// Attributes of communicators, datatypes and windows (MPI 4.1, 7.7). Attributes are copied in the order in which they
// were set, and deleted in the reverse order, as 11.2.4 requires it for MPI_COMM_SELF.
#pragma once

#include "sim/mpi/objects/handle_table.h"

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::mpi {

// The kind of object that a key belongs to.
enum class Holder : std::uint8_t { comm, type, win };

using CopyFunction = MPI_Comm_copy_attr_function*;  // the functions of the three kinds differ in a handle's type only
using DeleteFunction = MPI_Comm_delete_attr_function*;

// The form in which the functions of a key are called. Those of Fortran get references; values and the extra state are
// integers of the kind of addresses, or of the default kind in the functions of MPI-1.
enum class Convention : std::uint8_t { c, fortran_address, fortran_integer };

struct Keyval {
    Holder holder = Holder::comm;
    CopyFunction copy = nullptr;
    DeleteFunction erase = nullptr;
    void* extra_state = nullptr;
    Convention convention = Convention::c;
};

// The language of the call that set an attribute, and the value's type (MPI 4.1, 19.3.7).
enum class Written : std::uint8_t { c_pointer, fortran_integer, fortran_address };

struct Attribute {
    int keyval = 0;
    std::shared_ptr<const Keyval> key;  // lives as long as an attribute uses it
    std::intptr_t value = 0;
    Written written = Written::c_pointer;
};

using Attributes = std::vector<std::unique_ptr<Attribute>>;  // in the order in which they were set

// The keys of a process.
class Keyvals {
public:
    int create(const Keyval& keyval);
    // A key is valid until it is freed and no attribute has it (MPI 4.1, 7.7.2). Throws MPI_ERR_KEYVAL.
    void free(int keyval, Holder holder);
    // Returns the key. Throws MPI_ERR_KEYVAL if it is not valid for this kind of object.
    const std::shared_ptr<const Keyval>& find(int keyval, Holder holder);

private:
    struct Entry {
        std::shared_ptr<const Keyval> key;
        bool freed = false;
    };
    HandleTable<Entry> table_{Kind::keyval};
    std::vector<int> freed_;  // keys that attributes may have
};

// Returns the attribute with this key; nullptr if it is not set.
const Attribute* find_attribute(const Attributes& attributes, int keyval);
// Returns the value as MPI_COMM_GET_ATTR in C does: what Fortran has set is returned by its address.
void* value_for_c(const Attribute& attribute);
// Sets an attribute of the object `handle`; an old value is deleted first. Throws the class of a callback's error.
void set_attribute(Attributes& attributes, int handle, Attribute attribute);
// Deletes an attribute. Throws MPI_ERR_KEYVAL if it is not set, and the class of a callback's error.
void delete_attribute(Attributes& attributes, int handle, int keyval);
// Deletes all attributes, the last one first. If a callback fails, its attribute and those before it stay.
void delete_attributes(Attributes& attributes, int handle);
// Returns the attributes of a duplicate of the object `handle`: those whose callback requests a copy.
Attributes copied_attributes(const Attributes& attributes, int handle);

}  // namespace rmasim::mpi
