// Replacements for the functions by which a program accesses its thread-local variables and registers their
// destructors.
#include "sim/mpi/smpi/taken_functions.h"
#include "sim/mpi/smpi/smpi_threads.h"
#include "sim/mpi/threads/rank_threads.h"

#include <cstddef>

extern "C" {

struct RmasimThreadVariable {
    std::size_t module;
    std::size_t offset;
};
void* __tls_get_addr(RmasimThreadVariable* variable);  // function of the loader
int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* file);
}

namespace rmasim::sim {

namespace {

// Returns the variables of the running thread, or null if it uses those of the operating system's thread.
ThreadVariables* variables_of_thread() {
    RankThreads* const threads = RankThreads::if_in_program();
    if (threads == nullptr || threads->current().number == 0) return nullptr;
    return &static_cast<SmpiFiber&>(*threads->current().fiber).variables;
}

void* address_of_variable(RmasimThreadVariable* variable) {
    ThreadVariables* const variables = variables_of_thread();
    if (variables == nullptr || !has_thread_variables(variable->module)) return __tls_get_addr(variable);
    return static_cast<std::byte*>(variables->block(variable->module)) + variable->offset;
}

int at_end_of_thread(void (*destroy)(void*), void* object, void* file) {
    ThreadVariables* const variables = variables_of_thread();
    if (variables == nullptr) return __cxa_thread_atexit(destroy, object, file);
    variables->add_destructor([destroy, object] { destroy(object); });
    return 0;
}

}  // namespace

std::vector<TakenFunction> thread_variable_functions() {
    return {taken("__tls_get_addr", address_of_variable), taken("__cxa_thread_atexit", at_end_of_thread)};
}

}  // namespace rmasim::sim
