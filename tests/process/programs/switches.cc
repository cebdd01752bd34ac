// Switches between the ranks of a program with iostreams.
#include "tests/process/programs/testapi.h"

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
    test_yield();
    if (test_rank() == -1) std::cout << "never\n";
    test_pass(argc > 1 ? std::atol(argv[1]) : 0);
}
