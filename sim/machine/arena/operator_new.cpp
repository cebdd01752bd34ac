// Replaces operator new, so that a program allocates from arenas. Only programs of this project are linked with this
// file, since a library must not replace `new` in other programs.
#include "sim/machine/arena/arena.h"
#include "sim/machine/arena/sanitized.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#if !RMASIM_SANITIZED

namespace {

using rmasim::sim::Arena;

[[maybe_unused]] const bool served = Arena::serve();

void* allocate(std::size_t bytes) {
    if (Arena* const arena = Arena::current(); arena != nullptr) {
        if (void* const memory = arena->take(bytes)) return memory;
        arena->spill();
    }
    return std::malloc(bytes == 0 ? 1 : bytes);
}

// Frees memory. If the memory belongs to an arena whose Scope is not active, it is freed with the arena.
void release(void* memory) noexcept {
    if (Arena* const arena = Arena::current(); arena != nullptr && arena->has(memory)) return arena->give_back(memory);
    if (!Arena::any_has(memory)) std::free(memory);
}

void* allocate_aligned(std::size_t bytes, std::size_t alignment) {
    if (Arena* const arena = Arena::current(); arena != nullptr) {
        if (void* const memory = arena->take_aligned(bytes, std::max(alignment, Arena::granule))) return memory;
        arena->spill();
    }
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

// Allocates memory as the C++ standard requires: calls the new-handler and tries again, until an allocation succeeds or
// no new-handler is left. Then throws std::bad_alloc.
template <class Allocate>
void* or_throw(Allocate allocate) {
    for (;;) {
        if (void* const memory = allocate()) return memory;
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

}  // namespace

void* operator new(std::size_t bytes) {
    return or_throw([bytes] { return allocate(bytes); });
}
void* operator new[](std::size_t bytes) {
    return or_throw([bytes] { return allocate(bytes); });
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return or_throw([=] { return allocate_aligned(bytes, static_cast<std::size_t>(alignment)); });
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return or_throw([=] { return allocate_aligned(bytes, static_cast<std::size_t>(alignment)); });
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

#endif
