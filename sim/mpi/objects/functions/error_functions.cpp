// The functions of MPI for error handlers, classes and codes (MPI 4.1, 9.3 to 9.5).
#include "sim/mpi/objects/library.h"

#include <cstring>
#include <string>

namespace rmasim::mpi {

namespace {

int make_handler(const char* function, Raised raised, void* handler, MPI_Errhandler* errhandler) {
    return call(function, 0, [&](Library& own) {
        checked(errhandler) =
            to_handle<MPI_Errhandler>(own.error_handlers.create(raised, reinterpret_cast<HandlerFunction>(handler)));
    });
}

int set_handler(const char* function, MPI_Comm comm, MPI_Errhandler errhandler) {
    return call(function, to_int(comm), [&](Library& own) {
        own.comms.find(to_int(comm)).handler = own.error_handlers.find(to_int(errhandler), Raised::comm);
    });
}

int get_handler(const char* function, MPI_Comm comm, MPI_Errhandler* errhandler) {
    return call(function, to_int(comm), [&](Library& own) {
        const HandlerRef handler = own.comms.find(to_int(comm)).handler;
        checked(errhandler) = to_handle<MPI_Errhandler>(own.error_handlers.handle_of(handler));
    });
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function* function, MPI_Errhandler* errhandler) {
    return make_handler("MPI_Comm_create_errhandler", Raised::comm, reinterpret_cast<void*>(function), errhandler);
}

int PMPI_Errhandler_create(MPI_Comm_errhandler_function* function, MPI_Errhandler* errhandler) {
    return make_handler("MPI_Errhandler_create", Raised::comm, reinterpret_cast<void*>(function), errhandler);
}

int PMPI_Win_create_errhandler(MPI_Win_errhandler_function* function, MPI_Errhandler* errhandler) {
    return make_handler("MPI_Win_create_errhandler", Raised::win, reinterpret_cast<void*>(function), errhandler);
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
    return set_handler("MPI_Comm_set_errhandler", comm, errhandler);
}

int PMPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler) {
    return set_handler("MPI_Errhandler_set", comm, errhandler);
}

int PMPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler* errhandler) {
    return get_handler("MPI_Comm_get_errhandler", comm, errhandler);
}

int PMPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler* errhandler) {
    return get_handler("MPI_Errhandler_get", comm, errhandler);
}

int PMPI_Errhandler_free(MPI_Errhandler* errhandler) {
    return call("MPI_Errhandler_free", 0, [&](Library& own) {
        own.error_handlers.free(to_int(checked(errhandler)));
        *errhandler = MPI_ERRHANDLER_NULL;
    });
}

// Returns MPI_SUCCESS after the error handler has returned (MPI 4.1, 9.5).
int PMPI_Comm_call_errhandler(MPI_Comm comm, int errorcode) {
    return call("MPI_Comm_call_errhandler", to_int(comm), [&](Library& own) {
        own.comms.find(to_int(comm));
        own.error_codes.class_of(errorcode);
        own.raise(to_int(comm), errorcode, "MPI_Comm_call_errhandler: called by the program");
    });
}

int PMPI_Error_class(int errorcode, int* errorclass) {
    return call("MPI_Error_class", 0, [&](Library& own) { checked(errorclass) = own.error_codes.class_of(errorcode); });
}

int PMPI_Error_string(int errorcode, char* string, int* resultlen) {
    return call("MPI_Error_string", 0, [&](Library& own) {
        const std::string text = own.error_codes.text(errorcode);
        checked(string);
        checked(resultlen) = static_cast<int>(text.size());
        std::memcpy(string, text.c_str(), text.size() + 1);
    });
}

int PMPI_Add_error_class(int* errorclass) {
    return call("MPI_Add_error_class", 0, [&](Library& own) { checked(errorclass) = own.error_codes.add_class(); });
}

int PMPI_Add_error_code(int errorclass, int* errorcode) {
    return call("MPI_Add_error_code", 0,
                [&](Library& own) { checked(errorcode) = own.error_codes.add_code(errorclass); });
}

int PMPI_Add_error_string(int errorcode, const char* string) {
    return call("MPI_Add_error_string", 0, [&](Library& own) {
        require(string != nullptr, MPI_ERR_ARG, "the text is a null pointer");
        own.error_codes.set_text(errorcode, string);
    });
}

int PMPI_Remove_error_class(int errorclass) {
    return call("MPI_Remove_error_class", 0, [&](Library& own) { own.error_codes.remove_class(errorclass); });
}

int PMPI_Remove_error_code(int errorcode) {
    return call("MPI_Remove_error_code", 0, [&](Library& own) { own.error_codes.remove_code(errorcode); });
}

int PMPI_Remove_error_string(int errorcode) {
    return call("MPI_Remove_error_string", 0, [&](Library& own) { own.error_codes.remove_text(errorcode); });
}
