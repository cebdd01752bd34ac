#include "sim/mpi/process/library_search.h"

#include "sim/mpi/process/elf_image.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

namespace rmasim::hosting {

namespace {

constexpr std::array system_folders = {
    "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/lib", "/usr/lib"};

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    std::istringstream stream(list);
    for (std::string part; std::getline(stream, part, ':');) {
        if (!part.empty()) parts.push_back(part);
    }
    return parts;
}

// The loader's cache of libraries: a header, entries of fixed size, strings. Offsets of strings count from the header.
constexpr std::string_view cache_magic = "glibc-ld.so.cache1.1";
struct CacheHeader {
    char magic[20];
    std::uint32_t entries, strings_bytes, unused[5];
};
struct CacheEntry {
    std::int32_t flags;
    std::uint32_t name, file, os_version;
    std::uint64_t hardware;
};
constexpr std::int32_t is_x86_64_library = 0x0303;

std::map<std::string, std::string> read_cache() {
    const ElfImage file(read_file("/etc/ld.so.cache"));  // for its checked reads
    std::map<std::string, std::string> found;
    const std::vector<char>& bytes = file.bytes();
    const auto begin = std::search(bytes.begin(), bytes.end(), cache_magic.begin(), cache_magic.end());
    if (begin == bytes.end()) return found;
    const auto base = static_cast<std::uint64_t>(begin - bytes.begin());
    const auto header = file.read<CacheHeader>(base);
    for (std::uint64_t i = 0; i < header.entries; ++i) {
        const std::uint64_t at = base + sizeof(CacheHeader) + i * sizeof(CacheEntry);
        if (at + sizeof(CacheEntry) > bytes.size()) break;
        const auto entry = file.read<CacheEntry>(at);
        if (entry.flags != is_x86_64_library || entry.hardware != 0) continue;
        found.try_emplace(std::string(file.text_at(base + entry.name)), file.text_at(base + entry.file));
    }
    return found;
}

std::string in_folder(const std::string& folder, const std::string& name) {
    std::error_code unknown;
    std::string file = folder + "/" + name;
    return std::filesystem::is_regular_file(file, unknown) ? file : std::string();
}

std::string with_origin(std::string path, const std::string& by) {
    const std::string origin = std::filesystem::absolute(by).parent_path().string();
    for (const std::string_view word : {"${ORIGIN}", "$ORIGIN"}) {
        for (std::size_t at = path.find(word); at != std::string::npos; at = path.find(word, at + origin.size())) {
            path.replace(at, word.size(), origin);
        }
    }
    return path;
}

}  // namespace

LibrarySearch::LibrarySearch() {
    if (const char* const path = std::getenv("LD_LIBRARY_PATH")) folders_ = split(path);
}

std::string LibrarySearch::find(const std::string& name, const std::string& by,
                                const std::vector<std::string>& paths) const {
    std::error_code unknown;
    if (name.find('/') != std::string::npos) {
        return std::filesystem::is_regular_file(name, unknown) ? name : std::string();
    }
    for (const std::string& path : paths) {
        for (const std::string& folder : split(with_origin(path, by))) {
            if (std::string file = in_folder(folder, name); !file.empty()) return file;
        }
    }
    for (const std::string& folder : folders_) {
        if (std::string file = in_folder(folder, name); !file.empty()) return file;
    }
    if (cache_.empty()) cache_ = read_cache();
    if (const auto found = cache_.find(name); found != cache_.end()) return found->second;
    for (const char* const folder : system_folders) {
        if (std::string file = in_folder(folder, name); !file.empty()) return file;
    }
    return {};
}

bool is_of_c_library(std::string_view name) {
    constexpr std::array stems = {"libc.so.",    "libm.so.",    "ld-linux",     "libpthread.so.", "libdl.so.",
                                  "librt.so.",   "libutil.so.", "libgcc_s.so.", "libresolv.so.",  "libanl.so.",
                                  "libmvec.so.", "libnss_",     "linux-vdso"};
    return std::any_of(stems.begin(), stems.end(), [&](std::string_view stem) { return name.starts_with(stem); });
}

}  // namespace rmasim::hosting
