// A table of the objects of one kind and one process, by handle. A handle is a positive number of 31 bits, in C and in
// Fortran: the kind in the upper 4 bits, then a slot, and a generation in the lower 5 bits. So the handle of a freed
// object is invalid until its slot was used 32 times. Handles of predefined objects are below first_derived_handle and
// in no table. Handles depend only on the sequence of calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace rmasim::mpi {

constexpr int first_derived_handle = 1 << 27;

// The kinds of objects, as the upper bits of handles.
enum class Kind : int { comm = 1, group, type, op, request, info, errhandler, message, keyval, win };

template <class Handle>
int to_int(Handle handle) {
    return static_cast<int>(reinterpret_cast<std::intptr_t>(handle));
}

template <class Handle>
Handle to_handle(int value) {
    return reinterpret_cast<Handle>(static_cast<std::intptr_t>(value));
}

template <class Object>
class HandleTable {
public:
    explicit HandleTable(Kind kind) : kind_(kind) {}

    // Stores an object in the free slot that was freed last, and returns the handle; 0 if 2^22 objects exist.
    int add(Object object) {
        if (free_.empty()) {
            if (slots_.size() == max_slots) return 0;
            free_.push_back(slots_.size());
            slots_.push_back(std::make_unique<Slot>());
        }
        const std::size_t index = free_.back();
        free_.pop_back();
        Slot& slot = *slots_[index];
        slot.object = std::move(object);
        slot.used = true;
        ++used_;
        return static_cast<int>(kind_) << kind_shift | static_cast<int>(index) << generation_bits | slot.generation;
    }

    // Returns the object; nullptr if the handle is not valid.
    Object* find(int handle) {
        if (handle >> kind_shift != static_cast<int>(kind_)) return nullptr;
        const std::size_t index = index_of(handle);
        if (index >= slots_.size()) return nullptr;
        Slot& slot = *slots_[index];
        return slot.used && slot.generation == (handle & generation_mask) ? &slot.object : nullptr;
    }

    // Removes an object whose handle is valid.
    Object take(int handle) {
        const std::size_t index = index_of(handle);
        Slot& slot = *slots_[index];
        slot.used = false;
        slot.generation = (slot.generation + 1) & generation_mask;
        free_.push_back(index);
        --used_;
        return std::exchange(slot.object, Object());
    }

    // Returns the number of objects.
    std::size_t size() const { return used_; }

private:
    static constexpr int generation_bits = 5;
    static constexpr int generation_mask = (1 << generation_bits) - 1;
    static constexpr int kind_shift = 27;
    static constexpr std::size_t max_slots = std::size_t{1} << (kind_shift - generation_bits);
    struct Slot {
        Object object{};
        int generation = 0;
        bool used = false;
    };
    static std::size_t index_of(int handle) {
        return static_cast<std::size_t>((handle & (first_derived_handle - 1)) >> generation_bits);
    }

    Kind kind_;
    // Objects stay where they are, because a callback of the program may add others. An empty table takes no memory:
    // a checkpoint of an exploration contains the tables of all ranks.
    std::vector<std::unique_ptr<Slot>> slots_;
    std::vector<std::size_t> free_;
    std::size_t used_ = 0;
};

}  // namespace rmasim::mpi
