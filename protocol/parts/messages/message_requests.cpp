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
        if (!request.done && !request.in_call && request.pending != nullptr) free_pending(request.pending);
    }
}

// Uses the first free entry: a program's request numbers then do not depend on the implementation of the table.
RequestId MessageRequests::open(const Request& request) {
    while (first_free_ < requests_.size() && requests_[first_free_].call != Call::none) ++first_free_;
    if (first_free_ == requests_.size()) requests_.emplace_back();
    requests_[first_free_] = request;
    return message_request | ++first_free_;
}

RequestId MessageRequests::open_done(Call call, Rank source) {
    Request request;
    request.call = call;
    request.done = true;
    request.received = {source, 0};
    return open(request);
}

RequestId MessageRequests::open_collective(Call call) {
    Request request;
    request.call = call;
    return open(request);
}

PendingMessage& MessageRequests::open_pending(Call call, const Message& message) {
    void* const memory = FramePool::of_this_thread().take(sizeof(PendingRequest));
    PendingMessage& pending = *new (memory) PendingRequest(message, no_request);
    Request request;
    request.call = call;
    request.pending = &pending;
    pending.id = open(request);
    max_pending_ = std::max(max_pending_, ++pending_);
    return pending;
}

void MessageRequests::open_in_call(Call call, PendingMessage& pending) {
    Request request;
    request.call = call;
    request.in_call = true;
    request.pending = &pending;
    pending.id = open(request);
}

PendingMessage* MessageRequests::find(RequestId id) const {
    const std::uint32_t index = index_of(id);
    return index < requests_.size() && !requests_[index].done ? requests_[index].pending : nullptr;
}

void MessageRequests::finish(RequestId id) {
    const Request& request = requests_[index_of(id)];
    if (request.in_call) return close(id);
    PendingMessage* const pending = request.pending;
    --pending_;
    if (request.freed) close(id);
    else complete(id, pending->status, pending->final_count());
    free_pending(pending);
}

// A request that was removed needs no error.
void MessageRequests::finish(RequestId id, std::string error) {
    finish(id);
    if (requests_[index_of(id)].done) rare().errors.push_back({id, std::move(error)});
}

void MessageRequests::finish_collective(RequestId id, std::string error) {
    complete(id, {}, 0);
    if (!error.empty()) rare().errors.push_back({id, std::move(error)});
}

// `count` is the number of elements that were received.
void MessageRequests::complete(RequestId id, const MessageStatus& status, std::uint64_t count) {
    Request& request = requests_[index_of(id)];
    Request done;
    done.call = request.call;
    done.done = true;
    done.cancelled = status.cancelled;
    done.error = status.error;
    done.large = count > UINT32_MAX;
    done.comm = status.comm;
    done.tag = status.tag;
    done.received = {status.source, static_cast<std::uint32_t>(count)};
    request = done;
    if (done.large) [[unlikely]]
        keep_large(id, count);
}

void MessageRequests::keep_large(RequestId id, std::uint64_t count) { rare().large.emplace_back(id, count); }

void MessageRequests::refuse(Call call, RequestId id) {
    throw ErroneousProgram(call, "no active request has the number " + std::to_string(id));
}

void MessageRequests::free(RequestId id) {
    if (requests_[index_of(id)].done) return close(id);
    requests_[index_of(id)].freed = true;
}

void MessageRequests::remove_rare(RequestId id) {
    std::erase_if(rare_->errors, [id](const Error& one) { return one.id == id; });
    std::erase_if(rare_->large, [id](const auto& one) { return one.first == id; });
}

MessageStatus MessageRequests::status_of(RequestId id) const {
    const Request& done = requests_[index_of(id)];
    std::uint64_t count = done.received.count;
    if (done.large) {
        const auto is_same = [id](const auto& one) { return one.first == id; };
        count = std::find_if(rare_->large.begin(), rare_->large.end(), is_same)->second;
    }
    return {done.received.source, done.tag, count, Datatype::byte, done.cancelled, done.comm, done.error};
}

const std::string* MessageRequests::find_error(RequestId id) const {
    const std::vector<Error>& errors = rare_->errors;
    const auto at = std::find_if(errors.begin(), errors.end(), [id](const Error& one) { return one.id == id; });
    return at == errors.end() ? nullptr : &at->text;
}

MessageRequests::Rare::~Rare() {
    for (const HeldMessage& one : held) {
        if (one.message != nullptr) UnexpectedMessages::free(*one.message);
    }
}

const PendingMessage* MessageRequests::find_buffered() const {
    const auto is_buffered = [](const Request& one) {
        return one.call != Call::none && !one.done && one.pending != nullptr &&
               one.pending->message.mode == SendMode::buffered;
    };
    const auto at = std::find_if(requests_.begin(), requests_.end(), is_buffered);
    return at == requests_.end() ? nullptr : at->pending;
}

RequestId MessageRequests::hold(UnexpectedMessage& message, std::uint64_t number) {
    std::vector<HeldMessage>& held = rare().held;
    auto free = std::find_if(held.begin(), held.end(), [](const HeldMessage& one) { return one.message == nullptr; });
    if (free == held.end()) free = held.emplace(held.end());
    *free = {&message, number};
    return static_cast<RequestId>(free - held.begin()) + 1;
}

HeldMessage MessageRequests::take_held(Call call, std::uint64_t id) {
    if (rare_ && id > 0 && id <= rare_->held.size() && rare_->held[id - 1].message != nullptr) {
        return std::exchange(rare_->held[id - 1], {});
    }
    throw ErroneousProgram(call, "no message that MPROBE or IMPROBE has found has the number " + std::to_string(id));
}

void MessageRequests::prefetch_first() const { prefetch_line(requests_.data()); }

const MessageRequests::Request* MessageRequests::first_open() const {
    const auto is_open = [](const Request& one) { return one.call != Call::none && !one.freed; };
    const auto at = std::find_if(requests_.begin(), requests_.end(), is_open);
    return at == requests_.end() ? nullptr : &*at;
}

}  // namespace rmasim
