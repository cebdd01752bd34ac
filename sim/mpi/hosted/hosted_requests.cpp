// The requests of programs, and the time that polls take.
#include "sim/mpi/hosted/hosted_world.h"
#include "sim/mpi/objects/error.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace rmasim::sim {

MPI_Status HostedWorld::status_of(const MessageStatus& found, const mpi::GroupRef& sources) {
    MPI_Status status = mpi::empty_status();
    if (found.source == proc_null) status.MPI_SOURCE = MPI_PROC_NULL;
    else if (found.source >= 0) status.MPI_SOURCE = sources == nullptr ? found.source : sources->rank_of(found.source);
    if (found.tag != rmasim::any_tag) status.MPI_TAG = static_cast<int>(found.tag);
    mpi::set_status_bytes(status, static_cast<std::int64_t>(found.count * bytes_of(found.datatype)));
    mpi::set_cancelled(status, found.cancelled);
    return status;
}

int HostedWorld::error_of(const MessageStatus& found) {
    switch (found.error) {
        case MessageError::truncate: return MPI_ERR_TRUNCATE;
        case MessageError::type: return MPI_ERR_TYPE;
        case MessageError::buffer: return MPI_ERR_BUFFER;
        case MessageError::none: break;
    }
    return MPI_SUCCESS;
}

void HostedWorld::require_equal_types(std::uint32_t sent, std::uint32_t received, std::uint64_t bytes) const {
    if (!labels_.differ(sent, received, bytes)) return;
    throw mpi::Error(MPI_ERR_TYPE, "the datatypes of the data sent and received differ: " +
                                       labels_.difference(sent, received, bytes));
}

std::uint32_t HostedWorld::label_of(const mpi::TypeRef& type) {
    return labels_.of(type, call_sites_.number(caller().returns_to));
}

MPI_Request HostedWorld::add_request(RequestId id) {
    mpi::Request request;
    request.number = id;
    request.of_window = true;
    request.cancel = [this](int) {
        add_erroneous(caller(), "the request belongs to an RMA operation, which cannot be cancelled");
    };
    request.complete = id == no_request;
    request.status = mpi::empty_status();
    return mpi::to_handle<MPI_Request>(mpi::library().requests.add(std::move(request)));
}

namespace {

// A request of the core: that of a request, or the send of MPI_Isendrecv.
struct CoreRequest {
    int handle;
    bool is_send;
};

// Records that a request of the core is complete. Returns true if this completes the program's request.
bool complete(mpi::Requests& all, const CoreRequest& done, const MessageStatus& status) {
    if (const std::function<void()> finish = all.find_or_released(done.handle).finish; finish && !done.is_send)
        finish();
    mpi::Request& request = all.find_or_released(done.handle);
    if (done.is_send) {
        request.send.reset();
    } else {
        request.status = HostedWorld::status_of(status, request.sources);
        request.status.MPI_ERROR = HostedWorld::error_of(status);
        request.received = true;
    }
    if (request.send || !request.received) return false;
    request.received = false;
    const MPI_Status result = request.status;
    all.complete(done.handle, result);
    return true;
}

}  // namespace

// Completes requests of the core: all, at least one, or those that are complete.
void HostedWorld::progress(std::span<const MPI_Request> requests, mpi::Progress how) {
    while (!progress_once(requests, how) && how == mpi::Progress::any) {
    }
}

// Returns true if no request is open, or a request has been completed.
bool HostedWorld::progress_once(std::span<const MPI_Request> requests, mpi::Progress how) {
    mpi::Requests& all = mpi::library().requests;
    std::vector<CoreRequest> open;
    CallRequest call;
    bool waits_for_others = false;  // for a generalized request, or for the other members of a new communicator
    for (const MPI_Request one : requests) {
        if (!all.is_active(one)) continue;
        const int handle = mpi::to_int(one);
        const mpi::Request& request = all.find(handle);
        if (request.kind != mpi::Request::Kind::other) {
            waits_for_others = waits_for_others || !request.is_complete();
            continue;
        }
        if (request.complete && how == mpi::Progress::any) return true;
        if (request.complete) continue;
        if (request.send) {
            open.push_back({handle, true});
            call.requests.push_back(*request.send);
        }
        if (!request.received) {
            open.push_back({handle, false});
            call.requests.push_back(request.number);
        }
    }
    if (open.empty() && waits_for_others && how == mpi::Progress::test) poll_failed();
    if (open.empty()) return true;
    call.call = how == mpi::Progress::all   ? Call::request_waitall
                : how == mpi::Progress::any ? Call::request_waitsome
                                            : Call::request_testsome;
    if (how == mpi::Progress::all && open.size() == 1) call.call = Call::request_wait;
    call.wants_status = true;
    call.errors_return = std::ranges::all_of(open, [&](const CoreRequest& one) {
        const mpi::Comm* const comm = mpi::library().comms.find_if_valid(all.find(one.handle).comm);
        return comm != nullptr && errors_return(*comm);
    });
    if (how == mpi::Progress::test) {
        poll(std::move(call));
        if (has_found_nothing(own())) return false;
    } else {
        make(std::move(call));
    }
    const CallAnswer& answer = *own().answer;
    std::vector<MessageStatus> statuses;
    std::vector<std::int32_t> indices;
    if (answer.lists) {
        statuses = answer.lists->statuses;
        if (how != mpi::Progress::all) indices = answer.lists->indices;
    }
    const std::size_t count = how == mpi::Progress::all ? open.size() : indices.size();
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) {
        const CoreRequest& done = open[how == mpi::Progress::all ? i : static_cast<std::size_t>(indices[i])];
        any = complete(all, done, i < statuses.size() ? statuses[i] : MessageStatus{}) || any;
    }
    return any;
}

// ---- Polls.

bool HostedWorld::has_found_nothing(const ThreadState& own) {
    const CallAnswer& answer = *own.answer;
    if (own.making == Call::request_testsome) return !answer.lists || answer.lists->indices.empty();
    return !answer.done;
}

const CallAnswer& HostedWorld::poll(CallRequest&& request) {
    const CallAnswer& answer = make(std::move(request));
    if (has_found_nothing(own())) poll_failed();
    return answer;
}

}  // namespace rmasim::sim
