// The functions of MPI for messages (MPI 4.1, chapter 3), as calls of the core.
#include "sim/mpi/hosted/served.h"
#include "sim/mpi/objects/datatypes/packing.h"
#include "sim/mpi/objects/error.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace rmasim::sim::served {

namespace {

using mpi::checked;
using mpi::Library;
using mpi::to_int;

HostedWorld& world_of_ranks() { return HostedWorld::get(); }

CallRequest request_of(Call call, const Message& message) {
    CallRequest request;
    request.call = call;
    request.comm = message.comm;
    request.message = message;
    return request;
}

void store(MPI_Status* to, const CallAnswer& answer, const mpi::GroupRef& sources) {
    if (to == MPI_STATUS_IGNORE) return;
    const MessageStatus found =
        answer.lists && !answer.lists->statuses.empty() ? answer.lists->statuses.back() : MessageStatus{};
    const int error = to->MPI_ERROR;
    *to = HostedWorld::status_of(found, sources);
    to->MPI_ERROR = error;
}

const mpi::GroupRef& sources_in(Library& own, MPI_Comm comm) { return peers_of(own.comms.find(to_int(comm))); }

// An error of a message is in its status, if the communicator's error handler returns.
bool errors_return_in(Library& own, MPI_Comm comm) { return errors_return(own.comms.find(to_int(comm))); }

void send(Library& own, Call kind, const MessageArguments& arguments) {
    world_of_ranks().make(request_of(kind, message_to(own, arguments)));
}

// Makes a buffered send. Throws MPI_ERR_BUFFER.
RequestId send_buffered(Library& own, Call kind, const MessageArguments& arguments) {
    CallRequest request = request_of(kind, message_to(own, arguments));
    const bool errors_return = errors_return_in(own, arguments.comm);
    request.errors_return = errors_return;
    const CallAnswer& answer = world_of_ranks().make(std::move(request));
    mpi::require(!errors_return || answer.lists->statuses.empty(), MPI_ERR_BUFFER,
                 "the attached buffer has no room for the message, or none is attached");
    return answer.request;
}

// The communicator of a request: the group of its sources, and its handle, whose error handler is called.
struct Of {
    mpi::GroupRef sources;
    int comm;
};

void make_on_request(Call call, RequestId number) {
    if (number == no_request) return;
    CallRequest request;
    request.call = call;
    request.requests.push_back(number);
    world_of_ranks().make(std::move(request));
}

// MPI_Cancel, for a request of the program. The core cancels a receive that has no message yet, and no send.
void cancel(int handle) {
    make_on_request(Call::request_cancel, mpi::library().requests.find(handle).number);
}

// MPI_Request_free, for an active request of the program. The checks of memory no longer see its buffer as used.
void release(int handle) {
    const mpi::Request request = mpi::library().requests.find(handle);
    if (request.finish) request.finish();
    if (request.send) make_on_request(Call::request_free, *request.send);
    if (!request.received) make_on_request(Call::request_free, request.number);
}

MPI_Request add_request(Library& own, RequestId number, const Of& of) {
    mpi::Request request;
    request.number = number;
    request.sources = of.sources;
    request.comm = of.comm;
    request.finish = world_of_ranks().finishing({});
    request.cancel = cancel;
    request.release = release;
    return mpi::to_handle<MPI_Request>(own.requests.add(std::move(request)));
}

MPI_Request begin(Library& own, Call kind, const Message& message, const Of& of) {
    return add_request(own, world_of_ranks().make(request_of(kind, message)).request, of);
}

void begin_send(Library& own, Call kind, const MessageArguments& arguments, MPI_Request* request) {
    checked(request) =
        begin(own, kind, message_to(own, arguments), {sources_in(own, arguments.comm), to_int(arguments.comm)});
}

// Makes a call that receives a message, and stores its status. Throws MPI_ERR_TRUNCATE or MPI_ERR_TYPE.
void receive(CallRequest&& request, bool errors_return, const mpi::GroupRef& sources, MPI_Status* status) {
    request.wants_status = errors_return || status != MPI_STATUS_IGNORE;
    request.errors_return = errors_return;
    const CallAnswer& answer = world_of_ranks().make(std::move(request));
    store(status, answer, sources);
    const int error = errors_return ? HostedWorld::error_of(answer.lists->statuses.back()) : MPI_SUCCESS;
    mpi::require(error == MPI_SUCCESS, error, "the message does not fit the receive");
}

// ---- Persistent requests.

MPI_Request add_persistent(Library& own, Call kind, const Message& message, const Of& of) {
    mpi::Request request;
    request.persistent = true;
    request.active = false;
    request.sources = of.sources;
    request.comm = of.comm;
    request.start = [kind, message, buffers = world_of_ranks().take_buffers()](int handle) {
        world_of_ranks().use_buffers(buffers);
        const RequestId number = world_of_ranks().make(request_of(kind, message)).request;
        mpi::Request& started = mpi::library().requests.find(handle);
        started.number = number;
        started.finish = world_of_ranks().finishing({});
    };
    request.cancel = cancel;
    request.release = release;
    return mpi::to_handle<MPI_Request>(own.requests.add(std::move(request)));
}

void make_send(Library& own, Call kind, const MessageArguments& arguments, MPI_Request* request) {
    checked(request) = add_persistent(own, kind, message_to(own, arguments),
                                      {sources_in(own, arguments.comm), to_int(arguments.comm)});
}

// ---- Probes.

CallRequest probe_of(Library& own, Call kind, int source, int tag, MPI_Comm comm) {
    CallRequest request = request_of(kind, message_from(own, {nullptr, 0, MPI_BYTE, source, tag, comm}));
    request.wants_status = true;
    return request;
}

MPI_Message add_message(Library& own, const CallAnswer& answer, MPI_Comm comm) {
    if (answer.request == message_no_proc) return MPI_MESSAGE_NO_PROC;
    const int handle = world_of_ranks().messages_of_rank().add({answer.request, sources_in(own, comm), to_int(comm)});
    mpi::require(handle != 0, MPI_ERR_OTHER, "too many messages exist");
    return mpi::to_handle<MPI_Message>(handle);
}

struct TakenMessage {
    HeldMessage held;
    CallRequest request;
};

// Takes a message of MPI_Mprobe for its receive.
TakenMessage take_message(Library& own, Call kind, const MessageArguments& arguments, MPI_Message& message) {
    HeldMessage held{message_no_proc, nullptr, to_int(MPI_COMM_WORLD)};
    if (message != MPI_MESSAGE_NO_PROC) {
        HeldMessage* const found = world_of_ranks().messages_of_rank().find(to_int(message));
        mpi::require(found != nullptr, MPI_ERR_ARG, "the message is null, received, or none");
        held = world_of_ranks().messages_of_rank().take(to_int(message));
    }
    message = MPI_MESSAGE_NULL;
    Message wanted = message_from(own, arguments);
    CallRequest request = request_of(kind, wanted);
    auto more = std::make_shared<RequestArguments>();
    more->handle = held.number;
    request.more = std::move(more);
    return {std::move(held), std::move(request)};
}

}  // namespace

void send(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    send(own, Call::send, {from, count, type, dest, tag, comm});
}
void ssend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    send(own, Call::ssend, {from, count, type, dest, tag, comm});
}
void bsend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    send_buffered(own, Call::bsend, {from, count, type, dest, tag, comm});
}
void rsend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    send(own, Call::rsend, {from, count, type, dest, tag, comm});
}

void isend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
           MPI_Request* request) {
    begin_send(own, Call::isend, {from, count, type, dest, tag, comm}, request);
}
void issend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
            MPI_Request* request) {
    begin_send(own, Call::issend, {from, count, type, dest, tag, comm}, request);
}
void ibsend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
            MPI_Request* request) {
    const RequestId number = send_buffered(own, Call::ibsend, {from, count, type, dest, tag, comm});
    checked(request) = add_request(own, number, {sources_in(own, comm), to_int(comm)});
}
void irsend(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
            MPI_Request* request) {
    begin_send(own, Call::irsend, {from, count, type, dest, tag, comm}, request);
}

void recv(Library& own, void* to, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
          MPI_Status* status) {
    receive(request_of(Call::recv, message_from(own, {to, count, type, source, tag, comm})),
            errors_return_in(own, comm), sources_in(own, comm), status);
}

void irecv(Library& own, void* to, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
           MPI_Request* request) {
    checked(request) = begin(own, Call::irecv, message_from(own, {to, count, type, source, tag, comm}),
                             {sources_in(own, comm), to_int(comm)});
}

namespace {

// Makes a send and a receive, which are both under way while the function waits.
void send_and_receive(Library& own, const Message& send, const MessageArguments& received, MPI_Status* status) {
    const Message receives = message_from(own, received);
    CallRequest wait;
    wait.call = Call::request_waitall;
    wait.requests.push_back(world_of_ranks().make(request_of(Call::isend, send)).request);
    wait.requests.push_back(world_of_ranks().make(request_of(Call::irecv, receives)).request);
    receive(std::move(wait), errors_return_in(own, received.comm), sources_in(own, received.comm), status);
}

// Begins a send and a receive, which one request completes. It keeps the memory that is sent.
MPI_Request begin_send_and_receive(Library& own, const Message& send, const MessageArguments& received,
                                   std::shared_ptr<const void> keeps) {
    const Message receives = message_from(own, received);
    mpi::Request request;
    request.send = world_of_ranks().make(request_of(Call::isend, send)).request;
    request.number = world_of_ranks().make(request_of(Call::irecv, receives)).request;
    request.sources = sources_in(own, received.comm);
    request.comm = to_int(received.comm);
    request.keeps = std::move(keeps);
    request.finish = world_of_ranks().finishing({});
    request.cancel = cancel;
    if (!request.keeps) request.release = release;
    return mpi::to_handle<MPI_Request>(own.requests.add(std::move(request)));
}

// Returns the bytes of elements, in the order of their type map.
std::vector<std::byte> packed(Library& own, const void* buffer, MPI_Count count, MPI_Datatype type) {
    const auto& datatype = own.types.committed(to_int(type));
    std::vector<std::byte> copy(sim::bytes_of(own, count, type));
    mpi::pack(buffer, count, datatype, 0, static_cast<std::int64_t>(copy.size()), copy.data());
    return copy;
}

}  // namespace

void sendrecv(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, int dest, int sent_tag, void* to,
              MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    const Message send = message_to(own, {from, sent, sent_type, dest, sent_tag, comm});
    send_and_receive(own, send, {to, count, type, source, tag, comm}, status);
}

void sendrecv_replace(Library& own, void* buffer, MPI_Count count, MPI_Datatype type, int dest, int sent_tag,
                      int source, int tag, MPI_Comm comm, MPI_Status* status) {
    const std::vector<std::byte> copy = packed(own, buffer, count, type);
    const auto bytes = static_cast<std::int64_t>(copy.size());
    Message send = message_to(own, {copy.data(), bytes, MPI_BYTE, dest, sent_tag, comm});
    send.label = world_of_ranks().label_of(own.types.type(to_int(type)));
    send_and_receive(own, send, {buffer, count, type, source, tag, comm}, status);
}

void isendrecv(Library& own, const void* from, MPI_Count sent, MPI_Datatype sent_type, int dest, int sent_tag, void* to,
               MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    const Message send = message_to(own, {from, sent, sent_type, dest, sent_tag, comm});
    checked(request) = begin_send_and_receive(own, send, {to, count, type, source, tag, comm}, nullptr);
}

void isendrecv_replace(Library& own, void* buffer, MPI_Count count, MPI_Datatype type, int dest, int sent_tag,
                       int source, int tag, MPI_Comm comm, MPI_Request* request) {
    const auto copy = std::make_shared<const std::vector<std::byte>>(packed(own, buffer, count, type));
    const auto bytes = static_cast<std::int64_t>(copy->size());
    Message send = message_to(own, {copy->data(), bytes, MPI_BYTE, dest, sent_tag, comm});
    send.label = world_of_ranks().label_of(own.types.type(to_int(type)));
    checked(request) = begin_send_and_receive(own, send, {buffer, count, type, source, tag, comm}, copy);
}

// ---- Probes.

void probe(Library& own, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    store(status, world_of_ranks().make(probe_of(own, Call::probe, source, tag, comm)), sources_in(own, comm));
}

void iprobe(Library& own, int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
    checked(flag) = 0;
    const CallAnswer& answer = world_of_ranks().poll(probe_of(own, Call::iprobe, source, tag, comm));
    if (!answer.done) return;
    *flag = 1;
    store(status, answer, sources_in(own, comm));
}

void mprobe(Library& own, int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    checked(message);
    const CallAnswer& answer = world_of_ranks().make(probe_of(own, Call::mprobe, source, tag, comm));
    *message = add_message(own, answer, comm);
    store(status, answer, sources_in(own, comm));
}

void improbe(Library& own, int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
    checked(flag) = 0;
    checked(message);
    const CallAnswer& answer = world_of_ranks().poll(probe_of(own, Call::improbe, source, tag, comm));
    if (!answer.done) return;
    *flag = 1;
    *message = add_message(own, answer, comm);
    store(status, answer, sources_in(own, comm));
}

void mrecv(Library& own, void* to, MPI_Count count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
    const MessageArguments arguments{to, count, type, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD};
    TakenMessage taken = take_message(own, Call::mrecv, arguments, checked(message));
    const mpi::Comm* const comm = own.comms.find_if_valid(taken.held.comm);
    receive(std::move(taken.request), comm != nullptr && errors_return(*comm), taken.held.sources, status);
}

void imrecv(Library& own, void* to, MPI_Count count, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
    const MessageArguments arguments{to, count, type, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD};
    checked(request);
    TakenMessage taken = take_message(own, Call::imrecv, arguments, checked(message));
    const RequestId number = world_of_ranks().make(std::move(taken.request)).request;
    *request = add_request(own, number, {taken.held.sources, taken.held.comm});
}

// ---- Persistent requests.

void send_init(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
    make_send(own, Call::isend, {from, count, type, dest, tag, comm}, request);
}
void ssend_init(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
    make_send(own, Call::issend, {from, count, type, dest, tag, comm}, request);
}
void bsend_init(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
    make_send(own, Call::ibsend, {from, count, type, dest, tag, comm}, request);
}
void rsend_init(Library& own, const void* from, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
    make_send(own, Call::irsend, {from, count, type, dest, tag, comm}, request);
}
void recv_init(Library& own, void* to, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
               MPI_Request* request) {
    checked(request) = add_persistent(own, Call::irecv, message_from(own, {to, count, type, source, tag, comm}),
                                      {sources_in(own, comm), to_int(comm)});
}

// ---- The buffer of buffered sends.

void buffer_attach(Library&, void* buffer, MPI_Count bytes) {
    mpi::require(bytes >= 0, MPI_ERR_ARG, "the size is negative");
    mpi::require(world_of_ranks().buffer_of_rank().data() == nullptr, MPI_ERR_BUFFER, "a buffer is attached already");
    auto more = std::make_shared<RequestArguments>();
    more->memory_bytes = static_cast<std::uint64_t>(bytes);
    CallRequest request;
    request.call = Call::buffer_attach;
    request.more = std::move(more);
    world_of_ranks().make(std::move(request));
    world_of_ranks().buffer_of_rank() = {static_cast<std::byte*>(buffer), static_cast<std::size_t>(bytes)};
}

void buffer_detach(Library&, void* address, MPI_Count* bytes) {
    mpi::require(address != nullptr, MPI_ERR_ARG, "an argument is a null pointer");
    checked(bytes);
    mpi::require(world_of_ranks().buffer_of_rank().data() != nullptr, MPI_ERR_BUFFER, "no buffer is attached");
    CallRequest request;
    request.call = Call::buffer_detach;
    world_of_ranks().make(std::move(request));
    const std::span<std::byte> buffer = std::exchange(world_of_ranks().buffer_of_rank(), {});
    std::byte* const first = buffer.data();
    std::memcpy(address, &first, sizeof first);
    *bytes = static_cast<MPI_Count>(buffer.size());
}

void buffer_detach(Library& own, void* address, int* bytes) {
    checked(bytes);
    MPI_Count large = 0;
    buffer_detach(own, address, &large);
    *bytes = static_cast<int>(large);
}

}  // namespace rmasim::sim::served
