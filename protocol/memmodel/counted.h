// Shared ownership of an object without atomics: each object counts its owners itself. All owners belong to one
// checker, which one thread executes. (std::shared_ptr has two words, a count outside of the object, and atomic
// operations.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace rmasim::memmodel {

// The base of objects that count their owners. A copy of the object has no owners yet.
struct Counted {
    Counted() = default;
    Counted(const Counted&) {}
    Counted& operator=(const Counted&) { return *this; }

private:
    template <class Object>
    friend class Ref;
    mutable std::uint32_t owners_ = 0;
};

// An owner of an object, or null. The last owner deletes the object.
template <class Object>
class Ref {
public:
    Ref() = default;
    Ref(std::nullptr_t) {}
    explicit Ref(Object* object) : object_(object) {
        if (object_ != nullptr) ++object_->owners_;
    }
    Ref(const Ref& other) : Ref(other.object_) {}
    Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Ref& operator=(Ref other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Ref() {
        if (object_ != nullptr && --object_->owners_ == 0) delete object_;
    }

    Object* get() const { return object_; }
    Object& operator*() const { return *object_; }
    Object* operator->() const { return object_; }
    // The number of owners. Precondition: not null.
    std::uint32_t owners() const { return object_->owners_; }
    friend bool operator==(const Ref&, const Ref&) = default;
    friend bool operator==(const Ref& one, std::nullptr_t) { return one.object_ == nullptr; }

private:
    Object* object_ = nullptr;
};

template <class Object, class... Arguments>
Ref<Object> make_ref(Arguments&&... arguments) {
    return Ref<Object>(new Object(std::forward<Arguments>(arguments)...));
}

}  // namespace rmasim::memmodel
