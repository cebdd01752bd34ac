// Unfinished output files. They have a temporary name. If a signal or exhausted memory ends the process, the program
// deletes them, so that a file is either complete or absent.
#pragma once

#include <cstddef>
#include <string>

namespace rmasim::sim {

// The registration of an unfinished file. The file is registered during the lifetime of this object. Raises
// std::length_error if `path` has more than `max_unfinished_path` bytes, or if `max_unfinished` objects exist already.
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
inline constexpr std::size_t max_unfinished = 8;  // maximum number of objects that exist at the same time

// Deletes all unfinished files. Signal handlers may call this function.
void remove_unfinished() noexcept;
// Installs signal handlers. The handlers of SIGINT, SIGTERM, SIGHUP and SIGQUIT delete unfinished files, and then end
// the process as usual. The process ignores SIGPIPE and SIGXFSZ. A write to a pipe without a reader, or beyond the
// limit of file sizes, then fails instead of ending the process.
void remove_unfinished_on_signals();
// Deletes unfinished files, and ends the process by this signal. Signal handlers may call this function.
[[noreturn]] void end_by_signal(int number) noexcept;

}  // namespace rmasim::sim
