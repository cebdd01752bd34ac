#include "protocol/memmodel/messages.h"

#include "protocol/base/call_table.h"
#include "protocol/base/types.h"

#include <utility>

namespace rmasim::memmodel {

void Messages::begin(const Origin& origin, ThreadState& thread, const CallRequest& call, const Buffers& buffers) {
    const Message& message = call.message;
    thread.result = buffers.result;
    const bool sends = sends_message(thread.call);
    if (has_request(thread.call)) {
        thread.made.buffers = make_ref<Span>();
        accesses_.add_buffer(origin, thread, buffers.source, AccessKind::load, thread.call, thread.made.buffers);
        accesses_.add_buffer(origin, thread, buffers.result, AccessKind::store, thread.call, thread.made.buffers);
        accesses_.need_buffers(thread);
    } else if (sends) {
        accesses_.load(origin, origin.rank, buffers.source.memory, buffers.source.bytes);
    }
    if (!sends) return begin_receive(origin.rank, thread, call);
    Sent sent{thread.clock.point(), nullptr};
    if (thread.call == Call::ssend || thread.call == Call::issend) {
        sent.receipt = std::make_shared<Receipt>();
        (thread.call == Call::ssend ? thread.receipt : thread.made.receipt) = sent.receipt;
    }
    sent_[{origin.rank, message.peer, message.tag, message.comm}].push_back(std::move(sent));
}

// A message that MPROBE has found is received when its MRECV or IMRECV begins. All other receives begin before they
// match a message, or at the same time.
void Messages::begin_receive(Rank rank, ThreadState& thread, const CallRequest& call) {
    thread.posted = thread.clock.point();
    const std::uint64_t message = call.more ? call.more->handle : 0;
    const auto held = held_.find({rank, message});
    if (held == held_.end()) return;
    const auto matched = matched_.find({rank, held->second});
    if (matched != matched_.end() && matched->second.receipt) *matched->second.receipt = thread.posted;
    held_.erase(held);
}

void Messages::posted(Rank rank, const ThreadState& thread, std::uint32_t receive) {
    if (!matched_.contains({rank, receive})) posted_.emplace(Receive{rank, receive}, thread.posted);
}

// Returns the moment at which the call of a receive began; a moment that does not exist for that of MPROBE. The call
// has returned, or a thread is inside the call.
Moment Messages::begin_of(const Receive& receive) {
    if (auto at = posted_.extract(receive)) return std::move(at.mapped());
    const auto [rank, number] = receive;
    for (const ThreadIndex index : threads_.of_rank(rank)) {
        const ThreadState& thread = threads_.state(index);
        const bool receives = thread.inside && receives_message(thread.call);
        if (receives && (thread.answer == nullptr || thread.answer->index == static_cast<std::int32_t>(number))) {
            return thread.posted;
        }
    }
    return {};
}

void Messages::end_probe(Rank rank, ThreadState& thread, const MessageStatus& found) {
    if (found.source == proc_null) return;
    const std::deque<Sent>& sent = sent_[{found.source, rank, found.tag, found.comm}];
    if (sent.empty()) return;
    thread.clock.join(sent.front().moment);
    threads_.joined();
}

void Messages::end_matched_probe(Rank rank, ThreadState& thread, std::uint32_t receive, RequestId message) {
    const auto found = matched_.find({rank, receive});
    if (found == matched_.end()) return;
    thread.clock.join(found->second.moment);
    threads_.joined();
    held_.emplace(std::pair{rank, message}, receive);
}

void Messages::matched(std::uint32_t receive, const Route& route) {
    std::deque<Sent>& sent = sent_[route];
    if (sent.empty()) return;
    const Receive by{std::get<1>(route), receive};
    Moment begin = begin_of(by);
    if (sent.front().receipt) *sent.front().receipt = std::move(begin);
    matched_.emplace(by, std::move(sent.front()));
    sent.pop_front();
}

void Messages::end_synchronous(ThreadState& thread, const Receipt& receipt) {
    if (!receipt.exists()) return;
    thread.clock.join(receipt);
    threads_.joined();
}

void Messages::take(Rank rank, ThreadState& thread, std::uint32_t receive) {
    posted_.erase({rank, receive});
    const auto message = matched_.find({rank, receive});
    if (message == matched_.end()) return;
    thread.clock.join(message->second.moment);
    threads_.joined();
    matched_.erase(message);
}

void Messages::end_recv(const Origin& origin, ThreadState& thread, std::uint32_t receive) {
    take(origin.rank, thread, receive);
    accesses_.store(origin, origin.rank, thread.result.memory, thread.result.bytes);
}

}  // namespace rmasim::memmodel
