// measure_run REPORT CPU_LIMIT_S COMMAND...: runs a command and writes to REPORT the resources that it and its children
// used, one per line: `exit`, `signal`, `cpu_us` (user and system) and `peak_kib` (of the largest process). The command
// is killed when one of its processes has used the limit; 0: no limit.
//
// This is a separate program because Linux counts the parent's memory as the child's until the child calls exec: a
// child of Python never reports less than Python's own memory. This program uses very little.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr int usage_error = 2;
constexpr int not_started = 127;

long microseconds(const timeval& time) { return static_cast<long>(time.tv_sec) * 1'000'000 + time.tv_usec; }

[[noreturn]] void become(char** command, rlim_t cpu_limit_s) {
    const rlimit limit{cpu_limit_s, cpu_limit_s + 5};  // the kernel sends SIGXCPU at the first, SIGKILL at the second
    if (cpu_limit_s > 0 && setrlimit(RLIMIT_CPU, &limit) != 0) std::perror("setrlimit");
    execvp(command[0], command);
    std::perror(command[0]);
    _exit(not_started);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fputs("measure_run REPORT CPU_LIMIT_S COMMAND...\n", stderr);
        return usage_error;
    }
    const pid_t child = fork();
    if (child == 0) become(argv + 3, static_cast<rlim_t>(std::strtoul(argv[2], nullptr, 10)));
    int status = 0;
    rusage use{};
    if (child < 0 || wait4(child, &status, 0, &use) != child) {
        std::perror("measure_run");
        return usage_error;
    }
    std::FILE* const report = std::fopen(argv[1], "w");
    if (report == nullptr) {
        std::perror(argv[1]);
        return usage_error;
    }
    std::fprintf(report, "exit %d\nsignal %d\ncpu_us %ld\npeak_kib %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                 WIFSIGNALED(status) ? WTERMSIG(status) : 0, microseconds(use.ru_utime) + microseconds(use.ru_stime),
                 use.ru_maxrss);
    return std::fclose(report) == 0 ? 0 : usage_error;
}
