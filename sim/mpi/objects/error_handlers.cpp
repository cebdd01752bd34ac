#include "sim/mpi/objects/error_handlers.h"

#include "sim/mpi/objects/error.h"

#include <memory>

namespace rmasim::mpi {

HandlerRef predefined_handler(int handle) {
    static const HandlerRef fatal =
        std::make_shared<const ErrorHandler>(ErrorHandler{Raised::comm, nullptr, to_int(MPI_ERRORS_ARE_FATAL)});
    static const HandlerRef abort =
        std::make_shared<const ErrorHandler>(ErrorHandler{Raised::comm, nullptr, to_int(MPI_ERRORS_ABORT)});
    static const HandlerRef returns =
        std::make_shared<const ErrorHandler>(ErrorHandler{Raised::comm, nullptr, to_int(MPI_ERRORS_RETURN)});
    for (const HandlerRef* one : {&fatal, &abort, &returns})
        if ((*one)->predefined == handle) return *one;
    return nullptr;
}

int ErrorHandlers::create(Raised raised, HandlerFunction function) {
    require(function != nullptr, MPI_ERR_ARG, "the function is null");
    return handle_of(std::make_shared<const ErrorHandler>(ErrorHandler{raised, function, 0}));
}

int ErrorHandlers::handle_of(const HandlerRef& handler) {
    if (handler->predefined != 0) return handler->predefined;
    if (const auto known = handles_.find(handler.get()); known != handles_.end()) {
        ++table_.find(known->second)->references;
        return known->second;
    }
    const int handle = table_.add({handler, 1});
    require(handle != 0, MPI_ERR_OTHER, "too many error handlers exist");
    handles_[handler.get()] = handle;
    return handle;
}

HandlerRef ErrorHandlers::find(int handle) {
    if (HandlerRef known = predefined_handler(handle); known != nullptr) return known;
    const Counted* const found = table_.find(handle);
    require(found != nullptr, MPI_ERR_ERRHANDLER, "the error handler is null, freed, or none");
    return found->handler;
}

HandlerRef ErrorHandlers::find(int handle, Raised raised) {
    HandlerRef handler = find(handle);
    require(handler->predefined != 0 || handler->raised == raised, MPI_ERR_ERRHANDLER,
            "the error handler belongs to another kind of object");
    return handler;
}

void ErrorHandlers::free(int handle) {
    Counted* const found = table_.find(handle);
    require(found != nullptr, MPI_ERR_ERRHANDLER, "the error handler is predefined, freed, or none");
    if (--found->references > 0) return;
    handles_.erase(found->handler.get());
    table_.take(handle);
}

}  // namespace rmasim::mpi
