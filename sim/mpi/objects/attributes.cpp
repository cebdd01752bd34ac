#include "sim/mpi/objects/attributes.h"

#include "sim/mpi/objects/entry.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/objects/functions/function_cast.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace rmasim::mpi {

namespace {

// MPI_COMM_DUP_FN and the same function of the other kinds.
const CopyFunction copy_value = MPI_COMM_DUP_FN;

void check_callback(int error) { require(error == MPI_SUCCESS, error, "a callback of an attribute returned an error"); }

std::intptr_t number(const void* pointer) { return reinterpret_cast<std::intptr_t>(pointer); }

// ---- Functions in Fortran, whose values are integers of type Value.

template <class Value>
void delete_in_fortran(const Attribute& attribute, const MPI_Fint handle) {
    using Function = void (*)(const MPI_Fint*, const MPI_Fint*, const Value*, const Value*, MPI_Fint*);
    const auto value = static_cast<Value>(attribute.value);
    const auto extra = static_cast<Value>(number(attribute.key->extra_state));
    MPI_Fint error = MPI_SUCCESS;
    function_cast<Function>(attribute.key->erase)(&handle, &attribute.keyval, &value, &extra, &error);
    check_callback(error);
}

// Returns true if the attribute is copied: with another value.
template <class Value>
bool copy_in_fortran(Attribute& copy, const MPI_Fint handle) {
    using Function =
        void (*)(const MPI_Fint*, const MPI_Fint*, const Value*, const Value*, Value*, int* flag, MPI_Fint*);
    const auto value = static_cast<Value>(copy.value);
    const auto extra = static_cast<Value>(number(copy.key->extra_state));
    Value result = 0;
    MPI_Fint flag = 0, error = MPI_SUCCESS;
    function_cast<Function>(copy.key->copy)(&handle, &copy.keyval, &extra, &value, &result, &flag, &error);
    check_callback(error);
    copy.value = result;
    copy.written = sizeof(Value) == sizeof(MPI_Fint) ? Written::fortran_integer : Written::fortran_address;
    return flag != 0;
}

// ---- Functions in either language.

void call_delete(const Attribute& attribute, int handle) {
    const Keyval& key = *attribute.key;
    if (key.erase == nullptr) return;
    const ProgramCode program;
    switch (key.convention) {
        case Convention::c:
            return check_callback(
                key.erase(to_handle<MPI_Comm>(handle), attribute.keyval, value_for_c(attribute), key.extra_state));
        case Convention::fortran_address: return delete_in_fortran<MPI_Aint>(attribute, handle);
        case Convention::fortran_integer: return delete_in_fortran<MPI_Fint>(attribute, handle);
    }
}

bool copy_in_c(Attribute& copy, int handle) {
    int flag = 0;
    void* value = nullptr;
    check_callback(copy.key->copy(to_handle<MPI_Comm>(handle), copy.keyval, copy.key->extra_state, value_for_c(copy),
                                  &value, &flag));
    copy.value = number(value);
    copy.written = Written::c_pointer;
    return flag != 0;
}

// Replaces the value by that of a copy. Returns false if the attribute is not copied.
bool call_copy(Attribute& copy, int handle) {
    if (copy.key->copy == nullptr) return false;
    if (copy.key->copy == copy_value) return true;
    const ProgramCode program;
    switch (copy.key->convention) {
        case Convention::fortran_address: return copy_in_fortran<MPI_Aint>(copy, handle);
        case Convention::fortran_integer: return copy_in_fortran<MPI_Fint>(copy, handle);
        case Convention::c: break;
    }
    return copy_in_c(copy, handle);
}

auto position(const Attributes& attributes, int keyval) {
    return std::find_if(attributes.begin(), attributes.end(),
                        [&](const std::unique_ptr<Attribute>& one) { return one->keyval == keyval; });
}

}  // namespace

int Keyvals::create(const Keyval& keyval) {
    std::erase_if(freed_, [this](int handle) {
        const bool unused = table_.find(handle)->key.use_count() == 1;
        if (unused) table_.take(handle);
        return unused;
    });
    const int handle = table_.add({std::make_shared<const Keyval>(keyval)});
    require(handle != 0, MPI_ERR_OTHER, "too many attribute keys exist");
    return handle;
}

const std::shared_ptr<const Keyval>& Keyvals::find(int keyval, Holder holder) {
    const Entry* const found = table_.find(keyval);
    const bool is_valid =
        found != nullptr && found->key->holder == holder && (!found->freed || found->key.use_count() > 1);
    require(is_valid, MPI_ERR_KEYVAL, "the attribute key is not valid");
    return found->key;
}

void Keyvals::free(int keyval, Holder holder) {
    find(keyval, holder);
    if (!std::exchange(table_.find(keyval)->freed, true)) freed_.push_back(keyval);
}

const Attribute* find_attribute(const Attributes& attributes, int keyval) {
    const auto found = position(attributes, keyval);
    return found == attributes.end() ? nullptr : found->get();
}

void* value_for_c(const Attribute& attribute) {
    const std::intptr_t value =
        attribute.written == Written::c_pointer ? attribute.value : reinterpret_cast<std::intptr_t>(&attribute.value);
    return reinterpret_cast<void*>(value);
}

void set_attribute(Attributes& attributes, int handle, Attribute attribute) {
    const auto found = position(attributes, attribute.keyval);
    if (found != attributes.end()) {
        call_delete(**found, handle);
        attributes.erase(found);
    }
    attributes.push_back(std::make_unique<Attribute>(std::move(attribute)));
}

void delete_attribute(Attributes& attributes, int handle, int keyval) {
    const auto found = position(attributes, keyval);
    require(found != attributes.end(), MPI_ERR_KEYVAL, "the attribute is not set");
    call_delete(**found, handle);
    attributes.erase(found);
}

void delete_attributes(Attributes& attributes, int handle) {
    while (!attributes.empty()) {
        call_delete(*attributes.back(), handle);
        attributes.pop_back();
    }
}

Attributes copied_attributes(const Attributes& attributes, int handle) {
    Attributes copies;
    for (const std::unique_ptr<Attribute>& one : attributes) {
        Attribute copy = *one;
        if (!call_copy(copy, handle)) continue;
        copies.push_back(std::make_unique<Attribute>(std::move(copy)));
    }
    return copies;
}

}  // namespace rmasim::mpi
