// The functions of MPI for messages (MPI 4.1, chapter 3), as calls of the core.
#include "sim/mpi/hosted/message_arguments.h"
#include "sim/mpi/objects/datatypes/packing.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

using mpi::call;
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

[[gnu::always_inline]] inline int send(const char* function, Call kind, const MessageArguments& arguments) {
    return call(function, to_int(arguments.comm),
                [&](Library& own) { world_of_ranks().make(request_of(kind, message_to(own, arguments))); });
}

MPI_Request add_request(Library& own, RequestId number, const mpi::GroupRef& sources) {
    mpi::Request request;
    request.number = number;
    request.sources = sources;
    return mpi::to_handle<MPI_Request>(own.requests.add(std::move(request)));
}

MPI_Request begin(Library& own, Call kind, const Message& message, const mpi::GroupRef& sources) {
    return add_request(own, world_of_ranks().make(request_of(kind, message)).request, sources);
}

[[gnu::always_inline]] inline int isend(const char* function, Call kind, const MessageArguments& arguments,
                                        MPI_Request* request) {
    return call(function, to_int(arguments.comm), [&](Library& own) {
        checked(request) = begin(own, kind, message_to(own, arguments), sources_in(own, arguments.comm));
    });
}

void receive(Library& own, const MessageArguments& arguments, MPI_Status* status) {
    CallRequest request = request_of(Call::recv, message_from(own, arguments));
    request.wants_status = status != MPI_STATUS_IGNORE;
    const CallAnswer& answer = world_of_ranks().make(std::move(request));
    store(status, answer, sources_in(own, arguments.comm));
}

// ---- Persistent requests.

MPI_Request add_persistent(Library& own, Call kind, const Message& message, const mpi::GroupRef& sources) {
    mpi::Request request;
    request.persistent = true;
    request.active = false;
    request.sources = sources;
    request.start = [kind, message](int handle) {
        const RequestId number = world_of_ranks().make(request_of(kind, message)).request;
        mpi::library().requests.find(handle).number = number;
    };
    return mpi::to_handle<MPI_Request>(own.requests.add(std::move(request)));
}

[[gnu::always_inline]] inline int send_init(const char* function, Call kind, const MessageArguments& arguments,
                                            MPI_Request* request) {
    return call(function, to_int(arguments.comm), [&](Library& own) {
        checked(request) = add_persistent(own, kind, message_to(own, arguments), sources_in(own, arguments.comm));
    });
}

// ---- Probes.

CallRequest probe_of(Library& own, Call kind, int source, int tag, MPI_Comm comm) {
    CallRequest request = request_of(kind, message_from(own, {nullptr, 0, MPI_BYTE, source, tag, comm}));
    request.wants_status = true;
    return request;
}

MPI_Message add_message(Library& own, const CallAnswer& answer, MPI_Comm comm) {
    if (answer.request == message_no_proc) return MPI_MESSAGE_NO_PROC;
    const int handle = world_of_ranks().messages_of_rank().add({answer.request, sources_in(own, comm)});
    mpi::require(handle != 0, MPI_ERR_OTHER, "too many messages exist");
    return mpi::to_handle<MPI_Message>(handle);
}

struct TakenMessage {
    HeldMessage held;
    CallRequest request;
};

// Takes a message of MPI_Mprobe for its receive.
TakenMessage take_message(Library& own, Call kind, const MessageArguments& arguments, MPI_Message& message) {
    HeldMessage held{message_no_proc, nullptr};
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

}  // namespace rmasim::sim

using namespace rmasim::sim;
using rmasim::Call;
using rmasim::CallAnswer;
using rmasim::CallRequest;
using rmasim::RequestArguments;
using rmasim::mpi::call;
using rmasim::mpi::checked;
using rmasim::mpi::Library;
using rmasim::mpi::require;
using rmasim::mpi::to_int;

extern "C" {

int PMPI_Send(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    return send("MPI_Send", Call::send, {from, count, type, dest, tag, comm});
}
int PMPI_Ssend(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    return send("MPI_Ssend", Call::ssend, {from, count, type, dest, tag, comm});
}
int PMPI_Bsend(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    return send("MPI_Bsend", Call::bsend, {from, count, type, dest, tag, comm});
}
int PMPI_Rsend(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    return send("MPI_Rsend", Call::rsend, {from, count, type, dest, tag, comm});
}

int PMPI_Isend(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request* request) {
    return isend("MPI_Isend", Call::isend, {from, count, type, dest, tag, comm}, request);
}
int PMPI_Issend(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
    return isend("MPI_Issend", Call::issend, {from, count, type, dest, tag, comm}, request);
}
int PMPI_Ibsend(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
    return isend("MPI_Ibsend", Call::ibsend, {from, count, type, dest, tag, comm}, request);
}
int PMPI_Irsend(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
    return isend("MPI_Irsend", Call::irsend, {from, count, type, dest, tag, comm}, request);
}

int PMPI_Recv(void* to, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    return call("MPI_Recv", to_int(comm), [&](Library& own) {
        receive(own, {to, count, type, source, tag, comm}, status);
    });
}

int PMPI_Irecv(void* to, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Irecv", to_int(comm), [&](Library& own) {
        checked(request) =
            begin(own, Call::irecv, message_from(own, {to, count, type, source, tag, comm}), sources_in(own, comm));
    });
}

// The send and the receive are both under way while the function waits.
int PMPI_Sendrecv(const void* from, int sent, MPI_Datatype sent_type, int dest, int sent_tag, void* to, int count,
                  MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    return call("MPI_Sendrecv", to_int(comm), [&](Library& own) {
        const rmasim::Message send = message_to(own, {from, sent, sent_type, dest, sent_tag, comm});
        const rmasim::Message receive = message_from(own, {to, count, type, source, tag, comm});
        CallRequest wait;
        wait.call = Call::request_waitall;
        wait.requests.push_back(world_of_ranks().make(request_of(Call::isend, send)).request);
        wait.requests.push_back(world_of_ranks().make(request_of(Call::irecv, receive)).request);
        wait.wants_status = status != MPI_STATUS_IGNORE;
        store(status, world_of_ranks().make(std::move(wait)), sources_in(own, comm));
    });
}

int PMPI_Sendrecv_replace(void* buffer, int count, MPI_Datatype type, int dest, int sent_tag, int source, int tag,
                          MPI_Comm comm, MPI_Status* status) {
    return call("MPI_Sendrecv_replace", to_int(comm), [&](Library& own) {
        const auto& datatype = own.types.committed(to_int(type));
        std::vector<std::byte> copy(rmasim::sim::bytes_of(own, count, type));
        rmasim::mpi::pack(buffer, count, datatype, 0, static_cast<std::int64_t>(copy.size()), copy.data());
        const auto bytes = static_cast<int>(copy.size());
        CallRequest wait;
        wait.call = Call::request_waitall;
        const rmasim::Message send = message_to(own, {copy.data(), bytes, MPI_BYTE, dest, sent_tag, comm});
        wait.requests.push_back(world_of_ranks().make(request_of(Call::isend, send)).request);
        const rmasim::Message receive = message_from(own, {buffer, count, type, source, tag, comm});
        wait.requests.push_back(world_of_ranks().make(request_of(Call::irecv, receive)).request);
        wait.wants_status = status != MPI_STATUS_IGNORE;
        store(status, world_of_ranks().make(std::move(wait)), sources_in(own, comm));
    });
}

// ---- Probes.

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
    return call("MPI_Probe", to_int(comm), [&](Library& own) {
        store(status, world_of_ranks().make(probe_of(own, Call::probe, source, tag, comm)), sources_in(own, comm));
    });
}

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
    return call("MPI_Iprobe", to_int(comm), [&](Library& own) {
        checked(flag) = 0;
        const CallAnswer& answer = world_of_ranks().make(probe_of(own, Call::iprobe, source, tag, comm));
        if (!answer.done) return world_of_ranks().poll_failed();
        *flag = 1;
        store(status, answer, sources_in(own, comm));
    });
}

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
    return call("MPI_Mprobe", to_int(comm), [&](Library& own) {
        checked(message);
        const CallAnswer& answer = world_of_ranks().make(probe_of(own, Call::mprobe, source, tag, comm));
        *message = add_message(own, answer, comm);
        store(status, answer, sources_in(own, comm));
    });
}

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
    return call("MPI_Improbe", to_int(comm), [&](Library& own) {
        checked(flag) = 0;
        checked(message);
        const CallAnswer& answer = world_of_ranks().make(probe_of(own, Call::improbe, source, tag, comm));
        if (!answer.done) return world_of_ranks().poll_failed();
        *flag = 1;
        *message = add_message(own, answer, comm);
        store(status, answer, sources_in(own, comm));
    });
}

int PMPI_Mrecv(void* to, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
    return call("MPI_Mrecv", 0, [&](Library& own) {
        const MessageArguments arguments{to, count, type, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD};
        TakenMessage taken = take_message(own, Call::mrecv, arguments, checked(message));
        taken.request.wants_status = true;
        store(status, world_of_ranks().make(std::move(taken.request)), taken.held.sources);
    });
}

int PMPI_Imrecv(void* to, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
    return call("MPI_Imrecv", 0, [&](Library& own) {
        const MessageArguments arguments{to, count, type, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD};
        checked(request);
        TakenMessage taken = take_message(own, Call::imrecv, arguments, checked(message));
        const rmasim::RequestId number = world_of_ranks().make(std::move(taken.request)).request;
        *request = add_request(own, number, taken.held.sources);
    });
}

// ---- Persistent requests.

int PMPI_Send_init(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                   MPI_Request* request) {
    return send_init("MPI_Send_init", Call::isend, {from, count, type, dest, tag, comm}, request);
}
int PMPI_Ssend_init(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                    MPI_Request* request) {
    return send_init("MPI_Ssend_init", Call::issend, {from, count, type, dest, tag, comm}, request);
}
int PMPI_Bsend_init(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                    MPI_Request* request) {
    return send_init("MPI_Bsend_init", Call::ibsend, {from, count, type, dest, tag, comm}, request);
}
int PMPI_Rsend_init(const void* from, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                    MPI_Request* request) {
    return send_init("MPI_Rsend_init", Call::irsend, {from, count, type, dest, tag, comm}, request);
}
int PMPI_Recv_init(void* to, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request* request) {
    return call("MPI_Recv_init", to_int(comm), [&](Library& own) {
        checked(request) = add_persistent(own, Call::irecv, message_from(own, {to, count, type, source, tag, comm}),
                                          sources_in(own, comm));
    });
}

// ---- The buffer of buffered sends.

int PMPI_Buffer_attach(void* buffer, int bytes) {
    return call("MPI_Buffer_attach", 0, [&](Library&) {
        require(bytes >= 0, MPI_ERR_ARG, "the size is negative");
        auto more = std::make_shared<RequestArguments>();
        more->memory_bytes = static_cast<std::uint64_t>(bytes);
        CallRequest request;
        request.call = Call::buffer_attach;
        request.more = std::move(more);
        world_of_ranks().make(std::move(request));
        world_of_ranks().buffer_of_rank() = {static_cast<std::byte*>(buffer), static_cast<std::size_t>(bytes)};
    });
}

int PMPI_Buffer_detach(void* address, int* bytes) {
    return call("MPI_Buffer_detach", 0, [&](Library&) {
        require(address != nullptr, MPI_ERR_ARG, "an argument is a null pointer");
        checked(bytes);
        CallRequest request;
        request.call = Call::buffer_detach;
        world_of_ranks().make(std::move(request));
        const std::span<std::byte> buffer = std::exchange(world_of_ranks().buffer_of_rank(), {});
        std::byte* const first = buffer.data();
        std::memcpy(address, &first, sizeof first);
        *bytes = static_cast<int>(buffer.size());
    });
}

}  // extern "C"
