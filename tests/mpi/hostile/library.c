/* A library that ends the program: in a function, in its constructor or in its destructor. */
#define _GNU_SOURCE
#include "tests/mpi/hostile/ways.h"

static const char* at_end = "";

__attribute__((constructor)) static void constructor(int argc, char** argv) {
    if (argc > 2 && strcmp(argv[2], "library_constructor") == 0) end_by(argv[1]);
}
__attribute__((destructor)) static void destructor(void) { end_by(at_end); }

void library_end(const char* way) { end_by(way); }
void library_init(const char* way, const char* moment) {
    if (strcmp(moment, "library_destructor") == 0) at_end = way;
}
