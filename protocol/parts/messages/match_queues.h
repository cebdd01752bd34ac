// The two queues in which messages and receives match (MPI 4.1, 3.5): posted receives, for which no message has
// arrived, and unexpected messages, which have arrived before their receive. A message matches the receive that was
// posted first among those with its communicator, source and tag; a receive matches the message that arrived first. A
// receive may have a wildcard for its source or its tag.
//
// A search takes constant time, even in queues of thousands.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/packet.h"
#include "protocol/parts/messages/match_lists.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace rmasim {

// The communicator, source and tag by which messages match. `source` and `tag` of a receive may be wildcards.
struct MatchKey {
    WindowId comm = no_window;
    Rank source = no_rank;
    std::uint32_t tag = 0;

    bool operator==(const MatchKey&) const = default;
    bool has_wildcard() const { return source == any_source || tag == any_tag; }
    // True if a receive with this key accepts a message with the key `message`.
    bool accepts(const MatchKey& message) const {
        return comm == message.comm && (source == message.source || source == any_source) &&
               (tag == message.tag || tag == any_tag);
    }
};
inline MatchKey key_of(const Message& receive) { return {receive.comm, receive.peer, receive.tag}; }
inline MatchKey key_of(const Packet& message) { return {message.window, message.source, message.op}; }
std::uint32_t hash_of(const MatchKey& key);

// The wildcards of a key. A key of a class has the same wildcards as all other keys of this class.
enum class KeyClass : std::uint8_t { exact, any_tag, any_source, any };
inline constexpr std::size_t key_classes = 4;
KeyClass class_of(const MatchKey& key);
// Returns the key of this class that accepts the message.
MatchKey with_wildcards(MatchKey message, KeyClass wildcards);

// A send or a receive that is not complete. A blocking call has its PendingMessage in its own frame.
struct PendingMessage {
    // The progress of the message.
    enum class Stage : std::uint8_t {
        posted,     // a receive; no message has matched it
        asked_for,  // a receive: the message was announced, and the receiver has requested its data
        announced,  // a send: the message was announced, and the receiver has not requested its data
        sent,       // a synchronous send: the message was sent, and no receive has matched it
        done,
    };
    // `message` must outlive this object.
    explicit PendingMessage(const Message& message, RequestId id = no_request) : message(message), id(id) {}

    const Message& message;
    union {
        MatchLinks<PendingMessage> links;  // only for PostedReceives
        std::uint64_t missing;             // receives of announced messages: the elements that have not arrived
    };
    std::uint64_t number;              // only for receives: the number of receives that began before
    RequestId id;                      // no_request: a blocking RECV whose message was not announced
    Stage stage = Stage::posted;
    MessageStatus status{};  // a receive: its message, as it was sent, once the message has matched

    // Return the status of a receive whose message has arrived, and the number of elements in this status.
    MessageStatus final_status() const {
        MessageStatus all = status;
        all.count = final_count();
        return all;
    }
    std::uint64_t final_count() const { return std::min(status.count, message.count); }
};

// The posted receives of a process.
class PostedReceives {
public:
    // Adds a receive. It must not move until `remove`.
    void post(PendingMessage& receive);
    // Sets the number of a receive that matches a message at once.
    void count(PendingMessage& receive) { receive.number = next_number(); }
    // Returns the number of the next receive, or of the next message that MPROBE takes.
    std::uint64_t next_number() { return begun_++; }
    std::uint64_t begun() const { return begun_; }
    void remove(PendingMessage& receive);
    // Returns the receive that the message matches; null if there is none. `find` may divide the queue.
    PendingMessage* find(const MatchKey& message);
    const PendingMessage* peek(const MatchKey& message) const;
    std::uint32_t size() const { return lists_.size(); }
    std::size_t bytes() const { return lists_.bytes(); }
    const PendingMessage* first() const { return lists_.first(0); }  // for prefetching

private:
    static std::uint32_t hash_of(const PendingMessage& receive) { return rmasim::hash_of(key_of(receive.message)); }
    PendingMessage* find_in_lists(const MatchKey& message) const;

    MatchLists<PendingMessage, &PendingMessage::links, &PostedReceives::hash_of> lists_;
    std::uint64_t begun_ = 0;  // number of receives so far
    std::uint32_t wild_ = 0;   // number of receives with wildcards in the lists
};

// An unexpected message.
struct UnexpectedMessage {
    explicit UnexpectedMessage(const Packet& packet) : packet(packet) {}

    Packet packet;  // SEND with its data, or SEND_RTS
    MatchLinks<UnexpectedMessage> exact, of_source, of_tag, of_comm;
    std::uint64_t number;  // the order of arrival
};

// The unexpected messages of a process. Only a long queue that a receive with a wildcard searches has lists by source
// alone, by tag alone, or by communicator alone.
class UnexpectedMessages {
public:
    UnexpectedMessages() = default;
    UnexpectedMessages(const UnexpectedMessages&) = delete;
    UnexpectedMessages& operator=(const UnexpectedMessages&) = delete;
    ~UnexpectedMessages();

    void arrived(const Packet& message);
    // Returns the message that the receive matches; null if there is none.
    UnexpectedMessage* find(const MatchKey& receive);
    // Removes a message from the queue. The caller must then call `free`.
    void remove(UnexpectedMessage& message);
    static void free(UnexpectedMessage& message);
    // Returns all messages, in the order of their arrival.
    std::vector<const Packet*> in_order() const;
    std::uint32_t size() const { return exact_.size(); }
    std::size_t bytes() const { return max_size_ * sizeof(UnexpectedMessage) + exact_.bytes(); }

private:
    template <KeyClass wildcards>
    static std::uint32_t hash_of(const UnexpectedMessage& message) {
        return rmasim::hash_of(with_wildcards(key_of(message.packet), wildcards));
    }
    template <MatchLinks<UnexpectedMessage> UnexpectedMessage::*links, KeyClass wildcards>
    using Lists = MatchLists<UnexpectedMessage, links, &UnexpectedMessages::hash_of<wildcards>>;
    struct Wild {
        Lists<&UnexpectedMessage::of_source, KeyClass::any_tag> of_source;
        Lists<&UnexpectedMessage::of_tag, KeyClass::any_source> of_tag;
        Lists<&UnexpectedMessage::of_comm, KeyClass::any> of_comm;
        void append(UnexpectedMessage& message);
        void remove(UnexpectedMessage& message);
        UnexpectedMessage* first(const MatchKey& receive);
    };
    void make_wild();

    Lists<&UnexpectedMessage::exact, KeyClass::exact> exact_;
    std::unique_ptr<Wild> wild_;  // null until it is needed, and when the queue is empty
    std::uint64_t arrived_ = 0;   // number of messages arrived so far
    std::uint32_t max_size_ = 0;  // the largest size so far
};

}  // namespace rmasim
