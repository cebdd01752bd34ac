#include "sim/machine/simgrid/trial.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <string_view>
#include <system_error>

namespace rmasim::sim {

namespace {

void write_to_standard_error(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

[[noreturn]] void run_child(int pipe_end, const std::function<void()>& work) {
    const rlimit no_core_file{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core_file);
    std::signal(SIGABRT, SIG_DFL);
    ::dup2(pipe_end, STDERR_FILENO);
    int code = 0;
    try {
        work();
    } catch (const std::exception& error) {
        write_to_standard_error(error.what());
        code = 1;
    }
    ::_exit(code);  // not exit(), since the exit handlers belong to the parent
}

std::string read_to_end(int pipe_end) {
    std::string text;
    std::array<char, 4096> buffer;
    for (;;) {
        const ssize_t count = ::read(pipe_end, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

// Returns the first line without SimGrid's prefix: "[0.000000] file.cpp:529: [root/CRITICAL] Not a valid model!"
// becomes "Not a valid model!".
std::string first_message(const std::string& text) {
    std::string line = text.substr(0, text.find('\n'));
    constexpr std::string_view end_of_prefix = "/CRITICAL] ";
    const std::size_t prefix = line.find(end_of_prefix);
    if (prefix != std::string::npos) line.erase(0, prefix + end_of_prefix.size());
    return line;
}

}  // namespace

std::optional<std::string> complaint_in_child(const std::function<void()>& work) {
    std::array<int, 2> ends;
    if (::pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    const pid_t child = ::fork();
    if (child == 0) run_child(ends[1], work);
    const int fork_error = errno;
    ::close(ends[1]);
    if (child < 0) {
        ::close(ends[0]);
        throw std::system_error(fork_error, std::generic_category(), "fork");
    }
    const std::string said = read_to_end(ends[0]);
    ::close(ends[0]);
    const int status = wait_for(child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return std::nullopt;
    return said.empty() ? "the process ended without a message" : first_message(said);
}

}  // namespace rmasim::sim
