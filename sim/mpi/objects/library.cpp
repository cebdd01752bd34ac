#include "sim/mpi/objects/library.h"

#include "sim/mpi/objects/functions/refusal.h"

#include <limits>
#include <string>

namespace rmasim::mpi {

namespace {

Library* current_library = nullptr;
Border the_border;

}  // namespace

void set_border(const Border& border) { the_border = border; }
const Border& border() { return the_border; }

Library& library() { return *current_library; }

int refuse(const char* function, const char* reason) { return library().refuse(function, reason); }

void use_library(Library* current) { current_library = current; }

int Library::raise(int comm, int code, const std::string& text) {
    const Comm* const raised = comms.find_if_valid(comm);
    if (raised == nullptr) {
        const bool is_set = comms.find(to_int(MPI_COMM_SELF)).handler->predefined != to_int(MPI_ERRORS_ARE_FATAL);
        comm = to_int(is_set ? MPI_COMM_SELF : MPI_COMM_WORLD);
    }
    const HandlerRef handler = raised == nullptr ? comms.find(comm).handler : raised->handler;
    if (handler->function != nullptr) {
        MPI_Comm handle = to_handle<MPI_Comm>(comm);
        const ProgramCode program;
        handler->function(&handle, &code);
    } else if (handler->predefined != to_int(MPI_ERRORS_RETURN)) {
        host_.abort(comm, code, text);
    }
    return code;
}

int Library::refuse(const char* function, const char* reason) {
    host_.abort(to_int(MPI_COMM_SELF), MPI_ERR_UNSUPPORTED_OPERATION, std::string(function) + ": " + reason);
    return MPI_ERR_UNSUPPORTED_OPERATION;
}

void Library::warn_once(const std::string& text) {
    if (warned_.insert(text).second) host_.warn(text);
}

const int* Library::predefined_attribute(int keyval) const {
    static const int tag_ub = std::numeric_limits<int>::max(), host = MPI_PROC_NULL, io = MPI_ANY_SOURCE, global = 1,
                     appnum = 0;
    switch (keyval) {
        case MPI_TAG_UB: return &tag_ub;
        case MPI_HOST: return &host;
        case MPI_IO: return &io;
        case MPI_WTIME_IS_GLOBAL: return &global;
        case MPI_APPNUM: return &appnum;
        case MPI_UNIVERSE_SIZE: return &universe_size;
        case MPI_LASTUSEDCODE: return error_codes.last_used();
        default: return nullptr;
    }
}

}  // namespace rmasim::mpi
