// Replacements for the functions by which programs with threads free memory. Another thread may then allocate the same
// memory without being ordered after its previous user. This is no conflict, so these functions report freed memory to
// the memory-model checker (SmpiWorld::memory_given_back).
#include "sim/mpi/smpi/memory_functions.h"

#include "sim/mpi/smpi/smpi_world.h"
#include "sim/mpi/threads/rank_threads.h"

#include <smpi/smpi.h>
#include <smpi/smpi_helpers_internal.h>
#include <sys/mman.h>

#include <cstdlib>
#include <new>

#include <malloc.h>

namespace rmasim::sim {

namespace {

void note_given_back(std::uint64_t begin, std::uint64_t bytes) {
    if (bytes == 0 || !SmpiWorld::exists() || RankThreads::if_in_program() == nullptr) return;
    SmpiWorld::get().memory_given_back({begin, begin + bytes});
}

void note_given_back(void* memory) {
    if (memory == nullptr) return;
    note_given_back(reinterpret_cast<std::uintptr_t>(memory), ::malloc_usable_size(memory));
}

void free_memory(void* memory) {
    note_given_back(memory);
    std::free(memory);
}

void free_of_smpi(void* memory) {
    note_given_back(memory);
    ::smpi_shared_free(memory);
}

// Replaces realloc. The memory counts as freed even if realloc does not move it.
void* reallocate(void* memory, std::size_t bytes) {
    note_given_back(memory);
    return std::realloc(memory, bytes);
}

void* reallocate_of_smpi(void* memory, std::size_t bytes, const char* file, int line) {
    note_given_back(memory);
    return ::smpi_shared_realloc_intercept(memory, bytes, file, line);
}

int unmap(void* memory, std::size_t bytes) {
    note_given_back(reinterpret_cast<std::uintptr_t>(memory), bytes);
    return ::munmap(memory, bytes);
}

// Replaces operator delete and operator delete[], which do the same in the C++ library.
void delete_memory(void* memory) {
    note_given_back(memory);
    ::operator delete(memory);
}
void delete_aligned(void* memory, std::align_val_t alignment) {
    note_given_back(memory);
    ::operator delete(memory, alignment);
}
void delete_aligned_of_size(void* memory, std::size_t, std::align_val_t alignment) {
    delete_aligned(memory, alignment);
}

}  // namespace

void memory_given_back(void* memory) { note_given_back(memory); }

std::vector<TakenFunction> memory_functions() {
    return {taken("free", free_memory),
            taken("realloc", reallocate),
            taken("munmap", unmap),
            taken("smpi_shared_free", free_of_smpi),
            taken("smpi_shared_realloc_intercept", reallocate_of_smpi),
            taken("_ZdlPv", delete_memory),
            taken("_ZdlPvm", delete_memory),
            taken("_ZdaPv", delete_memory),
            taken("_ZdaPvm", delete_memory),
            taken("_ZdlPvSt11align_val_t", delete_aligned),
            taken("_ZdaPvSt11align_val_t", delete_aligned),
            taken("_ZdlPvmSt11align_val_t", delete_aligned_of_size),
            taken("_ZdaPvmSt11align_val_t", delete_aligned_of_size)};
}

}  // namespace rmasim::sim
