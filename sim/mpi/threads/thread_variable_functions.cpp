// Replacements for the functions by which a program accesses its thread-local variables and registers their
// destructors.
#include "sim/mpi/threads/program_functions.h"
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

RankThread* later_thread() {
    RankThreads* const threads = RankThreads::if_in_program();
    return threads == nullptr || threads->current().number == 0 ? nullptr : &threads->current();
}

void* address_of_variable(RmasimThreadVariable* variable) {
    RankThread* const thread = later_thread();
    if (thread == nullptr || !has_thread_variables(variable->module)) return __tls_get_addr(variable);
    return static_cast<std::byte*>(thread->variables.block(variable->module)) + variable->offset;
}

int at_end_of_thread(void (*destroy)(void*), void* object, void* file) {
    RankThread* const thread = later_thread();
    if (thread == nullptr) return __cxa_thread_atexit(destroy, object, file);
    thread->variables.add_destructor([destroy, object] { destroy(object); });
    return 0;
}

}  // namespace

std::vector<TakenFunction> thread_variable_functions() {
    return {taken("__tls_get_addr", address_of_variable), taken("__cxa_thread_atexit", at_end_of_thread)};
}

}  // namespace rmasim::sim
