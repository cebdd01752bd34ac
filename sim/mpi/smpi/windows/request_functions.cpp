// The MPI functions that complete requests. An array of requests may contain requests of RMA operations, which the core
// completes, and requests of messages, which SMPI completes. SMPI has no record of the operations' requests. So SMPI
// gets an array with only its own requests, and the core gets the others.
#include "sim/mpi/smpi/completed_requests.h"
#include "sim/mpi/smpi/smpi_waits.h"
#include "sim/mpi/windows/checked_call.h"
#include "sim/mpi/smpi/windows/fortran_requests.h"

#include <dlfcn.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

// Returns SMPI's function of the same name.
template <class Function>
Function next_function(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

class InSmpi {
public:
    explicit InSmpi(const Caller& caller, OtherFunction meaning = {}) {
        SmpiWorld::get().enter(caller, std::move(meaning));
    }
    ~InSmpi() { SmpiWorld::get().leave(); }
    InSmpi(const InSmpi&) = delete;
    InSmpi& operator=(const InSmpi&) = delete;
};

void set_empty(MPI_Status* status) {
    if (status == MPI_STATUS_IGNORE) return;
    status->MPI_SOURCE = MPI_ANY_SOURCE;
    status->MPI_TAG = MPI_ANY_TAG;
    PMPI_Status_set_elements(status, MPI_BYTE, 0);
    PMPI_Status_set_cancelled(status, 0);
}

MPI_Status* at(MPI_Status* statuses, int index) {
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + index;
}

// A program's array of requests, split into requests of RMA operations (`ours_`) and requests of SMPI (`theirs_`).
class Requests {
public:
    Requests(int count, MPI_Request* all) : all_(all) {
        for (int i = 0; i < count; ++i) {
            const bool is_ours = all[i] != MPI_REQUEST_NULL && SmpiWorld::get().find_request(all[i]) != nullptr;
            theirs_.push_back(is_ours ? MPI_REQUEST_NULL : all[i]);
            if (is_ours) ours_.push_back(i);
            else any_theirs_ = any_theirs_ || all[i] != MPI_REQUEST_NULL;
        }
    }

    bool any_ours() const { return !ours_.empty(); }
    MPI_Request first_of_ours() const { return any_ours() ? all_[ours_.front()] : MPI_REQUEST_NULL; }
    bool any_theirs() const { return any_theirs_; }
    int count() const { return static_cast<int>(theirs_.size()); }
    const std::vector<int>& ours() const { return ours_; }
    void complete_ours(MPI_Status* statuses) {
        for (const int i : std::vector<int>(ours_)) complete(i, at(statuses, i));
    }
    MPI_Request* theirs() { return theirs_.data(); }
    // Copies SMPI's requests back to the program's array, because SMPI may have completed some of them.
    void take_theirs() {
        any_theirs_ = false;
        for (int i = 0; i < count(); ++i) {
            if (std::ranges::binary_search(ours_, i)) continue;
            all_[i] = theirs_[static_cast<std::size_t>(i)];
            any_theirs_ = any_theirs_ || all_[i] != MPI_REQUEST_NULL;
        }
    }

    // Records that all remaining requests of SMPI are inactive persistent requests, for which no call waits.
    void no_theirs() { any_theirs_ = false; }

    // Returns the indices of the operations' requests whose completion the core has not reported.
    std::vector<int> open() const {
        std::vector<int> found;
        for (const int i : ours_) {
            if (*SmpiWorld::get().find_request(all_[i]) != no_request) found.push_back(i);
        }
        return found;
    }
    const CallAnswer& call(const Caller& caller, Call call, const std::vector<int>& indices) {
        CallRequest request{.call = call};
        for (const int i : indices) request.requests.push_back(*SmpiWorld::get().find_request(all_[i]));
        return world().call(caller, std::move(request));
    }
    void note_complete(const std::vector<int>& indices) {
        for (const int i : indices) *SmpiWorld::get().find_request(all_[i]) = no_request;
    }
    // Completes an operation's request for the program: its handle in the program's array becomes null.
    void complete(int index, MPI_Status* status) {
        std::erase(ours_, index);
        forget_number_of(all_[index]);
        SmpiWorld::get().forget_request(all_[index]);
        all_[index] = MPI_REQUEST_NULL;
        set_empty(status);
    }
    // Returns the index of an operation's request that is complete, or -1 if there is none. If the core has reported no
    // completion before, the function tests all open requests.
    int find_complete(const Caller& caller) {
        for (const int i : ours_) {
            if (*SmpiWorld::get().find_request(all_[i]) == no_request) return i;
        }
        const std::vector<int> indices = open();
        if (indices.empty()) return -1;
        const CallAnswer& answer = call(caller, Call::request_testany, indices);
        if (!answer.done || answer.index < 0) return -1;
        const int found = indices[static_cast<std::size_t>(answer.index)];
        note_complete({found});
        return found;
    }

private:
    MPI_Request* all_;
    std::vector<MPI_Request> theirs_;
    std::vector<int> ours_;
    bool any_theirs_ = false;
};

// Calls a test of SMPI, and records a poll or progress. `test` gets the statuses. `complete` gets the record of
// requests, and is called if the test has found something: if `done` is not 0.
template <class Test, class Complete>
int test_in_smpi(const Caller& caller, const std::span<MPI_Request> requests, MPI_Status* statuses, const int& done,
                 Test test, Complete complete) {
    int code = MPI_SUCCESS;
    {
        const InSmpi inside(caller);
        CompletedRequests completed(static_cast<int>(requests.size()), requests.data());
        MPI_Status* const to = completed.statuses(statuses);
        code = others_may_run() ? test_alone([&] { return test(to); }, done) : test(to);
        if (done != 0) complete(completed);
    }
    world().tested(caller, done != 0);
    return code;
}

// Ends the run if the request belongs to an RMA operation, because SMPI has no record of such a request.
void require_of_messages(const Caller& caller, MPI_Request request) {
    if (request == MPI_REQUEST_NULL || !world().has_joined() || SmpiWorld::get().find_request(request) == nullptr)
        return;
    world().refuse(caller, "the request of an RMA operation", "requests of messages");
}

int wait_for_all(const Caller& caller, Requests& requests, MPI_Status* statuses) {
    if (const std::vector<int> open = requests.open(); !open.empty()) {
        requests.call(caller, Call::request_waitall, open);
        requests.note_complete(open);
    }
    int code = MPI_SUCCESS;
    if (requests.any_theirs()) {
        static const auto next = next_function<int (*)(int, MPI_Request*, MPI_Status*)>("MPI_Waitall");
        const InSmpi inside(caller);
        CompletedRequests completed(requests.count(), requests.theirs());
        MPI_Status* const to = completed.statuses(statuses);
        code = others_may_run() ? await_all(requests.count(), requests.theirs(), to)
                                : next(requests.count(), requests.theirs(), to);
        completed.all();
        requests.take_theirs();
    }
    requests.complete_ours(statuses);
    return code;
}

// Returns true if a request is complete. Tests the operations' requests before SMPI's requests, because virtual time
// passes in each test of SMPI.
bool test_any(const Caller& caller, Requests& requests, int* index, MPI_Status* status, int& code) {
    if (const int found = requests.find_complete(caller); found >= 0) {
        requests.complete(found, status);
        *index = found;
        return true;
    }
    if (!requests.any_theirs()) return false;
    static const auto next = next_function<int (*)(int, MPI_Request*, int*, int*, MPI_Status*)>("MPI_Testany");
    int done = 0;
    const InSmpi inside(caller);
    CompletedRequests completed(requests.count(), requests.theirs());
    MPI_Status* const to = completed.statuses(status);
    const auto test = [&] { return next(requests.count(), requests.theirs(), index, &done, to); };
    code = others_may_run() ? test_alone(test, done) : test();
    if (done != 0) completed.one(*index);
    requests.take_theirs();
    if (done != 0 && *index == MPI_UNDEFINED) requests.no_theirs();
    return done != 0 && *index != MPI_UNDEFINED;
}

int wait_for_any(const Caller& caller, Requests& requests, int* index, MPI_Status* status) {
    int code = MPI_SUCCESS;
    while (requests.any_theirs() || requests.open().size() < requests.ours().size()) {
        if (test_any(caller, requests, index, status, code)) return code;
    }
    const std::vector<int> open = requests.open();
    *index = open[static_cast<std::size_t>(requests.call(caller, Call::request_waitany, open).index)];
    requests.complete(*index, status);
    return code;
}

bool test_all(const Caller& caller, Requests& requests, MPI_Status* statuses, int& code) {
    if (const std::vector<int> open = requests.open(); !open.empty()) {
        if (!requests.call(caller, Call::request_testall, open).done) return false;
        requests.note_complete(open);
    }
    if (requests.any_theirs()) {
        static const auto next = next_function<int (*)(int, MPI_Request*, int*, MPI_Status*)>("MPI_Testall");
        int done = 0;
        const InSmpi inside(caller);
        CompletedRequests completed(requests.count(), requests.theirs());
        MPI_Status* const to = completed.statuses(statuses);
        const auto test = [&] { return next(requests.count(), requests.theirs(), &done, to); };
        code = others_may_run() ? test_alone(test, done) : test();
        requests.take_theirs();
        if (done == 0) return false;
        completed.all();
    }
    requests.complete_ours(statuses);
    return true;
}

// Completes all requests that can be completed and returns their number. Stores their indices and statuses at the
// beginning of `indices` and `statuses`.
int test_some(const Caller& caller, Requests& requests, int* indices, MPI_Status* statuses) {
    int found = 0;
    for (int index = 0; (index = requests.find_complete(caller)) >= 0; ++found) {
        requests.complete(index, at(statuses, found));
        indices[found] = index;
    }
    int code = MPI_SUCCESS, index = 0;
    while (requests.any_theirs() && test_any(caller, requests, &index, at(statuses, found), code)) {
        indices[found++] = index;
    }
    return found;
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;
using rmasim::Call;

extern "C" {

int MPI_Waitall(int count, MPI_Request* all, MPI_Status* statuses) {
    Requests requests(count, all);
    return wait_for_all(RMASIM_CALLER, requests, statuses);
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
    Requests requests(1, request);
    const Caller caller = RMASIM_CALLER;
    if (requests.any_ours()) return wait_for_all(caller, requests, status);
    static const auto next = next_function<int (*)(MPI_Request*, MPI_Status*)>("MPI_Wait");
    const InSmpi inside(caller);
    CompletedRequests completed(1, request);
    MPI_Status* const to = completed.statuses(status);
    const int code = others_may_run() ? await_one(request, to) : next(request, to);
    completed.all();
    return code;
}

int MPI_Waitany(int count, MPI_Request* all, int* index, MPI_Status* status) {
    Requests requests(count, all);
    const Caller caller = RMASIM_CALLER;
    if (requests.any_ours()) return wait_for_any(caller, requests, index, status);
    static const auto next = next_function<int (*)(int, MPI_Request*, int*, MPI_Status*)>("MPI_Waitany");
    const InSmpi inside(caller);
    CompletedRequests completed(count, all);
    MPI_Status* const to = completed.statuses(status);
    const int code = others_may_run() ? await_any(count, all, index, to) : next(count, all, index, to);
    completed.one(*index);
    return code;
}

int MPI_Waitsome(int count, MPI_Request* all, int* found, int* indices, MPI_Status* statuses) {
    Requests requests(count, all);
    const Caller caller = RMASIM_CALLER;
    if (!requests.any_ours()) {
        static const auto next = next_function<int (*)(int, MPI_Request*, int*, int*, MPI_Status*)>("MPI_Waitsome");
        const InSmpi inside(caller);
        CompletedRequests completed(count, all);
        MPI_Status* const to = completed.statuses(statuses);
        const int code =
            others_may_run() ? await_some(count, all, found, indices, to) : next(count, all, found, indices, to);
        completed.some(*found, indices);
        return code;
    }
    while ((*found = test_some(caller, requests, indices, statuses)) == 0) {
    }
    return MPI_SUCCESS;
}

int MPI_Testall(int count, MPI_Request* all, int* done, MPI_Status* statuses) {
    Requests requests(count, all);
    const Caller caller = RMASIM_CALLER;
    int code = MPI_SUCCESS;
    *done = test_all(caller, requests, statuses, code) ? 1 : 0;
    world().tested(caller, *done != 0);
    return code;
}

int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
    Requests requests(1, request);
    const Caller caller = RMASIM_CALLER;
    int code = MPI_SUCCESS;
    if (requests.any_ours()) {
        *done = test_all(caller, requests, status, code) ? 1 : 0;
        return code;
    }
    static const auto next = next_function<int (*)(MPI_Request*, int*, MPI_Status*)>("MPI_Test");
    return test_in_smpi(
        caller, {request, 1}, status, *done, [&](MPI_Status* to) { return next(request, done, to); },
        [](CompletedRequests& completed) { completed.all(); });
}

int MPI_Testany(int count, MPI_Request* all, int* index, int* done, MPI_Status* status) {
    Requests requests(count, all);
    const Caller caller = RMASIM_CALLER;
    int code = MPI_SUCCESS;
    if (requests.any_ours()) {
        *index = MPI_UNDEFINED;
        *done = test_any(caller, requests, index, status, code) ? 1 : 0;
        return code;
    }
    static const auto next = next_function<int (*)(int, MPI_Request*, int*, int*, MPI_Status*)>("MPI_Testany");
    return test_in_smpi(
        caller, {all, static_cast<std::size_t>(count)}, status, *done,
        [&](MPI_Status* to) { return next(count, all, index, done, to); },
        [&](CompletedRequests& completed) { completed.one(*index); });
}

int MPI_Testsome(int count, MPI_Request* all, int* found, int* indices, MPI_Status* statuses) {
    Requests requests(count, all);
    const Caller caller = RMASIM_CALLER;
    if (requests.any_ours()) {
        *found = test_some(caller, requests, indices, statuses);
        return MPI_SUCCESS;
    }
    static const auto next = next_function<int (*)(int, MPI_Request*, int*, int*, MPI_Status*)>("MPI_Testsome");
    return test_in_smpi(
        caller, {all, static_cast<std::size_t>(count)}, statuses, *found,
        [&](MPI_Status* to) { return next(count, all, found, indices, to); },
        [&](CompletedRequests& completed) { completed.some(*found, indices); });
}

int MPI_Start(MPI_Request* request) {
    static const auto next = next_function<int (*)(MPI_Request*)>("MPI_Start");
    const Caller caller = RMASIM_CALLER;
    require_of_messages(caller, *request);
    const InSmpi inside(caller, starting(1, request));
    return next(request);
}

int MPI_Startall(int count, MPI_Request* all) {
    static const auto next = next_function<int (*)(int, MPI_Request*)>("MPI_Startall");
    const Caller caller = RMASIM_CALLER;
    require_of_messages(caller, Requests(count, all).first_of_ours());
    const InSmpi inside(caller, starting(count, all));
    return next(count, all);
}

int MPI_Request_free(MPI_Request* request) {
    Requests requests(1, request);
    const Caller caller = RMASIM_CALLER;
    if (!requests.any_ours()) {
        static const auto next = next_function<int (*)(MPI_Request*)>("MPI_Request_free");
        CompletedRequests(1, request).all();
        return next(request);
    }
    if (const std::vector<int> open = requests.open(); !open.empty()) {
        requests.call(caller, Call::request_free, open);
    }
    requests.complete(0, MPI_STATUS_IGNORE);
    return MPI_SUCCESS;
}

// MPI allows cancelling only requests of point-to-point communication (MPI 4.1, 3.8.4). Other requests are reported as
// errors, and the run continues without cancelling them.
int MPI_Cancel(MPI_Request* request) {
    static const auto next = next_function<int (*)(MPI_Request*)>("MPI_Cancel");
    const Caller caller = RMASIM_CALLER;
    const bool ours =
        *request != MPI_REQUEST_NULL && world().has_joined() && SmpiWorld::get().find_request(*request) != nullptr;
    if (!ours) return next(request);
    world().add_erroneous(caller, "the request belongs to an RMA operation, which cannot be cancelled");
    return MPI_SUCCESS;
}

int MPI_Request_get_status(MPI_Request request, int* done, MPI_Status* status) {
    static const auto next = next_function<int (*)(MPI_Request, int*, MPI_Status*)>("MPI_Request_get_status");
    const Caller caller = RMASIM_CALLER;
    require_of_messages(caller, request);
    const int code = next(request, done, status);
    world().tested(caller, *done != 0);
    return code;
}

}  // extern "C"
