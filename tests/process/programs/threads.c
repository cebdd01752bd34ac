/* Threads of a rank: they share the rank's variables and have thread-local ones of their own. */
#include "tests/process/programs/testapi.h"

#include <errno.h>

static int shared;
static __thread int local = 4;

static void run(void* argument) {
    int* const result = argument;
    *result = local == 4 && shared == test_rank() + 1 && errno == 0;
    local = 9;
    errno = 5;
    ++shared;
}

int main(void) {
    int result = 0;
    shared = test_rank() + 1;
    local = 7;
    errno = 3;
    test_yield();
    test_thread(run, &result);
    return !(result && local == 7 && errno == 3 && shared == test_rank() + 2 && test_owner(&result) == test_rank());
}
