#include "protocol/parts/message_requests.h"

#include "protocol/base/prefetch.h"

#include <algorithm>
#include <utility>

namespace rmasim {

namespace {

constexpr std::size_t few_posted = 8;  // initial capacity: two requests for each of four neighbours

// Returns the stage of the request that the packet matches.
MessageRequests::Stage stage_before(PacketKind kind) {
    if (kind == PacketKind::send_cts) return MessageRequests::Stage::announced;
    return kind == PacketKind::send_data ? MessageRequests::Stage::asked_for : MessageRequests::Stage::expected;
}

}  // namespace

// Uses the first free entry: a program's request numbers then do not depend on the implementation of the table.
RequestId MessageRequests::open(const Request& request) {
    while (first_free_ < requests_.size() && requests_[first_free_].call != Call::none) ++first_free_;
    if (first_free_ == requests_.size()) requests_.emplace_back();
    requests_[first_free_] = request;
    return message_request | ++first_free_;
}

RequestId MessageRequests::post(Call call, Stage stage, const Message& message) {
    const RequestId id = open({call, false, false});
    if (posted_.capacity() == 0) posted_.reserve(few_posted);
    posted_.push_back({id, stage, message});
    max_posted_ = std::max(max_posted_, static_cast<std::uint32_t>(posted_.size()));
    return id;
}

// Requests with the same communicator, peer and tag are in the order of their messages.
inline const MessageRequests::Posted* MessageRequests::oldest_for(const Packet& packet) const {
    const Stage stage = stage_before(packet.kind);
    const auto fits = [&](const Posted& one) {
        return one.message.peer == packet.source && one.message.tag == packet.op && one.stage == stage &&
               one.message.comm == packet.window;
    };
    const auto oldest = std::find_if(posted_.begin(), posted_.end(), fits);
    return oldest == posted_.end() ? nullptr : &*oldest;
}

const MessageRequests::Posted* MessageRequests::find(const Packet& packet) const { return oldest_for(packet); }

void MessageRequests::ask_for(RequestId id) { posted_[position_of(id)].stage = Stage::asked_for; }

std::optional<MessageRequests::Posted> MessageRequests::match(const Packet& packet) {
    if (posted_.empty()) return std::nullopt;
    const Posted* const oldest = oldest_for(packet);
    if (oldest == nullptr) return std::nullopt;
    const Posted found = *oldest;
    posted_.erase(posted_.begin() + (oldest - posted_.data()));
    // A program may use messages only at its start: the swap frees the memory for other uses. (`= {}` would not.)
    if (posted_.empty()) std::vector<Posted>().swap(posted_);
    return found;
}

void MessageRequests::finish(RequestId id, std::string error) {
    Request& request = requests_[index_of(id)];
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

std::size_t MessageRequests::position_of(RequestId id) const {
    const auto at = std::find_if(posted_.begin(), posted_.end(), [id](const Posted& one) { return one.id == id; });
    return static_cast<std::size_t>(at - posted_.begin());
}

const MessageRequests::Posted* MessageRequests::awaited(RequestId id) const {
    const std::size_t position = position_of(id);
    return position == posted_.size() ? nullptr : &posted_[position];
}

void MessageRequests::prefetch_first() const {
    prefetch<few_posted * sizeof(Posted)>(posted_.data());
    prefetch_line(requests_.data());
}

const MessageRequests::Request* MessageRequests::first_open() const {
    const auto is_open = [](const Request& one) { return one.call != Call::none && !one.freed; };
    const auto at = std::find_if(requests_.begin(), requests_.end(), is_open);
    return at == requests_.end() ? nullptr : &*at;
}

}  // namespace rmasim
