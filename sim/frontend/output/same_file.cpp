#include "sim/frontend/output/same_file.h"

#include "sim/scenario/json/errors.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

namespace rmasim::sim {

namespace {

namespace fs = std::filesystem;

constexpr int max_links = 40;  // the limit of Linux

std::optional<std::string> identity(const struct stat& found, bool of_stream) {
    const bool counts = S_ISREG(found.st_mode) || (S_ISFIFO(found.st_mode) && !of_stream);
    if (!counts) return std::nullopt;
    return fmt::format("{}:{}", found.st_dev, found.st_ino);
}

// The identity of a file. nullopt for a device, because several outputs may use the same device.
std::optional<std::string> identity(const std::string& path) {
    struct stat found {};
    if (stat(path.c_str(), &found) == 0) return identity(found, false);
    std::error_code error;
    return fs::weakly_canonical(fs::absolute(target_of(path)), error).string();
}

std::optional<std::string> identity(int descriptor) {
    struct stat found {};
    if (fstat(descriptor, &found) != 0) return std::nullopt;
    return identity(found, true);
}

}  // namespace

std::string target_of(const std::string& path) {
    fs::path target = path;
    std::error_code error;
    for (int links = 0; links < max_links && fs::is_symlink(target, error); ++links) {
        const fs::path next = fs::read_symlink(target, error);
        if (error) break;
        target = next.is_absolute() ? next : target.parent_path() / next;
    }
    return target.string();
}

void refuse_overwriting(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
    std::map<std::string, std::string> taken;  // the name of each file in errors, by the file's identity
    const auto take = [&](const std::optional<std::string>& file, const std::string& what) {
        if (file) taken.try_emplace(*file, what);
    };
    for (const NamedFile& input : inputs) {
        if (!input.path.empty()) take(identity(input.path), input.what);
    }
    take(identity(STDOUT_FILENO), "standard output");
    take(identity(STDERR_FILENO), "standard error");
    for (const NamedFile& output : outputs) {
        if (output.path.empty()) continue;
        const std::optional<std::string> file = identity(output.path);
        if (!file) continue;
        const auto [same, is_new] = taken.try_emplace(*file, output.what);
        if (is_new) continue;
        throw BadInput(output.what, fmt::format("{}, the file of {}", output.path, same->second),
                       "a file that is no other input or output of this command");
    }
}

}  // namespace rmasim::sim
