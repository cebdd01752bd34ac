#include "sim/mpi/process/memory_file.h"

#include "sim/mpi/process/pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace rmasim::hosting {

namespace {

[[noreturn]] void refuse_memory(const char* what) {
    throw std::runtime_error(std::string("The system refuses ") + what + ": " + std::strerror(errno) + ".");
}

}  // namespace

MemoryFile::MemoryFile(const std::string& label) {
    constexpr std::size_t max_label = 200;  // Linux allows 249 bytes
    const int low = ::memfd_create(label.substr(0, max_label).c_str(), MFD_CLOEXEC);
    if (low < 0) refuse_memory("a file in memory");
    descriptor_ = ::fcntl(low, F_DUPFD_CLOEXEC, first_own_descriptor);
    if (descriptor_ < 0) {
        descriptor_ = low;
    } else {
        ::close(low);
    }
}

void MemoryFile::append(const std::vector<char>& contents) {
    for (std::size_t done = 0; done < contents.size();) {
        const ssize_t written = ::write(descriptor_, contents.data() + done, contents.size() - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) refuse_memory("memory for a copy of the program");
        done += static_cast<std::size_t>(written);
    }
}

MemoryFile::~MemoryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void MemoryFile::resize(std::uint64_t bytes) {
    if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) refuse_memory("a file in memory of this size");
}

std::string MemoryFile::path() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(descriptor_);
}

}  // namespace rmasim::hosting
