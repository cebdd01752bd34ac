// WAIT, TEST and related calls on lists of requests of any kind. Each call starts the completion of all its requests
// before it waits for the first: n requests then take one round trip instead of n.
//
// A family provides a small class `Requests`, which is copied into each call:
//
//     bool begin(Call, RequestId)             starts the completion; true: the request is complete. Throws
//                                             ErroneousProgram if there is no such request
//     bool is_active(RequestId) const         false: a persistent request that is not started
//     bool is_done(RequestId) const           the request is complete
//     std::size_t count_done(ids) const       the number of requests at the beginning of the list that are those of
//                                             messages and complete. They exist
//     std::size_t close_done(ids)             frees these requests, and returns their number. Returns 0 if a request of
//                                             the process has an error
//     bool report(RequestList, RequestId)     reports completion to the program, with the status, if the list has
//                                             statuses; true: the request is freed. Throws the error of the request, if
//                                             there is one that is not in the status
//     void leave(RequestId)                   the call ends without reporting the request
//     void free(Call, RequestId)              REQUEST_FREE
//     void cancel(Call, RequestId)            CANCEL
//     WaitReason reason(Call, RequestId) const
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/task.h"
#include "protocol/base/wait.h"
#include "protocol/parts/messages/two_sided.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

namespace rmasim {

// A call on requests and its arguments.
struct RequestList {
    const World& world;
    WaitList& waits;
    Rank rank;
    Call call;
    std::vector<RequestId> ids;
    std::shared_ptr<const RequestArguments> more;
    std::vector<MessageStatus>* statuses = nullptr;  // receives the statuses of reported requests; null if not wanted
    bool errors_return = false;                      // as in CallRequest

    // Sets the program's variables for the `count` requests from index `first` on to MPI_REQUEST_NULL.
    void set_null(std::size_t first, std::size_t count = 1) const {
        if (!more) return;
        if (more->names_are_array) return set_array_null(first, count);
        for (std::size_t index = first; index < std::min(first + count, more->names.size()); ++index) {
            world.memory.write_word(rank, more->names[index], no_request);
        }
    }
    std::span<const RequestId> from(std::size_t index) const { return std::span(ids).subspan(index); }

private:
    void set_array_null(std::size_t first, std::size_t count) const {
        static constexpr std::array<std::int64_t, 64> nulls{};
        for (std::size_t end = first + count; first < end; first += std::min(end - first, nulls.size())) {
            const OriginBuffer& array = more->names.front();
            world.memory.write_words(rank, first == 0 ? array : world.memory.behind(array, first),
                                     std::span(nulls).first(std::min(end - first, nulls.size())));
        }
    }
};
static_assert(no_request == 0, "RequestList writes words of value 0");

// A class `Requests` (top of this file) for families in which only messages have requests.
class MessageCalls {
public:
    explicit MessageCalls(TwoSided& two_sided) : two_sided_(two_sided) {}
    bool begin(Call call, RequestId id) { return two_sided_.requests().is_done(call, id); }
    bool is_active(RequestId id) const { return two_sided_.requests().is_active(id); }
    bool is_done(RequestId id) const { return two_sided_.requests().is_done(id); }
    std::size_t count_done(std::span<const RequestId> ids) const { return two_sided_.requests().count_done(ids); }
    std::size_t close_done(std::span<const RequestId> ids) { return two_sided_.requests().close_done(ids); }
    bool report(const RequestList& list, RequestId id) {
        return two_sided_.requests().report(list.call, id, list.errors_return, list.statuses);
    }
    void leave(RequestId) {}
    void free(Call call, RequestId id) { two_sided_.requests().free(call, id); }
    void cancel(Call call, RequestId id) { two_sided_.requests().cancel(call, id); }
    WaitReason reason(Call call, RequestId id) const { return two_sided_.requests().reason(call, id); }

private:
    TwoSided& two_sided_;
};

// Starts the completion of all requests. Returns the number of requests that are complete, up to the first other one.
template <class Requests>
std::size_t begin_all(Requests& requests, const RequestList& list) {
    std::size_t done = requests.count_done(list.from(0));
    for (std::size_t index = done; index < list.ids.size(); ++index) {
        const RequestId id = list.ids[index];
        if ((id == no_request || requests.begin(list.call, id)) && done == index) ++done;
    }
    return done;
}

// Adds the empty status, which MPI_REQUEST_NULL has.
inline void report_null(const RequestList& list) {
    if (list.statuses != nullptr) list.statuses->push_back({});
}

template <class Requests>
void report(Requests& requests, const RequestList& list, std::size_t index) {
    if (requests.report(list, list.ids[index])) list.set_null(index);
}

// Reports all requests of the list, which must be complete.
template <class Requests>
void report_all(Requests& requests, const RequestList& list) {
    for (std::size_t index = 0; index < list.ids.size(); ++index) {
        if (list.statuses == nullptr) {
            const std::size_t closed = requests.close_done(list.from(index));
            list.set_null(index, closed);
            index += closed;
            if (index == list.ids.size()) return;
        }
        if (list.ids[index] != no_request) report(requests, list, index);
        else report_null(list);
    }
}

// Executes WAIT and WAITALL: waits until all requests of the list are complete. The reason to wait is that of the first
// request that is not complete.
template <class Requests>
Task<> wait_all(Requests requests, RequestList list) {
    std::size_t done = begin_all(requests, list);
    if (done < list.ids.size()) {
        const auto all_done = [&requests, &list, &done](WaitReason& reason) {
            const std::size_t before = done;
            while (done < list.ids.size() && (list.ids[done] == no_request || requests.is_done(list.ids[done]))) ++done;
            if (done == list.ids.size()) return true;
            if (done != before) reason = requests.reason(list.call, list.ids[done]);
            return false;
        };
        list.waits.until(requests.reason(list.call, list.ids[done]), all_done);
        co_await list.waits;
    }
    report_all(requests, list);
}

// Returns the index of the first active request that is complete; -1 if no active request is complete.
template <class Requests>
std::int32_t first_done(const Requests& requests, const std::vector<RequestId>& ids) {
    for (std::size_t index = 0; index < ids.size(); ++index) {
        const RequestId id = ids[index];
        if (id != no_request && requests.is_active(id) && requests.is_done(id)) return static_cast<std::int32_t>(index);
    }
    return -1;
}

template <class Requests>
bool any_active(const Requests& requests, const std::vector<RequestId>& ids) {
    return std::any_of(ids.begin(), ids.end(),
                       [&requests](RequestId id) { return id != no_request && requests.is_active(id); });
}

// Waits until one of the requests is complete. At least one of them must be active.
template <class Requests>
void wait_for_first(Requests& requests, const RequestList& list) {
    const auto active = std::find_if(list.ids.begin(), list.ids.end(),
                                     [&requests](RequestId id) { return id != no_request && requests.is_active(id); });
    list.waits.until(requests.reason(list.call, *active),
                     [&requests, &list] { return first_done(requests, list.ids) >= 0; });
}

// Reports the request at index `one`, or none if `one` is -1. The other requests do not change.
template <class Requests>
void report_one(Requests& requests, const RequestList& list, std::int32_t one) {
    for (std::size_t index = 0; index < list.ids.size(); ++index) {
        if (index == static_cast<std::size_t>(one)) report(requests, list, index);
        else if (list.ids[index] != no_request) requests.leave(list.ids[index]);
    }
}

// WAITANY.
template <class Requests>
Task<> wait_any(Requests requests, RequestList list, CallAnswer& answer) {
    begin_all(requests, list);
    answer.index = -1;
    if (!any_active(requests, list.ids)) co_return;
    wait_for_first(requests, list);
    co_await list.waits;
    answer.index = first_done(requests, list.ids);
    report_one(requests, list, answer.index);
}

// Executes TESTANY. The returned flag is also true if no request is active, because WAITANY would then return at once.
template <class Requests>
void test_any(Requests& requests, const RequestList& list, CallAnswer& answer) {
    begin_all(requests, list);
    answer.index = first_done(requests, list.ids);
    answer.done = answer.index >= 0 || !any_active(requests, list.ids);
    report_one(requests, list, answer.index);
}

// Reports all complete requests. The other requests do not change.
template <class Requests>
void report_some(Requests& requests, const RequestList& list, CallAnswer& answer) {
    std::vector<std::int32_t>& indices = answer.own_lists().indices;
    indices.clear();
    for (std::size_t index = 0; index < list.ids.size(); ++index) {
        const RequestId id = list.ids[index];
        if (id == no_request) continue;
        if (requests.is_active(id) && requests.is_done(id)) indices.push_back(static_cast<std::int32_t>(index));
        else requests.leave(id);
    }
    for (const std::int32_t index : indices) report(requests, list, static_cast<std::size_t>(index));
    answer.index = static_cast<std::int32_t>(indices.size());
}

// WAITSOME.
template <class Requests>
Task<> wait_some(Requests requests, RequestList list, CallAnswer& answer) {
    begin_all(requests, list);
    answer.index = -1;
    answer.own_lists().indices.clear();
    if (!any_active(requests, list.ids)) co_return;
    wait_for_first(requests, list);
    co_await list.waits;
    report_some(requests, list, answer);
}

// TESTSOME.
template <class Requests>
void test_some(Requests& requests, const RequestList& list, CallAnswer& answer) {
    begin_all(requests, list);
    const bool active = any_active(requests, list.ids);
    report_some(requests, list, answer);
    if (!active) answer.index = -1;
}

// Executes TEST and TESTALL. If all requests are complete, reports them. Otherwise reports no request.
template <class Requests>
void test_all(Requests& requests, const RequestList& list, CallAnswer& answer) {
    begin_all(requests, list);
    const auto is_done = [&requests](RequestId id) { return id == no_request || requests.is_done(id); };
    answer.done = std::all_of(list.ids.begin(), list.ids.end(), is_done);
    if (answer.done) return report_all(requests, list);
    for (const RequestId id : list.ids) {
        if (id != no_request) requests.leave(id);
    }
}

template <class Requests>
Task<> test_and_answer(Requests requests, RequestList list, CallAnswer& answer) {
    switch (list.call) {
        case Call::request_testany: test_any(requests, list, answer); break;
        case Call::request_testsome: test_some(requests, list, answer); break;
        default: test_all(requests, list, answer);
    }
    co_return;
}

template <class Requests>
Task<> free_one(Requests requests, RequestList list) {
    if (list.ids.front() == no_request) co_return;
    requests.free(list.call, list.ids.front());
    list.set_null(0);
}

template <class Requests>
Task<> cancel_one(Requests requests, RequestList list) {
    if (list.ids.front() == no_request) throw ErroneousProgram(list.call, "the request is MPI_REQUEST_NULL");
    requests.cancel(list.call, list.ids.front());
    co_return;
}

// Returns the task of a call of class `request`, except START and STARTALL. Objects that the arguments refer to must
// outlive the task.
template <class Requests>
Task<> request_call(Requests requests, RequestList list, CallAnswer& answer) {
    switch (list.call) {
        case Call::request_test:
        case Call::request_testall:
        case Call::request_testany:
        case Call::request_testsome: return test_and_answer(requests, std::move(list), answer);
        case Call::request_waitany: return wait_any(requests, std::move(list), answer);
        case Call::request_waitsome: return wait_some(requests, std::move(list), answer);
        case Call::request_free: return free_one(requests, std::move(list));
        case Call::request_cancel: return cancel_one(requests, std::move(list));
        default: return wait_all(requests, std::move(list));
    }
}

}  // namespace rmasim
