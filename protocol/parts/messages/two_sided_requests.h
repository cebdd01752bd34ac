// The requests of messages and nonblocking collective calls of one process, and persistent requests of them. A call on
// a persistent request is a call on its open request; if it is inactive, it is complete, with the empty status.
#pragma once

#include "protocol/parts/collectives/nonblocking_collectives.h"
#include "protocol/parts/messages/messages.h"
#include "protocol/parts/requests/persistent_requests.h"

#include <span>
#include <vector>

namespace rmasim {

// The functions throw ErroneousProgram, with the name of `call`, if there is no such request.
class TwoSidedRequests {
public:
    // `nonblocking` and `persistent` are null if the process has made no such call. All arguments must outlive this
    // object.
    TwoSidedRequests(Messages& messages, NonblockingCollectives* nonblocking, PersistentRequests* persistent)
        : messages_(messages), nonblocking_(nonblocking), persistent_(persistent) {}

    // Returns true if the request is complete.
    bool is_done(Call call, RequestId id) const {
        if (!is_persistent(id)) return messages_.request(call, id).done;
        persistent(call, id);
        return is_done(id);
    }
    // Returns the persistent request. Throws ErroneousProgram if the request is none.
    PersistentRequest& persistent(Call call, RequestId id) const;
    // Precondition of the functions with a single argument: the request exists.
    bool is_active(RequestId id) const { return open_of(id) != no_request; }
    bool is_done(RequestId id) const {
        const RequestId open = open_of(id);
        return open == no_request || messages_.request(Call::request_wait, open).done;
    }
    // Return the number of requests at the beginning of the list that are complete, and not persistent. `close_done`
    // also frees them; it returns 0 if a request of the process has an error.
    std::size_t count_done(std::span<const RequestId> ids) const { return messages_.count_done(ids); }
    std::size_t close_done(std::span<const RequestId> ids) const { return messages_.close_done(ids); }
    MessageStatus status_of(RequestId id) const;  // of a request that is done
    WaitReason reason(Call call, RequestId id) const;
    // Reports the completion of a request, and adds its status to `statuses`, unless that is null. Returns true if the
    // request no longer exists. Throws the error of the request, if there is one; if `errors_return` is set, only an
    // error that is not in its status.
    bool report(Call call, RequestId id, bool errors_return, std::vector<MessageStatus>* statuses) const {
        if (is_persistent(id)) [[unlikely]]
            return report_persistent(call, id, errors_return, statuses);
        messages_.raise(id, errors_return);
        if (statuses != nullptr) statuses->push_back(messages_.status_of(id));
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
    bool report_persistent(Call call, RequestId id, bool errors_return, std::vector<MessageStatus>* statuses) const;
    void free_persistent(Call call, RequestId id) const;

    Messages& messages_;
    NonblockingCollectives* nonblocking_;
    PersistentRequests* persistent_;
};

}  // namespace rmasim
