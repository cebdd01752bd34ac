#include "protocol/parts/messages/message_requests.h"

#include "protocol/base/frame_pool.h"
#include "protocol/base/prefetch.h"

#include <algorithm>
#include <new>
#include <utility>

namespace rmasim {

// `pending` must be a PendingRequest.
void MessageRequests::free_pending(PendingMessage* pending) {
    FramePool::of_this_thread().give_back(static_cast<PendingRequest*>(pending), sizeof(PendingRequest));
}

// Does not access the PendingMessages of blocking calls, which may be destroyed already.
MessageRequests::~MessageRequests() {
    for (const Request& request : requests_) {
        if (request.pending != nullptr && !request.in_call) free_pending(request.pending);
    }
}

// Uses the first free entry: a program's request numbers then do not depend on the implementation of the table.
RequestId MessageRequests::open(const Request& request) {
    while (first_free_ < requests_.size() && requests_[first_free_].call != Call::none) ++first_free_;
    if (first_free_ == requests_.size()) requests_.emplace_back();
    requests_[first_free_] = request;
    return message_request | ++first_free_;
}

PendingMessage& MessageRequests::open_pending(Call call, const Message& message) {
    void* const memory = FramePool::of_this_thread().take(sizeof(PendingRequest));
    PendingMessage& pending = *new (memory) PendingRequest(message, no_request);
    pending.id = open({call, false, false, false, &pending});
    max_pending_ = std::max(max_pending_, ++pending_);
    return pending;
}

void MessageRequests::open_in_call(Call call, PendingMessage& pending) {
    pending.id = open({call, false, false, true, &pending});
}

PendingMessage* MessageRequests::find(RequestId id) const {
    const std::uint32_t index = index_of(id);
    return index < requests_.size() ? requests_[index].pending : nullptr;
}

void MessageRequests::finish(RequestId id, std::string error) {
    Request& request = requests_[index_of(id)];
    PendingMessage* const pending = std::exchange(request.pending, nullptr);
    if (request.in_call) return close(id);
    free_pending(pending);
    --pending_;
    if (request.freed) return close(id);
    request.done = true;
    if (error.empty()) return;
    if (!errors_) errors_ = std::make_unique<std::vector<Error>>();
    errors_->push_back({id, std::move(error)});
}

const MessageRequests::Request& MessageRequests::get(Call call, RequestId id) const {
    const std::uint32_t index = index_of(id);
    const bool known = (id & message_request) != 0 && index < requests_.size();
    if (known && requests_[index].call != Call::none && !requests_[index].freed) return requests_[index];
    throw ErroneousProgram(call, "no active request has the number " + std::to_string(id));
}

void MessageRequests::free(RequestId id) {
    if (requests_[index_of(id)].done) return close(id);
    requests_[index_of(id)].freed = true;
}

void MessageRequests::close(RequestId id) {
    requests_[index_of(id)] = {};
    first_free_ = std::min(first_free_, index_of(id));
    if (errors_) std::erase_if(*errors_, [id](const Error& one) { return one.id == id; });
}

const std::string* MessageRequests::error_of(RequestId id) const {
    if (!errors_) return nullptr;
    const auto at = std::find_if(errors_->begin(), errors_->end(), [id](const Error& one) { return one.id == id; });
    return at == errors_->end() ? nullptr : &at->text;
}

void MessageRequests::prefetch_first() const { prefetch_line(requests_.data()); }

const MessageRequests::Request* MessageRequests::first_open() const {
    const auto is_open = [](const Request& one) { return one.call != Call::none && !one.freed; };
    const auto at = std::find_if(requests_.begin(), requests_.end(), is_open);
    return at == requests_.end() ? nullptr : &*at;
}

}  // namespace rmasim
