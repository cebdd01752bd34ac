#include "sim/mpi/objects/attributes.h"

#include "sim/mpi/objects/error.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace rmasim::mpi {

namespace {

// MPI_COMM_DUP_FN and the same function of the other kinds.
const CopyFunction copy_value = MPI_COMM_DUP_FN;

void check_callback(int error) { require(error == MPI_SUCCESS, error, "a callback of an attribute returned an error"); }

void* pointer(std::intptr_t value) { return reinterpret_cast<void*>(value); }

void call_delete(const Attribute& attribute, int handle) {
    const Keyval& key = *attribute.key;
    if (key.erase == nullptr) return;
    check_callback(key.erase(to_handle<MPI_Comm>(handle), attribute.keyval, pointer(attribute.value), key.extra_state));
}

auto position(const Attributes& attributes, int keyval) {
    return std::find_if(attributes.begin(), attributes.end(),
                        [&](const std::unique_ptr<Attribute>& one) { return one->keyval == keyval; });
}

}  // namespace

int Keyvals::create(const Keyval& keyval) {
    const int handle = table_.add(std::make_shared<const Keyval>(keyval));
    require(handle != 0, MPI_ERR_OTHER, "too many attribute keys exist");
    return handle;
}

const std::shared_ptr<const Keyval>& Keyvals::find(int keyval, Holder holder) {
    const std::shared_ptr<const Keyval>* const found = table_.find(keyval);
    require(found != nullptr && (*found)->holder == holder, MPI_ERR_KEYVAL, "the attribute key is not valid");
    return *found;
}

void Keyvals::free(int keyval, Holder holder) {
    find(keyval, holder);
    table_.take(keyval);
}

const Attribute* find_attribute(const Attributes& attributes, int keyval) {
    const auto found = position(attributes, keyval);
    return found == attributes.end() ? nullptr : found->get();
}

void* value_for_c(const Attribute& attribute) {
    return pointer(attribute.written == Written::c_pointer ? attribute.value
                                                           : reinterpret_cast<std::intptr_t>(&attribute.value));
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
        const Keyval& key = *one->key;
        if (key.copy == nullptr) continue;
        Attribute copy = *one;
        if (key.copy != copy_value) {
            int flag = 0;
            void* value = nullptr;
            check_callback(key.copy(to_handle<MPI_Comm>(handle), one->keyval, key.extra_state, pointer(one->value),
                                    &value, &flag));
            if (flag == 0) continue;
            copy.value = reinterpret_cast<std::intptr_t>(value);
            copy.written = Written::c_pointer;
        }
        copies.push_back(std::make_unique<Attribute>(std::move(copy)));
    }
    return copies;
}

}  // namespace rmasim::mpi
