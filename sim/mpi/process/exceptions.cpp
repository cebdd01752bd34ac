// An exception that a rank does not catch. The rank's C++ library is another one than the host's, so the host uses its
// functions by name.
#include "sim/mpi/process/host.h"
#include "sim/mpi/process/signals.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <typeinfo>

namespace rmasim::hosting {

namespace {

std::string readable(const char* name) {
    int status = 0;
    char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string found = text == nullptr ? name : text;
    std::free(text);
    return found;
}

}  // namespace

std::string uncaught_exception() {
    const LoadedProgram& program = Host::get()->program();
    const auto type_of = reinterpret_cast<std::type_info* (*)()>(program.symbol("__cxa_current_exception_type"));
    // std::current_exception returns an object that holds the address of the exception.
    const auto current = reinterpret_cast<void (*)(void**)>(program.symbol("_ZSt17current_exceptionv"));
    const auto* const base = static_cast<const std::type_info*>(program.symbol("_ZTISt9exception"));
    if (type_of == nullptr || current == nullptr) return {};
    const std::type_info* const type = type_of();
    void* object = nullptr;
    current(&object);
    if (type == nullptr || object == nullptr) return {};
    std::string text = "an exception of type " + readable(type->name());
    if (base != nullptr && base->__do_catch(type, &object, 1)) {
        text += std::string(": ") + static_cast<const std::exception*>(object)->what();
    }
    return text;
}

}  // namespace rmasim::hosting
