#include "sim/mpi/process/program_form.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>

namespace rmasim::hosting {

namespace {

// Returns the reason why the name does not stand for a file that can be executed.
std::string refusal_of_name(const std::string& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return std::string("It cannot be opened: ") + std::strerror(errno) + ".";
    switch (status.st_mode & S_IFMT) {
        case S_IFREG: break;
        case S_IFDIR: return "It is a directory.";
        case S_IFIFO: return "It is a FIFO, and no regular file.";
        case S_IFSOCK: return "It is a socket, and no regular file.";
        default: return "It is a device, and no regular file.";
    }
    if (::access(file.c_str(), R_OK) != 0) return std::string("It cannot be read: ") + std::strerror(errno) + ".";
    if (status.st_size == 0) return "It is empty.";
    if (::access(file.c_str(), X_OK) != 0) return "It has no permission to be executed.";
    if ((status.st_mode & (S_ISUID | S_ISGID)) != 0) return "It changes its user or group (setuid, setgid).";
    return {};
}

// Returns the reason why this machine cannot load the file.
std::string refusal_of_header(const ElfImage& file) {
    const std::vector<char>& bytes = file.bytes();
    if (bytes.size() >= 2 && bytes[0] == '#' && bytes[1] == '!') return "It is a script, and no executable.";
    if (bytes.size() < SELFMAG || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) return "It is no ELF file.";
    if (bytes.size() < sizeof(Elf64_Ehdr)) return "It is cut off in its header.";
    const Elf64_Ehdr head = file.header();
    if (head.e_ident[EI_CLASS] != ELFCLASS64) return "It is an executable of 32 bits.";
    if (head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_machine != EM_X86_64) {
        return "It is made for another processor than x86-64.";
    }
    switch (head.e_type) {
        case ET_DYN: return {};
        case ET_EXEC: return {};
        case ET_REL: return "It is an object file that is not linked.";
        case ET_CORE: return "It is a core file.";
        default: return "Its ELF type is unknown.";
    }
}

// Returns the reason why the segments do not describe the file.
std::string refusal_of_segments(const ElfImage& file) {
    const Elf64_Ehdr head = file.header();
    const std::vector<Elf64_Phdr> segments = file.segments();
    if (segments.empty() || segments.size() != head.e_phnum) return "Its segment table is broken or cut off.";
    bool loads = false;
    for (const Elf64_Phdr& segment : segments) {
        loads = loads || segment.p_type == PT_LOAD;
        const bool in_file = segment.p_type == PT_LOAD || segment.p_type == PT_DYNAMIC || segment.p_type == PT_INTERP;
        if (!in_file) continue;
        if (segment.p_offset > file.bytes().size() || segment.p_filesz > file.bytes().size() - segment.p_offset) {
            return "It is cut off: a segment ends after the end of the file.";
        }
        if (segment.p_type == PT_LOAD && segment.p_memsz < segment.p_filesz) return "A segment is broken.";
    }
    return loads ? std::string() : "It has no segment to load.";
}

// Returns the reason why the file, which is well-formed, is no program that the host can load.
std::string refusal_of_kind(const ElfImage& file, const std::string& interpreter) {
    const Elf64_Ehdr head = file.header();
    const DynamicTables tables = file.tables();
    if (tables.strings == 0 && interpreter.empty()) return "It is a static executable: link it dynamically.";
    if (head.e_type == ET_EXEC) {
        return "It is linked with -no-pie, so it can only be loaded at one address: link it as a PIE.";
    }
    if (interpreter.empty()) {
        return (tables.flags_1 & DF_1_PIE) != 0 ? "It is a static executable (-static-pie): link it dynamically."
                                                : "It is a shared library, and no program.";
    }
    if (interpreter.find("musl") != std::string::npos) return "It is made for another C library than glibc: musl.";
    if (head.e_entry == 0) return "It has no entry.";
    if (tables.strings == 0 || tables.symbols == 0 || !file.offset_of(tables.strings) ||
        !file.offset_of(tables.symbols)) {
        return "Its dynamic section is broken.";
    }
    return {};
}

// True for sections to which only the loader writes.
bool is_of_loader(const Elf64_Shdr& section, std::string_view name) {
    switch (section.sh_type) {
        case SHT_DYNAMIC:
        case SHT_INIT_ARRAY:
        case SHT_FINI_ARRAY:
        case SHT_PREINIT_ARRAY: return true;
        default: return name.starts_with(".got") || name.starts_with(".data.rel.ro");
    }
}

std::vector<StateSection> state_sections(const ElfImage& file) {
    const Elf64_Ehdr head = file.header();
    std::vector<StateSection> found;
    const auto names = file.read<Elf64_Shdr>(head.e_shoff + head.e_shstrndx * sizeof(Elf64_Shdr));
    for (unsigned i = 0; i < head.e_shnum; ++i) {
        const auto section = file.read<Elf64_Shdr>(head.e_shoff + i * sizeof(Elf64_Shdr));
        const std::string_view name = file.text_at(names.sh_offset + section.sh_name);
        const bool holds = (section.sh_flags & (SHF_WRITE | SHF_ALLOC | SHF_TLS)) == (SHF_WRITE | SHF_ALLOC);
        if (holds && !is_of_loader(section, name)) {
            found.push_back({std::string(name), section.sh_addr, section.sh_size});
        }
    }
    return found;
}

ThreadStorage thread_storage_of(const ElfImage& file) {
    for (const Elf64_Phdr& segment : file.segments()) {
        if (segment.p_type != PT_TLS) continue;
        return {segment.p_memsz, segment.p_filesz, segment.p_align == 0 ? 1 : segment.p_align, segment.p_vaddr};
    }
    return {};
}

unsigned copy_relocations_of(const ElfImage& file) {
    std::uint64_t table = 0, bytes = 0;
    file.for_each_dynamic([&](std::uint64_t, const Elf64_Dyn& entry) {
        if (entry.d_tag == DT_RELA) table = entry.d_un.d_ptr;
        if (entry.d_tag == DT_RELASZ) bytes = entry.d_un.d_val;
    });
    const std::optional<std::uint64_t> first = file.offset_of(table);
    unsigned count = 0;
    if (!first || bytes > file.bytes().size()) return 0;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Rela) <= bytes; at += sizeof(Elf64_Rela)) {
        count += ELF64_R_TYPE(file.read<Elf64_Rela>(*first + at).r_info) == R_X86_64_COPY;
    }
    return count;
}

}  // namespace

ProgramForm form_of(const std::string& file) {
    ProgramForm form;
    form.refusal = refusal_of_name(file);
    if (!form.refusal.empty()) return form;
    const ElfImage image(read_file(file));
    form.refusal = refusal_of_header(image);
    if (form.refusal.empty()) form.refusal = refusal_of_segments(image);
    if (!form.refusal.empty()) return form;
    for (const Elf64_Phdr& segment : image.segments()) {
        if (segment.p_type == PT_INTERP) form.interpreter = image.text_at(segment.p_offset);
    }
    form.refusal = refusal_of_kind(image, form.interpreter);
    if (!form.refusal.empty()) return form;
    form.kind = (image.tables().flags_1 & DF_1_PIE) != 0 ? FormKind::pie : FormKind::ours;
    form.thread_storage = thread_storage_of(image);
    form.sections = state_sections(image);
    form.needed = image.needed();
    form.copy_relocations = copy_relocations_of(image);
    // Linkers before 2017 do not mark executables. Only executables have copy relocations.
    if (form.copy_relocations > 0) form.kind = FormKind::pie;
    image.for_each_symbol([&](std::uint64_t, const Elf64_Sym& symbol) {
        form.unique_symbols += ELF64_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE && symbol.st_shndx != SHN_UNDEF;
    });
    return form;
}

std::string refusal_of_library(const ElfImage& library) {
    std::string refusal = refusal_of_header(library);
    if (refusal.empty()) refusal = refusal_of_segments(library);
    if (refusal.empty() && library.header().e_type != ET_DYN) refusal = "It is no shared library.";
    return refusal;
}

}  // namespace rmasim::hosting
