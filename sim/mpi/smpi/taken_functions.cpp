#include "sim/mpi/smpi/taken_functions.h"

#include "sim/mpi/debug/loaded_files.h"
#include "sim/mpi/smpi/memory_functions.h"
#include "sim/mpi/smpi/thread_variables.h"

#include <dlfcn.h>

namespace rmasim::sim {

namespace {

bool take_any = false;  // false if the program has no threads: it then keeps its original functions

// Returns the replacements for functions of memory and futexes. Every program uses some of these functions. So they are
// not part of `replaced_functions`, whose functions show that a program has threads.
const Functions& functions_of_memory() {
    static const Functions all = by_name({memory_functions(), futex_functions()});
    return all;
}

// Returns the replacements for functions that the C++ library calls on behalf of the program.
const Functions& functions_of_cpp() {
    static const Functions all =
        by_name({posix_thread_functions(), posix_lock_functions(), time_functions(), futex_functions()});
    return all;
}

void note_variables(const link_map& file) {
    for (const ElfW(Phdr) & segment : segments_of(file)) {
        if (segment.p_type != PT_TLS) continue;
        std::size_t module = 0;
        auto* const handle = const_cast<link_map*>(&file);
        if (::dlinfo(handle, RTLD_DI_TLS_MODID, &module) != 0 || module == 0) continue;
        note_thread_variables(module, reinterpret_cast<const void*>(file.l_addr + segment.p_vaddr), segment.p_filesz,
                              segment.p_memsz, segment.p_align);
    }
}

}  // namespace

const Functions& replaced_functions() {
    static const Functions all = [] {
        Functions found = functions_of_threads();
        found.merge(by_name({time_functions(), thread_variable_functions()}));
        return found;
    }();
    return all;
}

void take_functions_of_cpp() {
    void* const handle = ::dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
    link_map* map = nullptr;
    if (handle != nullptr && ::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) replace_functions(*map, functions_of_cpp());
}

void take_functions_of_programs() { take_any = true; }

void take_functions(void* handle) {
    link_map* map = nullptr;
    if (!take_any || handle == nullptr || ::dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return;
    for (; map != nullptr; map = map->l_next) {
        if (is_of_system(map->l_name)) continue;
        note_variables(*map);
        replace_functions(*map, replaced_functions());
        replace_functions(*map, functions_of_memory());
    }
}

}  // namespace rmasim::sim
