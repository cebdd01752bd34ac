// The requests of r-forms and of messages, for calls that take lists of both (request_calls.h).
#pragma once

#include "protocol/parts/requests/request_calls.h"
#include "protocol/parts/requests/request_table.h"

namespace rmasim {

// Returns the open request `id` of an r-form (RequestTable). Throws ErroneousProgram, with the name of `call`, if there
// is no such request, or if the call that created it was an error.
Request& require_request(RequestTable& requests, Call call, RequestId id);

// The functions that calls on lists of requests (request_calls.h) need for requests of r-forms and of messages. A
// family provides a small class `Operations`, which is copied into each call:
//
//     RequestTable& requests() const
//     void begin(const Request&)                starts the completion of an operation
//     void begin_message()                      starts the completion of a message
//     WaitReason reason(Call, OpId) const       the reason to wait for an operation that is not complete
template <class Operations>
class OperationRequests {
public:
    OperationRequests(Operations operations, TwoSided& two_sided) : operations_(operations), messages_(two_sided) {}

    bool begin(Call call, RequestId id) {
        if (is_message(id)) [[likely]] {
            if (messages_.begin(call, id)) return true;
            operations_.begin_message();
            return false;
        }
        const Request& request = require_request(operations_.requests(), call, id);
        if (!request.done) operations_.begin(request);
        return request.done;
    }
    bool is_active(RequestId id) const { return !is_message(id) || messages_.is_active(id); }
    bool is_done(RequestId id) const {
        return is_message(id) ? messages_.is_done(id) : operations_.requests().find(id)->done;
    }
    std::size_t count_done(std::span<const RequestId> ids) const { return messages_.count_done(ids); }
    std::size_t close_done(std::span<const RequestId> ids) { return messages_.close_done(ids); }
    bool report(const RequestList& list, RequestId id) {
        if (is_message(id)) return messages_.report(list, id);
        if (list.statuses != nullptr) list.statuses->push_back({});
        require_request(operations_.requests(), list.call, id);
        operations_.requests().close(id);
        return true;
    }
    void leave(RequestId) {}
    void free(Call call, RequestId id) {
        if (is_message(id)) return messages_.free(call, id);
        require_request(operations_.requests(), call, id);
        throw ErroneousProgram(call, "the request belongs to an RMA operation, and must be waited for");
    }
    void cancel(Call call, RequestId id) {
        if (is_message(id)) return messages_.cancel(call, id);
        require_request(operations_.requests(), call, id);
        throw ErroneousProgram(call, "the request belongs to an RMA operation, which cannot be cancelled");
    }
    WaitReason reason(Call call, RequestId id) const {
        if (is_message(id)) return messages_.reason(call, id);
        const Request& request = *operations_.requests().find(id);
        // The request is complete, or its operation is on the caller's own window and completes at once. No call waits
        // for it.
        if (request.done || request.op == no_operation) return {call, no_window, Awaited::request};
        return operations_.reason(call, request.op);
    }

private:
    static bool is_message(RequestId id) { return (id & message_request) != 0; }

    Operations operations_;
    MessageCalls messages_;
};

}  // namespace rmasim
