// The functions of MPI for attributes in Fortran (MPI 4.1, 7.7 and 19.3.7). A value has the kind of addresses; in the
// functions of MPI-1 it has the default kind.
#include "sim/mpi/objects/fortran/fortran_arguments.h"
#include "sim/mpi/objects/functions/function_cast.h"
#include "sim/mpi/objects/library.h"

#include <cstdint>
#include <initializer_list>

// ---- The predefined functions.

#define RMASIM_ATTRIBUTE_FUNCTIONS(prefix, Value)                                                                  \
    void prefix##null_copy_fn_(const MPI_Fint*, const MPI_Fint*, const Value*, const Value*, Value*, int* flag,    \
                               MPI_Fint* ierror) {                                                                 \
        *flag = 0;                                                                                                 \
        *ierror = MPI_SUCCESS;                                                                                     \
    }                                                                                                              \
    void prefix##dup_fn_(const MPI_Fint*, const MPI_Fint*, const Value*, const Value* in, Value* out, int* flag,   \
                         MPI_Fint* ierror) {                                                                       \
        *out = *in;                                                                                                \
        *flag = 1;                                                                                                 \
        *ierror = MPI_SUCCESS;                                                                                     \
    }                                                                                                              \
    void prefix##null_delete_fn_(const MPI_Fint*, const MPI_Fint*, const Value*, const Value*, MPI_Fint* ierror) { \
        *ierror = MPI_SUCCESS;                                                                                     \
    }

extern "C" {

RMASIM_ATTRIBUTE_FUNCTIONS(mpi_, MPI_Fint)
RMASIM_ATTRIBUTE_FUNCTIONS(mpi_comm_, MPI_Aint)
RMASIM_ATTRIBUTE_FUNCTIONS(mpi_type_, MPI_Aint)
RMASIM_ATTRIBUTE_FUNCTIONS(mpi_win_, MPI_Aint)

}  // extern "C"

namespace rmasim::mpi {

namespace {

// The predefined functions are those of C: they copy values of both languages.
bool is_any(AnyFunction function, std::initializer_list<void*> predefined) {
    for (void* const one : predefined)
        if (reinterpret_cast<void*>(function) == one) return true;
    return false;
}

CopyFunction copy_function(AnyFunction function) {
    const auto address = [](auto* one) { return reinterpret_cast<void*>(one); };
    if (is_any(function, {address(mpi_null_copy_fn_), address(mpi_comm_null_copy_fn_), address(mpi_type_null_copy_fn_),
                          address(mpi_win_null_copy_fn_)}))
        return MPI_COMM_NULL_COPY_FN;
    if (is_any(function,
               {address(mpi_dup_fn_), address(mpi_comm_dup_fn_), address(mpi_type_dup_fn_), address(mpi_win_dup_fn_)}))
        return MPI_COMM_DUP_FN;
    return function_cast<CopyFunction>(function);
}

DeleteFunction delete_function(AnyFunction function) {
    const auto address = [](auto* one) { return reinterpret_cast<void*>(one); };
    if (is_any(function, {address(mpi_null_delete_fn_), address(mpi_comm_null_delete_fn_),
                          address(mpi_type_null_delete_fn_), address(mpi_win_null_delete_fn_)}))
        return MPI_COMM_NULL_DELETE_FN;
    return function_cast<DeleteFunction>(function);
}

template <class Value>
void create_key(const char* name, Holder holder, AnyFunction copy, AnyFunction erase, MPI_Fint* keyval,
                const Value* extra, MPI_Fint* ierror) {
    const Convention convention =
        sizeof(Value) == sizeof(MPI_Fint) ? Convention::fortran_integer : Convention::fortran_address;
    store_error(ierror, call(name, 0, [&](Library& own) {
                    *keyval = own.keyvals.create({holder, copy_function(copy), delete_function(erase),
                                                  reinterpret_cast<void*>(std::intptr_t{*extra}), convention});
                }));
}

// The attributes of an object, and its handle.
struct Attributed {
    Attributes& attributes;
    int handle;
    Holder holder;
};

template <class Value>
void set_value(Library& own, const Attributed& object, MPI_Fint keyval, Value value) {
    const Written written = sizeof(Value) == sizeof(MPI_Fint) ? Written::fortran_integer : Written::fortran_address;
    set_attribute(object.attributes, object.handle,
                  {keyval, own.keyvals.find(keyval, object.holder), std::intptr_t{value}, written});
}

template <class Value>
void get_value(const Attributes& attributes, MPI_Fint keyval, Value* value, int* flag) {
    const Attribute* const found = find_attribute(attributes, keyval);
    *flag = found != nullptr ? 1 : 0;
    if (found != nullptr) *value = static_cast<Value>(found->value);
}

template <class Value>
void set_comm_value(const char* name, const MPI_Fint* comm, const MPI_Fint* keyval, const Value* value,
                    MPI_Fint* ierror) {
    store_error(ierror, call(name, *comm, [&](Library& own) {
                    set_value(own, {own.comms.find(*comm).attributes, *comm, Holder::comm}, *keyval, *value);
                }));
}

// A predefined attribute is a number, not its address.
template <class Value>
void get_comm_value(const char* name, const MPI_Fint* comm, const MPI_Fint* keyval, Value* value, int* flag,
                    MPI_Fint* ierror) {
    store_error(ierror, call(name, *comm, [&](Library& own) {
                    const Comm& from = own.comms.find(*comm);
                    if (const int* const known = own.predefined_attribute(*keyval); known != nullptr) {
                        *flag = 1;
                        *value = *known;
                        return;
                    }
                    own.keyvals.find(*keyval, Holder::comm);
                    get_value(from.attributes, *keyval, value, flag);
                }));
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

extern "C" {

void pmpi_comm_create_keyval_(AnyFunction copy, AnyFunction erase, MPI_Fint* keyval, const MPI_Aint* extra,
                              MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Comm_create_keyval");
    create_key("MPI_Comm_create_keyval", Holder::comm, copy, erase, keyval, extra, ierror);
}
RMASIM_NAMES(comm_create_keyval)

void pmpi_type_create_keyval_(AnyFunction copy, AnyFunction erase, MPI_Fint* keyval, const MPI_Aint* extra,
                              MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Type_create_keyval");
    create_key("MPI_Type_create_keyval", Holder::type, copy, erase, keyval, extra, ierror);
}
RMASIM_NAMES(type_create_keyval)

void pmpi_win_create_keyval_(AnyFunction copy, AnyFunction erase, MPI_Fint* keyval, const MPI_Aint* extra,
                             MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Win_create_keyval");
    create_key("MPI_Win_create_keyval", Holder::win, copy, erase, keyval, extra, ierror);
}
RMASIM_NAMES(win_create_keyval)

void pmpi_keyval_create_(AnyFunction copy, AnyFunction erase, MPI_Fint* keyval, const MPI_Fint* extra,
                         MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Keyval_create");
    create_key("MPI_Keyval_create", Holder::comm, copy, erase, keyval, extra, ierror);
}
RMASIM_OLD_NAMES(keyval_create)

void pmpi_comm_set_attr_(const MPI_Fint* comm, const MPI_Fint* keyval, const MPI_Aint* value, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Comm_set_attr");
    set_comm_value("MPI_Comm_set_attr", comm, keyval, value, ierror);
}
RMASIM_NAMES(comm_set_attr)

void pmpi_attr_put_(const MPI_Fint* comm, const MPI_Fint* keyval, const MPI_Fint* value, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Attr_put");
    set_comm_value("MPI_Attr_put", comm, keyval, value, ierror);
}
RMASIM_OLD_NAMES(attr_put)

void pmpi_comm_get_attr_(const MPI_Fint* comm, const MPI_Fint* keyval, MPI_Aint* value, int* flag, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Comm_get_attr");
    get_comm_value("MPI_Comm_get_attr", comm, keyval, value, flag, ierror);
}
RMASIM_NAMES(comm_get_attr)

void pmpi_attr_get_(const MPI_Fint* comm, const MPI_Fint* keyval, MPI_Fint* value, int* flag, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Attr_get");
    get_comm_value("MPI_Attr_get", comm, keyval, value, flag, ierror);
}
RMASIM_OLD_NAMES(attr_get)

void pmpi_type_set_attr_(const MPI_Fint* datatype, const MPI_Fint* keyval, const MPI_Aint* value, MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Type_set_attr");
    store_error(ierror, call("MPI_Type_set_attr", 0, [&](Library& own) {
                    set_value(own, {own.types.find(*datatype).attributes, *datatype, Holder::type}, *keyval, *value);
                }));
}
RMASIM_NAMES(type_set_attr)

void pmpi_type_get_attr_(const MPI_Fint* datatype, const MPI_Fint* keyval, MPI_Aint* value, int* flag,
                         MPI_Fint* ierror) {
    RMASIM_ENTRY("MPI_Type_get_attr");
    store_error(ierror, call("MPI_Type_get_attr", 0, [&](Library& own) {
                    const TypeObject& from = own.types.find(*datatype);
                    own.keyvals.find(*keyval, Holder::type);
                    get_value(from.attributes, *keyval, value, flag);
                }));
}
RMASIM_NAMES(type_get_attr)

}  // extern "C"
