#include "protocol/memmodel/messages.h"

#include "protocol/base/call_table.h"
#include "protocol/base/types.h"

namespace rmasim::memmodel {

void Messages::begin(const Origin& origin, ThreadState& thread, const Message& message, const Buffers& buffers) {
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
    if (!sends) return;
    Sent sent{thread.clock.point(), nullptr};
    if (thread.call == Call::ssend || thread.call == Call::issend) {
        sent.receipt = std::make_shared<Receipt>();
        (thread.call == Call::ssend ? thread.receipt : thread.made.receipt) = sent.receipt;
    }
    sent_[{origin.rank, message.peer, message.tag, message.comm}].push_back(std::move(sent));
}

void Messages::end_probe(Rank rank, ThreadState& thread, const MessageStatus& found) {
    if (found.source == proc_null) return;
    const std::deque<Sent>& sent = sent_[{found.source, rank, found.tag, found.comm}];
    if (sent.empty()) return;
    thread.clock.join(sent.front().moment);
    threads_.joined();
}

void Messages::end_matched_probe(Rank rank, ThreadState& thread, std::uint32_t receive) {
    const auto message = matched_.find({rank, receive});
    if (message == matched_.end()) return;
    thread.clock.join(message->second);
    threads_.joined();
}

void Messages::matched(std::uint32_t receive, const Route& route) {
    std::deque<Sent>& sent = sent_[route];
    if (sent.empty()) return;
    const Rank rank = std::get<1>(route);
    if (Receipt* const receipt = sent.front().receipt.get()) {
        for (const ThreadIndex thread : threads_.of_rank(rank)) {
            receipt->push_back(threads_.state(thread).clock.point());
        }
    }
    matched_.emplace(std::pair{rank, receive}, std::move(sent.front().moment));
    sent.pop_front();
}

void Messages::end_synchronous(ThreadState& thread, const Receipt& receipt) {
    for (const Moment& moment : receipt) thread.clock.join(moment);
    threads_.joined();
}

void Messages::take(Rank rank, ThreadState& thread, std::uint32_t receive) {
    end_matched_probe(rank, thread, receive);
    matched_.erase({rank, receive});
}

void Messages::end_recv(const Origin& origin, ThreadState& thread, std::uint32_t receive) {
    take(origin.rank, thread, receive);
    accesses_.store(origin, origin.rank, thread.result.memory, thread.result.bytes);
}

}  // namespace rmasim::memmodel
