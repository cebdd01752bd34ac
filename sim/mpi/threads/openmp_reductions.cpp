// Reductions of tasks (`task_reduction`, `in_reduction`). Each thread of the team has a copy of the variables. All
// bytes of the copies are 0 at first. The program's own code initialises and combines the copies. The program passes
// descriptors, which are arrays of words. Their elements:
//
//     0  number of variables      3  allocator of the memory      6  the end of the memory
//     1  bytes of one copy        4  the next descriptor          7  for each variable: its address, its offset in a
//     2  alignment, later the     5  1 in the first descriptor       copy, and a word for libgomp's use
//        memory of the copies        of a list, otherwise 0
#include "sim/mpi/threads/openmp_functions.h"
#include "sim/mpi/threads/openmp_team.h"

#include <malloc.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace rmasim::sim {

namespace {

enum At : std::size_t {
    at_variables = 0,
    at_bytes = 1,
    at_memory = 2,
    at_next = 4,
    at_is_first = 5,
    at_end = 6,
    at_first = 7,
    words_of_variable = 3,
};

std::uintptr_t* next_of(const std::uintptr_t* described) {
    return reinterpret_cast<std::uintptr_t*>(described[at_next]);
}

}  // namespace

// Adds a list of descriptors to the current taskgroup. The end of the list then refers to the descriptors of the
// enclosing taskgroups.
void register_reductions(std::uintptr_t* described) {
    const OpenMpThread& thread = openmp_thread();
    TaskGroup& group = *thread.task->group;
    std::uintptr_t* outer = group.outer == nullptr ? nullptr : group.outer->reductions;
    if (group.reductions != nullptr) outer = group.reductions;
    group.reductions = described;
    for (std::uintptr_t* one = described;; one = next_of(one)) {
        const std::size_t alignment = std::max<std::size_t>(one[at_memory], sizeof(void*));
        const std::size_t bytes = (one[at_bytes] * thread.team->size() + alignment - 1) / alignment * alignment;
        void* const memory = std::aligned_alloc(alignment, bytes);
        if (memory == nullptr) throw std::bad_alloc();
        std::memset(memory, 0, bytes);
        one[at_memory] = reinterpret_cast<std::uintptr_t>(memory);
        one[at_end] = one[at_memory] + bytes;
        one[at_is_first] = one == described ? 1 : 0;
        if (one[at_next] == 0) {
            one[at_next] = reinterpret_cast<std::uintptr_t>(outer);
            return;
        }
    }
}

namespace {

void register_for_group(std::uintptr_t* described) { register_reductions(described); }

// Frees the copies of the descriptors that one call has registered. The descriptors of enclosing taskgroups follow in
// the list. They are still in use, so the function does not free their copies.
void unregister(std::uintptr_t* described) {
    const std::uintptr_t* one = described;
    do {
        void* const copies = reinterpret_cast<void*>(one[at_memory]);
        ProgramWorld::get().memory_given_back({one[at_memory], one[at_memory] + ::malloc_usable_size(copies)});
        std::free(copies);
        one = next_of(one);
    } while (one != nullptr && one[at_is_first] == 0);
}

struct ReducedVariable {
    const std::uintptr_t* described = nullptr;
    std::uintptr_t variable = 0, offset = 0;
};

// Finds a reduced variable by its own address or by the address of any thread's copy.
ReducedVariable find_reduced(const TaskGroup* group, std::uintptr_t address) {
    for (; group != nullptr && group->reductions == nullptr; group = group->outer) {
    }
    for (const std::uintptr_t* one = group == nullptr ? nullptr : group->reductions; one != nullptr;
         one = next_of(one)) {
        for (std::uintptr_t i = 0; i < one[at_variables]; ++i) {
            const std::uintptr_t* const of = one + at_first + words_of_variable * i;
            if (of[0] == address) return {one, of[0], of[1]};
            const bool is_copy = address >= one[at_memory] && address < one[at_end];
            if (is_copy && (address - one[at_memory]) % one[at_bytes] == of[1]) return {one, of[0], of[1]};
        }
    }
    return {};
}

// Replaces the first `count` addresses, which are those of variables or of copies, by the addresses of the calling
// thread's copies. After these, stores the addresses of the first `originals` variables themselves.
void remap(std::size_t count, std::size_t originals, std::uintptr_t* addresses) {
    const OpenMpThread& thread = openmp_thread();
    for (std::size_t i = 0; i < count; ++i) {
        const ReducedVariable reduced = find_reduced(thread.task->group, addresses[i]);
        if (reduced.described == nullptr) {
            ProgramWorld::get().refuse(RMASIM_CALLED_AS("omp task"),
                                    "in_reduction of a variable that no taskgroup reduces",
                                    "a variable of the task_reduction of an enclosing taskgroup");
        }
        addresses[i] = reduced.described[at_memory] + thread.number * reduced.described[at_bytes] + reduced.offset;
        if (i < originals) addresses[count + i] = reduced.variable;
    }
}

}  // namespace

std::vector<TakenFunction> openmp_reduction_functions() {
    return {taken<register_for_group>("GOMP_taskgroup_reduction_register"),
            taken<unregister>("GOMP_taskgroup_reduction_unregister"), taken<remap>("GOMP_task_reduction_remap")};
}

}  // namespace rmasim::sim
