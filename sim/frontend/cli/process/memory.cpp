#include "sim/frontend/cli/process/memory.h"

#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/output/print.h"
#include "sim/frontend/output/unfinished.h"
#include "sim/machine/arena/sanitized.h"
#include "sim/timed/available_memory.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <new>

namespace rmasim::sim {

namespace {

std::array<char, 1024> making{};
std::uint64_t max_bytes = 0;  // the limit of the process's memory; 0 if it is unknown

void say(const char* text) { [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text)); }

// The handler of std::terminate. It is for exceptions that cannot be caught, such as bad_alloc in a destructor.
[[noreturn]] void end_unhandled() noexcept {
    try {
        if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
        end_out_of_memory();
    } catch (const std::exception& error) {
        complain("rmasim: internal error: ");
        complain(error.what());
    } catch (...) {
        complain("rmasim: internal error");
    }
    complain("\n");
    remove_unfinished();
    _exit(internal_error);
}

}  // namespace

void now_making(const std::string& what) {
    const std::string text = printable(what).substr(0, making.size() - 1);
    std::fill(std::copy(text.begin(), text.end(), making.begin()), making.end(), '\0');
}

void take_no_more_than_there_is(int process_count_on_host) {
    // With a sanitizer there is no limit, because sanitizers reserve terabytes of addresses.
    if (RMASIM_SANITIZED) return;
    const std::uint64_t available = available_memory(process_count_on_host);
    // The numbers of pages in the file, in this order: all, resident, shared, text, library, data.
    std::ifstream statm("/proc/self/statm");
    std::array<std::uint64_t, 6> pages{};
    for (std::uint64_t& number : pages) statm >> number;
    rlimit limit{};
    if (!statm || getrlimit(RLIMIT_DATA, &limit) != 0) return;
    static const rlim_t given = limit.rlim_cur;  // the limit before the first call of this function
    // The free memory at the end of the heap (keepcost) is not taken: it may be only reserved for huge pages.
    const std::uint64_t taken = pages.back() * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) - mallinfo2().keepcost;
    if (available >= given || taken >= given - available) return;
    limit.rlim_cur = taken + available;
    if (setrlimit(RLIMIT_DATA, &limit) == 0) max_bytes = limit.rlim_cur;
}

void end_when_memory_runs_out() {
    std::set_new_handler([] { end_out_of_memory(); });
    std::set_terminate(end_unhandled);
}

void end_out_of_memory() noexcept {
    say("rmasim: found ");
    say(making.front() == '\0' ? "more" : making.data());
    say("; allowed: a scenario that fits into memory");
    rlimit limit{};
    const bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    if (const std::uint64_t max = limited ? limit.rlim_cur : max_bytes; max != 0) {
        std::array<char, 64> text{};
        std::snprintf(text.data(), text.size(), ", here %llu bytes", static_cast<unsigned long long>(max));
        say(text.data());
    }
    say("\n");
    remove_unfinished();
    _exit(bad_input);
}

}  // namespace rmasim::sim
