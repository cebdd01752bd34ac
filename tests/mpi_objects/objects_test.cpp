// Attributes, info, requests, statuses and handles, each by itself.
#include "sim/mpi/objects/handle_table.h"
#include "sim/mpi/objects/requests.h"
#include "tests/mpi_objects/rank_library.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace rmasim::mpi {
namespace {

// ---- Attributes: callbacks record their calls.

std::string calls;

int copy_attribute(MPI_Comm, int, void* extra, void* in, void* out, int* flag) {
    calls += std::string("copy ") + static_cast<const char*>(extra) + ";";
    *flag = 1;
    *static_cast<void**>(out) = static_cast<char*>(in) + 1;
    return MPI_SUCCESS;
}

int delete_attribute_call(MPI_Comm, int, void*, void* extra) {
    calls += std::string("delete ") + static_cast<const char*>(extra) + ";";
    return MPI_SUCCESS;
}

int refuse_delete(MPI_Comm, int, void*, void*) { return MPI_ERR_OTHER; }

char a_text[] = "a", b_text[] = "b";

TEST(Attributes, AreCopiedInOrderAndDeletedInReverse) {
    RankLibrary own;
    int a = 0, b = 0, flag = 0;
    MPI_Comm_create_keyval(copy_attribute, delete_attribute_call, &a, a_text);
    MPI_Comm_create_keyval(copy_attribute, delete_attribute_call, &b, b_text);
    MPI_Comm first = MPI_COMM_NULL, second = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_set_attr(first, a, reinterpret_cast<void*>(100));
    MPI_Comm_set_attr(first, b, reinterpret_cast<void*>(200));
    calls.clear();
    MPI_Comm_dup(first, &second);
    EXPECT_EQ(calls, "copy a;copy b;");
    void* value = nullptr;
    EXPECT_EQ(MPI_Comm_get_attr(second, b, &value, &flag), MPI_SUCCESS);
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(value, reinterpret_cast<void*>(201));
    // A key that is freed stays valid for the attributes that have it.
    MPI_Comm_free_keyval(&a);
    calls.clear();
    MPI_Comm_free(&second);
    EXPECT_EQ(calls, "delete b;delete a;");
    // A new value deletes the old one first; then it is the last one.
    calls.clear();
    MPI_Comm_set_attr(first, b, nullptr);
    EXPECT_EQ(calls, "delete b;");
    MPI_Comm_delete_attr(first, b);
    MPI_Comm_free(&first);
    EXPECT_EQ(calls, "delete b;delete b;delete a;");
    EXPECT_EQ(own->comms.derived(), 0U);
}

TEST(Attributes, ACallbacksErrorKeepsTheCommunicator) {
    RankLibrary own;
    int key = 0, flag = 0;
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, refuse_delete, &key, nullptr);
    MPI_Comm comm = MPI_COMM_NULL, copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_set_attr(comm, key, a_text);
    EXPECT_EQ(MPI_Comm_free(&comm), MPI_ERR_OTHER);
    ASSERT_EQ(MPI_Comm_dup(comm, &copy), MPI_SUCCESS);
    void* value = nullptr;
    MPI_Comm_get_attr(copy, key, &value, &flag);
    EXPECT_EQ(value, a_text);
}

TEST(Attributes, FortransValuesAreReadByTheirAddress) {
    Attributes attributes;
    const auto key = std::make_shared<const Keyval>();
    set_attribute(attributes, 0, {1, key, 42, Written::fortran_address});
    set_attribute(attributes, 0, {2, key, 7, Written::fortran_integer});
    EXPECT_EQ(*static_cast<MPI_Aint*>(value_for_c(*find_attribute(attributes, 1))), 42);
    EXPECT_EQ(*static_cast<int*>(value_for_c(*find_attribute(attributes, 2))), 7);
}

TEST(Attributes, ThoseOfDatatypesAreCopiedByDup) {
    RankLibrary own;
    int key = 0, flag = 1;
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, nullptr);
    MPI_Datatype copy = MPI_DATATYPE_NULL;
    MPI_Type_set_attr(MPI_INT, key, a_text);
    MPI_Type_dup(MPI_INT, &copy);
    void* value = nullptr;
    MPI_Type_get_attr(copy, key, &value, &flag);
    EXPECT_EQ(flag, 0);
    MPI_Type_get_attr(MPI_INT, key, &value, &flag);
    EXPECT_EQ(value, a_text);
}

// ---- Info.

TEST(Info, KeepsTheOrderOfItsKeys) {
    RankLibrary own;
    MPI_Info info = MPI_INFO_NULL, copy = MPI_INFO_NULL;
    char text[MPI_MAX_INFO_VAL + 1];
    int flag = 0, number = 0;
    MPI_Info_create(&info);
    MPI_Info_set(info, " one ", " first value ");
    MPI_Info_set(info, "two", "2");
    MPI_Info_set(info, "one", "1234");
    MPI_Info_dup(info, &copy);
    MPI_Info_delete(info, "one");
    MPI_Info_get_nkeys(info, &number);
    EXPECT_EQ(number, 1);
    MPI_Info_get_nthkey(copy, 0, text);
    EXPECT_EQ(std::string(text), "one");
    MPI_Info_get(copy, "one", 2, text, &flag);
    EXPECT_EQ(std::string(text), "12");
    number = 3;
    MPI_Info_get_string(copy, "one", &number, text, &flag);
    EXPECT_EQ(std::string(text), "12");
    EXPECT_EQ(number, 5);
    MPI_Info_get_valuelen(copy, "none", &number, &flag);
    EXPECT_EQ(flag, 0);
}

TEST(Info, IsAHintThatADuplicateDoesNotInherit) {
    RankLibrary own;
    MPI_Info info = MPI_INFO_NULL, used = MPI_INFO_NULL;
    int found = -1;
    char value[MPI_MAX_INFO_VAL + 1] = "";
    MPI_Comm with = MPI_COMM_NULL, without = MPI_COMM_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Info_set(info, "unheard_of", "true");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &with);
    MPI_Comm_dup(with, &without);
    MPI_Comm_get_info(with, &used);
    MPI_Info_get(used, "mpi_assert_no_any_tag", MPI_MAX_INFO_VAL, value, &found);
    EXPECT_EQ(found, 1);
    EXPECT_STREQ(value, "true");
    MPI_Info_get(used, "unheard_of", MPI_MAX_INFO_VAL, value, &found);
    EXPECT_EQ(found, 0);
    MPI_Comm_get_info(without, &used);
    MPI_Info_get(used, "mpi_assert_no_any_tag", MPI_MAX_INFO_VAL, value, &found);
    EXPECT_EQ(found, 1);
    EXPECT_STREQ(value, "false");
}

// ---- Requests and statuses.

int queries = 0, frees = 0;

TEST(Requests, GeneralizedOnesAreQueriedAndFreedOnce) {
    RankLibrary own;
    queries = frees = 0;
    const auto query = [](void*, MPI_Status* status) {
        ++queries;
        MPI_Status_set_elements(status, MPI_INT, 3);
        MPI_Status_set_cancelled(status, 1);
        status->MPI_SOURCE = 4;
        status->MPI_TAG = 5;
        return static_cast<int>(MPI_SUCCESS);
    };
    const auto release = [](void*) { return ++frees, static_cast<int>(MPI_SUCCESS); };
    const auto cancel = [](void*, int) { return static_cast<int>(MPI_SUCCESS); };
    MPI_Request requests[] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    for (int i : {0, 2}) MPI_Grequest_start(query, release, cancel, nullptr, &requests[i]);
    int flag = -1, index = -1, number = 0;
    MPI_Status status{};
    EXPECT_EQ(MPI_Testany(3, requests, &index, &flag, &status), MPI_SUCCESS);
    EXPECT_EQ(flag, 0);
    EXPECT_EQ(index, MPI_UNDEFINED);
    MPI_Grequest_complete(requests[2]);
    EXPECT_EQ(MPI_Testall(3, requests, &flag, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(flag, 0);
    EXPECT_EQ(MPI_Request_get_status(requests[2], &flag, &status), MPI_SUCCESS);
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(MPI_Waitany(3, requests, &index, &status), MPI_SUCCESS);
    EXPECT_EQ(index, 2);
    EXPECT_EQ(requests[2], MPI_REQUEST_NULL);
    EXPECT_EQ(frees, 1);
    EXPECT_EQ(status.MPI_SOURCE, 4);
    MPI_Get_count(&status, MPI_INT, &number);
    EXPECT_EQ(number, 3);
    MPI_Get_count(&status, MPI_DOUBLE, &number);
    EXPECT_EQ(number, MPI_UNDEFINED);
    MPI_Get_elements(&status, MPI_2INT, &number);
    EXPECT_EQ(number, 3);
    MPI_Test_cancelled(&status, &flag);
    EXPECT_EQ(flag, 1);
    MPI_Grequest_complete(requests[0]);
    int indices[3] = {}, count = 0;
    EXPECT_EQ(MPI_Waitsome(3, requests, &count, indices, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(count, 1);
    EXPECT_EQ(indices[0], 0);
    EXPECT_EQ(MPI_Testsome(3, requests, &count, indices, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(count, MPI_UNDEFINED);
    EXPECT_EQ(own->requests.size(), 0U);
}

TEST(Requests, ANullRequestHasTheEmptyStatus) {
    RankLibrary own;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status{9, 9, 9, {9, 9, 9, 9, 9}};
    EXPECT_EQ(MPI_Wait(&request, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_SOURCE, MPI_ANY_SOURCE);
    EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG);
    EXPECT_EQ(status.MPI_ERROR, 9);
    int number = -1;
    MPI_Get_count(&status, MPI_INT, &number);
    EXPECT_EQ(number, 0);
}

TEST(Requests, AnOperationsErrorIsInItsStatus) {
    RankLibrary own;
    Request failed;
    failed.complete = true;
    failed.status.MPI_ERROR = MPI_ERR_TRUNCATE;
    Request persistent;
    persistent.complete = persistent.persistent = true;
    MPI_Request requests[] = {to_handle<MPI_Request>(own->requests.add(failed)),
                              to_handle<MPI_Request>(own->requests.add(persistent))};
    MPI_Status statuses[2] = {};
    EXPECT_EQ(MPI_Waitall(2, requests, statuses), MPI_ERR_IN_STATUS);
    EXPECT_EQ(statuses[0].MPI_ERROR, MPI_ERR_TRUNCATE);
    EXPECT_EQ(statuses[1].MPI_ERROR, MPI_SUCCESS);
    EXPECT_EQ(requests[0], MPI_REQUEST_NULL);
    EXPECT_NE(requests[1], MPI_REQUEST_NULL);
    EXPECT_EQ(MPI_Wait(&requests[1], MPI_STATUS_IGNORE), MPI_SUCCESS);  // inactive
}

TEST(Statuses, HoldMoreThan2To31Bytes) {
    RankLibrary own;
    MPI_Status status{};
    MPI_Fint fortran[MPI_F_STATUS_SIZE];
    MPI_Count count = 0;
    int number = 0;
    MPI_Status_set_elements_c(&status, MPI_DOUBLE, MPI_Count{1} << 40);
    EXPECT_EQ(MPI_Status_c2f(&status, fortran), MPI_SUCCESS);
    MPI_Status again{};
    EXPECT_EQ(MPI_Status_f2c(fortran, &again), MPI_SUCCESS);
    MPI_Get_count_c(&again, MPI_DOUBLE, &count);
    EXPECT_EQ(count, MPI_Count{1} << 40);
    MPI_Get_count(&again, MPI_DOUBLE, &number);
    EXPECT_EQ(number, MPI_UNDEFINED);
}

// ---- Handles.

TEST(Handles, OfFreedObjectsAreInvalid) {
    HandleTable<int> table(Kind::type);
    const int first = table.add(1);
    table.take(first);
    for (int i = 0; i < 31; ++i) {
        const int next = table.add(i);
        EXPECT_EQ(table.find(first), nullptr);
        EXPECT_GE(next, first_derived_handle);
        table.take(next);
    }
    EXPECT_EQ(HandleTable<int>(Kind::comm).find(first), nullptr);
    EXPECT_EQ(table.size(), 0U);
}

// The conversions of a kind of handles, there and back.
struct Conversions {
    const char* kind;
    std::function<bool(int)> as_integer, as_fortran;
};

#define RMASIM_CONVERSIONS(kind)                                                             \
    {                                                                                        \
#kind, [](int value) { return MPI_##kind##_toint(MPI_##kind##_fromint(value)) == value; }, \
            [](int value) { return MPI_##kind##_c2f(MPI_##kind##_f2c(value)) == value; } \
    }

TEST(Handles, AreTheSameNumbersInFortran) {
    RankLibrary own;
    EXPECT_EQ(MPI_Comm_c2f(MPI_COMM_WORLD), 0x101);
    EXPECT_EQ(MPI_Comm_f2c(0x101), MPI_COMM_WORLD);
    EXPECT_EQ(MPI_Type_toint(MPI_INT), 0x209);
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &type);
    EXPECT_EQ(MPI_Type_f2c(MPI_Type_c2f(type)), type);
    EXPECT_EQ(MPI_Type_fromint(MPI_Type_toint(type)), type);
    EXPECT_GT(MPI_Type_c2f(type), 0);
    const Conversions all[] = {RMASIM_CONVERSIONS(Comm),  RMASIM_CONVERSIONS(Errhandler), RMASIM_CONVERSIONS(File),
                               RMASIM_CONVERSIONS(Group), RMASIM_CONVERSIONS(Info),       RMASIM_CONVERSIONS(Message),
                               RMASIM_CONVERSIONS(Op),    RMASIM_CONVERSIONS(Request),    RMASIM_CONVERSIONS(Session),
                               RMASIM_CONVERSIONS(Type),  RMASIM_CONVERSIONS(Win)};
    for (const Conversions& one : all)
        for (const int value : {0x100, first_derived_handle, std::numeric_limits<int>::max()}) {
            EXPECT_TRUE(one.as_integer(value)) << one.kind;
            EXPECT_TRUE(one.as_fortran(value)) << one.kind;
        }
}

}  // namespace
}  // namespace rmasim::mpi
