#include "sim/mpi/objects/library.h"

#include <string>

namespace rmasim::mpi {

namespace {

Library* current_library = nullptr;

}  // namespace

Library& library() { return *current_library; }

void use_library(Library* current) { current_library = current; }

int Library::raise(int comm, int code, const std::string& text) {
    const HandlerRef handler = default_handler;
    if (handler->function != nullptr) {
        MPI_Comm handle = to_handle<MPI_Comm>(comm);
        handler->function(&handle, &code);
    } else if (handler->predefined != to_int(MPI_ERRORS_RETURN)) {
        abort_(comm, code, text);
    }
    return code;
}

}  // namespace rmasim::mpi
