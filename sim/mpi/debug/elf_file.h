// Reads and changes an ELF file (a program or a shared library) in memory.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace rmasim::sim {

inline std::vector<char> contents_of(const std::string& file) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::is_regular_file(file, unknown) ? std::filesystem::file_size(file) : 0;
    std::vector<char> bytes(size);
    std::ifstream(file, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(size));
    return bytes;
}

// A 64-bit ELF file in memory that the caller owns. All changes are made in this memory.
class ElfFile {
public:
    explicit ElfFile(std::vector<char>& bytes) : bytes_(bytes) {}

    bool is_one() const {
        return bytes_.size() >= sizeof(Elf64_Ehdr) && std::memcmp(bytes_.data(), ELFMAG, SELFMAG) == 0 &&
               bytes_[EI_CLASS] == ELFCLASS64;
    }

    // Calls `visit(symbol, name)` for each symbol of a symbol table, and stores the changes that `visit` makes to the
    // symbol. SHT_DYNSYM is the table of the loader. SHT_SYMTAB has all symbols, but a stripped file has no such table.
    template <class Visit>
    void for_each_symbol(Visit visit, Elf64_Word table = SHT_DYNSYM) {
        const auto head = read<Elf64_Ehdr>(0);
        for (unsigned i = 0; i < head.e_shnum; ++i) {
            const auto section = read<Elf64_Shdr>(head.e_shoff + i * sizeof(Elf64_Shdr));
            if (section.sh_type != table) continue;
            const auto names = read<Elf64_Shdr>(head.e_shoff + section.sh_link * sizeof(Elf64_Shdr));
            for (std::uint64_t at = 0; at < section.sh_size; at += sizeof(Elf64_Sym)) {
                auto symbol = read<Elf64_Sym>(section.sh_offset + at);
                const std::uint64_t name = names.sh_offset + symbol.st_name;
                if (name >= bytes_.size() || std::memchr(&bytes_[name], 0, bytes_.size() - name) == nullptr) continue;
                visit(symbol, std::string_view(&bytes_[name]));
                write(section.sh_offset + at, symbol);
            }
        }
    }

    // Calls `visit(header, name, index)` for each section.
    template <class Visit>
    void for_each_section(Visit visit) const {
        const auto head = read<Elf64_Ehdr>(0);
        const auto names = read<Elf64_Shdr>(head.e_shoff + head.e_shstrndx * sizeof(Elf64_Shdr));
        for (unsigned i = 0; i < head.e_shnum; ++i) {
            const auto section = read<Elf64_Shdr>(head.e_shoff + i * sizeof(Elf64_Shdr));
            const std::uint64_t name = names.sh_offset + section.sh_name;
            if (name >= bytes_.size() || std::memchr(&bytes_[name], 0, bytes_.size() - name) == nullptr) continue;
            visit(section, std::string_view(&bytes_[name]), i);
        }
    }

    // Returns the names of the libraries in DT_NEEDED.
    std::vector<std::string> needed() {
        std::vector<std::string> names;
        drop_needed([&](std::string_view name) {
            names.emplace_back(name);
            return false;
        });
        return names;
    }
    // Removes each needed library for which `drop(name)` is true. The function replaces the tag of the library's entry
    // by a tag that the loader ignores.
    template <class Drop>
    void drop_needed(Drop drop) {
        constexpr Elf64_Sxword unknown = DT_LOOS;
        std::uint64_t strings = 0;
        for_each_dynamic([&](std::uint64_t, const Elf64_Dyn& entry) {
            if (entry.d_tag == DT_STRTAB) strings = entry.d_un.d_ptr;
        });
        for_each_dynamic([&](std::uint64_t position, Elf64_Dyn entry) {
            if (entry.d_tag != DT_NEEDED) return;
            const std::optional<std::uint64_t> at = in_file(strings + entry.d_un.d_val);
            if (!at || std::memchr(&bytes_[*at], 0, bytes_.size() - *at) == nullptr) return;
            if (!drop(std::string_view(&bytes_[*at]))) return;
            entry.d_tag = unknown;
            write(position, entry);
        });
    }

private:
    template <class T>
    T read(std::uint64_t at) const {
        T value{};
        if (at + sizeof(T) <= bytes_.size()) std::memcpy(&value, bytes_.data() + at, sizeof(T));
        return value;
    }
    template <class T>
    void write(std::uint64_t at, const T& value) {
        if (at + sizeof(T) <= bytes_.size()) std::memcpy(bytes_.data() + at, &value, sizeof(T));
    }
    template <class Visit>
    void for_each_segment(Visit visit) const {
        const auto head = read<Elf64_Ehdr>(0);
        for (unsigned i = 0; i < head.e_phnum; ++i) visit(read<Elf64_Phdr>(head.e_phoff + i * sizeof(Elf64_Phdr)));
    }
    template <class Visit>
    void for_each_dynamic(Visit visit) const {
        for_each_segment([&](const Elf64_Phdr& segment) {
            if (segment.p_type != PT_DYNAMIC) return;
            for (std::uint64_t at = 0; at < segment.p_filesz; at += sizeof(Elf64_Dyn)) {
                visit(segment.p_offset + at, read<Elf64_Dyn>(segment.p_offset + at));
            }
        });
    }
    std::optional<std::uint64_t> in_file(std::uint64_t address) const {
        std::optional<std::uint64_t> found;
        for_each_segment([&](const Elf64_Phdr& segment) {
            if (segment.p_type != PT_LOAD || address < segment.p_vaddr) return;
            const std::uint64_t offset = address - segment.p_vaddr;
            if (offset < segment.p_filesz && segment.p_offset + offset < bytes_.size())
                found = segment.p_offset + offset;
        });
        return found;
    }

    std::vector<char>& bytes_;
};

// True if the file has, or refers to, a dynamic symbol of this name.
inline bool has_symbol(const std::string& file, std::string_view name) {
    std::vector<char> bytes = contents_of(file);
    ElfFile elf(bytes);
    bool found = false;
    elf.for_each_symbol([&](Elf64_Sym&, std::string_view one) { found = found || one == name; });
    return found;
}

}  // namespace rmasim::sim
