#include "tests/memmodel/mutant_hunt.h"

#include "tests/memmodel/copies_compare.h"
#include "tests/memmodel/program.h"
#include "tests/mutants/mutants.h"

#include <fmt/format.h>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <new>
#include <stdexcept>

namespace rmasim::memmodel_test {

namespace {

using memmodel::Model;

constexpr std::uint64_t max_games = 2'000;  // with the copies of windows
constexpr std::uint64_t orders = 100;       // of a directed program
constexpr int max_seconds = 20;             // of one program
constexpr rlim_t max_bytes = rlim_t{4} << 30;

// The state of a hunt. The child process writes it, the parent reads it.
struct Progress {
    enum class Kind : std::uint8_t { directed, copies, random } kind = Kind::directed;
    std::uint64_t seed = 0;
    std::uint64_t programs = 0;
    bool detected = false;
};

std::string name_of(const Progress& progress) {
    switch (progress.kind) {
        case Progress::Kind::directed: return "directed";
        case Progress::Kind::copies: return fmt::format("copies {}", progress.seed);
        case Progress::Kind::random: break;
    }
    return fmt::format("random {}", progress.seed);
}

// Counts a program and limits its CPU time.
void begin_program(Progress& progress) {
    ++progress.programs;
    const itimerval limit{{0, 0}, {max_seconds, 0}};
    ::setitimer(ITIMER_VIRTUAL, &limit, nullptr);
}

Pairs not_predicted(Pairs pairs) {
    std::erase_if(pairs, [](const Pair& pair) { return pair.predicted; });
    return pairs;
}

bool differs(const Program& program, std::uint64_t seed, Progress& progress) {
    begin_program(progress);
    const Events events = execute(program, seed);
    for (const Model model : {Model::separate, Model::unified}) {
        const Pairs expected = by_oracle(program, events, model);
        if (by_checker(program, events, model) != expected) return true;
        if (by_checker(program, events, model, {.clean_up_at = 1}).empty() != expected.empty()) return true;
        const Pairs of_run = by_checker(program, events, model, {.clean_up_at = 1, .predicts = false});
        if (of_run.empty() != not_predicted(expected).empty()) return true;
    }
    return false;
}

bool a_directed_one_differs(Progress& progress) {
    progress.kind = Progress::Kind::directed;
    for (const auto& programs : {directed_programs(), directed_orders()}) {
        for (const Program& program : programs) {
            for (std::uint64_t seed = 1; seed <= orders; ++seed) {
                if (differs(program, seed, progress)) return true;
            }
        }
    }
    return false;
}

bool a_game_differs(std::uint64_t seed, Progress& progress) {
    progress.kind = Progress::Kind::copies;
    progress.seed = seed;
    begin_program(progress);
    return copies_differ(seed).has_value();
}

bool a_random_one_differs(std::uint64_t seed, Progress& progress) {
    progress.kind = Progress::Kind::random;
    progress.seed = seed;
    for (const auto generate : {random_program, random_attaching_program, random_counter_program, random_lock_program,
                                random_thread_program}) {
        if (differs(generate(seed), seed * 31, progress)) return true;
    }
    return false;
}

bool any_differs(std::uint64_t max, Progress& progress) {
    if (a_directed_one_differs(progress)) return true;
    for (std::uint64_t seed = 1; seed <= max_games; ++seed) {
        if (a_game_differs(seed, progress)) return true;
    }
    for (std::uint64_t seed = 1; seed <= max; ++seed) {
        if (a_random_one_differs(seed, progress)) return true;
    }
    return false;
}

// Runs `hunts` in a child process with the mutant. Returns the child's last program, if it differs, crashes, or does
// not end.
Detected in_child(int number, const std::function<bool(Progress&)>& hunts) {
    void* const memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory is left for a hunt");
    Progress& progress = *new (memory) Progress();
    const pid_t child = ::fork();
    if (child < 0) throw std::runtime_error("no process can be started for a hunt");
    if (child == 0) {
        const rlimit no_core{0, 0}, memory_bytes{max_bytes, max_bytes};
        ::setrlimit(RLIMIT_CORE, &no_core);
        ::setrlimit(RLIMIT_AS, &memory_bytes);
        const mutants::Awake awake(number);
        progress.detected = hunts(progress);
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    Detected found{"", progress.programs};
    const bool is_slow = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
    if (is_slow) found.by = name_of(progress) + ", which does not end";
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) found.by = name_of(progress) + ", which crashes";
    else if (progress.detected) found.by = name_of(progress);
    ::munmap(memory, sizeof(Progress));
    return found;
}

}  // namespace

Detected hunt(int number, std::uint64_t max) {
    return in_child(number, [max](Progress& progress) { return any_differs(max, progress); });
}

bool repeated(int number, const std::string& by) {
    const std::size_t blank = by.find(' ');
    const std::uint64_t seed = blank == std::string::npos ? 0 : std::strtoull(by.c_str() + blank, nullptr, 10);
    const auto again = [&](Progress& progress) {
        if (by.starts_with("directed")) return a_directed_one_differs(progress);
        if (by.starts_with("copies")) return a_game_differs(seed, progress);
        return by.starts_with("random") && a_random_one_differs(seed, progress);
    };
    return !in_child(number, again).by.empty();
}

}  // namespace rmasim::memmodel_test
