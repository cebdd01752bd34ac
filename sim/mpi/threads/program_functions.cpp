#include "sim/mpi/threads/program_functions.h"

#include "sim/mpi/debug/loaded_files.h"
#include "sim/mpi/smpi/accesses/memory_functions.h"
#include "sim/mpi/debug/elf_file.h"
#include "sim/mpi/threads/openmp_functions.h"
#include "sim/mpi/threads/thread_variables.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace rmasim::sim {

namespace {

using Functions = std::map<std::string_view, void*>;

bool take_any = false;  // false if the program has no threads: it then keeps its original functions

const Functions& all_functions() {
    static const Functions all = [] {
        Functions found;
        for (const auto& some : {posix_thread_functions(), posix_lock_functions(), posix_barrier_functions(),
                                 time_functions(), c11_functions(), thread_variable_functions(),
                                 openmp_team_functions(), openmp_loop_functions(), openmp_task_functions(),
                                 openmp_reduction_functions(), openmp_setting_functions(), openmp_lock_functions()}) {
            for (const TakenFunction& one : some) found.emplace(one.name, one.ours);
        }
        return found;
    }();
    return all;
}

// Returns the replacements for functions of memory and futexes. Every program uses some of these functions. So they are
// not part of `all_functions`, whose functions show that a program has threads.
const Functions& functions_of_memory() {
    static const Functions all = [] {
        Functions found;
        for (const auto& some : {memory_functions(), futex_functions()}) {
            for (const TakenFunction& one : some) found.emplace(one.name, one.ours);
        }
        return found;
    }();
    return all;
}

// Returns the replacements for functions that the C++ library calls on behalf of the program.
const Functions& functions_of_cpp() {
    static const Functions all = [] {
        Functions found;
        for (const auto& some :
             {posix_thread_functions(), posix_lock_functions(), time_functions(), futex_functions()}) {
            for (const TakenFunction& one : some) found.emplace(one.name, one.ours);
        }
        return found;
    }();
    return all;
}

// The names of functions that create threads.
constexpr std::array makers{std::string_view("pthread_create"), std::string_view("thrd_create"),
                            std::string_view("_ZNSt6thread15_M_start_thread"), std::string_view("GOMP_parallel"),
                            std::string_view("GOMP_teams_reg")};
// Prefixes of functions that are not supported unless this program has a replacement.
constexpr std::array families_of_names{
    std::string_view("pthread_cancel"), std::string_view("pthread_kill"), std::string_view("pthread_getattr_np"),
    std::string_view("GOMP_"),          std::string_view("GOACC_"),       std::string_view("thrd_")};

bool begins_with_any(std::string_view name, auto some) {
    return std::ranges::any_of(some, [&](std::string_view one) { return name.starts_with(one); });
}

// A loaded file, with the tables of its dynamic section.
class LoadedFile {
public:
    explicit LoadedFile(const link_map& map) : map_(map) {
        for (const ElfW(Dyn)* entry = map.l_ld; entry->d_tag != DT_NULL; ++entry) {
            switch (entry->d_tag) {
                case DT_SYMTAB: symbols_ = at<ElfW(Sym)>(entry->d_un.d_ptr); break;
                case DT_STRTAB: names_ = at<char>(entry->d_un.d_ptr); break;
                case DT_JMPREL: calls_ = at<ElfW(Rela)>(entry->d_un.d_ptr); break;
                case DT_PLTRELSZ: calls_bytes_ = entry->d_un.d_val; break;
                case DT_RELA: others_ = at<ElfW(Rela)>(entry->d_un.d_ptr); break;
                case DT_RELASZ: others_bytes_ = entry->d_un.d_val; break;
                default: break;
            }
        }
    }

    void take(const Functions& functions) const {
        if (symbols_ == nullptr || names_ == nullptr) return;
        make_writable();
        replace(calls_, calls_bytes_, functions);
        replace(others_, others_bytes_, functions);
    }

    void note_variables() const {
        for_each_segment([&](const ElfW(Phdr) & segment) {
            if (segment.p_type != PT_TLS) return;
            std::size_t module = 0;
            auto* const handle = const_cast<link_map*>(&map_);
            if (::dlinfo(handle, RTLD_DI_TLS_MODID, &module) != 0 || module == 0) return;
            note_thread_variables(module, reinterpret_cast<const void*>(map_.l_addr + segment.p_vaddr),
                                  segment.p_filesz, segment.p_memsz, segment.p_align);
        });
    }

private:
    // Converts a pointer of the dynamic section. It is an absolute address, because the loader of Linux has relocated
    // it.
    template <class T>
    static const T* at(ElfW(Addr) address) {
        return reinterpret_cast<const T*>(address);
    }
    template <class Visit>
    void for_each_segment(Visit visit) const {
        const auto& head = *at<ElfW(Ehdr)>(map_.l_addr);
        const auto* const segments = at<ElfW(Phdr)>(map_.l_addr + head.e_phoff);
        for (unsigned i = 0; i < head.e_phnum; ++i) visit(segments[i]);
    }
    // Makes the tables writable that the loader has made read-only after relocation (RELRO).
    void make_writable() const {
        const auto page = static_cast<ElfW(Addr)>(::sysconf(_SC_PAGESIZE));
        for_each_segment([&](const ElfW(Phdr) & segment) {
            if (segment.p_type != PT_GNU_RELRO) return;
            const ElfW(Addr) begin = (map_.l_addr + segment.p_vaddr) / page * page;
            const ElfW(Addr) end = (map_.l_addr + segment.p_vaddr + segment.p_memsz + page - 1) / page * page;
            ::mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE);
        });
    }
    void replace(const ElfW(Rela) * entries, std::size_t bytes, const Functions& functions) const {
        for (std::size_t i = 0; i < bytes / sizeof(ElfW(Rela)); ++i) {
            const auto type = ELF64_R_TYPE(entries[i].r_info);
            if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT && type != R_X86_64_64) continue;
            const ElfW(Sym)& symbol = symbols_[ELF64_R_SYM(entries[i].r_info)];
            if (symbol.st_shndx != SHN_UNDEF) continue;
            const auto found = functions.find(std::string_view(names_ + symbol.st_name));
            if (found == functions.end()) continue;
            *reinterpret_cast<void**>(map_.l_addr + entries[i].r_offset) = found->second;
        }
    }

    const link_map& map_;
    const ElfW(Sym) * symbols_ = nullptr;
    const char* names_ = nullptr;
    const ElfW(Rela) * calls_ = nullptr, *others_ = nullptr;
    std::size_t calls_bytes_ = 0, others_bytes_ = 0;
};

}  // namespace

ThreadUse thread_use_of(const std::string& file) {
    std::vector<char> bytes = contents_of(file);
    ElfFile elf(bytes);
    ThreadUse use;
    if (!elf.is_one()) return use;
    std::set<std::string> unsupported;
    elf.for_each_symbol([&](Elf64_Sym& symbol, std::string_view name) {
        if (symbol.st_shndx != SHN_UNDEF) return;
        use.clang = use.clang || name.starts_with("__kmpc_");
        use.makes_threads = use.makes_threads || begins_with_any(name, makers);
        use.openmp = use.openmp || name.starts_with("GOMP_") || name.starts_with("omp_");
        const bool ours = all_functions().contains(name);
        use.any = use.any || (ours && !name.starts_with("__"));
        if (!ours && begins_with_any(name, families_of_names)) unsupported.emplace(name);
    });
    use.any = use.any || use.makes_threads;
    use.unsupported.assign(unsupported.begin(), unsupported.end());
    return use;
}

void take_functions_of_cpp() {
    void* const handle = ::dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
    link_map* map = nullptr;
    if (handle != nullptr && ::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0) LoadedFile(*map).take(functions_of_cpp());
}

void take_functions_of_programs() { take_any = true; }

void take_functions(void* handle) {
    link_map* map = nullptr;
    if (!take_any || handle == nullptr || ::dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return;
    for (; map != nullptr; map = map->l_next) {
        if (is_of_system(map->l_name)) continue;
        const LoadedFile file(*map);
        file.note_variables();
        file.take(all_functions());
        file.take(functions_of_memory());
    }
}

}  // namespace rmasim::sim
