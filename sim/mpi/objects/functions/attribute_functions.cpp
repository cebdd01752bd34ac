// The functions of MPI for attributes of communicators and datatypes, and keys of those of windows (MPI 4.1, 7.7).
#include "sim/mpi/objects/library.h"

#include <cstdint>

namespace rmasim::mpi {

namespace {

int make_key(const char* function, Holder holder, void* copy, void* erase, int* keyval, void* extra_state) {
    return call(function, 0, [&](Library& own) {
        checked(keyval) = own.keyvals.create({holder, reinterpret_cast<CopyFunction>(copy),
                                               reinterpret_cast<DeleteFunction>(erase), extra_state, Convention::c});
    });
}

int free_key(const char* function, Holder holder, int* keyval) {
    return call(function, 0, [&](Library& own) {
        own.keyvals.free(checked(keyval), holder);
        *keyval = MPI_KEYVAL_INVALID;
    });
}

template <class Function>
void* address_of(Function* function) {
    return reinterpret_cast<void*>(function);
}

void store_value(const Attributes& attributes, int keyval, void* value, int* flag) {
    const Attribute* const found = find_attribute(attributes, keyval);
    checked(flag) = found != nullptr ? 1 : 0;
    if (found != nullptr) *static_cast<void**>(value) = value_for_c(*found);
}

void set_pointer(Library& own, Attributes& attributes, int handle, Holder holder, int keyval, void* value) {
    set_attribute(
        attributes, handle,
        {keyval, own.keyvals.find(keyval, holder), reinterpret_cast<std::intptr_t>(value), Written::c_pointer});
}

int set_comm_attribute(const char* function, MPI_Comm comm, int keyval, void* value) {
    return call(function, to_int(comm), [&](Library& own) {
        set_pointer(own, own.comms.find(to_int(comm)).attributes, to_int(comm), Holder::comm, keyval, value);
    });
}

int get_comm_attribute(const char* function, MPI_Comm comm, int keyval, void* value, int* flag) {
    return call(function, to_int(comm), [&](Library& own) {
        const Comm& from = own.comms.find(to_int(comm));
        require(value != nullptr, MPI_ERR_ARG, "the value is a null pointer");
        if (const int* const known = own.predefined_attribute(keyval); known != nullptr) {
            checked(flag) = 1;
            *static_cast<const void**>(value) = known;
            return;
        }
        own.keyvals.find(keyval, Holder::comm);
        store_value(from.attributes, keyval, value, flag);
    });
}

int delete_comm_attribute(const char* function, MPI_Comm comm, int keyval) {
    return call(function, to_int(comm), [&](Library& own) {
        Comm& changed = own.comms.find(to_int(comm));
        own.keyvals.find(keyval, Holder::comm);
        delete_attribute(changed.attributes, to_int(comm), keyval);
    });
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* erase, int* keyval,
                            void* extra_state) {
    return make_key("MPI_Comm_create_keyval", Holder::comm, address_of(copy), address_of(erase), keyval, extra_state);
}

int PMPI_Keyval_create(MPI_Copy_function* copy, MPI_Delete_function* erase, int* keyval, void* extra_state) {
    return make_key("MPI_Keyval_create", Holder::comm, address_of(copy), address_of(erase), keyval, extra_state);
}

int PMPI_Type_create_keyval(MPI_Type_copy_attr_function* copy, MPI_Type_delete_attr_function* erase, int* keyval,
                            void* extra_state) {
    return make_key("MPI_Type_create_keyval", Holder::type, address_of(copy), address_of(erase), keyval, extra_state);
}

int PMPI_Win_create_keyval(MPI_Win_copy_attr_function* copy, MPI_Win_delete_attr_function* erase, int* keyval,
                           void* extra_state) {
    return make_key("MPI_Win_create_keyval", Holder::win, address_of(copy), address_of(erase), keyval, extra_state);
}

int PMPI_Comm_free_keyval(int* keyval) { return free_key("MPI_Comm_free_keyval", Holder::comm, keyval); }
int PMPI_Keyval_free(int* keyval) { return free_key("MPI_Keyval_free", Holder::comm, keyval); }
int PMPI_Type_free_keyval(int* keyval) { return free_key("MPI_Type_free_keyval", Holder::type, keyval); }
int PMPI_Win_free_keyval(int* keyval) { return free_key("MPI_Win_free_keyval", Holder::win, keyval); }

int PMPI_Comm_set_attr(MPI_Comm comm, int keyval, void* value) {
    return set_comm_attribute("MPI_Comm_set_attr", comm, keyval, value);
}

int PMPI_Attr_put(MPI_Comm comm, int keyval, void* value) {
    return set_comm_attribute("MPI_Attr_put", comm, keyval, value);
}

int PMPI_Comm_get_attr(MPI_Comm comm, int keyval, void* value, int* flag) {
    return get_comm_attribute("MPI_Comm_get_attr", comm, keyval, value, flag);
}

int PMPI_Attr_get(MPI_Comm comm, int keyval, void* value, int* flag) {
    return get_comm_attribute("MPI_Attr_get", comm, keyval, value, flag);
}

int PMPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
    return delete_comm_attribute("MPI_Comm_delete_attr", comm, keyval);
}

int PMPI_Attr_delete(MPI_Comm comm, int keyval) { return delete_comm_attribute("MPI_Attr_delete", comm, keyval); }

int PMPI_Type_set_attr(MPI_Datatype datatype, int keyval, void* value) {
    return call("MPI_Type_set_attr", 0, [&](Library& own) {
        set_pointer(own, own.types.find(to_int(datatype)).attributes, to_int(datatype), Holder::type, keyval, value);
    });
}

int PMPI_Type_get_attr(MPI_Datatype datatype, int keyval, void* value, int* flag) {
    return call("MPI_Type_get_attr", 0, [&](Library& own) {
        const TypeObject& from = own.types.find(to_int(datatype));
        own.keyvals.find(keyval, Holder::type);
        require(value != nullptr, MPI_ERR_ARG, "the value is a null pointer");
        store_value(from.attributes, keyval, value, flag);
    });
}

int PMPI_Type_delete_attr(MPI_Datatype datatype, int keyval) {
    return call("MPI_Type_delete_attr", 0, [&](Library& own) {
        TypeObject& changed = own.types.find(to_int(datatype));
        own.keyvals.find(keyval, Holder::type);
        delete_attribute(changed.attributes, to_int(datatype), keyval);
    });
}
