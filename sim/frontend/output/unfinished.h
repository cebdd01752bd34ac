// Files that are still being written, under a name of their own. A signal that ends the process, or a lack of memory,
// removes them: a file is either complete or absent.
#pragma once

#include <cstddef>
#include <string>

namespace rmasim::sim {

// Remembers a path as long as it exists. `path` has at most `longest_unfinished` bytes.
class Unfinished {
public:
    explicit Unfinished(const std::string& path);
    ~Unfinished();
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

private:
    std::size_t place_;
};

inline constexpr std::size_t longest_unfinished = 4096;
inline constexpr std::size_t max_unfinished = 8;  // at the same time

// Deletes all of them. May be called by a signal handler.
void remove_unfinished() noexcept;
// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT delete them before they end the process as usual. A write to a pipe
// without a reader, or beyond the limit on the size of files, fails like any other instead of ending the process.
void remove_unfinished_on_signals();
// Deletes them and ends the process as this signal ends any other. May be called by a signal handler.
[[noreturn]] void end_by_signal(int number) noexcept;

}  // namespace rmasim::sim
