/* Children, programs that a rank executes, signals, jumps, streams and files (first argument). Rank 1 does so between
   MPI_Init and MPI_Barrier. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char** environ;

static const char* how = "";
static int rank, size;
static int is(const char* name) { return strcmp(how, name) == 0; }

static void require(int is_right) {
    if (!is_right) abort();
}

/* ---- Children. Each is waited for, and its code is checked. */

__attribute__((noinline)) static void overflow_stack(void) {
    volatile char room[16 << 20];
    for (int i = sizeof room; i > 0; i -= 512) room[i - 1] = 1;
}

static void end_child(void) {
    char* words[] = {"sh", "-c", "exit 5", NULL};
    if (is("fork_exit")) exit(5);
    if (is("fork_exit_at_once")) _exit(5);
    if (is("fork_quick_exit")) quick_exit(5);
    if (is("fork_abort")) abort();
    if (is("fork_null")) *(volatile int*)NULL = 1;
    if (is("fork_killed")) kill(getpid(), SIGKILL);
    if (is("fork_term")) raise(SIGTERM);
    if (is("fork_overflow")) overflow_stack();
    if (is("fork_execv")) execv("/bin/sh", words);
    if (is("fork_execvp") || is("vfork_execvp")) execvp("sh", words);
    if (is("fork_execve")) execve("/bin/sh", words, environ);
    if (is("fork_execl")) execl("/bin/sh", "sh", "-c", "exit 5", (char*)NULL);
    if (is("fork_exec_missing")) {
        execv("/no such program", words);
        _exit(errno == ENOENT ? 5 : 1);
    }
    if (is("fork_barrier")) MPI_Barrier(MPI_COMM_WORLD);
    if (is("fork_send")) MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (is("fork_finalize")) MPI_Finalize();
    if (is("fork_abort_mpi")) MPI_Abort(MPI_COMM_WORLD, 5);
    if (is("fork_win")) {
        MPI_Win window;
        MPI_Win_create(&rank, 4, 4, MPI_INFO_NULL, MPI_COMM_SELF, &window);
    }
    if (is("fork_rank")) {
        int again = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &again);
        _exit(again == 1 ? 5 : 1);
    }
    if (is("fork_fork")) {
        const pid_t child = fork();
        int status = 0;
        if (child == 0) _exit(5);
        waitpid(child, &status, 0);
        _exit(WEXITSTATUS(status));
    }
    if (is("fork_prints")) {
        printf("child of %d\n", rank);
        exit(5);
    }
    if (is("fork_sleeps")) {
        const struct timespec time = {0, 1000000};
        nanosleep(&time, NULL);
        _exit(5);
    }
}

static int code_of(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

/* The expected code of the child is the second argument. */
static void make_children(int expected) {
    int status = 0;
    if (is("fork_left") && fork() == 0) execlp("sleep", "sleep", "1000", (char*)NULL);
    if (is("fork_left")) return;
    if (strncmp(how, "fork_", 5) == 0 || strncmp(how, "vfork_", 6) == 0) {
        const pid_t child = how[0] == 'v' ? vfork() : fork();
        if (child == 0) end_child();
        if (child == 0) _exit(99);
        waitpid(child, &status, 0);
        if (code_of(status) != expected) fprintf(stderr, "the child's code is %d\n", code_of(status));
        require(code_of(status) == expected);
    }
    if (is("system")) require(code_of(system("exit 5")) == 5);
    if (is("popen")) {
        char text[20] = "";
        FILE* const output = popen("echo words; exit 5", "r");
        require(fgets(text, sizeof text, output) != NULL && strcmp(text, "words\n") == 0);
        require(code_of(pclose(output)) == 5);
    }
    if (is("spawn") || is("spawnp")) {
        char* words[] = {"sh", "-c", "exit 5", NULL};
        pid_t child = 0;
        require((is("spawn") ? posix_spawn(&child, "/bin/sh", NULL, NULL, words, environ)
                             : posix_spawnp(&child, "sh", NULL, NULL, words, environ)) == 0);
        waitpid(child, &status, 0);
        require(code_of(status) == 5);
    }
    if (is("wait_nobody")) require(wait(&status) == -1 && errno == ECHILD);
}

static void execute(void) {
    char* words[] = {"true", NULL};
    if (is("execv")) execv("/bin/true", words);
    if (is("execve")) execve("/bin/true", words, environ);
    if (is("execvp")) execvp("true", words);
    if (is("execvpe")) execvpe("true", words, environ);
    if (is("execl")) execl("/bin/true", "true", (char*)NULL);
    if (is("execlp")) execlp("true", "true", (char*)NULL);
    if (is("execle")) execle("/bin/true", "true", (char*)NULL, environ);
    if (is("fexecve")) fexecve(open("/bin/true", O_RDONLY), words, environ);
}

/* ---- Signals and jumps. */

static volatile sig_atomic_t handled;
static void count(int signal) { handled += signal == SIGUSR1; }
static void count_info(int signal, siginfo_t* info, void* context) {
    handled += signal == SIGUSR1 && info != NULL && context != NULL && info->si_pid == getpid();
}
static jmp_buf back;
static void jump(int signal) { longjmp(back, signal); }

static void use_signals(void) {
    struct sigaction action = {.sa_handler = count};
    if (is("handled")) signal(SIGUSR1, count), raise(SIGUSR1), require(handled == 1);
    if (is("handled_info")) {
        action.sa_sigaction = count_info;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGUSR1, &action, NULL);
        kill(getpid(), SIGUSR1);
        require(handled == 1);
    }
    if (is("handled_once")) {
        action.sa_flags = SA_RESETHAND;
        sigaction(SIGUSR1, &action, NULL);
        raise(SIGUSR1);
        raise(SIGUSR1); /* ends the program */
    }
    if (is("ignored")) signal(SIGTERM, SIG_IGN), raise(SIGTERM);
    if (is("ignored_by_default")) raise(SIGCHLD), raise(SIGWINCH), raise(SIGURG);
    if (is("blocked")) {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGUSR1);
        sigprocmask(SIG_BLOCK, &set, NULL);
        signal(SIGUSR1, count);
        raise(SIGUSR1);
        require(handled == 0);
        sigprocmask(SIG_UNBLOCK, &set, NULL);
        require(handled == 1);
    }
    if (is("abort_handled")) signal(SIGABRT, count), abort();
    if (is("abort_ignored")) signal(SIGABRT, SIG_IGN), abort();
    if (is("abort_jump")) {
        signal(SIGABRT, jump);
        if (setjmp(back) == 0) abort();
    }
    if (is("kill_handler")) require(signal(SIGKILL, count) == SIG_ERR && errno == EINVAL);
    if (is("no_signal")) require(raise(1000) != 0 && kill(getpid(), 1000) == -1 && raise(0) == 0);
    if (is("interrupt_handled")) signal(SIGINT, count), raise(SIGINT);
    if (is("interrupt")) raise(SIGINT);
    if (is("alarm")) alarm(1000), require(alarm(0) > 0);
}

__attribute__((noinline)) static void leave(int value) { longjmp(back, value); }

static void use_jumps(void) {
    if (is("jump") && setjmp(back) == 0) leave(1);
    if (is("jump_over_calls")) {
        if (setjmp(back) == 0) {
            int value = 1;
            MPI_Sendrecv_replace(&value, 1, MPI_INT, 0, 0, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
            leave(1);
        }
    }
}
static void jump_on_error(MPI_Comm* comm, int* code, ...) {
    (void)comm, (void)code;
    longjmp(back, 1);
}
static void jump_out_of_handler(void) {
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(jump_on_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    if (is("jump_out_of_error_handler") && setjmp(back) == 0) MPI_Send(&rank, 1, MPI_INT, 99, 0, MPI_COMM_SELF);
    MPI_Errhandler_free(&handler);
}

/* ---- Streams, descriptors and directories. */

static void use_streams(void) {
    if (is("close_stdout")) fclose(stdout);
    if (is("close_descriptor")) close(STDOUT_FILENO);
    if (is("close_stderr")) fclose(stderr), close(STDERR_FILENO);
    if (is("close_stdin")) fclose(stdin), close(STDIN_FILENO);
    if (is("close_range")) close_range(3, ~0U, 0);
    if (is("close_many")) {
        for (int i = 3; i < 1024; ++i) close(i);
    }
    if (is("dup_over")) dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    if (is("reopen")) require(freopen("/dev/null", "w", stdout) != NULL);
    if (is("lock")) flockfile(stdout);
    if (is("unbuffered")) setvbuf(stdout, NULL, _IONBF, 0);
    if (is("own_buffer")) {
        char room[64];
        setvbuf(stdout, room, _IOFBF, sizeof room);
        printf("in a buffer of the stack\n");
    }
    if (is("full_file")) {
        FILE* const full = fopen("/dev/full", "w");
        fprintf(full, "words");
        require(fclose(full) == EOF && errno == ENOSPC);
    }
    if (is("full_file_left")) fprintf(fopen("/dev/full", "w"), "words");
    if (is("many_files")) {
        while (fopen("/dev/null", "r") != NULL) continue;
        require(errno == EMFILE);
    }
    if (is("much_output")) {
        for (int i = 0; i < 20000; ++i) printf("line %d of much output\n", i);
    }
    if (is("no_newline")) printf("no newline");
    if (is("zeros")) fwrite("a\0b\n", 1, 4, stdout);
    if (is("file_left")) fprintf(fopen("left.txt", "w"), "not closed by %d\n", rank);
    if (is("temporary")) fprintf(tmpfile(), "words");
}

static void use_directories(void) {
    if (is("chdir")) require(chdir("/") == 0);
    if (is("chdir_missing")) require(chdir("/no such folder") == -1 && errno == ENOENT);
    if (is("fchdir")) require(fchdir(open("/", O_RDONLY)) == 0);
    if (is("umask")) umask(077);
    if (is("rlimit_files")) {
        struct rlimit limit = {.rlim_cur = 10, .rlim_max = 10};
        require(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    }
    if (is("rlimit_core")) {
        struct rlimit limit = {0, 0};
        require(setrlimit(RLIMIT_CORE, &limit) == 0);
    }
    if (is("setenv")) require(setenv("HOSTILE", "words", 1) == 0 && strcmp(getenv("HOSTILE"), "words") == 0);
    if (is("clearenv")) require(clearenv() == 0 && getenv("PATH") == NULL);
    if (is("putenv_stack")) {
        char text[] = "HOSTILE=stack";
        putenv(text);
    }
    if (is("environ_null")) environ = NULL;
    if (is("unlink_itself")) require(unlink(getenv("HOSTILE_PROGRAM")) == 0);
    if (is("dlopen_missing")) require(dlopen("/no such library", RTLD_NOW) == NULL && dlerror() != NULL);
    if (is("dlopen_libm")) require(dlopen("libm.so.6", RTLD_NOW) != NULL);
    if (is("session")) setsid();
    if (is("group")) setpgid(0, 0);
}

/* ---- Waiting, while somebody interrupts the run. */

static void wait_for_signal(void) {
    if (strncmp(how, "wait_", 5) != 0 || is("wait_nobody")) return;
    struct timespec time = {0, 1000};
    int value = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    printf("ready\n"), fflush(stdout);
    if (is("wait_loop")) {
        for (volatile int i = 0;; ++i) continue;
    }
    if (is("wait_ignoring")) {
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        for (volatile int i = 0;; ++i) continue;
    }
    if (is("wait_handling")) {
        signal(SIGINT, count);
        signal(SIGTERM, count);
        for (volatile int i = 0;; ++i) continue;
    }
    if (is("wait_clock")) {
        for (;;) MPI_Wtime();
    }
    if (is("wait_rank")) {
        for (int same;;) MPI_Comm_rank(MPI_COMM_WORLD, &same);
    }
    if (is("wait_messages")) {
        const int other = size - 1 - rank;
        for (;;) MPI_Sendrecv_replace(&value, 1, MPI_INT, other, 0, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (is("wait_sleep")) {
        for (;;) nanosleep(&time, NULL);
    }
    if (is("wait_malloc")) {
        for (;;) free(malloc(100));
    }
    if (is("wait_printing")) {
        for (;;) printf("%s", ""), fflush(stdout);
    }
    if (is("wait_child")) {
        const pid_t child = fork();
        if (child == 0) execlp("sleep", "sleep", "1000", (char*)NULL);
        waitpid(child, NULL, 0);
    }
}

int main(int argc, char** argv) {
    how = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 1) {
        make_children(argc > 2 ? atoi(argv[2]) : 0);
        execute();
        use_signals();
        use_jumps();
        jump_out_of_handler();
        use_streams();
        use_directories();
    }
    wait_for_signal();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && strncmp(how, "close_", 6) == 0) printf("still open\n");
    MPI_Finalize();
    printf("rank %d ends\n", rank);
    return 0;
}
