// C++: constructors, iostreams, exceptions, locales, thread-local objects, files. Prints a line per rank and its end.
#include "tests/process/programs/testapi.h"

#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>

extern std::string library_text;
extern thread_local int library_local;
extern "C" int* count_in_library();
inline int unique_count = 0;

namespace {

int failures = 0;
void check(bool right, const char* what) {
    if (right) return;
    ++failures;
    if (test_rank() < 3) std::fprintf(stderr, "rank %d: wrong %s\n", test_rank(), what);
}

struct Object {
    int rank = test_rank();
    std::string text = "constructed";
    Object() { std::cout << std::dec; }
    ~Object() {
        if (test_rank() != rank) std::fprintf(stderr, "destructor of another rank\n");
        if (rank == 1) std::printf("static destructor of rank 1\n");
    }
} object;
struct Local {
    int rank = test_rank();
    ~Local() {
        if (rank == 1) std::printf("thread-local destructor of rank 1\n");
    }
};
thread_local Local local;
std::map<int, std::string> table;

struct Dots : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

void streams(int rank, const std::string& me) {
    if (rank % 2) std::cout << std::hex << std::showbase;
    test_yield();
    check((std::cout.flags() & std::ios::basefield) == (rank % 2 ? std::ios::hex : std::ios::dec), "flags of cout");
    std::ostringstream mine;
    std::streambuf* const old = std::cout.rdbuf(mine.rdbuf());
    test_yield();
    std::cout << 255 << ' ' << me;
    test_yield();
    check(mine.str() == (rank % 2 ? "0xff " : "255 ") + me, "buffer of cout");
    std::cout.rdbuf(old);
    std::cout << std::dec;
    if (rank % 2) std::locale::global(std::locale(std::locale::classic(), new Dots));
    test_yield();
    std::ostringstream out;
    out << 1234567;
    check(out.str() == (rank % 2 ? "1.234.567" : "1234567"), "global locale");
    std::locale::global(std::locale::classic());
}

void exceptions(const std::string& me) {
    try {
        try {
            throw std::runtime_error(me);
        } catch (std::exception&) {
            test_yield();
            try {
                throw std::out_of_range("inner");
            } catch (std::out_of_range&) {
                test_yield();
            }
            throw;
        }
    } catch (std::runtime_error& error) {
        test_yield();
        check(error.what() == me && std::uncaught_exceptions() == 0, "exception over switches");
    }
    std::exception_ptr kept;
    try {
        static_cast<void>(std::stoi("x"));
    } catch (...) {
        kept = std::current_exception();
    }
    test_yield();
    try {
        std::rethrow_exception(kept);
    } catch (std::invalid_argument&) {
    }
}

}  // namespace

int main(int, char** argv) {
    const int rank = test_rank();
    const std::string me = "rank " + std::to_string(rank);
    check(object.rank == rank && object.text == "constructed" && table.empty(), "own objects");
    check(library_text == "library of " + me && library_local == 3, "objects of the library");
    check(count_in_library() == &unique_count && unique_count == 0, "inline variable");
    unique_count = rank;
    library_local = rank;
    local.rank = rank;
    table[rank] = me;
    library_text += "!";
    streams(rank, me);
    exceptions(me);
    check(unique_count == rank && library_local == rank && table.size() == 1, "variables");
    check(library_text == "library of " + me + "!", "string of the library");
    static std::once_flag flag;
    bool once = false;
    std::call_once(flag, [&] { once = true; });
    check(once, "call_once");
    std::ofstream file(std::string(argv[1]) + "/" + std::to_string(rank));
    file << me << '\n';
    static std::ofstream never_closed;
    never_closed.open(std::string(argv[1]) + "/static" + std::to_string(rank));
    never_closed << me << '\n';
    test_yield();
    std::cout << "last words of " << me << '\n';
    if (rank % 5 == 0) std::exit(failures != 0);
    return failures != 0;
}
