#include "protocol/parts/messages/match_queues.h"

#include "protocol/base/frame_pool.h"
#include "protocol/base/prefetch.h"

#include <algorithm>
#include <new>
#include <vector>

namespace rmasim {

std::uint32_t hash_of(const MatchKey& key) {
    constexpr std::uint64_t factor = 0x9E37'79B9'7F4A'7C15;
    const std::uint64_t source_and_tag = std::uint64_t{static_cast<std::uint32_t>(key.source)} << 32 | key.tag;
    const std::uint64_t mixed = (source_and_tag * factor ^ key.comm) * factor;
    return static_cast<std::uint32_t>(mixed >> 32);
}

KeyClass class_of(const MatchKey& key) {
    return static_cast<KeyClass>((key.source == any_source ? 2 : 0) + (key.tag == any_tag ? 1 : 0));
}

MatchKey with_wildcards(MatchKey message, KeyClass wildcards) {
    if (wildcards == KeyClass::any_source || wildcards == KeyClass::any) message.source = any_source;
    if (wildcards == KeyClass::any_tag || wildcards == KeyClass::any) message.tag = any_tag;
    return message;
}

void PostedReceives::post(PendingMessage& receive) {
    count(receive);
    if (key_of(receive.message).has_wildcard()) ++wild_;
    lists_.append(receive);
}

// Often the next message matches the next receive. Its removal accesses the receive after it, and so does a call that
// waits for all of them. A nonblocking receive has its Message behind its PendingMessage.
void PostedReceives::remove(PendingMessage& receive) {
    const PendingMessage* const next = receive.links.next;
    if (next != nullptr) prefetch<sizeof(PendingMessage) + sizeof(Message)>(next->links.next);
    if (key_of(receive.message).has_wildcard()) --wild_;
    lists_.remove(receive);
}

namespace {

// Returns the first receive, from `receive` on, that accepts the message. Null if there is none. Counts the others.
PendingMessage* first_that_accepts(PendingMessage* receive, const MatchKey& message, std::uint32_t& others) {
    for (; receive != nullptr && !key_of(receive->message).accepts(message); ++others) receive = receive->links.next;
    return receive;
}

}  // namespace

PendingMessage* PostedReceives::find(const MatchKey& message) {
    if (!lists_.single()) return find_in_lists(message);
    std::uint32_t examined = 0;
    PendingMessage* const found = first_that_accepts(lists_.first(0), message, examined);
    lists_.searched(examined);
    return found;
}

const PendingMessage* PostedReceives::peek(const MatchKey& message) const {
    if (!lists_.single()) return find_in_lists(message);
    std::uint32_t examined = 0;
    return first_that_accepts(lists_.first(0), message, examined);
}

// Receives of different classes are in different lists, so their numbers decide.
PendingMessage* PostedReceives::find_in_lists(const MatchKey& message) const {
    PendingMessage* oldest = nullptr;
    const std::size_t classes = wild_ == 0 ? 1 : key_classes;
    for (std::size_t i = 0; i < classes; ++i) {
        const MatchKey key = with_wildcards(message, static_cast<KeyClass>(i));
        PendingMessage* receive = lists_.first(rmasim::hash_of(key));
        while (receive != nullptr && key_of(receive->message) != key) receive = receive->links.next;
        if (receive != nullptr && (oldest == nullptr || receive->number < oldest->number)) oldest = receive;
    }
    return oldest;
}

namespace {

// Returns the first message that the receive accepts, in the list with this hash; null if there is none.
template <MatchLinks<UnexpectedMessage> UnexpectedMessage::*links, class Lists>
UnexpectedMessage* first_accepted(Lists& lists, std::uint32_t hash, const MatchKey& receive) {
    std::uint32_t examined = 0;
    UnexpectedMessage* message = lists.first(hash);
    for (; message != nullptr && !receive.accepts(key_of(message->packet)); ++examined) {
        message = (message->*links).next;
    }
    lists.searched(examined);
    return message;
}

}  // namespace

void UnexpectedMessages::Wild::append(UnexpectedMessage& message) {
    of_source.append(message);
    of_tag.append(message);
    of_comm.append(message);
}

void UnexpectedMessages::Wild::remove(UnexpectedMessage& message) {
    of_source.remove(message);
    of_tag.remove(message);
    of_comm.remove(message);
}

UnexpectedMessage* UnexpectedMessages::Wild::first(const MatchKey& receive) {
    const std::uint32_t hash = rmasim::hash_of(receive);
    switch (class_of(receive)) {
        case KeyClass::any_tag: return first_accepted<&UnexpectedMessage::of_source>(of_source, hash, receive);
        case KeyClass::any_source: return first_accepted<&UnexpectedMessage::of_tag>(of_tag, hash, receive);
        default: return first_accepted<&UnexpectedMessage::of_comm>(of_comm, hash, receive);
    }
}

UnexpectedMessages::~UnexpectedMessages() {
    exact_.for_each([](UnexpectedMessage& message) { free(message); });
}

void UnexpectedMessages::arrived(const Packet& message) {
    void* const memory = FramePool::of_this_thread().take(sizeof(UnexpectedMessage));
    UnexpectedMessage& made = *new (memory) UnexpectedMessage(message);
    made.number = arrived_++;
    exact_.append(made);
    if (wild_) wild_->append(made);
    max_size_ = std::max(max_size_, exact_.size());
}

UnexpectedMessage* UnexpectedMessages::find(const MatchKey& receive) {
    if (exact_.single()) return first_accepted<&UnexpectedMessage::exact>(exact_, 0, receive);
    if (!receive.has_wildcard()) {
        return first_accepted<&UnexpectedMessage::exact>(exact_, rmasim::hash_of(receive), receive);
    }
    if (!wild_) make_wild();
    return wild_->first(receive);
}

void UnexpectedMessages::make_wild() {
    std::vector<UnexpectedMessage*> messages;
    exact_.for_each([&messages](UnexpectedMessage& message) { messages.push_back(&message); });
    std::sort(messages.begin(), messages.end(), [](const auto* a, const auto* b) { return a->number < b->number; });
    wild_ = std::make_unique<Wild>();
    for (UnexpectedMessage* const message : messages) wild_->append(*message);
}

void UnexpectedMessages::remove(UnexpectedMessage& message) {
    exact_.remove(message);
    if (!wild_) return;
    wild_->remove(message);
    if (exact_.size() == 0) wild_.reset();
}

void UnexpectedMessages::free(UnexpectedMessage& message) {
    FramePool::of_this_thread().give_back(&message, sizeof message);
}

std::vector<const Packet*> UnexpectedMessages::in_order() const {
    std::vector<const UnexpectedMessage*> all;
    exact_.for_each([&all](const UnexpectedMessage& message) { all.push_back(&message); });
    std::ranges::sort(all, {}, &UnexpectedMessage::number);
    std::vector<const Packet*> packets;
    for (const UnexpectedMessage* const one : all) packets.push_back(&one->packet);
    return packets;
}

}  // namespace rmasim
