/* Everything that a process has once: each rank must have its own. Prints nothing if so. */
#include "tests/process/programs/testapi.h"

#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int failures;
static void check(int right, const char* what) {
    if (right) return;
    ++failures;
    if (test_rank() < 3) printf("rank %d: wrong %s\n", test_rank(), what);
}

int initialised = 7, zero;
static int* pointer = &initialised;
static char large[300000];
static __thread int local = 5, local_zero;
__thread int* local_pointer = &initialised;
static char* words[] = {"program", "-a", "file", "-bvalue", "--size=9", "other", "--long", "7", "-c", "-", NULL};

static void variables(void) {
    const int rank = test_rank();
    check(initialised == 7 && zero == 0 && pointer == &initialised && large[5000] == 0, "initial values");
    check(local == 5 && local_zero == 0 && local_pointer == &initialised, "initial thread-local values");
    initialised = zero = rank;
    local = local_zero = rank;
    large[5000] = large[299999] = (char)rank;
    errno = rank;
    test_yield();
    check(initialised == rank && zero == rank && *pointer == rank, "variables");
    check(large[5000] == (char)rank && large[299999] == (char)rank, "large variables");
    check(local == rank && local_zero == rank, "thread-local variables");
    check(errno == rank, "errno");
    const int other = (rank + 1) % test_size();
    check(*(int*)test_address(other, &zero) == other, "another rank's variable");
    check(*((char*)test_address(other, large) + 299999) == (char)other, "another rank's large variable");
    test_yield();
    *(int*)test_address(other, pointer) = -other;
    test_yield();
    check(initialised == -rank, "variable that another rank has changed");
}

static void options(void) {
    static const struct option names[] = {
        {"size", required_argument, NULL, 's'}, {"long", required_argument, NULL, 'l'}, {NULL, 0, NULL, 0}};
    char found[100] = "";
    for (int c; (c = getopt_long(10, words, "ab:c", names, NULL)) != -1; test_yield()) {
        char one[50];
        snprintf(one, sizeof one, "%c(%s)", c, optarg == NULL ? "" : optarg);
        strcat(found, one);
    }
    check(strcmp(found, "a()b(value)s(9)l(7)c()") == 0, found);
    check(optind == 7 && strcmp(words[7], "file") == 0 && strcmp(words[9], "-") == 0, "order of arguments");
}

static void environment(void) {
    char value[20];
    snprintf(value, sizeof value, "%d", test_rank());
    check(getenv("RMASIM_STATE") == NULL && getenv("PATH") != NULL, "environment at the start");
    setenv("RMASIM_STATE", value, 1);
    test_yield();
    check(strcmp(getenv("RMASIM_STATE"), value) == 0, "setenv");
    setenv("RMASIM_STATE", "other", 0);
    check(strcmp(getenv("RMASIM_STATE"), value) == 0, "setenv without overwriting");
    if (test_rank() % 2 == 0) unsetenv("RMASIM_STATE");
    test_yield();
    check((getenv("RMASIM_STATE") == NULL) == (test_rank() % 2 == 0), "unsetenv");
}

static void numbers(void) {
    srand((unsigned)test_rank());
    const int first = rand();
    test_yield();
    const int second = rand();
    srand((unsigned)test_rank());
    check(rand() == first && rand() == second, "rand");
    srand48(test_rank());
    const long third = lrand48();
    test_yield();
    srand48(test_rank());
    check(lrand48() == third, "lrand48");
    char text[] = "a b c";
    check(*strtok(text, " ") == 'a', "strtok");
    test_yield();
    check(*strtok(NULL, " ") == 'b', "strtok");
    test_yield();
    check(*strtok(NULL, " ") == 'c' && strtok(NULL, " ") == NULL, "strtok");
}

static void process_state(void) {
    char directory[300];
    const int odd = test_rank() % 2;
    check(strcmp(setlocale(LC_ALL, NULL), "C") == 0, "locale at the start");
    if (odd) check(setlocale(LC_CTYPE, "C.UTF-8") != NULL, "setlocale");
    test_yield();
    check(strcmp(setlocale(LC_CTYPE, NULL), odd ? "C.UTF-8" : "C") == 0, "locale");
    check(MB_CUR_MAX == (odd ? 6 : 1), "locale's characters");
    umask(odd ? 077 : 022);
    if (odd) check(chdir("/proc") == 0, "chdir");
    test_yield();
    check((strcmp(getcwd(directory, sizeof directory), "/proc") == 0) == odd, "working directory");
    const int mask = (int)umask(0);
    check(mask == (odd ? 077 : 022), "umask");
}

int main(int argc, char** argv) {
    check(argc == 3 && strcmp(argv[1], "one") == 0 && strcmp(argv[2], "two words") == 0 && argv[3] == NULL,
          "arguments");
    strcpy(argv[1], test_rank() % 2 ? "odd" : "eve");
    test_yield();
    check(strcmp(argv[1], test_rank() % 2 ? "odd" : "eve") == 0, "arguments that the rank has changed");
    variables();
    options();
    environment();
    numbers();
    process_state();
    return failures != 0;
}
