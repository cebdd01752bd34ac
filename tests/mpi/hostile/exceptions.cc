// Ends by an exception or by the C++ library (first argument) at a moment (second argument). Rank 1 ends so where a
// rank has a number, otherwise each rank.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>
#include <vector>

namespace {

int rank = -1;
std::string way, moment;

struct Base {
    Base() { call(); }
    virtual ~Base() = default;
    virtual void work() = 0;
    void call() { work(); }
};
struct Derived : Base {
    void work() override {}
};
struct Own {
    int value = 3;
};
struct OwnError : std::exception {
    const char* what() const noexcept override { return "own reason"; }
};
struct ThrowsAtEnd {
    ~ThrowsAtEnd() noexcept(false) { throw std::runtime_error("in a destructor"); }
};

void throw_without_permission() noexcept { throw std::logic_error("in noexcept"); }
void throw_twice() {
    const ThrowsAtEnd second;
    throw std::runtime_error("first");
}
void throw_nested() {
    try {
        throw std::runtime_error("inner");
    } catch (...) {
        std::throw_with_nested(std::range_error("outer"));
    }
}
void throw_again() {
    try {
        throw std::out_of_range("again");
    } catch (const std::exception&) {
        throw;
    }
}
void rethrow_kept() { std::rethrow_exception(std::exception_ptr(std::make_exception_ptr(Own{}))); }
void throw_nothing() { throw; }
void call_pure() { Derived(); }
void call_empty() { std::function<void()>()(); }
void allocate_all() {
    const volatile std::size_t bytes = std::size_t{1} << 60;
    char* const volatile memory = new char[bytes];  // the compiler may leave out what is not used
    delete[] memory;
}
void access_behind() { (void)std::vector<int>(3).at(5); }
void access_map() { (void)std::map<int, int>().at(1); }
void convert() { (void)std::stoi("no number"); }
void cast() {
    Derived* volatile none = nullptr;
    (void)typeid(*none);
}
void get_other() { (void)std::get<int>(std::variant<int, double>(1.0)); }
void wait_for_nothing() { std::promise<int>().get_future().get(); }

void end_by(const std::string& name) {
    using Function = void (*)();
    static const std::map<std::string, Function> ways = {
        {"runtime_error", [] { throw std::runtime_error("reason"); }},
        {"int", [] { throw 3; }},
        {"text", [] { throw "a text"; }},
        {"class", [] { throw Own{}; }},
        {"own", [] { throw OwnError(); }},
        {"string", [] { throw std::string("a string"); }},
        {"noexcept", throw_without_permission},
        {"twice", throw_twice},
        {"nested", throw_nested},
        {"again", throw_again},
        {"rethrown", rethrow_kept},
        {"throw_nothing", throw_nothing},
        {"terminate", [] { std::terminate(); }},
        {"pure", call_pure},
        {"empty_function", call_empty},
        {"bad_alloc", allocate_all},
        {"vector", access_behind},
        {"map", access_map},
        {"stoi", convert},
        {"typeid", cast},
        {"variant", get_other},
        {"promise", wait_for_nothing},
        {"exit", [] { std::exit(7); }},
        {"_Exit", [] { std::_Exit(7); }},
        {"quick_exit", [] { std::quick_exit(7); }},
        {"abort", [] { std::abort(); }},
    };
    if (const auto found = ways.find(name); found != ways.end()) found->second();
}

void at(const char* name) {
    if (moment == name && (rank < 0 || rank == 1)) end_by(way);
}

struct Static {
    Static() {
        const char* const text = std::getenv("HOSTILE");  // a constructor has no arguments
        if (text == nullptr) return;
        const std::string both = text;
        way = both.substr(0, both.find('@'));
        moment = both.substr(both.find('@') + 1);
        at("constructor");
    }
    ~Static() noexcept(false) { at("destructor"); }
} before_main;

struct OfThread {
    ~OfThread() noexcept(false) { at("thread_local"); }
    int value = 0;
};
thread_local OfThread of_thread;

void operate(void*, void*, int*, MPI_Datatype*) { at("operator"); }
void at_exit() { at("atexit"); }

void run(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    of_thread.value = rank;
    int in = 1, inout = 2;
    MPI_Op op;
    MPI_Op_create(operate, 1, &op);
    MPI_Reduce_local(&in, &inout, 1, MPI_INT, op);
    MPI_Op_free(&op);
    at("init");
    std::cout << "rank " << rank << " works" << std::endl;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    at("finalized");
}

}  // namespace

int main(int argc, char** argv) {
    std::atexit(at_exit);
    at("main");
    if (moment != "caught") {
        run(argc, argv);
        return 0;
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try {
        end_by(way);
    } catch (...) {
        std::cout << "caught by " << rank << '\n';
    }
    MPI_Finalize();
}
