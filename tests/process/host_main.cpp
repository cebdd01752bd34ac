// A small host for tests: runs a program on many ranks, round robin, and prints how the ranks have ended.
//
//     process_host [--ranks N] [--stack BYTES] [--virtual] [--figures] [--few-guards] [--thread-pointers own|shared]
//     PROGRAM... process_host --inspect FILE...
//
// The programs call test_rank, test_size, test_yield and the others below. Exit code: that of the first rank that has
// ended with one; 2 if the program is refused.
#include "sim/mpi/process/host.h"
#include "sim/mpi/process/program_form.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

using namespace rmasim::hosting;

namespace {

double cpu_seconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Each look at the clock takes 100 ns.
class TestClock final : public HostClock {
public:
    std::int64_t now_ns(int, const LibraryCall&) override { return now_ += 100; }
    void sleep_ns(int, std::int64_t duration_ns, const LibraryCall&) override { now_ += duration_ns; }
    void give_way(int, const LibraryCall&) override { Host::get()->yield(); }

private:
    std::int64_t now_ = 0;
};

// The ranks that have not ended, in a circle.
struct Circle {
    std::vector<int> next, previous;
    int count = 0;
    long switches = 0;
    double switching_s = 0;
    double started_s = 0;  // when each rank has yielded once
};
Circle circle;

void leave_circle(int rank) {
    const auto at = static_cast<std::size_t>(rank);
    circle.next[static_cast<std::size_t>(circle.previous[at])] = circle.next[at];
    circle.previous[static_cast<std::size_t>(circle.next[at])] = circle.previous[at];
    --circle.count;
}

void run(Host& host) {
    const int ranks = host.ranks();
    for (int i = 0; i < ranks; ++i) {
        circle.next.push_back(i + 1 == ranks ? 0 : i + 1);
        circle.previous.push_back(i == 0 ? ranks - 1 : i - 1);
    }
    circle.count = ranks;
    long count = 0;
    for (int rank = 0; circle.count > 0; rank = circle.next[static_cast<std::size_t>(rank)]) {
        const int ended = host.switch_to(rank);
        if (++count == ranks) circle.started_s = cpu_seconds();
        if (ended < 0) continue;
        leave_circle(ended);
        host.release(ended);
    }
}

std::string described(const RankEnd& end) {
    std::string text = text_of(end);
    if (end.leaked_blocks > 0) text += ", " + std::to_string(end.leaked_blocks) + " blocks not freed";
    return text;
}

int print_ends(const Host& host) {
    int code = 0;
    for (int first = 0; first < host.ranks();) {
        const std::string text = described(host.end_of(first));
        int last = first;
        while (last + 1 < host.ranks() && described(host.end_of(last + 1)) == text) ++last;
        std::fprintf(stderr, "%s %d", first == last ? "rank" : "ranks", first);
        if (last > first) std::fprintf(stderr, "-%d", last);
        std::fprintf(stderr, ": %s\n", text.c_str());
        if (code == 0) code = host.end_of(first).code;
        first = last + 1;
    }
    return code;
}

void print_figures(const Host& host, double loaded_s, double all_s) {
    std::string resident;
    if (std::FILE* const file = std::fopen("/proc/self/status", "r")) {
        char line[200];
        while (std::fgets(line, sizeof line, file) != nullptr) {
            if (std::strncmp(line, "VmHWM:", 6) == 0) resident = std::string(line + 6);
        }
        std::fclose(file);
    }
    std::printf("ranks %d  loaded %.1f ms  started %.1f ms  all %.1f ms  switch %.3f us  resident %ld MB\n",
                host.ranks(), loaded_s * 1e3, circle.started_s * 1e3, all_s * 1e3,
                circle.switches == 0 ? 0.0 : circle.switching_s / static_cast<double>(circle.switches) * 1e6,
                std::atol(resident.c_str()) / 1024);
}

int inspect(const char* file) {
    const ProgramForm form = form_of(file);
    if (form.kind == FormKind::refused) {
        std::printf("refused: %s\n", form.refusal.c_str());
        return 2;
    }
    std::printf("kind: %s\ninterpreter: %s\n", form.kind == FormKind::ours ? "ours" : "pie", form.interpreter.c_str());
    const ThreadStorage& storage = form.thread_storage;
    std::printf("thread-local: %ld bytes, %ld initialised, align %ld\n", static_cast<long>(storage.bytes),
                static_cast<long>(storage.image_bytes), static_cast<long>(storage.align));
    for (const StateSection& one : form.sections)
        std::printf("section: %s %ld\n", one.name.c_str(), static_cast<long>(one.bytes));
    for (const std::string& one : form.needed) std::printf("needs: %s\n", one.c_str());
    std::printf("unique symbols: %u\ncopy relocations: %u\n", form.unique_symbols, form.copy_relocations);
    return 0;
}

int inspect_all(char** files) {
    int code = 0;
    for (; *files != nullptr; ++files) code = std::max(code, inspect(*files));
    return code;
}

}  // namespace

// ---- Functions for the programs.

extern "C" {

__attribute__((visibility("default"))) int test_rank() { return Host::get()->running(); }
__attribute__((visibility("default"))) int test_size() { return Host::get()->ranks(); }
__attribute__((visibility("default"))) void test_yield() {
    const HostSection section;
    Host::get()->yield();
}
// Continues the next rank `count` times.
__attribute__((visibility("default"))) void test_pass(long count) {
    const HostSection section;
    Host& host = *Host::get();
    const int rank = host.running();
    const double begin = rank == 0 ? cpu_seconds() : 0;
    for (long i = 0; i < count; ++i) {
        const int next = circle.next[static_cast<std::size_t>(rank)];
        if (next != rank) host.switch_to(next);
    }
    if (rank == 0) {
        circle.switching_s += cpu_seconds() - begin;
        circle.switches += count * circle.count;
    }
}
// Returns where a variable of another rank is.
__attribute__((visibility("default"))) void* test_address(int rank, void* address) {
    return Host::get()->address_in(rank, address);
}
__attribute__((visibility("default"))) int test_owner(void* address) { return Host::get()->owner_of(address); }
// Runs a function in a thread of the calling rank.
__attribute__((visibility("default"))) void test_thread(void (*function)(void*), void* argument) {
    const HostSection section;
    Host& host = *Host::get();
    Fiber& thread = host.new_thread(host.running(), 65536, function, argument);
    host.switch_to(thread);
    host.delete_thread(thread);
}
}

int main(int argc, char** argv) {
    HostSettings settings;
    TestClock clock;
    bool figures = false;
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; ++at) {
        const std::string name = argv[at];
        if (name == "--inspect") return inspect_all(argv + at + 1);
        if (name == "--few-guards") settings.may_mark_guards = false;
        if (name == "--figures") figures = true;
        if (name == "--thread-pointers") settings.has_thread_pointers = std::strcmp(argv[++at], "own") == 0;
        if (name == "--virtual") settings.clock = &clock;
        if (name == "--ranks") settings.ranks = std::atoi(argv[++at]);
        if (name == "--stack") settings.stack_bytes = static_cast<std::size_t>(std::atol(argv[++at]));
    }
    settings.program = argv[at];
    settings.arguments.assign(argv + at + 1, argv + argc);
    settings.of_host = {"libtestapi"};
    try {
        Host host(settings);
        const double loaded_s = cpu_seconds();
        run(host);
        std::fflush(stdout);
        const int code = print_ends(host);
        if (figures) print_figures(host, loaded_s, cpu_seconds());
        std::fflush(stdout);
        return code;
    } catch (const std::runtime_error& refusal) {
        std::fprintf(stderr, "%s\n", refusal.what());
        return 2;
    }
}
