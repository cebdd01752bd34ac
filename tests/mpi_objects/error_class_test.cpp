// Each function of a table with a wrong argument returns the class of the standard, and calls the error handler once.
#include "tests/mpi_objects/error_rows.h"
#include "tests/mpi_objects/rank_library.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <set>
#include <string>

namespace rmasim::mpi {
namespace {

int handler_calls = 0, handled_code = 0;

void count_call(MPI_Comm*, int* code, ...) {
    ++handler_calls;
    handled_code = *code;
}

TEST(ErrorClasses, WrongArguments) {
    RankLibrary own;
    MPI_Errhandler counting = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(count_call, &counting);
    for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) MPI_Comm_set_errhandler(comm, counting);
    std::size_t rows = 0;
    std::set<std::string> functions;
    for (const ErrorRows& table :
         {constructor_errors(), type_errors(), pack_errors(), group_errors(), comm_errors(), topology_errors(),
          attribute_errors(), error_handler_errors(), info_errors(), request_errors()}) {
        rows += table.size();
        for (const ErrorRow& row : table) {
            handler_calls = 0;
            const int code = row.call();
            int error_class = -1;
            EXPECT_EQ(handler_calls, 1) << row.function << ": " << row.wrong;
            EXPECT_EQ(handled_code, code) << row.function << ": " << row.wrong;
            MPI_Error_class(code, &error_class);
            EXPECT_EQ(error_class, row.error_class) << row.function << ": " << row.wrong;
            functions.insert(row.function);
        }
    }
    EXPECT_GE(rows, 300U);
    EXPECT_GE(functions.size(), 120U);
    EXPECT_EQ(own.aborted_with, 0);
}

TEST(ErrorClasses, AnErrorIsFatalByDefault) {
    RankLibrary own;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    int size = 0;
    EXPECT_EQ(MPI_Comm_size(MPI_COMM_WORLD, nullptr), MPI_ERR_ARG);
    EXPECT_EQ(own.aborted_with, MPI_ERR_ARG);
    EXPECT_EQ(own.reason, "MPI_Comm_size: an argument is a null pointer");
    // Errors without a communicator belong to MPI_COMM_SELF, whose error handler returns.
    own.aborted_with = 0;
    EXPECT_EQ(MPI_Type_size(MPI_DATATYPE_NULL, &size), MPI_ERR_TYPE);
    EXPECT_EQ(own.aborted_with, 0);
}

TEST(ErrorClasses, TheProgramAddsClassesCodesAndTexts) {
    RankLibrary own;
    int error_class = 0, code = 0, found = 0, length = 0, flag = 0, *last = nullptr;
    char text[MPI_MAX_ERROR_STRING];
    ASSERT_EQ(MPI_Add_error_class(&error_class), MPI_SUCCESS);
    ASSERT_EQ(MPI_Add_error_code(error_class, &code), MPI_SUCCESS);
    ASSERT_EQ(MPI_Add_error_string(code, "too cold"), MPI_SUCCESS);
    EXPECT_GT(error_class, MPI_ERR_LASTCODE);
    EXPECT_EQ(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag), MPI_SUCCESS);
    EXPECT_EQ(*last, code);
    EXPECT_EQ(MPI_Error_class(code, &found), MPI_SUCCESS);
    EXPECT_EQ(found, error_class);
    EXPECT_EQ(MPI_Error_string(code, text, &length), MPI_SUCCESS);
    EXPECT_EQ(std::string(text), "too cold");
    EXPECT_EQ(length, 8);
    EXPECT_EQ(MPI_Error_string(MPI_ERR_TYPE, text, &length), MPI_SUCCESS);
    EXPECT_EQ(std::string(text), "MPI_ERR_TYPE: invalid datatype argument");
    EXPECT_EQ(MPI_Remove_error_code(code), MPI_ERR_ARG);
    EXPECT_EQ(MPI_Remove_error_string(code), MPI_SUCCESS);
    EXPECT_EQ(MPI_Remove_error_code(code), MPI_SUCCESS);
    EXPECT_EQ(MPI_Remove_error_class(error_class), MPI_SUCCESS);
    EXPECT_EQ(MPI_Error_class(code, &found), MPI_ERR_ARG);
}

// MPI_COMM_GET_ERRHANDLER returns a handle with a reference of its own (tests of the windows have the same rule).
TEST(ErrorClasses, AnErrorHandlerLivesAsLongAsItIsUsed) {
    RankLibrary own;
    MPI_Errhandler made = MPI_ERRHANDLER_NULL, got = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(count_call, &made);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, made);
    EXPECT_EQ(MPI_Errhandler_free(&made), MPI_SUCCESS);
    EXPECT_EQ(made, MPI_ERRHANDLER_NULL);
    EXPECT_EQ(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got), MPI_SUCCESS);
    EXPECT_EQ(MPI_Comm_set_errhandler(MPI_COMM_SELF, got), MPI_SUCCESS);
    EXPECT_EQ(MPI_Errhandler_free(&got), MPI_SUCCESS);
    handler_calls = 0;
    EXPECT_EQ(MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER), MPI_SUCCESS);
    EXPECT_EQ(handler_calls, 1);
}

}  // namespace
}  // namespace rmasim::mpi
