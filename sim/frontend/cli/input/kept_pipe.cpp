#include "sim/frontend/cli/input/kept_pipe.h"

#include "sim/scenario/model/limits.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace rmasim::sim {

namespace {

// The descriptor that a path names.
std::optional<int> descriptor_of(std::string_view path) {
    if (path == "/dev/stdin") return STDIN_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder)) continue;
        int number = 0;
        const std::string_view digits = path.substr(folder.size());
        const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
        if (error == std::errc() && end == digits.end()) return number;
    }
    return std::nullopt;
}

bool is_pipe(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

// Copies the pipe, up to one byte more than the reader of files accepts. Returns false if this fails.
bool copy(int pipe, int file) {
    std::array<char, 65536> buffer;
    for (std::size_t bytes = 0; bytes <= limits::max_file_bytes;) {
        const ssize_t count = ::read(pipe, buffer.data(), buffer.size());
        if (count <= 0) return count == 0;
        if (::write(file, buffer.data(), static_cast<std::size_t>(count)) != count) return false;
        bytes += static_cast<std::size_t>(count);
    }
    return true;
}

}  // namespace

void keep_pipe(const std::string& path) {
    const std::optional<int> descriptor = descriptor_of(path);
    if (!descriptor || !is_pipe(*descriptor)) return;
    const int file = ::memfd_create("input", MFD_CLOEXEC);
    if (file < 0) return;
    // Another program of rmasim inherits the descriptor, because dup2 does not copy the flag close-on-exec.
    if (copy(*descriptor, file) && ::lseek(file, 0, SEEK_SET) == 0) ::dup2(file, *descriptor);
    ::close(file);
}

}  // namespace rmasim::sim
