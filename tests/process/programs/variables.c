/* Each rank changes variables, its own and other ranks', and compares all of its own with a record of what they are.
   The records of all ranks are in one block of rank 0's heap. */
#include "tests/process/programs/testapi.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 100, MEDIUM = 5003, LARGE = 33001, ALL = SMALL + MEDIUM + LARGE };

/* Apart from each other in memory, so the host exchanges them with what is in between. */
static char small[SMALL] = {7};
static char medium[MEDIUM] = {1, 2, 3};
static char large[LARGE];
static char* records;
static uint64_t numbers;

static unsigned below(unsigned end) {
    numbers = numbers * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(numbers >> 33) % end;
}

static char* record_of(int rank) { return *(char**)test_address(0, &records) + (size_t)rank * ALL; }

static void check(int rank, const char* what, const void* variable, const char* record, size_t bytes) {
    if (memcmp(variable, record, bytes) == 0) return;
    printf("rank %d: %s of rank %d has another value\n", test_rank(), what, rank);
    exit(1);
}

static void check_all(int rank) {
    const char* record = record_of(rank);
    check(rank, "small", test_address(rank, small), record, SMALL);
    check(rank, "medium", test_address(rank, medium), record + SMALL, MEDIUM);
    check(rank, "large", test_address(rank, large), record + SMALL + MEDIUM, LARGE);
}

/* Writes some bytes of a variable of `rank`, and of its record. */
static void write_some(int rank, char* variable, size_t at_record, unsigned size) {
    unsigned bytes = 1 + below(below(8) == 0 ? size : 90), at = below(size);
    if (bytes > size - at) bytes = size - at;
    char* to = (char*)test_address(rank, variable + at);
    char* record = record_of(rank) + at_record + at;
    /* Often the contents that another rank has there. */
    const char* from = record_of((int)below((unsigned)test_size())) + at_record + at;
    const char value = (char)below(3);
    for (unsigned i = 0; i < bytes; ++i) {
        const char byte = value == 0 ? from[i] : value == 1 ? (char)below(256) : 'x';
        to[i] = record[i] = byte;
    }
}

int main(int argc, char** argv) {
    const int me = test_rank(), size = test_size();
    const long steps = argc > 1 ? atol(argv[1]) : 100;
    numbers = (uint64_t)me + 1;
    if (me == 0) records = calloc((size_t)size, ALL);
    test_yield();
    memcpy(record_of(me), small, SMALL);
    memcpy(record_of(me) + SMALL, medium, MEDIUM);
    memcpy(record_of(me) + SMALL + MEDIUM, large, LARGE);
    test_yield();
    for (long step = 0; step < steps; ++step) {
        const int other = below(2) == 0 ? me : (int)below((unsigned)size);
        switch (below(4)) {
            case 0: write_some(other, small, 0, SMALL); break;
            case 1: write_some(other, medium, SMALL, MEDIUM); break;
            default: write_some(other, large, SMALL + MEDIUM, LARGE); break;
        }
        if (below(4) == 0) check_all((int)below((unsigned)size));
        check_all(me);
        test_yield();
        check_all(me);
    }
    if (me == 0) test_yield(); /* the others end first */
    return 0;
}
