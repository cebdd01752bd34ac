// An x86-64 ELF file in memory, as the loader reads it: segments and the dynamic section, but no section headers. Reads
// outside of the file return zeros, so a broken file gives a wrong answer and never a fault. All changes are made in
// memory.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::hosting {

// The loader's tables, by address in the program. Zero if the file lacks the table.
struct DynamicTables {
    std::uint64_t strings = 0, strings_bytes = 0;
    std::uint64_t symbols = 0, gnu_hash = 0, hash = 0;
    std::uint64_t needs = 0, needs_count = 0;              // versions of other libraries
    std::uint64_t definitions = 0, definitions_count = 0;  // versions that the file defines
    std::uint64_t flags_1 = 0;
};

class ElfImage {
public:
    explicit ElfImage(std::vector<char> bytes) : bytes_(std::move(bytes)) {}

    const std::vector<char>& bytes() const { return bytes_; }
    std::vector<char>& bytes() { return bytes_; }
    Elf64_Ehdr header() const { return read<Elf64_Ehdr>(0); }
    std::vector<Elf64_Phdr> segments() const;
    DynamicTables tables() const;

    template <class T>
    T read(std::uint64_t offset) const {
        T value{};
        if (offset <= bytes_.size() && sizeof(T) <= bytes_.size() - offset) {
            std::memcpy(&value, bytes_.data() + offset, sizeof(T));
        }
        return value;
    }
    template <class T>
    void write(std::uint64_t offset, const T& value) {
        if (offset <= bytes_.size() && sizeof(T) <= bytes_.size() - offset) {
            std::memcpy(bytes_.data() + offset, &value, sizeof(T));
        }
    }
    // Returns the offset in the file of an address in the program, if the file has the byte.
    std::optional<std::uint64_t> offset_of(std::uint64_t address) const;
    // Returns the text at an offset in the file, up to a zero byte. Empty if there is no zero byte.
    std::string_view text_at(std::uint64_t offset) const;
    // Returns the number of symbols in the dynamic symbol table.
    std::uint64_t symbol_count() const;

    // Calls `visit(offset, entry)` for each entry of the dynamic section.
    template <class Visit>
    void for_each_dynamic(Visit visit) const {
        for (const Elf64_Phdr& segment : segments()) {
            if (segment.p_type != PT_DYNAMIC) continue;
            const std::uint64_t end = segment.p_offset + segment.p_filesz;
            for (std::uint64_t at = segment.p_offset; at + sizeof(Elf64_Dyn) <= end; at += sizeof(Elf64_Dyn)) {
                if (at + sizeof(Elf64_Dyn) > bytes_.size()) return;
                const auto entry = read<Elf64_Dyn>(at);
                if (entry.d_tag == DT_NULL) return;
                visit(at, entry);
            }
        }
    }
    // Calls `visit(offset, symbol)` for each symbol of the dynamic symbol table.
    template <class Visit>
    void for_each_symbol(Visit visit) const {
        const std::optional<std::uint64_t> first = offset_of(tables().symbols);
        if (!first) return;
        const std::uint64_t count = symbol_count();
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t at = *first + i * sizeof(Elf64_Sym);
            if (at + sizeof(Elf64_Sym) > bytes_.size()) return;
            visit(at, read<Elf64_Sym>(at));
        }
    }
    // Returns the text of the dynamic string table at `index`.
    std::string_view string(std::uint64_t index) const;
    // Returns the names of the needed libraries.
    std::vector<std::string> needed() const;
    // Returns the file's search paths for libraries: DT_RPATH and DT_RUNPATH.
    std::vector<std::string> search_paths() const;

private:
    std::uint64_t count_of_gnu_hash(std::uint64_t table) const;

    std::vector<char> bytes_;
};

// Returns the contents of a file; empty if it cannot be read.
std::vector<char> read_file(const std::string& file);

}  // namespace rmasim::hosting
