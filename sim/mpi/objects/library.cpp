#include "sim/mpi/objects/library.h"

#include <string>

namespace rmasim::mpi {

namespace {

Library* current_library = nullptr;

}  // namespace

Library& library() { return *current_library; }

void use_library(Library* current) { current_library = current; }

int Library::raise(int comm, int code, const std::string& text) {
    const Comm* const raised = comms.find_if_valid(comm);
    if (raised == nullptr) comm = to_int(MPI_COMM_SELF);
    const HandlerRef handler = raised == nullptr ? comms.find(comm).handler : raised->handler;
    if (handler->function != nullptr) {
        MPI_Comm handle = to_handle<MPI_Comm>(comm);
        handler->function(&handle, &code);
    } else if (handler->predefined != to_int(MPI_ERRORS_RETURN)) {
        host_.abort(comm, code, text);
    }
    return code;
}

}  // namespace rmasim::mpi
