// The requests of messages and nonblocking collective calls of one process, and persistent requests of them. A call on
// a persistent request is a call on its open request; if it is inactive, it is complete, with the empty status.
#pragma once

#include "protocol/parts/collectives/nonblocking_collectives.h"
#include "protocol/parts/messages/messages.h"
#include "protocol/parts/requests/persistent_requests.h"

namespace rmasim {

// The functions throw ErroneousProgram, with the name of `call`, if there is no such request.
class TwoSidedRequests {
public:
    // `nonblocking` and `persistent` are null if the process has made no such call. All arguments must outlive this
    // object.
    TwoSidedRequests(Messages& messages, NonblockingCollectives* nonblocking, PersistentRequests* persistent)
        : messages_(messages), nonblocking_(nonblocking), persistent_(persistent) {}

    void require(Call call, RequestId id) const {
        if (is_persistent(id)) persistent(call, id);
        else messages_.request(call, id);
    }
    // Returns the persistent request. Throws ErroneousProgram if the request is none.
    PersistentRequest& persistent(Call call, RequestId id) const;
    // Precondition of the functions with a single argument: `require` has found the request.
    bool is_active(RequestId id) const { return open_of(id) != no_request; }
    bool is_done(RequestId id) const {
        const RequestId open = open_of(id);
        return open == no_request || messages_.request(Call::request_wait, open).done;
    }
    MessageStatus status_of(RequestId id) const;  // of a request that is done
    WaitReason reason(Call call, RequestId id) const;
    // Throws the error of a request that is done, if there is one; if `errors_return` is set, only an error that is not
    // in its status.
    void raise(RequestId id, bool errors_return) const {
        if (is_persistent(id)) raise_persistent(id, errors_return);
        else messages_.raise(id, errors_return);
    }
    // Reports the completion of a request. Returns true if the request no longer exists.
    bool report(Call call, RequestId id) const {
        if (is_persistent(id)) return report_persistent(call, id);
        messages_.report(call, id);
        return true;
    }
    // Execute REQUEST_FREE and CANCEL.
    void free(Call call, RequestId id) const;
    void cancel(Call call, RequestId id) const;

private:
    static bool is_persistent(RequestId id) { return (id & persistent_request) != 0; }
    // Returns the open request of a persistent request, or no_request if it is inactive. Returns any other request
    // itself.
    RequestId open_of(RequestId id) const { return is_persistent(id) ? persistent_->find(id)->active : id; }
    void raise_persistent(RequestId id, bool errors_return) const;
    bool report_persistent(Call call, RequestId id) const;
    void free_persistent(Call call, RequestId id) const;

    Messages& messages_;
    NonblockingCollectives* nonblocking_;
    PersistentRequests* persistent_;
};

}  // namespace rmasim
