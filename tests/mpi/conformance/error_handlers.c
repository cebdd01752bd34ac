// Error handlers, classes and codes, from sections 9.3 to 9.5 of MPI 4.1.
#include "tests/mpi/conformance/rules.h"

// The calls of the program's error handlers.
static struct {
    int calls, code;
    MPI_Comm comm;
} handled;

static void handle(MPI_Comm* comm, int* code, ...) {
    ++handled.calls;
    handled.code = *code;
    handled.comm = *comm;
}

static void handle_other(MPI_Comm* comm, int* code, ...) {
    handled.calls += 100;
    handled.code = *code;
    handled.comm = *comm;
}

static MPI_Errhandler new_handler(void) {
    MPI_Errhandler handler;
    memset(&handled, 0, sizeof(handled));
    PMPI_Comm_create_errhandler(handle, &handler);
    return handler;
}

// An error of class MPI_ERR_RANK on the communicator.
static int send_wrong(MPI_Comm comm) { return PMPI_Send(NULL, 0, MPI_INT, 1000, 0, comm); }

// program handler_called: A handler gets the communicator and the code, which the call returns (9.3.1).
PROGRAM(handler_called) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm comm;
    memset(&handled, 0, sizeof(handled));
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    const int code = send_wrong(comm);
    IS(handled.calls, 1);
    CHECK(handled.comm == comm && handled.code == code);
    FAILS(code, MPI_ERR_RANK);
    PMPI_Comm_free(&comm);
    MPI_Errhandler_free(&handler);
    CHECK(handler == MPI_ERRHANDLER_NULL);
}

// program handler_freed: A handler that is freed stays with its communicators (9.3.4).
PROGRAM(handler_freed) {
    MPI_Comm comm;
    MPI_Errhandler handler = new_handler();
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
    CHECK(handler == MPI_ERRHANDLER_NULL);
    send_wrong(comm);
    IS(handled.calls, 1);
    PMPI_Comm_free(&comm);
}

// program handler_inherited: A new communicator has the handler of the one from which it was made (7.4.2, 9.3).
PROGRAM(handler_inherited) {
    MPI_Comm first, copy, part;
    MPI_Errhandler handler = new_handler();
    PMPI_Comm_dup(MPI_COMM_SELF, &first);
    PMPI_Comm_set_errhandler(first, handler);
    MPI_Comm_dup(first, &copy);
    MPI_Comm_split(first, 0, 0, &part);
    send_wrong(copy);
    IS(handled.calls, 1);
    send_wrong(part);
    IS(handled.calls, 2);
    PMPI_Comm_free(&first);
    PMPI_Comm_free(&copy);
    PMPI_Comm_free(&part);
    PMPI_Errhandler_free(&handler);
}

// program handler_got: The handler that is returned can be used and freed (9.3.1).
PROGRAM(handler_got) {
    MPI_Comm comm;
    MPI_Errhandler handler = new_handler(), found = MPI_ERRHANDLER_NULL;
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_get_errhandler(comm, &found);
    CHECK(found == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_get_errhandler(comm, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Comm_get_errhandler(comm, &found);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(comm, found);
    MPI_Errhandler_free(&found);
    MPI_Errhandler_free(&handler);
    send_wrong(comm);
    IS(handled.calls, 1);
    PMPI_Comm_free(&comm);
}

// program handler_replaced: Only the last handler that was set is called (9.3.1).
PROGRAM(handler_replaced) {
    MPI_Comm comm;
    MPI_Errhandler first = new_handler(), second;
    PMPI_Comm_create_errhandler(handle_other, &second);
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_errhandler(comm, first);
    MPI_Comm_set_errhandler(comm, second);
    send_wrong(comm);
    IS(handled.calls, 100);
    PMPI_Errhandler_free(&first);
    PMPI_Errhandler_free(&second);
    PMPI_Comm_free(&comm);
}

// program handler_by_call: MPI_Comm_call_errhandler calls the handler with any code (9.5).
PROGRAM(handler_by_call) {
    MPI_Comm comm;
    MPI_Errhandler handler = new_handler();
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    PMPI_Comm_set_errhandler(comm, handler);
    IS(MPI_Comm_call_errhandler(comm, MPI_ERR_TAG), MPI_SUCCESS);
    IS(handled.calls, 1);
    CHECK(handled.code == MPI_ERR_TAG && handled.comm == comm);
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    IS(MPI_Comm_call_errhandler(comm, MPI_ERR_TAG), MPI_SUCCESS);
    IS(handled.calls, 1);
    PMPI_Errhandler_free(&handler);
    PMPI_Comm_free(&comm);
}

// program handler_of_request: Errors of a request call the handler of its communicator, not that of the list (9.3).
// openmpi: returns no error of a message to itself
PROGRAM(handler_of_request) {
    MPI_Comm comm;
    MPI_Errhandler handler = new_handler();
    MPI_Request request;
    int values[2] = {1, 2}, got = 0;
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    PMPI_Comm_set_errhandler(comm, handler);
    PMPI_Irecv(&got, 1, MPI_INT, 0, 0, comm, &request);
    PMPI_Send(values, 2, MPI_INT, 0, 0, comm);
    FAILS(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
    IS(handled.calls, 1);
    CHECK(handled.comm == comm);
    PMPI_Errhandler_free(&handler);
    PMPI_Comm_free(&comm);
}

// program error_classes: A class is its own class, and each has a text (9.4).
PROGRAM(error_classes) {
    const int classes[] = {MPI_ERR_BUFFER,  MPI_ERR_COUNT,    MPI_ERR_TYPE,       MPI_ERR_TAG,   MPI_ERR_COMM,
                           MPI_ERR_RANK,    MPI_ERR_ROOT,     MPI_ERR_TRUNCATE,   MPI_ERR_GROUP, MPI_ERR_OP,
                           MPI_ERR_REQUEST, MPI_ERR_TOPOLOGY, MPI_ERR_DIMS,       MPI_ERR_ARG,   MPI_ERR_UNKNOWN,
                           MPI_ERR_OTHER,   MPI_ERR_INTERN,   MPI_ERR_PENDING,    MPI_ERR_WIN,   MPI_ERR_RMA_SYNC,
                           MPI_ERR_INFO,    MPI_ERR_KEYVAL,   MPI_ERR_RMA_SHARED, MPI_ERR_NO_MEM};
    for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); ++i) {
        int found = -1, length = -1;
        char text[MPI_MAX_ERROR_STRING] = "";
        MPI_Error_class(classes[i], &found);
        CHECK(found == classes[i]);
        MPI_Error_string(classes[i], text, &length);
        CHECK(length > 0 && length == (int)strlen(text));
        CHECK(classes[i] > MPI_SUCCESS && classes[i] <= MPI_ERR_LASTCODE);
    }
    int found = -1;
    MPI_Error_class(MPI_SUCCESS, &found);
    IS(found, 0);
}

// program own_errors: Classes, codes and texts that the program adds (9.5).
PROGRAM(own_errors) {
    int own_class = -1, own_code = -1, found = -1, length = -1, flag = 0, *last = NULL;
    char text[MPI_MAX_ERROR_STRING] = "unset";
    MPI_Add_error_class(&own_class);
    CHECK(own_class > MPI_ERR_LASTCODE);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    IS(*last >= own_class, 1);
    MPI_Add_error_code(own_class, &own_code);
    MPI_Error_class(own_code, &found);
    CHECK(found == own_class);
    MPI_Error_string(own_code, text, &length);
    IS(length, 0);
    MPI_Add_error_string(own_code, "no more paper");
    MPI_Error_string(own_code, text, &length);
    IS_TEXT(text, "no more paper");
    IS(length, 13);
    MPI_Add_error_string(own_class, "paper");
    MPI_Error_string(own_class, text, &length);
    IS_TEXT(text, "paper");
}

// program own_code_of_class: A code can be added to a class of MPI (9.5).
// mpich: the code is less than MPI_ERR_LASTCODE
PROGRAM(own_code_of_class) {
    int code = -1, found = -1;
    MPI_Add_error_code(MPI_ERR_BUFFER, &code);
    CHECK(code > MPI_ERR_LASTCODE);
    MPI_Error_class(code, &found);
    CHECK(found == MPI_ERR_BUFFER);
}

// program removed_errors: Texts, codes and classes that were added are removed (9.5; MPI 4.1).
PROGRAM(removed_errors) {
    int own_class = -1, own_code = -1, length = -1;
    char text[MPI_MAX_ERROR_STRING] = "unset";
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Add_error_class(&own_class);
    MPI_Add_error_code(own_class, &own_code);
    MPI_Add_error_string(own_code, "no ink");
    MPI_Remove_error_string(own_code);
    MPI_Error_string(own_code, text, &length);
    IS(length, 0);
    CHECK(MPI_Remove_error_class(own_class) != MPI_SUCCESS);
    IS(MPI_Remove_error_code(own_code), MPI_SUCCESS);
    CHECK(MPI_Error_class(own_code, &length) != MPI_SUCCESS);
    IS(MPI_Remove_error_class(own_class), MPI_SUCCESS);
    CHECK(MPI_Add_error_code(own_class, &own_code) != MPI_SUCCESS);
    CHECK(MPI_Remove_error_class(MPI_ERR_TAG) != MPI_SUCCESS);
}

// program errors_of_messages: Wrong arguments of messages have their classes (9.4).
PROGRAM(errors_of_messages) {
    int value = 0;
    MPI_Request request;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD), MPI_ERR_COUNT);
    FAILS(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    FAILS(MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
    FAILS(MPI_Send(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
    FAILS(MPI_Send(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD), MPI_ERR_TAG);
    FAILS(MPI_Isend(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &request), MPI_ERR_TAG);
    FAILS(MPI_Recv(&value, 1, MPI_INT, size + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_RANK);
    FAILS(MPI_Recv(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
    FAILS(MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL), MPI_ERR_COMM);
}

// program errors_of_collectives: Wrong roots, operations, counts and buffers have their classes (9.4).
PROGRAM(errors_of_collectives) {
    int value = 0, got = 0;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    FAILS(MPI_Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD), MPI_ERR_ROOT);
    FAILS(MPI_Bcast(&value, 1, MPI_INT, -1, MPI_COMM_WORLD), MPI_ERR_ROOT);
    FAILS(MPI_Bcast(&value, -1, MPI_INT, 0, MPI_COMM_WORLD), MPI_ERR_COUNT);
    FAILS(MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    FAILS(MPI_Allreduce(&value, &got, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD), MPI_ERR_OP);
    FAILS(MPI_Barrier(MPI_COMM_NULL), MPI_ERR_COMM);
}

// program errors_of_requests: Requests that cannot be started are errors of class MPI_ERR_REQUEST (3.9, 9.4).
PROGRAM(errors_of_requests) {
    MPI_Request request = MPI_REQUEST_NULL;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    FAILS(MPI_Start(&request), MPI_ERR_REQUEST);
    FAILS(MPI_Request_free(&request), MPI_ERR_REQUEST);
    FAILS(MPI_Cancel(&request), MPI_ERR_REQUEST);
}

// program errors_of_types: Wrong arguments of constructors have their classes (9.4).
PROGRAM(errors_of_types) {
    MPI_Datatype type = MPI_INT;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    FAILS(MPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT);
    FAILS(MPI_Type_contiguous(1, MPI_DATATYPE_NULL, &type), MPI_ERR_TYPE);
    CHECK(MPI_Type_vector(1, -1, 1, MPI_INT, &type) != MPI_SUCCESS);
    type = MPI_INT;
    FAILS(MPI_Type_free(&type), MPI_ERR_TYPE);
    CHECK(type == MPI_INT);
}

// program errors_of_freed: Predefined objects cannot be freed (9.4).
PROGRAM(errors_of_freed) {
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Op op = MPI_SUM;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    FAILS(MPI_Comm_free(&world), MPI_ERR_COMM);
    FAILS(MPI_Op_free(&op), MPI_ERR_OP);
    CHECK(world == MPI_COMM_WORLD && op == MPI_SUM);
}

// program abort_handler: MPI_ERRORS_ABORT is a handler like others (9.3; MPI 4.0).
// mpich: an assertion fails
PROGRAM(abort_handler) {
    MPI_Comm comm;
    MPI_Errhandler found = MPI_ERRHANDLER_NULL;
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_ABORT);
    MPI_Comm_get_errhandler(comm, &found);
    CHECK(found == MPI_ERRORS_ABORT);
    PMPI_Comm_free(&comm);
}

// program old_handlers: The functions of MPI 1 (17.1).
// openmpi: declares these names with an error
PROGRAM(old_handlers) {
    MPI_Comm comm;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL, found = MPI_ERRHANDLER_NULL;
    memset(&handled, 0, sizeof(handled));
    PMPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Errhandler_create(handle, &handler);
    MPI_Errhandler_set(comm, handler);
    MPI_Errhandler_get(comm, &found);
    CHECK(found == handler);
    send_wrong(comm);
    IS(handled.calls, 1);
    PMPI_Errhandler_free(&handler);
    PMPI_Comm_free(&comm);
}
