// Requests: persistent, released and cancelled ones, null and inactive ones, and what the functions leave as it is
// (MPI 4.1, 3.7, 3.8.4, 3.9 and 13.2). A layer for messages is replaced by requests that the test completes.
#include "sim/mpi/objects/requests.h"
#include "tests/mpi_objects/rank_library.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <string>
#include <utility>
#include <vector>

namespace rmasim::mpi {
namespace {

MPI_Status status_of(int source, int tag, int error = MPI_SUCCESS) {
    MPI_Status status = empty_status();
    status.MPI_SOURCE = source;
    status.MPI_TAG = tag;
    status.MPI_ERROR = error;
    return status;
}

MPI_Request add(Library& own, Request request) { return to_handle<MPI_Request>(own.requests.add(std::move(request))); }

// A persistent request, inactive, which records the calls of its layer.
MPI_Request persistent_request(Library& own, std::string& calls) {
    Request request;
    request.persistent = true;
    request.active = false;
    request.start = [&calls](int) { calls += "start;"; };
    request.cancel = [&calls](int) { calls += "cancel;"; };
    return add(own, std::move(request));
}

void complete(Library& own, MPI_Request request, const MPI_Status& status) {
    EXPECT_EQ(own.requests.complete(to_int(request), status), MPI_SUCCESS);
}

bool is_empty(const MPI_Status& status) {
    return status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG && status_bytes(status) == 0 &&
           !is_cancelled(status);
}

TEST(PersistentRequests, AreStartedAgainAfterCompletion) {
    RankLibrary own;
    std::string calls;
    MPI_Request request = persistent_request(*own, calls);
    const MPI_Request kept = request;
    MPI_Status status{};
    int flag = 0;
    for (int round = 0; round < 3; ++round) {
        EXPECT_EQ(MPI_Start(&request), MPI_SUCCESS);
        EXPECT_EQ(MPI_Start(&request), MPI_ERR_REQUEST);  // active
        EXPECT_EQ(MPI_Test(&request, &flag, &status), MPI_SUCCESS);
        EXPECT_EQ(flag, 0);
        complete(*own, request, status_of(round, 7));
        EXPECT_EQ(MPI_Wait(&request, &status), MPI_SUCCESS);
        EXPECT_EQ(status.MPI_SOURCE, round);
        EXPECT_EQ(request, kept);
        // Inactive: complete, with the empty status.
        EXPECT_EQ(MPI_Test(&request, &flag, &status), MPI_SUCCESS);
        EXPECT_EQ(flag, 1);
        EXPECT_TRUE(is_empty(status));
    }
    EXPECT_EQ(calls, "start;start;start;");
    EXPECT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
    EXPECT_EQ(request, MPI_REQUEST_NULL);
    EXPECT_EQ(own->requests.size(), 0U);
}

TEST(PersistentRequests, StartallStartsAllOrNone) {
    RankLibrary own;
    std::string calls;
    MPI_Request requests[] = {persistent_request(*own, calls), persistent_request(*own, calls), MPI_REQUEST_NULL};
    EXPECT_EQ(MPI_Startall(3, requests), MPI_ERR_REQUEST);
    EXPECT_EQ(calls, "");
    EXPECT_EQ(MPI_Startall(2, requests), MPI_SUCCESS);
    EXPECT_EQ(calls, "start;start;");
    EXPECT_EQ(MPI_Startall(0, nullptr), MPI_SUCCESS);
}

TEST(Requests, AReleasedOneLivesUntilItIsComplete) {
    RankLibrary own;
    std::string calls;
    MPI_Request request = persistent_request(*own, calls);
    MPI_Start(&request);
    MPI_Request copy = request;
    EXPECT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
    EXPECT_EQ(own->requests.size(), 1U);
    int flag = 0;
    EXPECT_EQ(MPI_Test(&copy, &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    complete(*own, copy, empty_status());
    EXPECT_EQ(own->requests.size(), 0U);
}

TEST(Requests, CancelIsForActiveOnes) {
    RankLibrary own;
    std::string calls;
    MPI_Request request = persistent_request(*own, calls);
    EXPECT_EQ(MPI_Cancel(&request), MPI_ERR_REQUEST);
    MPI_Start(&request);
    EXPECT_EQ(MPI_Cancel(&request), MPI_SUCCESS);
    EXPECT_EQ(calls, "start;cancel;");
    MPI_Status status = empty_status();
    set_cancelled(status, true);
    complete(*own, request, status);
    EXPECT_EQ(MPI_Cancel(&request), MPI_SUCCESS);  // too late: no effect
    EXPECT_EQ(calls, "start;cancel;");
    int flag = 0;
    EXPECT_EQ(MPI_Wait(&request, &status), MPI_SUCCESS);
    EXPECT_EQ(MPI_Test_cancelled(&status, &flag), MPI_SUCCESS);
    EXPECT_EQ(flag, 1);
}

// ---- Generalized requests.

std::string grequest_calls;

int query(void*, MPI_Status* status) {
    grequest_calls += "query;";
    *status = status_of(3, 4);
    return MPI_SUCCESS;
}
int release(void*) {
    grequest_calls += "free;";
    return MPI_SUCCESS;
}
int cancel(void*, int is_complete) {
    grequest_calls += is_complete != 0 ? "cancel complete;" : "cancel;";
    return MPI_SUCCESS;
}
int fail(void*) { return MPI_ERR_OTHER; }

TEST(GeneralizedRequests, AreFreedByTheirCompletionIfReleased) {
    RankLibrary own;
    grequest_calls.clear();
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Grequest_start(query, release, cancel, nullptr, &request);
    const MPI_Request copy = request;
    EXPECT_EQ(MPI_Cancel(&request), MPI_SUCCESS);
    EXPECT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
    EXPECT_EQ(grequest_calls, "cancel;");
    EXPECT_EQ(MPI_Grequest_complete(copy), MPI_SUCCESS);
    EXPECT_EQ(grequest_calls, "cancel;free;");
    EXPECT_EQ(MPI_Grequest_complete(copy), MPI_ERR_REQUEST);
    // The other order.
    grequest_calls.clear();
    MPI_Grequest_start(query, release, cancel, nullptr, &request);
    MPI_Grequest_complete(request);
    EXPECT_EQ(MPI_Cancel(&request), MPI_SUCCESS);
    EXPECT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
    EXPECT_EQ(grequest_calls, "cancel complete;free;");
    EXPECT_EQ(own->requests.size(), 0U);
}

// The error of `free` is that of the call that completes the request.
TEST(GeneralizedRequests, ACallbacksErrorIsReturned) {
    RankLibrary own;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Grequest_start(query, fail, cancel, nullptr, &request);
    MPI_Grequest_complete(request);
    EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_ERR_OTHER);
    EXPECT_EQ(request, MPI_REQUEST_NULL);
    MPI_Grequest_start(query, fail, cancel, nullptr, &request);
    MPI_Grequest_complete(request);
    EXPECT_EQ(MPI_Request_free(&request), MPI_ERR_OTHER);
    EXPECT_EQ(own->requests.size(), 0U);
}

int query_that_adds(void* extra, MPI_Status* status) {
    auto& more = *static_cast<std::vector<MPI_Request>*>(extra);
    for (int i = 0; i < 100; ++i) {
        more.emplace_back();
        MPI_Grequest_start(query, release, cancel, nullptr, &more.back());
    }
    return query(nullptr, status);
}

TEST(GeneralizedRequests, ACallbackMayStartOthers) {
    RankLibrary own;
    std::vector<MPI_Request> more;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Grequest_start(query_that_adds, release, cancel, &more, &request);
    MPI_Grequest_complete(request);
    EXPECT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(own->requests.size(), 100U);
}

// ---- Functions that leave requests as they are.

TEST(RequestStatus, LeavesRequestsAsTheyAre) {
    RankLibrary own;
    MPI_Request requests[] = {add(*own, {}), MPI_REQUEST_NULL, add(*own, {})};
    MPI_Status statuses[3] = {}, status{};
    int flag = -1, index = -1, count = -1, indices[3] = {-1, -1, -1};
    EXPECT_EQ(MPI_Request_get_status_all(3, requests, &flag, statuses), MPI_SUCCESS);
    EXPECT_EQ(flag, 0);
    EXPECT_EQ(MPI_Request_get_status_any(3, requests, &index, &flag, &status), MPI_SUCCESS);
    EXPECT_EQ(flag, 0);
    EXPECT_EQ(index, MPI_UNDEFINED);
    EXPECT_EQ(MPI_Request_get_status_some(3, requests, &count, indices, statuses), MPI_SUCCESS);
    EXPECT_EQ(count, 0);
    complete(*own, requests[2], status_of(5, 6));
    for (int time = 0; time < 2; ++time) {
        EXPECT_EQ(MPI_Request_get_status_any(3, requests, &index, &flag, &status), MPI_SUCCESS);
        EXPECT_EQ(index, 2);
        EXPECT_EQ(status.MPI_SOURCE, 5);
        EXPECT_EQ(MPI_Request_get_status_some(3, requests, &count, indices, statuses), MPI_SUCCESS);
        EXPECT_EQ(count, 1);
        EXPECT_EQ(indices[0], 2);
        EXPECT_EQ(statuses[0].MPI_TAG, 6);
    }
    complete(*own, requests[0], status_of(8, 9));
    EXPECT_EQ(MPI_Request_get_status_all(3, requests, &flag, statuses), MPI_SUCCESS);
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(statuses[0].MPI_SOURCE, 8);
    EXPECT_TRUE(is_empty(statuses[1]));
    EXPECT_EQ(own->requests.size(), 2U);
    EXPECT_EQ(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    // No active request.
    EXPECT_EQ(MPI_Request_get_status_any(3, requests, &index, &flag, &status), MPI_SUCCESS);
    EXPECT_EQ(flag, 1);
    EXPECT_EQ(index, MPI_UNDEFINED);
    EXPECT_TRUE(is_empty(status));
    EXPECT_EQ(MPI_Request_get_status_some(3, requests, &count, indices, statuses), MPI_SUCCESS);
    EXPECT_EQ(count, MPI_UNDEFINED);
    EXPECT_EQ(MPI_Request_get_status(requests[0], &flag, &status), MPI_SUCCESS);
    EXPECT_EQ(flag, 1);
    EXPECT_TRUE(is_empty(status));
}

// MPI_ERROR of a status changes only if the call returns MPI_ERR_IN_STATUS.
TEST(Statuses, HaveAnErrorOnlyIfAnOperationHasFailed) {
    RankLibrary own;
    const auto wait = [&](int error) {
        MPI_Request requests[] = {add(*own, {}), add(*own, {})};
        complete(*own, requests[0], status_of(1, 1));
        complete(*own, requests[1], status_of(2, 2, error));
        MPI_Status statuses[2] = {status_of(0, 0, 77), status_of(0, 0, 78)};
        const int code = MPI_Waitall(2, requests, statuses);
        return std::vector<int>{code, statuses[0].MPI_ERROR, statuses[1].MPI_ERROR};
    };
    EXPECT_EQ(wait(MPI_SUCCESS), (std::vector<int>{MPI_SUCCESS, 77, 78}));
    EXPECT_EQ(wait(MPI_ERR_TRUNCATE), (std::vector<int>{MPI_ERR_IN_STATUS, MPI_SUCCESS, MPI_ERR_TRUNCATE}));
    // A single completion returns the error.
    MPI_Request one = add(*own, {});
    complete(*own, one, status_of(1, 1, MPI_ERR_TRUNCATE));
    EXPECT_EQ(MPI_Wait(&one, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
    EXPECT_EQ(one, MPI_REQUEST_NULL);
}

// A part of a struct's elements: an int and a double, a double, three ints with gaps.
TEST(Statuses, CountTheElementsOfPartialDatatypes) {
    RankLibrary own;
    MPI_Datatype type = MPI_DATATYPE_NULL, vector = MPI_DATATYPE_NULL;
    MPI_Type_vector(3, 1, 2, MPI_INT, &vector);
    const int lengths[] = {1, 2, 1};
    const MPI_Aint disps[] = {0, 8, 24};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, vector};
    MPI_Type_create_struct(3, lengths, disps, types, &type);
    const MPI_Count bytes_of[] = {0, 4, 12, 20, 24, 28, 32, 36};  // of the first 0, 1, ... elements
    for (int elements = 0; elements < 8; ++elements) {
        MPI_Status status = empty_status();
        int small = -1;
        MPI_Count count = -1, large = -1;
        ASSERT_EQ(MPI_Status_set_elements(&status, type, elements), MPI_SUCCESS);
        EXPECT_EQ(status_bytes(status), bytes_of[elements]);
        MPI_Get_elements(&status, type, &small);
        MPI_Get_elements_x(&status, type, &count);
        MPI_Get_elements_c(&status, type, &large);
        EXPECT_EQ(small, elements);
        EXPECT_EQ(count, elements);
        EXPECT_EQ(large, elements);
        MPI_Get_count(&status, type, &small);
        EXPECT_EQ(small, elements == 0 ? 0 : elements == 6 ? 1 : static_cast<int>(MPI_UNDEFINED));
    }
    MPI_Status half = empty_status();
    set_status_bytes(half, 6);
    int number = 0;
    MPI_Get_elements(&half, type, &number);
    EXPECT_EQ(number, MPI_UNDEFINED);
}

}  // namespace
}  // namespace rmasim::mpi
