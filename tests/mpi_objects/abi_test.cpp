// mpi.h, compared with the values, layouts and prototypes of the standard ABI of MPI 5.0 (MPI 5.0, chapter 20).
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <type_traits>

namespace rmasim::mpi {
namespace {

// A type is coded by letters: H and a letter for a handle, F and a letter for a function, * or & behind a handle for
// its address or a constant one.
template <class Type>
struct Code;

#define RMASIM_CODE(type, code)                              \
    template <>                                              \
    struct Code<type> {                                      \
        static constexpr const char* text() { return code; } \
    };
#define RMASIM_HANDLE_CODE(type, code) \
    RMASIM_CODE(type, "H" code)        \
    RMASIM_CODE(type*, "H" code "*")   \
    RMASIM_CODE(const type*, "H" code "&")

RMASIM_CODE(int, "i")
RMASIM_CODE(long, "l")
RMASIM_CODE(double, "d")
RMASIM_CODE(void*, "p")
RMASIM_CODE(const void*, "q")
RMASIM_CODE(char*, "s")
RMASIM_CODE(const char*, "t")
RMASIM_CODE(char**, "u")
RMASIM_CODE(char***, "v")
RMASIM_CODE(int*, "I")
RMASIM_CODE(const int*, "J")
RMASIM_CODE(long*, "L")
RMASIM_CODE(const long*, "M")
RMASIM_CODE(int (*)[3], "R")
RMASIM_CODE(MPI_Status*, "Z")
RMASIM_CODE(const MPI_Status*, "z")
RMASIM_CODE(MPI_T_cb_safety, "x")
RMASIM_CODE(MPI_T_source_order*, "X")
RMASIM_HANDLE_CODE(MPI_Comm, "c")
RMASIM_HANDLE_CODE(MPI_Datatype, "t")
RMASIM_HANDLE_CODE(MPI_Errhandler, "e")
RMASIM_HANDLE_CODE(MPI_File, "f")
RMASIM_HANDLE_CODE(MPI_Group, "g")
RMASIM_HANDLE_CODE(MPI_Info, "i")
RMASIM_HANDLE_CODE(MPI_Message, "m")
RMASIM_HANDLE_CODE(MPI_Op, "o")
RMASIM_HANDLE_CODE(MPI_Request, "r")
RMASIM_HANDLE_CODE(MPI_Session, "s")
RMASIM_HANDLE_CODE(MPI_Win, "w")
RMASIM_HANDLE_CODE(MPI_T_enum, "1")
RMASIM_HANDLE_CODE(MPI_T_cvar_handle, "2")
RMASIM_HANDLE_CODE(MPI_T_pvar_handle, "3")
RMASIM_HANDLE_CODE(MPI_T_pvar_session, "4")
RMASIM_HANDLE_CODE(MPI_T_event_registration, "5")
RMASIM_HANDLE_CODE(MPI_T_event_instance, "6")
RMASIM_CODE(void (*)(void*, void*, int*, MPI_Datatype*), "FA")
RMASIM_CODE(void (*)(void*, void*, std::int64_t*, MPI_Datatype*), "FB")
RMASIM_CODE(int (*)(void*, MPI_Status*), "FC")
RMASIM_CODE(int (*)(void*), "FD")
RMASIM_CODE(int (*)(void*, int), "FE")
RMASIM_CODE(int (*)(MPI_Comm, int, void*, void*, void*, int*), "FF")
RMASIM_CODE(int (*)(MPI_Comm, int, void*, void*), "FG")
RMASIM_CODE(int (*)(MPI_Datatype, int, void*, void*, void*, int*), "FH")
RMASIM_CODE(int (*)(MPI_Datatype, int, void*, void*), "FI")
RMASIM_CODE(int (*)(MPI_Win, int, void*, void*, void*, int*), "FJ")
RMASIM_CODE(int (*)(MPI_Win, int, void*, void*), "FK")
RMASIM_CODE(void (*)(MPI_Comm*, int*, ...), "FL")
RMASIM_CODE(void (*)(MPI_File*, int*, ...), "FM")
RMASIM_CODE(void (*)(MPI_Win*, int*, ...), "FN")
RMASIM_CODE(void (*)(MPI_Session*, int*, ...), "FO")
RMASIM_CODE(int (*)(MPI_Datatype, std::intptr_t*, void*), "FP")
RMASIM_CODE(int (*)(void*, MPI_Datatype, int, void*, std::int64_t, void*), "FQ")
RMASIM_CODE(int (*)(void*, MPI_Datatype, std::int64_t, void*, std::int64_t, void*), "FR")
RMASIM_CODE(void (*)(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void*), "FS")
RMASIM_CODE(void (*)(MPI_T_event_registration, MPI_T_cb_safety, void*), "FT")
RMASIM_CODE(void (*)(std::int64_t, MPI_T_event_registration, int, MPI_T_cb_safety, void*), "FU")
#undef RMASIM_CODE
#undef RMASIM_HANDLE_CODE

// The code of a function's type in pieces, so that the compiler has little to do for each type.
template <class... Types>
struct Pieces {
    static constexpr const char* list[] = {Code<Types>::text()..., nullptr};
};

template <class Result, class... Arguments>
constexpr const char* const* pieces_of(Result (*)(Arguments...)) {
    return Pieces<Result, Arguments...>::list;
}

struct Pcontrol {
    static constexpr const char* list[] = {"i", "i", ".", nullptr};
};
constexpr const char* const* pieces_of(int (*)(int, ...)) { return Pcontrol::list; }

std::string joined(const char* const* pieces) {
    std::string all;
    for (; *pieces != nullptr; ++pieces) all += *pieces;
    return all;
}

template <class Value>
std::int64_t number(Value value) {
    if constexpr (std::is_pointer_v<Value>) return reinterpret_cast<std::intptr_t>(value);
    else return static_cast<std::int64_t>(value);
}

// Rows of tables: a loop over them compiles in a fraction of the time of a check each.
struct ValueRow {
    const char* name;
    std::int64_t value, wanted;
};
const ValueRow value_rows[] = {
#define ABI_VALUE(name, value) {#name, number(name), value},
#include "tests/mpi_objects/abi_values.inc"
#undef ABI_VALUE
};

const char* const constant_names[] = {
#define MPI_HANDLE(kind, name, value) #name,
#define MPI_SYNONYM(kind, name, handle) #name,
#define MPI_NUMBER(subject, name, value) #name,
#define MPI_POINTER(type, name, value) #name,
#define MPI_MACRO(name, value) #name,
#include "sim/mpi/api/constants.inc"
#undef MPI_HANDLE
#undef MPI_SYNONYM
#undef MPI_NUMBER
#undef MPI_POINTER
#undef MPI_MACRO
};

struct FunctionRow {
    const char* name;
    const char* const* code;
    bool same_for_tools;
    const char* wanted;
};
const FunctionRow function_rows[] = {
#define ABI_FUNCTION(name, code)                                    \
    {#name, pieces_of(static_cast<decltype(&MPI_##name)>(nullptr)), \
     std::is_same_v<decltype(&MPI_##name), decltype(&PMPI_##name)>, code},
#include "tests/mpi_objects/abi_functions.inc"
#undef ABI_FUNCTION
};

struct TableRow {
    const char* name;
    const char* chapter;
    const char* forms;
};
const TableRow table_rows[] = {
#define MPI_FUNCTION(name, chapter, forms, state, parameters) {#name, #chapter, #forms},
#include "sim/mpi/api/functions.inc"
#undef MPI_FUNCTION
};

struct DoneRow {
    const char* name;
    const void* address;
};
const DoneRow done_rows[] = {
#define RMASIM_DONE(name) {#name, reinterpret_cast<const void*>(&name)},
#include <done.inc>
#undef RMASIM_DONE
};

TEST(Abi, ConstantsHaveTheirValues) {
    std::set<std::string> checked;
    for (const ValueRow& row : value_rows) {
        EXPECT_EQ(row.value, row.wanted) << row.name;
        checked.insert(row.name);
    }
    EXPECT_EQ(checked, std::set<std::string>(std::begin(constant_names), std::end(constant_names)));
}

TEST(Abi, FunctionsHaveTheirTypes) {
    EXPECT_EQ(std::size(function_rows), 664U);
    for (const FunctionRow& row : function_rows) {
        EXPECT_EQ(joined(row.code), row.wanted) << row.name;
        EXPECT_TRUE(row.same_for_tools) << row.name;
    }
}

// The functions of the table that are not of the ABI: conversions of Fortran's handles, and old names.
TEST(Abi, TheTableHasAllFunctions) {
    std::set<std::string> rows, abi;
    for (const TableRow& row : table_rows) {
        const std::string chapter = row.chapter;
        if (chapter == "fortran" || chapter == "old") continue;
        rows.insert(row.name);
        if (std::string(row.forms) == "both") rows.insert(std::string(row.name) + "_c");
    }
    for (const FunctionRow& row : function_rows) abi.insert(row.name);
    EXPECT_EQ(rows, abi);
}

TEST(Abi, TypesHaveTheirLayouts) {
    static_assert(std::is_same_v<MPI_Aint, std::intptr_t> && std::is_same_v<MPI_Count, std::int64_t>);
    static_assert(std::is_same_v<MPI_Offset, std::int64_t> && std::is_same_v<MPI_Fint, int>);
    EXPECT_EQ(sizeof(MPI_Status), 32U);
    EXPECT_EQ(alignof(MPI_Status), 4U);
    EXPECT_EQ(offsetof(MPI_Status, MPI_SOURCE), 0U);
    EXPECT_EQ(offsetof(MPI_Status, MPI_TAG), 4U);
    EXPECT_EQ(offsetof(MPI_Status, MPI_ERROR), 8U);
    EXPECT_EQ(offsetof(MPI_Status, MPI_internal), 12U);
    EXPECT_EQ(sizeof(MPI_Status::MPI_internal), 20U);
    EXPECT_EQ(sizeof(MPI_Comm), sizeof(void*));
    EXPECT_EQ(sizeof(MPI_T_cb_safety), sizeof(int));
    EXPECT_EQ(sizeof(MPI_T_source_order), sizeof(int));
}

// The linker finds each function that the table marks as implemented, and its name for tools.
TEST(Abi, FunctionsMarkedDoneExist) {
    std::set<const void*> addresses;
    for (const DoneRow& row : done_rows) {
        EXPECT_NE(row.address, nullptr) << row.name;
        EXPECT_TRUE(addresses.insert(row.address).second) << row.name;
    }
}

}  // namespace
}  // namespace rmasim::mpi
