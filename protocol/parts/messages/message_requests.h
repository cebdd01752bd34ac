// The requests of messages and of nonblocking collective calls. A request is open from the call that creates it to the
// call that reports its completion. An eager ISEND is complete at once. While a long message is in progress, its SEND
// and its RECV have requests, too: the packets of the message carry the numbers of these requests.
//
// The data of a request that is not complete (PendingMessage) are freed when its message arrives: many programs post
// many receives at the start of a run, and none later.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/errors.h"
#include "protocol/base/size.h"
#include "protocol/parts/messages/match_queues.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rmasim {

// The buffer of BSEND.
struct SendBuffer {
    static constexpr std::uint64_t overhead_bytes = 512;  // MPI_BSEND_OVERHEAD
    bool attached = false;
    std::uint64_t bytes = 0;
    std::uint64_t used_bytes = 0;  // by long messages that the receiver has not requested, with their overhead
};

// A message that MPROBE has taken from the queue of unexpected messages.
struct HeldMessage {
    UnexpectedMessage* message = nullptr;  // null: the entry is free
    std::uint64_t number = 0;              // the number of its receive, as in PendingMessage
};

// The requests of messages of one process.
class MessageRequests {
public:
    // A request that is done has the status of its message instead of `pending`.
    struct Request {
        struct Received {
            Rank source;
            std::uint32_t count;
        };
        Call call = Call::none;  // none: the entry is free. May be a nonblocking collective call
        bool done : 1 = false;
        bool freed : 1 = false;    // REQUEST_FREE: no call will report it
        bool in_call : 1 = false;  // the PendingMessage belongs to the frame of a blocking call
        bool cancelled : 1 = false;
        MessageError error : 2 = MessageError::none;  // a receive that is done
        bool large : 1 = false;                       // the same: `Rare::large` has its count
        WindowId comm = no_window;
        std::uint32_t tag = any_tag;
        union {
            PendingMessage* pending = nullptr;  // null for collective calls
            Received received;
        };
    };
    static_assert(has_size<Request, 16>);

    MessageRequests() = default;
    MessageRequests(const MessageRequests&) = delete;
    MessageRequests& operator=(const MessageRequests&) = delete;
    ~MessageRequests();

    // Creates a complete request: an ISEND, or an IRECV from MPI_PROC_NULL. `source` is that of its status.
    RequestId open_done(Call call, Rank source = any_source);
    // Creates a request that is not complete.
    PendingMessage& open_pending(Call call, const Message& message);
    // Create and complete the request of a nonblocking collective call. `error` is the error of the call, or empty.
    RequestId open_collective(Call call);
    void finish_collective(RequestId id, std::string error);
    // Creates the request of a blocking call whose message is announced. Sets `pending.id`.
    void open_in_call(Call call, PendingMessage& pending);
    // Returns the message of the request with this number; null if there is no such request, or if it is done.
    PendingMessage* find(RequestId id) const;
    // Completes a request and frees its PendingMessage. `error` is the error of the message. If REQUEST_FREE was called
    // for the request, or if it belongs to a blocking call, removes the request.
    void finish(RequestId id);
    void finish(RequestId id, std::string error);

    // Returns the request. Throws ErroneousProgram, with the name of `call`, if no request of ISEND or IRECV has the
    // number.
    const Request& get(Call call, RequestId id) const {
        const std::uint32_t index = index_of(id);
        if ((id & message_request) == 0 || index >= requests_.size() || !is_known(requests_[index])) [[unlikely]]
            refuse(call, id);
        return requests_[index];
    }
    // Returns the number of requests at the beginning of the list that are complete, and not persistent.
    std::size_t count_done(std::span<const RequestId> ids) const {
        std::size_t count = 0;
        while (count < ids.size() && find_done(ids[count]) != nullptr) ++count;
        return count;
    }
    // Removes these requests, and returns their number. Returns 0, without effect, if a request has rare data.
    std::size_t close_done(std::span<const RequestId> ids) {
        if (rare_) return 0;
        std::uint32_t first_free = first_free_;
        std::size_t count = 0;
        for (; count < ids.size(); ++count) {
            const Request* const done = find_done(ids[count]);
            if (done == nullptr) break;
            requests_[index_of(ids[count])] = Request();
            first_free = std::min(first_free, index_of(ids[count]));
        }
        first_free_ = first_free;
        return count;
    }
    // Executes REQUEST_FREE. The request must exist.
    void free(RequestId id);
    void close(RequestId id) {
        requests_[index_of(id)] = Request();
        first_free_ = std::min(first_free_, index_of(id));
        if (rare_) [[unlikely]]
            remove_rare(id);
    }
    // Returns the status of a request that is done. Its datatype is not recorded.
    MessageStatus status_of(RequestId id) const;
    // Returns the error of a complete request's message; null if there is none.
    const std::string* error_of(RequestId id) const { return rare_ ? find_error(id) : nullptr; }

    // The buffer of BSEND. `find_buffer` returns null if none was ever attached.
    SendBuffer& buffer() { return rare().buffer; }
    const SendBuffer* find_buffer() const { return rare_ ? &rare_->buffer : nullptr; }
    // Returns a buffered send that the receiver has not requested; null if there is none.
    const PendingMessage* find_buffered() const;
    // Stores a message for MRECV. Returns its number, which is positive.
    RequestId hold(UnexpectedMessage& message, std::uint64_t number);
    // Removes a held message. The caller must then free it. Throws ErroneousProgram, with the name of `call`, if no
    // held message has this number.
    HeldMessage take_held(Call call, std::uint64_t id);

    // Prefetches the table, which will be used soon.
    void prefetch_first() const;
    // Returns the first open request that is not freed; null if there is none.
    const Request* first_open() const;
    std::size_t bytes() const { return requests_.capacity() * sizeof(Request) + max_pending_ * sizeof(PendingRequest); }

private:
    // The data of a request of a nonblocking call.
    struct PendingRequest : PendingMessage {
        PendingRequest(const Message& given, RequestId id) : PendingMessage(own, id), own(given) {}
        Message own;
    };
    struct Error {
        RequestId id;
        std::string text;
    };
    // The data that few processes need.
    struct Rare {
        Rare() = default;
        Rare(const Rare&) = delete;
        Rare& operator=(const Rare&) = delete;
        ~Rare();
        std::vector<Error> errors{};
        std::vector<std::pair<RequestId, std::uint64_t>> large{};  // receives of 2^32 elements and more: their counts
        std::vector<HeldMessage> held{};
        SendBuffer buffer{};
    };
    Rare& rare() {
        if (!rare_) rare_ = std::make_unique<Rare>();
        return *rare_;
    }
    static std::uint32_t index_of(RequestId id) { return (id & ~message_request) - 1; }
    static bool is_known(const Request& request) { return request.call != Call::none && !request.freed; }
    [[noreturn]] static void refuse(Call call, RequestId id);
    // Returns the request if it is complete and not persistent; otherwise null.
    const Request* find_done(RequestId id) const {
        if ((id & (message_request | persistent_request)) != message_request) return nullptr;
        const std::uint32_t index = index_of(id);
        if (index >= requests_.size()) return nullptr;
        const Request& request = requests_[index];
        return is_known(request) && request.done ? &request : nullptr;
    }
    const std::string* find_error(RequestId id) const;
    void remove_rare(RequestId id);
    RequestId open(const Request& request);
    void complete(RequestId id, const MessageStatus& status, std::uint64_t count);
    [[gnu::noinline]] void keep_large(RequestId id, std::uint64_t count);
    static void free_pending(PendingMessage* pending);

    std::vector<Request> requests_;
    std::unique_ptr<Rare> rare_;    // nearly always null
    std::uint32_t first_free_ = 0;  // no entry with a lower index is free
    std::uint32_t pending_ = 0, max_pending_ = 0;
};

}  // namespace rmasim
