#include "sim/mpi/smpi/program_copies.h"

#include "sim/mpi/debug/elf_file.h"
#include "sim/mpi/smpi/smpi_machine.h"
#include "sim/mpi/smpi/taken_functions.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

namespace {

constexpr std::string_view simgrid = "libsimgrid.so";

// Returns the names of the program's own libraries that are already loaded.
std::set<std::string, std::less<>>& loaded_libraries() {
    static std::set<std::string, std::less<>> names;
    return names;
}

// The program that all ranks share, and the folder for its changed copy. Both are empty if each rank has its own copy.
struct SharedProgram {
    std::string file, folder;
};
SharedProgram& shared_program() {
    static SharedProgram program;
    return program;
}

}  // namespace

std::string not_of_smpi(const std::string& file) {
    if (::access(file.c_str(), R_OK) != 0) return fmt::format("no file that can be read ({})", std::strerror(errno));
    std::error_code unreadable;
    if (!std::filesystem::is_regular_file(file, unreadable)) return "a file that is no executable";
    std::vector<char> bytes = contents_of(file);
    ElfFile elf(bytes);
    if (!elf.is_one()) return "a file that is no executable";
    for (const std::string& name : elf.needed()) {
        if (name.starts_with(simgrid)) return {};
        if (name.starts_with("libmpi")) return fmt::format("an executable of another MPI ({})", name);
    }
    // MPI_Init and MPI_Finalize are weak symbols. If a program calls no other MPI function, the linker drops SimGrid's
    // library from the list of needed libraries.
    bool uses_mpi = false;
    elf.for_each_symbol([&](Elf64_Sym& symbol, std::string_view name) {
        uses_mpi = uses_mpi || (symbol.st_shndx == SHN_UNDEF && (name == "MPI_Init" || name == "MPI_Init_thread"));
    });
    return uses_mpi ? std::string() : "an executable that does not use MPI";
}

namespace {

// True if the loader is the only code that writes to the section.
bool is_of_loader(const Elf64_Shdr& section, std::string_view name) {
    switch (section.sh_type) {
        case SHT_DYNAMIC:
        case SHT_INIT_ARRAY:
        case SHT_FINI_ARRAY:
        case SHT_PREINIT_ARRAY: return true;
        default: return name.starts_with(".got") || name.starts_with(".data.rel.ro");
    }
}

// The compiler adds two variables to each shared object: a pointer in .data, and a variable in .bss whose name begins
// with `in_bss`. Each takes at most `max_of_compiler` bytes, including padding.
constexpr std::uint64_t max_of_compiler = 8;
constexpr std::string_view in_bss = "completed.";

bool is_of_compiler(std::string_view name) {
    return name == "__dso_handle" || name == "__TMC_END__" || name.starts_with(in_bss);
}

}  // namespace

bool has_variables(const std::string& file) {
    std::vector<char> bytes = contents_of(file);
    ElfFile elf(bytes);
    std::set<unsigned> writable;
    bool found = false, symbols_are_there = false;
    elf.for_each_section([&](const Elf64_Shdr& section, std::string_view name, unsigned index) {
        if ((section.sh_flags & SHF_WRITE) == 0 || is_of_loader(section, name)) return;
        const bool may_be_compilers = name == ".data" || name == ".bss" || name == ".tm_clone_table";
        found = found || section.sh_size > (may_be_compilers ? max_of_compiler : 0);
        writable.insert(index);
    });
    const auto look = [&](const Elf64_Sym& symbol, std::string_view name) {
        if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || !writable.contains(symbol.st_shndx)) return;
        symbols_are_there = symbols_are_there || name.starts_with(in_bss);
        found = found || !is_of_compiler(name);
    };
    elf.for_each_symbol(look, SHT_SYMTAB);
    return found || !symbols_are_there;
}

void share_program(const std::string& file, const std::string& folder) { shared_program() = {file, folder}; }

void note_loaded_library(const std::string& name) { loaded_libraries().insert(name); }

std::vector<std::string> needed_by(const std::string& file) {
    std::vector<char> bytes = contents_of(file);
    ElfFile elf(bytes);
    return elf.is_one() ? elf.needed() : std::vector<std::string>();
}

bool needs_simgrid(const std::string& file) {
    return std::ranges::any_of(needed_by(file), [](const std::string& name) { return name.starts_with(simgrid); });
}

namespace {

// Gives each copy its own inline variables and static variables of C++ templates, as each process of a real run has
// them. Without this change, these variables are unique in a process, so all ranks would share them. Variables that a
// library also defines, such as those of the C++ library, stay unique.
void separate_unique_symbols(ElfFile& elf) {
    elf.for_each_symbol([](Elf64_Sym& symbol, std::string_view name) {
        if (symbol.st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbol.st_info) != STB_GNU_UNIQUE) return;
        if (::dlsym(RTLD_DEFAULT, std::string(name).c_str()) != nullptr) return;
        symbol.st_info = ELF64_ST_INFO(STB_WEAK, ELF64_ST_TYPE(symbol.st_info));
    });
}

}  // namespace

void detach_from_simgrid(const std::string& from, const std::string& to) {
    std::vector<char> bytes = contents_of(from);
    ElfFile elf(bytes);
    if (!elf.is_one()) return;
    elf.drop_needed([](std::string_view name) {
        return name.starts_with(simgrid) ||
               loaded_libraries().contains(std::filesystem::path(name).filename().string());
    });
    if (from == to) separate_unique_symbols(elf);
    std::ofstream(to, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string copy_of_shared_program(std::string_view file) {
    const SharedProgram& program = shared_program();
    if (program.file.empty() || file != program.file) return {};
    std::string copy = program.folder + "/program.so";
    detach_from_simgrid(program.file, copy);
    return copy;
}

}  // namespace rmasim::sim

// Replaces dlopen in the simulator's process. SMPI loads the copies of the program by dlopen. The names of these copies
// end with the process's number, the copy's number and ".so". The function changes a copy before it loads the copy. If
// all ranks share the program, the function loads a changed copy and then deletes the copy's file, as SMPI deletes the
// files of its copies. SMPI also loads the platform by dlopen. For the platform, the function returns the simulator
// itself.
extern "C" void* dlopen(const char* file, int mode) {
    using Dlopen = void* (*)(const char*, int);
    static const auto next = reinterpret_cast<Dlopen>(::dlsym(RTLD_NEXT, "dlopen"));
    if (file != nullptr && std::string_view(file) == rmasim::sim::platform_of_smpi) return next(nullptr, mode);
    if (const std::string copy = file != nullptr ? rmasim::sim::copy_of_shared_program(file) : ""; !copy.empty()) {
        void* const handle = next(copy.c_str(), mode | RTLD_DEEPBIND);
        ::unlink(copy.c_str());
        rmasim::sim::take_functions(handle);
        return handle;
    }
    if (file != nullptr && (mode & RTLD_DEEPBIND) != 0 &&
        std::string_view(file).find(fmt::format("_{}_", ::getpid())) != std::string_view::npos) {
        rmasim::sim::detach_from_simgrid(file, file);
        void* const handle = next(file, mode);
        rmasim::sim::take_functions(handle);
        return handle;
    }
    return next(file, mode);
}
