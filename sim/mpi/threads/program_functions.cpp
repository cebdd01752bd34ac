#include "sim/mpi/threads/program_functions.h"

#include "sim/mpi/debug/elf_file.h"
#include "sim/mpi/threads/openmp_functions.h"
#include "sim/scenario/json/errors.h"

#include <elf.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>

namespace rmasim::sim {

Functions by_name(std::initializer_list<std::vector<TakenFunction>> lists) {
    Functions found;
    for (const std::vector<TakenFunction>& list : lists) {
        for (const TakenFunction& one : list) found.emplace(one.name, one.ours);
    }
    return found;
}

const Functions& functions_of_threads() {
    static const Functions all =
        by_name({posix_thread_functions(), posix_lock_functions(), posix_barrier_functions(), c11_functions(),
                 openmp_team_functions(), openmp_loop_functions(), openmp_task_functions(),
                 openmp_reduction_functions(), openmp_setting_functions(), openmp_lock_functions()});
    return all;
}

std::span<const ElfW(Phdr)> segments_of(const link_map& file) {
    const auto& head = *reinterpret_cast<const ElfW(Ehdr)*>(file.l_addr);
    return {reinterpret_cast<const ElfW(Phdr)*>(file.l_addr + head.e_phoff), head.e_phnum};
}

namespace {

// The names of functions that create threads.
constexpr std::array makers{std::string_view("pthread_create"), std::string_view("thrd_create"),
                            std::string_view("_ZNSt6thread15_M_start_thread"), std::string_view("GOMP_parallel"),
                            std::string_view("GOMP_teams_reg")};
// Prefixes of functions that are not supported unless this program has a replacement.
constexpr std::array families_of_names{
    std::string_view("pthread_cancel"), std::string_view("pthread_kill"), std::string_view("pthread_getattr_np"),
    std::string_view("GOMP_"),          std::string_view("GOACC_"),       std::string_view("thrd_")};

// True for a function of threads that our own host has with the signals of a rank (sim/mpi/process).
bool is_in_process(std::string_view name) { return threads_have_border() && name == "pthread_kill"; }

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

    void replace_all(const Functions& functions) const {
        if (symbols_ == nullptr || names_ == nullptr) return;
        make_writable();
        replace(calls_, calls_bytes_, functions);
        replace(others_, others_bytes_, functions);
    }

private:
    // Converts a pointer of the dynamic section. It is an absolute address, because the loader of Linux has relocated
    // it.
    template <class T>
    static const T* at(ElfW(Addr) address) {
        return reinterpret_cast<const T*>(address);
    }
    // Makes the tables writable that the loader has made read-only after relocation (RELRO).
    void make_writable() const {
        const auto page = static_cast<ElfW(Addr)>(::sysconf(_SC_PAGESIZE));
        for (const ElfW(Phdr) & segment : segments_of(map_)) {
            if (segment.p_type != PT_GNU_RELRO) continue;
            const ElfW(Addr) begin = (map_.l_addr + segment.p_vaddr) / page * page;
            const ElfW(Addr) end = (map_.l_addr + segment.p_vaddr + segment.p_memsz + page - 1) / page * page;
            ::mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE);
        }
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

ThreadUse thread_use_of(const std::string& file, const Functions& replaced) {
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
        const bool ours = replaced.contains(name);
        use.any = use.any || (ours && !name.starts_with("__"));
        if (!ours && !is_in_process(name) && begins_with_any(name, families_of_names)) unsupported.emplace(name);
    });
    use.any = use.any || use.makes_threads;
    use.unsupported.assign(unsupported.begin(), unsupported.end());
    return use;
}

ThreadUse require_threads_we_have(std::span<const std::string> files, const Functions& replaced) {
    ThreadUse all;
    for (const std::string& file : files) {
        const ThreadUse use = thread_use_of(file, replaced);
        if (use.clang) {
            throw BadInput(file, "OpenMP code of clang (__kmpc_...)",
                           "OpenMP code of gcc (libgomp), from `rmasim cc -fopenmp`");
        }
        if (!use.unsupported.empty()) {
            throw BadInput(file, fmt::format("{}", fmt::join(use.unsupported, ", ")),
                           "threads and OpenMP without these functions");
        }
        all.any = all.any || use.any;
        all.makes_threads = all.makes_threads || use.makes_threads;
        all.openmp = all.openmp || use.openmp;
    }
    return all;
}

void replace_functions(const link_map& file, const Functions& functions) { LoadedFile(file).replace_all(functions); }

}  // namespace rmasim::sim
