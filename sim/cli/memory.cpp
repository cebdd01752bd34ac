#include "sim/cli/memory.h"

#include "sim/cli/exit_code.h"
#include "sim/output/print.h"
#include "sim/output/unfinished.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

namespace rmasim::sim {

namespace {

std::array<char, 1024> making{};

void say(const char* text) { [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text)); }

// An exception that cannot be handled, such as a lack of memory in a destructor.
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

void end_when_memory_runs_out() {
    std::set_new_handler([] { end_out_of_memory(); });
    std::set_terminate(end_unhandled);
}

void end_out_of_memory() noexcept {
    say("rmasim: found ");
    say(making.front() == '\0' ? "more" : making.data());
    say("; allowed: what fits into memory");
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        std::array<char, 64> text{};
        std::snprintf(text.data(), text.size(), ", here %llu bytes", static_cast<unsigned long long>(limit.rlim_cur));
        say(text.data());
    }
    say("\n");
    remove_unfinished();
    _exit(bad_input);
}

}  // namespace rmasim::sim
