#include "sim/mpi/program_copies.h"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace rmasim::sim {

namespace {

constexpr std::string_view simgrid = "libsimgrid.so";
// It is there in any case, and its name is no longer than the one that it takes the place of.
constexpr std::string_view harmless = "libc.so.6";

std::vector<char> contents_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// The libraries that a shared object needs: each name's place in the file.
class ElfFile {
public:
    explicit ElfFile(std::vector<char>& bytes) : bytes_(bytes) {}

    bool is_one() const {
        return bytes_.size() >= sizeof(Elf64_Ehdr) && std::memcmp(bytes_.data(), ELFMAG, SELFMAG) == 0 &&
               bytes_[EI_CLASS] == ELFCLASS64;
    }

    std::vector<char*> needed() {
        std::vector<std::uint64_t> names;
        std::uint64_t strings = 0;
        for_each_dynamic([&](const Elf64_Dyn& entry) {
            if (entry.d_tag == DT_NEEDED) names.push_back(entry.d_un.d_val);
            if (entry.d_tag == DT_STRTAB) strings = entry.d_un.d_ptr;
        });
        std::vector<char*> found;
        for (const std::uint64_t name : names) {
            const std::optional<std::uint64_t> at = in_file(strings + name);
            if (at && std::memchr(bytes_.data() + *at, 0, bytes_.size() - *at) != nullptr)
                found.push_back(&bytes_[*at]);
        }
        return found;
    }

private:
    template <class T>
    T read(std::uint64_t at) const {
        T value{};
        if (at + sizeof(T) <= bytes_.size()) std::memcpy(&value, bytes_.data() + at, sizeof(T));
        return value;
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
                visit(read<Elf64_Dyn>(segment.p_offset + at));
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

}  // namespace

std::string not_of_smpi(const std::string& file) {
    if (::access(file.c_str(), R_OK) != 0) return fmt::format("no file that can be read ({})", std::strerror(errno));
    std::vector<char> bytes = contents_of(file);
    ElfFile elf(bytes);
    if (!elf.is_one()) return "a file that is no executable";
    for (const std::string_view name : elf.needed()) {
        if (name.starts_with(simgrid)) return {};
        if (name.starts_with("libmpi")) return fmt::format("an executable of another MPI ({})", name);
    }
    return "an executable that does not use MPI";
}

bool detach_from_simgrid(const std::string& file) {
    std::vector<char> bytes = contents_of(file);
    ElfFile elf(bytes);
    if (!elf.is_one()) return false;
    bool found = false;
    for (char* const name : elf.needed()) {
        if (!std::string_view(name).starts_with(simgrid)) continue;
        std::memcpy(name, harmless.data(), harmless.size() + 1);
        found = true;
    }
    if (found) std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return found;
}

}  // namespace rmasim::sim

// SMPI loads the copies by this function, which it finds here first. Their names end in the process's number, that of
// the copy, and .so.
extern "C" void* dlopen(const char* file, int mode) {
    using Dlopen = void* (*)(const char*, int);
    static const auto next = reinterpret_cast<Dlopen>(::dlsym(RTLD_NEXT, "dlopen"));
    if (file != nullptr && (mode & RTLD_DEEPBIND) != 0 &&
        std::string_view(file).find(fmt::format("_{}_", ::getpid())) != std::string_view::npos) {
        rmasim::sim::detach_from_simgrid(file);
    }
    return next(file, mode);
}
