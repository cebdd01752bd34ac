#include "protocol/parts/messages/two_sided_requests.h"

#include "protocol/base/call_table.h"

#include <utility>

namespace rmasim {

PersistentRequest& TwoSidedRequests::persistent(Call call, RequestId id) const {
    if (id == no_request) throw ErroneousProgram(call, "the request is MPI_REQUEST_NULL");
    if (!is_persistent(id)) throw ErroneousProgram(call, "the request is not persistent");
    PersistentRequest* const found = persistent_ == nullptr ? nullptr : persistent_->find(id);
    if (found == nullptr) throw ErroneousProgram(call, "no request has the number " + std::to_string(id));
    return *found;
}

MessageStatus TwoSidedRequests::status_of(RequestId id) const {
    const RequestId open = open_of(id);
    return open == no_request ? MessageStatus() : messages_.status_of(open);
}

WaitReason TwoSidedRequests::reason(Call call, RequestId id) const {
    const RequestId open = open_of(id);
    if (nonblocking_ != nullptr) {
        if (const auto found = nonblocking_->reason(call, open)) return *found;
    }
    return messages_.reason(call, open);
}

// The error of a persistent request names the call that has made it.
void TwoSidedRequests::raise_persistent(RequestId id, bool errors_return) const {
    const PersistentRequest& started = persistent(Call::request_wait, id);
    if (started.active == no_request) return;
    try {
        messages_.raise(started.active, errors_return);
    } catch (const ErroneousProgram& error) {
        throw error.at(name_of(started.made_by));
    }
}

bool TwoSidedRequests::report_persistent(Call call, RequestId id, bool errors_return,
                                         std::vector<MessageStatus>* statuses) const {
    raise_persistent(id, errors_return);
    if (statuses != nullptr) statuses->push_back(status_of(id));
    RequestId& active = persistent(call, id).active;
    if (active != no_request) messages_.report(call, std::exchange(active, no_request));
    return false;
}

void TwoSidedRequests::free(Call call, RequestId id) const {
    if (is_persistent(id)) return free_persistent(call, id);
    const Call made_by = messages_.request(call, id).call;
    if (description_of(made_by).kind != CallClass::message) {
        throw ErroneousProgram(call,
                               "the request is that of " + std::string(name_of(made_by)) +
                                   "; requests of nonblocking collective calls must be completed by WAIT or TEST");
    }
    messages_.free_request(call, id);
}

// An active send is freed when it is complete. The program could not notice that an active receive or collective call
// is complete (MPI 4.1, 3.9).
void TwoSidedRequests::free_persistent(Call call, RequestId id) const {
    const PersistentRequest& freed = persistent(call, id);
    if (freed.active != no_request) {
        if (!sends_message(freed.starts.call)) {
            throw ErroneousProgram(call, "the request of " + std::string(name_of(freed.made_by)) +
                                             " is active; complete it by WAIT or TEST before it is freed");
        }
        messages_.free_request(call, freed.active);
    }
    persistent_->close(id);
}

void TwoSidedRequests::cancel(Call call, RequestId id) const {
    RequestId open = id;
    if (is_persistent(id)) {
        open = persistent(call, id).active;
        if (open == no_request) throw ErroneousProgram(call, "the persistent request is inactive");
    }
    messages_.request(call, open);
    messages_.cancel(call, open);
}

}  // namespace rmasim
