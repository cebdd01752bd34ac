// Wrong arguments of the functions for attributes, error handlers, info, operations, requests and statuses.
#include "tests/mpi_objects/error_rows.h"

#include <mpi.h>

#include <iterator>
#include <string>

namespace rmasim::mpi {

namespace {

int flag, number, indices[4];
void* value;
char text[MPI_MAX_ERROR_STRING];
MPI_Errhandler handler;
MPI_Info info;
MPI_Op op;
MPI_Status status;
MPI_Request request;
MPI_Count count;
const MPI_Comm world = MPI_COMM_WORLD, no_comm = MPI_COMM_NULL;
const MPI_Info no_info = MPI_INFO_NULL;
const MPI_Request strange_request = reinterpret_cast<MPI_Request>(MPI_COMM_WORLD);
MPI_Request none[] = {MPI_REQUEST_NULL, strange_request};

void ignore_error(MPI_Comm*, int*, ...) {}
void ignore_win_error(MPI_Win*, int*, ...) {}

int comm_key() {
    static int key = MPI_KEYVAL_INVALID;
    if (key == MPI_KEYVAL_INVALID)
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
    return key;
}

int type_key() {
    static int key = MPI_KEYVAL_INVALID;
    if (key == MPI_KEYVAL_INVALID)
        MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, nullptr);
    return key;
}

int freed_key() {
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
    const int copy = key;
    MPI_Comm_free_keyval(&key);
    return copy;
}

MPI_Info some_info() {
    static MPI_Info known = MPI_INFO_NULL;
    if (known == MPI_INFO_NULL) {
        MPI_Info_create(&known);
        MPI_Info_set(known, "key", "value");
    }
    return known;
}

MPI_Errhandler win_handler() {
    static MPI_Errhandler known = MPI_ERRHANDLER_NULL;
    if (known == MPI_ERRHANDLER_NULL) MPI_Win_create_errhandler(ignore_win_error, &known);
    return known;
}

// A generalized request.
MPI_Request* some_request() {
    static MPI_Request known = MPI_REQUEST_NULL;
    if (known == MPI_REQUEST_NULL)
        MPI_Grequest_start([](void*, MPI_Status*) { return static_cast<int>(MPI_SUCCESS); },
                           [](void*) { return static_cast<int>(MPI_SUCCESS); },
                           [](void*, int) { return static_cast<int>(MPI_SUCCESS); }, nullptr, &known);
    return &known;
}

// The request of MPI_COMM_IDUP.
MPI_Request* duplication() {
    static MPI_Request known = MPI_REQUEST_NULL;
    static MPI_Comm copy = MPI_COMM_NULL;
    if (known == MPI_REQUEST_NULL) MPI_Comm_idup(MPI_COMM_SELF, &copy, &known);
    return &known;
}

int added_class() {
    MPI_Add_error_class(&number);
    return number;
}

int class_with_code() {
    const int added = added_class();
    MPI_Add_error_code(added, &number);
    return added;
}

const std::string& long_text() {
    static const std::string known(2000, 'x');
    return known;
}

}  // namespace

#define ROW(function, wrong, arguments, error)                     \
    {                                                              \
#function, wrong, [] { return function arguments; }, error \
    }

const ErrorRow attribute_rows[] = {
    ROW(MPI_Comm_create_keyval, "keyval", (MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, nullptr, nullptr),
        MPI_ERR_ARG),
    ROW(MPI_Type_create_keyval, "keyval", (MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, nullptr, nullptr),
        MPI_ERR_ARG),
    ROW(MPI_Win_create_keyval, "keyval", (MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, nullptr, nullptr), MPI_ERR_ARG),
    ROW(MPI_Keyval_create, "keyval", (MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, nullptr, nullptr), MPI_ERR_ARG),
    {"MPI_Comm_free_keyval", "invalid",
     [] {
         int key = MPI_KEYVAL_INVALID;
         return MPI_Comm_free_keyval(&key);
     },
     MPI_ERR_KEYVAL},
    {"MPI_Comm_free_keyval", "predefined",
     [] {
         int key = MPI_TAG_UB;
         return MPI_Comm_free_keyval(&key);
     },
     MPI_ERR_KEYVAL},
    {"MPI_Comm_free_keyval", "of datatypes",
     [] {
         int key = type_key();
         return MPI_Comm_free_keyval(&key);
     },
     MPI_ERR_KEYVAL},
    {"MPI_Comm_free_keyval", "freed",
     [] {
         int key = freed_key();
         return MPI_Comm_free_keyval(&key);
     },
     MPI_ERR_KEYVAL},
    ROW(MPI_Comm_free_keyval, "null pointer", (nullptr), MPI_ERR_ARG),
    {"MPI_Type_free_keyval", "of communicators",
     [] {
         int key = comm_key();
         return MPI_Type_free_keyval(&key);
     },
     MPI_ERR_KEYVAL},
    {"MPI_Win_free_keyval", "of communicators",
     [] {
         int key = comm_key();
         return MPI_Win_free_keyval(&key);
     },
     MPI_ERR_KEYVAL},
    {"MPI_Keyval_free", "invalid",
     [] {
         int key = MPI_KEYVAL_INVALID;
         return MPI_Keyval_free(&key);
     },
     MPI_ERR_KEYVAL},
    ROW(MPI_Comm_set_attr, "null", (no_comm, comm_key(), nullptr), MPI_ERR_COMM),
    ROW(MPI_Comm_set_attr, "keyval", (world, MPI_KEYVAL_INVALID, nullptr), MPI_ERR_KEYVAL),
    ROW(MPI_Comm_set_attr, "predefined", (world, MPI_TAG_UB, nullptr), MPI_ERR_KEYVAL),
    ROW(MPI_Comm_set_attr, "of datatypes", (world, type_key(), nullptr), MPI_ERR_KEYVAL),
    ROW(MPI_Comm_get_attr, "null", (no_comm, comm_key(), &value, &flag), MPI_ERR_COMM),
    ROW(MPI_Comm_get_attr, "keyval", (world, MPI_KEYVAL_INVALID, &value, &flag), MPI_ERR_KEYVAL),
    ROW(MPI_Comm_get_attr, "value", (world, comm_key(), nullptr, &flag), MPI_ERR_ARG),
    ROW(MPI_Comm_get_attr, "flag", (world, comm_key(), &value, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_delete_attr, "null", (no_comm, comm_key()), MPI_ERR_COMM),
    ROW(MPI_Comm_delete_attr, "keyval", (world, MPI_KEYVAL_INVALID), MPI_ERR_KEYVAL),
    ROW(MPI_Comm_delete_attr, "not set", (world, comm_key()), MPI_ERR_KEYVAL),
    ROW(MPI_Attr_put, "null", (no_comm, comm_key(), nullptr), MPI_ERR_COMM),
    ROW(MPI_Attr_get, "keyval", (world, 77, &value, &flag), MPI_ERR_KEYVAL),
    ROW(MPI_Attr_delete, "keyval", (world, 77), MPI_ERR_KEYVAL),
    ROW(MPI_Type_set_attr, "null", (MPI_DATATYPE_NULL, type_key(), nullptr), MPI_ERR_TYPE),
    ROW(MPI_Type_set_attr, "of communicators", (MPI_INT, comm_key(), nullptr), MPI_ERR_KEYVAL),
    ROW(MPI_Type_get_attr, "null", (MPI_DATATYPE_NULL, type_key(), &value, &flag), MPI_ERR_TYPE),
    ROW(MPI_Type_get_attr, "keyval", (MPI_INT, MPI_KEYVAL_INVALID, &value, &flag), MPI_ERR_KEYVAL),
    ROW(MPI_Type_get_attr, "value", (MPI_INT, type_key(), nullptr, &flag), MPI_ERR_ARG),
    ROW(MPI_Type_delete_attr, "null", (MPI_DATATYPE_NULL, type_key()), MPI_ERR_TYPE),
    ROW(MPI_Type_delete_attr, "not set", (MPI_INT, type_key()), MPI_ERR_KEYVAL),
};
ErrorRows attribute_errors() { return {std::begin(attribute_rows), std::end(attribute_rows)}; }

const ErrorRow error_handler_rows[] = {
    ROW(MPI_Comm_create_errhandler, "function", (nullptr, &handler), MPI_ERR_ARG),
    ROW(MPI_Comm_create_errhandler, "errhandler", (ignore_error, nullptr), MPI_ERR_ARG),
    ROW(MPI_Win_create_errhandler, "function", (nullptr, &handler), MPI_ERR_ARG),
    ROW(MPI_Errhandler_create, "function", (nullptr, &handler), MPI_ERR_ARG),
    ROW(MPI_Comm_set_errhandler, "null", (no_comm, MPI_ERRORS_RETURN), MPI_ERR_COMM),
    ROW(MPI_Comm_set_errhandler, "errhandler", (world, MPI_ERRHANDLER_NULL), MPI_ERR_ERRHANDLER),
    ROW(MPI_Comm_set_errhandler, "of windows", (world, win_handler()), MPI_ERR_ERRHANDLER),
    ROW(MPI_Errhandler_set, "errhandler", (world, MPI_ERRHANDLER_NULL), MPI_ERR_ERRHANDLER),
    ROW(MPI_Comm_get_errhandler, "null", (no_comm, &handler), MPI_ERR_COMM),
    ROW(MPI_Comm_get_errhandler, "errhandler", (world, nullptr), MPI_ERR_ARG),
    ROW(MPI_Errhandler_get, "null", (no_comm, &handler), MPI_ERR_COMM),
    {"MPI_Errhandler_free", "null",
     [] {
         MPI_Errhandler one = MPI_ERRHANDLER_NULL;
         return MPI_Errhandler_free(&one);
     },
     MPI_ERR_ERRHANDLER},
    {"MPI_Errhandler_free", "predefined",
     [] {
         MPI_Errhandler one = MPI_ERRORS_RETURN;
         return MPI_Errhandler_free(&one);
     },
     MPI_ERR_ERRHANDLER},
    ROW(MPI_Errhandler_free, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_call_errhandler, "null", (no_comm, MPI_ERR_ARG), MPI_ERR_COMM),
    ROW(MPI_Comm_call_errhandler, "code", (world, -1), MPI_ERR_ARG),
    ROW(MPI_Error_class, "code", (-1, &number), MPI_ERR_ARG),
    ROW(MPI_Error_class, "unused code", (MPI_ERR_LASTCODE, &number), MPI_ERR_ARG),
    ROW(MPI_Error_class, "class", (MPI_ERR_ARG, nullptr), MPI_ERR_ARG),
    ROW(MPI_Error_string, "code", (-1, text, &number), MPI_ERR_ARG),
    ROW(MPI_Error_string, "string", (0, nullptr, &number), MPI_ERR_ARG),
    ROW(MPI_Error_string, "length", (0, text, nullptr), MPI_ERR_ARG),
    ROW(MPI_Add_error_class, "class", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Add_error_code, "class", (-1, &number), MPI_ERR_ARG),
    ROW(MPI_Add_error_code, "code", (MPI_ERR_ARG, nullptr), MPI_ERR_ARG),
    ROW(MPI_Add_error_string, "predefined", (MPI_ERR_ARG, "a"), MPI_ERR_ARG),
    ROW(MPI_Add_error_string, "string", (added_class(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Add_error_string, "too long", (added_class(), long_text().c_str()), MPI_ERR_ARG),
    ROW(MPI_Remove_error_class, "predefined", (MPI_ERR_ARG), MPI_ERR_ARG),
    ROW(MPI_Remove_error_class, "has codes", (class_with_code()), MPI_ERR_ARG),
    ROW(MPI_Remove_error_code, "a class", (added_class()), MPI_ERR_ARG),
    ROW(MPI_Remove_error_code, "predefined", (MPI_ERR_ARG), MPI_ERR_ARG),
    ROW(MPI_Remove_error_string, "no string", (added_class()), MPI_ERR_ARG),
};
ErrorRows error_handler_errors() { return {std::begin(error_handler_rows), std::end(error_handler_rows)}; }

const ErrorRow info_rows[] = {
    ROW(MPI_Info_create, "info", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Info_create_env, "info", (0, nullptr, nullptr), MPI_ERR_ARG),
    ROW(MPI_Info_dup, "null", (no_info, &info), MPI_ERR_INFO),
    ROW(MPI_Info_dup, "newinfo", (some_info(), nullptr), MPI_ERR_ARG),
    {"MPI_Info_free", "null",
     [] {
         MPI_Info one = MPI_INFO_NULL;
         return MPI_Info_free(&one);
     },
     MPI_ERR_INFO},
    {"MPI_Info_free", "environment",
     [] {
         MPI_Info one = MPI_INFO_ENV;
         return MPI_Info_free(&one);
     },
     MPI_ERR_INFO},
    ROW(MPI_Info_free, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Info_set, "null", (no_info, "a", "b"), MPI_ERR_INFO),
    ROW(MPI_Info_set, "key", (some_info(), nullptr, "b"), MPI_ERR_INFO_KEY),
    ROW(MPI_Info_set, "empty key", (some_info(), "", "b"), MPI_ERR_INFO_KEY),
    ROW(MPI_Info_set, "long key", (some_info(), long_text().c_str(), "b"), MPI_ERR_INFO_KEY),
    ROW(MPI_Info_set, "value", (some_info(), "a", nullptr), MPI_ERR_INFO_VALUE),
    ROW(MPI_Info_set, "long value", (some_info(), "a", long_text().c_str()), MPI_ERR_INFO_VALUE),
    ROW(MPI_Info_set, "only read", (MPI_INFO_ENV, "a", "b"), MPI_ERR_INFO),
    ROW(MPI_Info_delete, "null", (no_info, "a"), MPI_ERR_INFO),
    ROW(MPI_Info_delete, "only read", (MPI_INFO_ENV, "a"), MPI_ERR_INFO),
    ROW(MPI_Info_delete, "no such key", (some_info(), "none"), MPI_ERR_INFO_NOKEY),
    ROW(MPI_Info_delete, "empty key", (some_info(), ""), MPI_ERR_INFO_KEY),
    ROW(MPI_Info_get, "null", (no_info, "a", 9, text, &flag), MPI_ERR_INFO),
    ROW(MPI_Info_get, "key", (some_info(), nullptr, 9, text, &flag), MPI_ERR_INFO_KEY),
    ROW(MPI_Info_get, "length", (some_info(), "key", -1, text, &flag), MPI_ERR_ARG),
    ROW(MPI_Info_get, "value", (some_info(), "key", 9, nullptr, &flag), MPI_ERR_ARG),
    ROW(MPI_Info_get, "flag", (some_info(), "key", 9, text, nullptr), MPI_ERR_ARG),
    ROW(MPI_Info_get_string, "null", (no_info, "a", &number, text, &flag), MPI_ERR_INFO),
    ROW(MPI_Info_get_string, "length", (some_info(), "key", nullptr, text, &flag), MPI_ERR_ARG),
    ROW(MPI_Info_get_valuelen, "null", (no_info, "a", &number, &flag), MPI_ERR_INFO),
    ROW(MPI_Info_get_valuelen, "flag", (some_info(), "a", &number, nullptr), MPI_ERR_ARG),
    ROW(MPI_Info_get_nkeys, "null", (no_info, &number), MPI_ERR_INFO),
    ROW(MPI_Info_get_nkeys, "nkeys", (some_info(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Info_get_nthkey, "null", (no_info, 0, text), MPI_ERR_INFO),
    ROW(MPI_Info_get_nthkey, "n", (some_info(), 99, text), MPI_ERR_ARG),
    ROW(MPI_Info_get_nthkey, "negative n", (some_info(), -1, text), MPI_ERR_ARG),
    ROW(MPI_Info_get_nthkey, "key", (some_info(), 0, nullptr), MPI_ERR_ARG),
};
ErrorRows info_errors() { return {std::begin(info_rows), std::end(info_rows)}; }

const ErrorRow request_rows[] = {
    ROW(MPI_Op_create, "function", (nullptr, 1, &op), MPI_ERR_ARG),
    ROW(MPI_Op_create, "op", ([](void*, void*, int*, MPI_Datatype*) {}, 1, nullptr), MPI_ERR_ARG),
    ROW(MPI_Op_create_c, "function", (nullptr, 1, &op), MPI_ERR_ARG),
    {"MPI_Op_free", "null",
     [] {
         MPI_Op one = MPI_OP_NULL;
         return MPI_Op_free(&one);
     },
     MPI_ERR_OP},
    {"MPI_Op_free", "predefined",
     [] {
         MPI_Op one = MPI_SUM;
         return MPI_Op_free(&one);
     },
     MPI_ERR_OP},
    ROW(MPI_Op_free, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Op_commutative, "null", (MPI_OP_NULL, &flag), MPI_ERR_OP),
    ROW(MPI_Op_commutative, "commute", (MPI_SUM, nullptr), MPI_ERR_ARG),
    ROW(MPI_Reduce_local, "count", (&number, indices, -1, MPI_INT, MPI_SUM), MPI_ERR_COUNT),
    ROW(MPI_Reduce_local, "null type", (&number, indices, 1, MPI_DATATYPE_NULL, MPI_SUM), MPI_ERR_TYPE),
    ROW(MPI_Reduce_local, "null operation", (&number, indices, 1, MPI_INT, MPI_OP_NULL), MPI_ERR_OP),
    ROW(MPI_Reduce_local, "one-sided operation", (&number, indices, 1, MPI_INT, MPI_REPLACE), MPI_ERR_OP),
    ROW(MPI_Reduce_local, "operation for type", (&number, indices, 1, MPI_FLOAT, MPI_BAND), MPI_ERR_OP),
    ROW(MPI_Reduce_local, "null input", (nullptr, indices, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER),
    ROW(MPI_Reduce_local, "null output", (indices, nullptr, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER),
    ROW(MPI_Reduce_local, "in place", (MPI_IN_PLACE, indices, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER),
    ROW(MPI_Reduce_local, "same buffer", (indices, indices, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER),
    ROW(MPI_Reduce_local_c, "count", (&number, indices, -1, MPI_INT, MPI_SUM), MPI_ERR_COUNT),
    ROW(MPI_Reduce_local_c, "operation for type", (&number, indices, 1, MPI_WCHAR, MPI_MAX), MPI_ERR_OP),
    ROW(MPI_Get_count, "null", (&status, MPI_DATATYPE_NULL, &number), MPI_ERR_TYPE),
    ROW(MPI_Get_count, "status", (nullptr, MPI_INT, &number), MPI_ERR_ARG),
    ROW(MPI_Get_count, "count", (&status, MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Get_count_c, "null", (&status, MPI_DATATYPE_NULL, &count), MPI_ERR_TYPE),
    ROW(MPI_Get_elements, "null", (&status, MPI_DATATYPE_NULL, &number), MPI_ERR_TYPE),
    ROW(MPI_Get_elements, "count", (&status, MPI_INT, nullptr), MPI_ERR_ARG),
    ROW(MPI_Get_elements_x, "null", (&status, MPI_DATATYPE_NULL, &count), MPI_ERR_TYPE),
    ROW(MPI_Status_set_elements, "count", (&status, MPI_INT, -1), MPI_ERR_COUNT),
    ROW(MPI_Status_set_elements, "null", (&status, MPI_DATATYPE_NULL, 1), MPI_ERR_TYPE),
    ROW(MPI_Status_set_elements, "status", (nullptr, MPI_INT, 1), MPI_ERR_ARG),
    ROW(MPI_Status_set_elements_c, "count", (&status, MPI_INT, -1), MPI_ERR_COUNT),
    ROW(MPI_Status_set_elements_x, "2^64 bytes", (&status, MPI_INT, MPI_Count{1} << 62), MPI_ERR_VALUE_TOO_LARGE),
    ROW(MPI_Test_cancelled, "status", (nullptr, &flag), MPI_ERR_ARG),
    ROW(MPI_Test_cancelled, "flag", (&status, nullptr), MPI_ERR_ARG),
    ROW(MPI_Status_set_cancelled, "status", (nullptr, 1), MPI_ERR_ARG),
    ROW(MPI_Status_get_source, "status", (nullptr, &number), MPI_ERR_ARG),
    ROW(MPI_Status_get_tag, "tag", (&status, nullptr), MPI_ERR_ARG),
    ROW(MPI_Status_set_error, "status", (nullptr, 1), MPI_ERR_ARG),
    ROW(MPI_Status_c2f, "ignored", (MPI_STATUS_IGNORE, indices), MPI_ERR_ARG),
    ROW(MPI_Status_f2c, "null pointer", (nullptr, &status), MPI_ERR_ARG),
    ROW(MPI_Wait, "no request", (&none[1], MPI_STATUS_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Wait, "null pointer", (nullptr, MPI_STATUS_IGNORE), MPI_ERR_ARG),
    ROW(MPI_Test, "no request", (&none[1], &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Test, "flag", (&none[0], nullptr, MPI_STATUS_IGNORE), MPI_ERR_ARG),
    ROW(MPI_Waitall, "count", (-1, none, MPI_STATUSES_IGNORE), MPI_ERR_COUNT),
    ROW(MPI_Waitall, "no array", (1, nullptr, MPI_STATUSES_IGNORE), MPI_ERR_ARG),
    ROW(MPI_Waitall, "no request", (2, none, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Testall, "count", (-1, none, &flag, MPI_STATUSES_IGNORE), MPI_ERR_COUNT),
    ROW(MPI_Testall, "no request", (2, none, &flag, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Waitany, "count", (-1, none, &number, MPI_STATUS_IGNORE), MPI_ERR_COUNT),
    ROW(MPI_Waitany, "no request", (2, none, &number, MPI_STATUS_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Waitany, "index", (1, none, nullptr, MPI_STATUS_IGNORE), MPI_ERR_ARG),
    ROW(MPI_Testany, "count", (-1, none, &number, &flag, MPI_STATUS_IGNORE), MPI_ERR_COUNT),
    ROW(MPI_Testany, "no request", (2, none, &number, &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Waitsome, "count", (-1, none, &number, indices, MPI_STATUSES_IGNORE), MPI_ERR_COUNT),
    ROW(MPI_Waitsome, "no request", (2, none, &number, indices, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Testsome, "count", (-1, none, &number, indices, MPI_STATUSES_IGNORE), MPI_ERR_COUNT),
    ROW(MPI_Testsome, "indices", (1, none, &number, nullptr, MPI_STATUSES_IGNORE), MPI_ERR_ARG),
    ROW(MPI_Request_get_status, "no request", (strange_request, &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Request_get_status, "flag", (MPI_REQUEST_NULL, nullptr, MPI_STATUS_IGNORE), MPI_ERR_ARG),
    ROW(MPI_Request_get_status_all, "count", (-1, none, &flag, MPI_STATUSES_IGNORE), MPI_ERR_COUNT),
    ROW(MPI_Request_get_status_all, "no request", (2, none, &flag, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Request_get_status_all, "flag", (1, none, nullptr, MPI_STATUSES_IGNORE), MPI_ERR_ARG),
    ROW(MPI_Request_get_status_any, "count", (-1, none, &number, &flag, MPI_STATUS_IGNORE), MPI_ERR_COUNT),
    ROW(MPI_Request_get_status_any, "no request", (2, none, &number, &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Request_get_status_any, "index", (1, none, nullptr, &flag, MPI_STATUS_IGNORE), MPI_ERR_ARG),
    ROW(MPI_Request_get_status_some, "count", (-1, none, &number, indices, MPI_STATUSES_IGNORE), MPI_ERR_COUNT),
    ROW(MPI_Request_get_status_some, "no request", (2, none, &number, indices, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST),
    ROW(MPI_Request_get_status_some, "outcount", (1, none, nullptr, indices, MPI_STATUSES_IGNORE), MPI_ERR_ARG),
    ROW(MPI_Start, "null", (&none[0]), MPI_ERR_REQUEST),
    ROW(MPI_Start, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Start, "not persistent", (some_request()), MPI_ERR_REQUEST),
    ROW(MPI_Startall, "count", (-1, none), MPI_ERR_COUNT),
    ROW(MPI_Startall, "no array", (1, nullptr), MPI_ERR_ARG),
    ROW(MPI_Startall, "null", (1, none), MPI_ERR_REQUEST),
    ROW(MPI_Cancel, "null", (&none[0]), MPI_ERR_REQUEST),
    ROW(MPI_Cancel, "no request", (&none[1]), MPI_ERR_REQUEST),
    ROW(MPI_Cancel, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Cancel, "collective", (duplication()), MPI_ERR_REQUEST),
    ROW(MPI_Request_free, "null", (&none[0]), MPI_ERR_REQUEST),
    ROW(MPI_Request_free, "no request", (&none[1]), MPI_ERR_REQUEST),
    ROW(MPI_Request_free, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Request_free, "collective", (duplication()), MPI_ERR_REQUEST),
    ROW(MPI_Grequest_start, "function", (nullptr, nullptr, nullptr, nullptr, &request), MPI_ERR_ARG),
    ROW(MPI_Grequest_complete, "null", (MPI_REQUEST_NULL), MPI_ERR_REQUEST),
    ROW(MPI_Grequest_complete, "no request", (strange_request), MPI_ERR_REQUEST),
};
ErrorRows request_errors() { return {std::begin(request_rows), std::end(request_rows)}; }

}  // namespace rmasim::mpi
