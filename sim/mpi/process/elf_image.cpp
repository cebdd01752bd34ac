#include "sim/mpi/process/elf_image.h"

#include <algorithm>
#include <fstream>

namespace rmasim::hosting {

std::vector<Elf64_Phdr> ElfImage::segments() const {
    const Elf64_Ehdr head = header();
    std::vector<Elf64_Phdr> all;
    if (head.e_phentsize != sizeof(Elf64_Phdr)) return all;
    for (unsigned i = 0; i < head.e_phnum; ++i) {
        const std::uint64_t at = head.e_phoff + i * sizeof(Elf64_Phdr);
        if (at + sizeof(Elf64_Phdr) > bytes_.size()) break;
        all.push_back(read<Elf64_Phdr>(at));
    }
    return all;
}

DynamicTables ElfImage::tables() const {
    DynamicTables found;
    for_each_dynamic([&](std::uint64_t, const Elf64_Dyn& entry) {
        const std::uint64_t value = entry.d_un.d_val;
        switch (entry.d_tag) {
            case DT_STRTAB: found.strings = value; break;
            case DT_STRSZ: found.strings_bytes = value; break;
            case DT_SYMTAB: found.symbols = value; break;
            case DT_GNU_HASH: found.gnu_hash = value; break;
            case DT_HASH: found.hash = value; break;
            case DT_VERNEED: found.needs = value; break;
            case DT_VERNEEDNUM: found.needs_count = value; break;
            case DT_VERDEF: found.definitions = value; break;
            case DT_VERDEFNUM: found.definitions_count = value; break;
            case DT_FLAGS_1: found.flags_1 = value; break;
            default: break;
        }
    });
    return found;
}

std::optional<std::uint64_t> ElfImage::offset_of(std::uint64_t address) const {
    for (const Elf64_Phdr& segment : segments()) {
        if (segment.p_type != PT_LOAD || address < segment.p_vaddr) continue;
        const std::uint64_t distance = address - segment.p_vaddr;
        if (distance >= segment.p_filesz || segment.p_offset + distance >= bytes_.size()) continue;
        return segment.p_offset + distance;
    }
    return std::nullopt;
}

std::string_view ElfImage::text_at(std::uint64_t offset) const {
    if (offset >= bytes_.size()) return {};
    const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(offset);
    const auto end = std::find(begin, bytes_.end(), '\0');
    if (end == bytes_.end()) return {};
    return {&*begin, static_cast<std::size_t>(end - begin)};
}

std::string_view ElfImage::string(std::uint64_t index) const {
    const DynamicTables of = tables();
    if (index >= of.strings_bytes) return {};
    const std::optional<std::uint64_t> at = offset_of(of.strings);
    return at ? text_at(*at + index) : std::string_view();
}

std::uint64_t ElfImage::count_of_gnu_hash(std::uint64_t table) const {
    // Header: number of buckets, first symbol in the table, words of the filter, shift. Each bucket has its first
    // symbol; the last symbol of a chain has bit 0 in its hash.
    const auto buckets = read<std::uint32_t>(table), first = read<std::uint32_t>(table + 4);
    const auto filter_words = read<std::uint32_t>(table + 8);
    const std::uint64_t bucket_at = table + 16 + std::uint64_t{8} * filter_words;
    if (bucket_at + std::uint64_t{4} * buckets > bytes_.size()) return 0;
    std::uint64_t last = 0;
    for (std::uint32_t i = 0; i < buckets; ++i) {
        last = std::max<std::uint64_t>(last, read<std::uint32_t>(bucket_at + std::uint64_t{4} * i));
    }
    if (last < first) return first;
    const std::uint64_t chains = bucket_at + std::uint64_t{4} * buckets;
    for (;; ++last) {
        const std::uint64_t at = chains + 4 * (last - first);
        if (at + 4 > bytes_.size() || (read<std::uint32_t>(at) & 1) != 0) break;
    }
    return last + 1;
}

std::uint64_t ElfImage::symbol_count() const {
    const DynamicTables of = tables();
    if (const auto table = offset_of(of.hash); of.hash != 0 && table) return read<std::uint32_t>(*table + 4);
    if (const auto table = offset_of(of.gnu_hash); of.gnu_hash != 0 && table) return count_of_gnu_hash(*table);
    return 0;
}

std::vector<std::string> ElfImage::needed() const {
    std::vector<std::string> names;
    for_each_dynamic([&](std::uint64_t, const Elf64_Dyn& entry) {
        if (entry.d_tag == DT_NEEDED) names.emplace_back(string(entry.d_un.d_val));
    });
    return names;
}

std::vector<std::string> ElfImage::search_paths() const {
    std::vector<std::string> paths;
    for_each_dynamic([&](std::uint64_t, const Elf64_Dyn& entry) {
        if (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH) paths.emplace_back(string(entry.d_un.d_val));
    });
    return paths;
}

std::vector<char> read_file(const std::string& file) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const std::streamoff bytes = stream ? static_cast<std::streamoff>(stream.tellg()) : 0;
    std::vector<char> contents(bytes < 0 ? 0 : static_cast<std::size_t>(bytes));
    stream.seekg(0);
    stream.read(contents.data(), static_cast<std::streamsize>(contents.size()));
    return contents;
}

}  // namespace rmasim::hosting
