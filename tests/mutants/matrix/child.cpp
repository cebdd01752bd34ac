#include "tests/mutants/matrix/child.h"

#include "tests/mutants/matrix/items.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <exception>
#include <new>
#include <optional>
#include <system_error>

namespace rmasim::mutants {

namespace {

constexpr rlim_t max_bytes = rlim_t{3} << 30;
constexpr std::uint64_t waits_for_each = 20;  // a busy machine gives a process only a part of its time
constexpr std::uint64_t extra_wait_ms = 20'000;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

Board& shared_board() {
    static Board* const board = [] {
        void* const at = ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (at == MAP_FAILED) fail("memory that is shared with children (mmap)");
        return new (at) Board;
    }();
    return *board;
}

// Sets a timer, whose signal kills the process.
void allow(int timer, std::uint64_t ms) {
    const itimerval value{{0, 0}, {static_cast<time_t>(ms / 1000), static_cast<suseconds_t>(ms % 1000 * 1000)}};
    if (::setitimer(timer, &value, nullptr) != 0) fail("a limit of time (setitimer)");
}

void prepare_child() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::setpgid(0, 0);  // so that processes that the child starts are killed with it
    const rlimit memory{max_bytes, max_bytes};
    const rlimit no_core_file{0, 0};
    ::setrlimit(RLIMIT_DATA, &memory);
    ::setrlimit(RLIMIT_CORE, &no_core_file);
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, stream);
}

std::uint64_t used_us() {
    return static_cast<std::uint64_t>(std::clock()) * (1'000'000 / static_cast<std::uint64_t>(CLOCKS_PER_SEC));
}

[[noreturn]] void be_child(const std::vector<Task>& tasks, std::size_t first, std::size_t max, Board& board) {
    prepare_child();
    executed = {};
    const std::size_t end = std::min(tasks.size(), first + std::min(max, tasks.size()));
    for (std::size_t i = first; i < end; ++i) {
        board.begun = i - first + 1;
        allow(ITIMER_PROF, tasks[i].max_ms);
        allow(ITIMER_REAL, tasks[i].max_ms * waits_for_each + extra_wait_ms);
        const std::uint64_t before_us = used_us();
        std::optional<std::uint64_t> runs;
        try {
            runs = finds(tasks[i].item);
        } catch (const std::exception&) {
            runs = 0;
        }
        board.used_us = used_us() - before_us;
        board.executed = executed;
        board.found = runs.has_value();
        board.runs = runs.value_or(0);
        board.ended = board.begun;
        if (runs) break;
    }
    ::_exit(0);
}

}  // namespace

const Board& run_in_child(const std::vector<Task>& tasks, std::size_t first, std::size_t max) {
    Board& board = shared_board();
    board = Board{};
    const pid_t child = ::fork();
    if (child < 0) fail("a process for items (fork)");
    if (child == 0) be_child(tasks, first, max, board);
    while (::waitpid(child, nullptr, 0) < 0) {
        if (errno != EINTR) fail("the end of a process (waitpid)");
    }
    ::kill(-child, SIGKILL);
    return board;
}

}  // namespace rmasim::mutants
