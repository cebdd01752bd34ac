// Unfinished output files, which have a temporary name. If a signal or exhausted memory ends the process, they are
// deleted, so a file is either complete or absent.
#pragma once

#include <cstddef>
#include <string>

namespace rmasim::sim {

// The registration of an unfinished file, for the lifetime of this object. `path` must have at most
// `max_unfinished_path` bytes, and at most `max_unfinished` objects may exist; otherwise raises std::length_error.
class Unfinished {
public:
    explicit Unfinished(const std::string& path);
    ~Unfinished();
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

private:
    std::size_t slot_;
};

inline constexpr std::size_t max_unfinished_path = 4096;
inline constexpr std::size_t max_unfinished = 8;  // at the same time

// Deletes all unfinished files. A signal handler may call it.
void remove_unfinished() noexcept;
// Installs signal handlers: SIGINT, SIGTERM, SIGHUP and SIGQUIT delete unfinished files before they end the process as
// usual. SIGPIPE and SIGXFSZ are ignored: writes to a pipe without a reader, or beyond the limit of file sizes, then
// fail instead of ending the process.
void remove_unfinished_on_signals();
// Deletes unfinished files and ends the process by this signal. A signal handler may call it.
[[noreturn]] void end_by_signal(int number) noexcept;

}  // namespace rmasim::sim
