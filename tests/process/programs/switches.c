/* Switches between the ranks, with variables of -DVARIABLES bytes. */
#include "tests/process/programs/testapi.h"

#include <stdlib.h>

#ifdef VARIABLES
volatile char variables[VARIABLES];
#endif

int main(int argc, char** argv) {
    test_yield();
#ifdef VARIABLES
    for (long i = 0; i < VARIABLES; i += 65536) variables[i] = (char)test_rank();
    test_yield();
#endif
    test_pass(argc > 1 ? atol(argv[1]) : 0);
#ifdef VARIABLES
    return variables[0] != (char)test_rank();
#endif
    return 0;
}
