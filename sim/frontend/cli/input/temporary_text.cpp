#include "sim/frontend/cli/input/temporary_text.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace rmasim::sim {

TemporaryText::TemporaryText(std::string_view text) : file_(::memfd_create("text", MFD_CLOEXEC)) {
    if (file_ < 0) throw std::system_error(errno, std::generic_category(), "a file in memory");
    while (!text.empty()) {
        const ssize_t written = ::write(file_, text.data(), text.size());
        if (written < 0) throw std::system_error(errno, std::generic_category(), "a file in memory");
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

TemporaryText::~TemporaryText() { ::close(file_); }

std::string TemporaryText::path() const { return "/proc/self/fd/" + std::to_string(file_); }

}  // namespace rmasim::sim
