// Throws an exception that nobody catches: from main, from a function of atexit, from a thread.
#include "tests/process/programs/testapi.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

int main(int, char** argv) {
    const std::string how = argv[1];
    test_yield();
    if (how == "main") throw std::runtime_error("reason of rank " + std::to_string(test_rank()));
    if (how == "number") throw 5;
    if (how == "noexcept") [&]() noexcept { throw std::logic_error(how); }();
    if (how == "thread") test_thread([](void*) { throw std::range_error("thread"); }, nullptr);
}
