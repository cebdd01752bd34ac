#include "sim/mpi/process/changed_copy.h"

#include "sim/mpi/process/pages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

namespace rmasim::hosting {

namespace {

constexpr std::string_view version_prefix = "rmasim.";

// The hash of a symbol version (the System V ABI's hash function for names).
std::uint32_t version_hash(std::string_view name) {
    std::uint32_t hash = 0;
    for (const char c : name) {
        hash = (hash << 4) + static_cast<unsigned char>(c);
        const std::uint32_t high = hash & 0xf0000000U;
        hash = (hash ^ (high >> 24)) & ~high;
    }
    return hash;
}

// The loader ignores these tags, which are in the range of operating systems.
constexpr Elf64_Sxword ignored(Elf64_Sxword tag) { return 0x6000d000 + tag; }

// The copy's string table: the file's own strings, then the new ones.
class Strings {
public:
    explicit Strings(const ElfImage& file) {
        const DynamicTables tables = file.tables();
        const std::optional<std::uint64_t> at = file.offset_of(tables.strings);
        const std::vector<char>& bytes = file.bytes();
        if (!at || tables.strings_bytes > bytes.size() - *at) throw std::runtime_error("Its string table is broken.");
        const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(*at);
        all_.assign(begin, begin + static_cast<std::ptrdiff_t>(tables.strings_bytes));
    }
    std::string_view at(std::uint64_t index) const {
        return index < all_.size() ? std::string_view(all_.c_str() + index) : std::string_view();
    }
    // Returns the index of a text, which is added if it is new.
    std::uint64_t index_of(const std::string& text) {
        const auto [found, added] = indices_.try_emplace(text, all_.size());
        if (added) all_ += text + '\0';
        return found->second;
    }
    const std::string& all() const { return all_; }

private:
    std::string all_;
    std::map<std::string, std::uint64_t> indices_;
};

void change_dynamic_section(ElfImage& file, Strings& strings, const NeededCopies& copies, Constructors& found) {
    std::vector<std::pair<std::uint64_t, Elf64_Dyn>> changes;
    file.for_each_dynamic([&](std::uint64_t at, Elf64_Dyn entry) {
        const Elf64_Sxword tag = entry.d_tag;
        const std::uint64_t value = entry.d_un.d_val;
        constexpr std::uint64_t slot = sizeof(std::uint64_t);
        switch (tag) {
            case DT_INIT: found.init = value; break;
            case DT_FINI: found.fini = value; break;
            case DT_PREINIT_ARRAY: found.before = value; break;
            case DT_PREINIT_ARRAYSZ: found.before_count = value / slot; break;
            case DT_INIT_ARRAY: found.first = value; break;
            case DT_INIT_ARRAYSZ: found.count = value / slot; break;
            case DT_FINI_ARRAY: found.last = value; break;
            case DT_FINI_ARRAYSZ: found.last_count = value / slot; break;
            case DT_FLAGS_1: entry.d_un.d_val &= ~static_cast<std::uint64_t>(DF_1_PIE | DF_1_NOOPEN); break;
            case DT_NEEDED: {
                const auto copy = copies.find(strings.at(value));
                if (copy == copies.end()) return;
                if (copy->second.empty()) {
                    entry.d_tag = ignored(tag);
                } else {
                    entry.d_un.d_val = strings.index_of(copy->second);
                }
                break;
            }
            default: return;
        }
        if (tag != DT_FLAGS_1 && tag != DT_NEEDED) entry.d_tag = ignored(tag);
        changes.emplace_back(at, entry);
    });
    for (const auto& [at, entry] : changes) file.write(at, entry);
}

std::string renamed(std::string_view version) { return std::string(version_prefix) + std::string(version); }

// Renames the versions that the file needs of copied libraries. A version of a dropped library becomes one that the
// loader need not find, in a library that is always loaded.
void rename_needed_versions(ElfImage& file, Strings& strings, const NeededCopies& copies) {
    const DynamicTables tables = file.tables();
    std::optional<std::uint64_t> at = file.offset_of(tables.needs);
    for (std::uint64_t i = 0; tables.needs != 0 && at && i < tables.needs_count; ++i) {
        auto need = file.read<Elf64_Verneed>(*at);
        const auto copy = copies.find(strings.at(need.vn_file));
        if (copy != copies.end()) {
            const bool is_dropped = copy->second.empty();
            need.vn_file = static_cast<Elf64_Word>(strings.index_of(is_dropped ? "libc.so.6" : copy->second));
            file.write(*at, need);
            std::uint64_t version_at = *at + need.vn_aux;
            for (unsigned k = 0; k < need.vn_cnt; ++k) {
                auto version = file.read<Elf64_Vernaux>(version_at);
                const std::string name = renamed(strings.at(version.vna_name));
                version.vna_name = static_cast<Elf64_Word>(strings.index_of(name));
                version.vna_hash = version_hash(name);
                if (is_dropped) version.vna_flags |= VER_FLG_WEAK;
                file.write(version_at, version);
                if (version.vna_next == 0) break;
                version_at += version.vna_next;
            }
        }
        if (need.vn_next == 0) break;
        *at += need.vn_next;
    }
}

// Renames the versions that the file defines. Its first definition is the file's name, which stays.
void rename_defined_versions(ElfImage& file, Strings& strings) {
    const DynamicTables tables = file.tables();
    std::optional<std::uint64_t> at = file.offset_of(tables.definitions);
    for (std::uint64_t i = 0; tables.definitions != 0 && at && i < tables.definitions_count; ++i) {
        auto definition = file.read<Elf64_Verdef>(*at);
        std::uint64_t name_at = *at + definition.vd_aux;
        for (unsigned k = 0; (definition.vd_flags & VER_FLG_BASE) == 0 && k < definition.vd_cnt; ++k) {
            auto entry = file.read<Elf64_Verdaux>(name_at);
            const std::string name = renamed(strings.at(entry.vda_name));
            entry.vda_name = static_cast<Elf64_Word>(strings.index_of(name));
            file.write(name_at, entry);
            if (k == 0) definition.vd_hash = version_hash(name);  // the others are its predecessors
            if (entry.vda_next == 0) break;
            name_at += entry.vda_next;
        }
        file.write(*at, definition);
        if (definition.vd_next == 0) break;
        *at += definition.vd_next;
    }
}

void make_unique_symbols_global(ElfImage& file) {
    std::vector<std::pair<std::uint64_t, Elf64_Sym>> changes;
    file.for_each_symbol([&](std::uint64_t at, Elf64_Sym symbol) {
        if (ELF64_ST_BIND(symbol.st_info) != STB_GNU_UNIQUE) return;
        symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, ELF64_ST_TYPE(symbol.st_info));
        changes.emplace_back(at, symbol);
    });
    for (const auto& [at, symbol] : changes) file.write(at, symbol);
}

// Removes a segment header that dlopen does not use, and returns true if there was one.
bool remove_unused(std::vector<Elf64_Phdr>& segments) {
    for (const int unused : {PT_NOTE, PT_INTERP, PT_PHDR, PT_GNU_PROPERTY}) {
        const auto found = std::find_if(segments.begin(), segments.end(), [&](const Elf64_Phdr& segment) {
            return segment.p_type == static_cast<Elf64_Word>(unused);
        });
        if (found == segments.end()) continue;
        segments.erase(found);
        return true;
    }
    return false;
}

// Debuggers find the string table by its section.
void move_string_section(ElfImage& file, const Elf64_Phdr& to) {
    const Elf64_Ehdr head = file.header();
    const std::uint64_t old = file.tables().strings;
    for (unsigned i = 0; i < head.e_shnum; ++i) {
        const std::uint64_t at = head.e_shoff + i * sizeof(Elf64_Shdr);
        auto section = file.read<Elf64_Shdr>(at);
        if (section.sh_type != SHT_STRTAB || section.sh_addr != old) continue;
        section.sh_addr = to.p_vaddr;
        section.sh_offset = to.p_offset;
        section.sh_size = to.p_memsz;
        file.write(at, section);
    }
}

// Appends the string table as a segment after all others.
void append_strings(ElfImage& file, const Strings& strings) {
    std::vector<Elf64_Phdr> segments = file.segments();
    if (!remove_unused(segments)) throw std::runtime_error("It has no segment that the host can replace.");
    std::uint64_t end = 0;
    std::size_t last_load = 0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (segments[i].p_type != PT_LOAD) continue;
        end = std::max(end, segments[i].p_vaddr + segments[i].p_memsz);
        last_load = i;
    }
    Elf64_Phdr added{};
    added.p_type = PT_LOAD;
    added.p_flags = PF_R;
    added.p_offset = round_up(file.bytes().size(), page_bytes);
    added.p_vaddr = added.p_paddr = round_up(end, page_bytes);
    added.p_filesz = added.p_memsz = strings.all().size();
    added.p_align = page_bytes;
    segments.insert(segments.begin() + static_cast<std::ptrdiff_t>(last_load) + 1, added);
    const std::uint64_t table = file.header().e_phoff;
    for (std::size_t i = 0; i < segments.size(); ++i) file.write(table + i * sizeof(Elf64_Phdr), segments[i]);
    file.bytes().resize(added.p_offset);
    file.bytes().insert(file.bytes().end(), strings.all().begin(), strings.all().end());
    move_string_section(file, added);
    std::vector<std::pair<std::uint64_t, Elf64_Dyn>> changes;
    file.for_each_dynamic([&](std::uint64_t at, Elf64_Dyn entry) {
        if (entry.d_tag == DT_STRTAB) entry.d_un.d_ptr = added.p_vaddr;
        if (entry.d_tag == DT_STRSZ) entry.d_un.d_val = added.p_memsz;
        changes.emplace_back(at, entry);
    });
    for (const auto& [at, entry] : changes) file.write(at, entry);
}

}  // namespace

ChangedCopy changed_copy(ElfImage file, const NeededCopies& copies) {
    ChangedCopy made;
    Strings strings(file);
    change_dynamic_section(file, strings, copies, made.constructors);
    rename_needed_versions(file, strings, copies);
    rename_defined_versions(file, strings);
    make_unique_symbols_global(file);
    append_strings(file, strings);
    made.bytes = std::move(file.bytes());
    return made;
}

}  // namespace rmasim::hosting
