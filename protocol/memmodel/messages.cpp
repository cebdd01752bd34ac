#include "protocol/memmodel/messages.h"

namespace rmasim::memmodel {

void Messages::begin(const Origin& origin, ThreadState& thread, const Message& message, const Buffers& buffers) {
    thread.result = buffers.result;
    const bool sends = thread.call == Call::send || thread.call == Call::isend;
    const Rank from = sends ? origin.rank : message.peer, to = sends ? message.peer : origin.rank;
    const Route route{from, to, message.tag, message.comm};
    Mail& mail = mail_[route];
    if (thread.call == Call::send) accesses_.load(origin, origin.rank, buffers.source.memory, buffers.source.bytes);
    if (thread.call == Call::recv) thread.receive = {route, mail.receives++};
    if (thread.call == Call::isend || thread.call == Call::irecv) {
        thread.made.buffers = make_ref<Span>();
        if (!sends) thread.made.receive = Receive{route, mail.receives++};
        accesses_.add_buffer(origin, thread, buffers.source, AccessKind::load, thread.call, thread.made.buffers);
        accesses_.add_buffer(origin, thread, buffers.result, AccessKind::store, thread.call, thread.made.buffers);
        accesses_.need_buffers(thread);
    }
    if (sends) mail.sent.emplace(mail.sends++, thread.clock.point());
}

void Messages::take(ThreadState& thread, const Receive& receive) {
    Mail& mail = mail_[receive.route];
    const auto message = mail.sent.find(receive.number);
    if (message == mail.sent.end()) return;
    thread.clock.join(message->second);
    mail.sent.erase(message);
    threads_.joined();
}

void Messages::end_recv(const Origin& origin, ThreadState& thread) {
    take(thread, thread.receive);
    accesses_.store(origin, origin.rank, thread.result.memory, thread.result.bytes);
}

}  // namespace rmasim::memmodel
