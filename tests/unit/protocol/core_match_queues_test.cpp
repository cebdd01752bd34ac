// Posted receives and unexpected messages: matched by communicator, source and tag, in the order of posting and
// arrival.
#include "protocol/parts/messages/match_queues.h"
#include "tests/random_rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <memory>
#include <random>
#include <vector>

namespace rmasim {
namespace {

Packet message(const MatchKey& key, std::uint32_t mark) {
    Packet packet;
    packet.source = key.source;
    packet.kind = PacketKind::send;
    packet.op = key.tag;
    packet.window = key.comm;
    packet.region.count = mark;
    return packet;
}

Message receive(const MatchKey& key) {
    Message wanted;
    wanted.peer = key.source;
    wanted.tag = key.tag;
    wanted.comm = key.comm;
    return wanted;
}

std::uint32_t mark_taken(UnexpectedMessages& queue, UnexpectedMessage& message) {
    const std::uint32_t mark = message.packet.region.count;
    queue.remove(message);
    UnexpectedMessages::free(message);
    return mark;
}

// The marks of the messages that `wanted` receives, one after the other, until none matches.
std::vector<std::uint32_t> all_taken(UnexpectedMessages& queue, const MatchKey& wanted) {
    std::vector<std::uint32_t> marks;
    while (UnexpectedMessage* const found = queue.find(wanted)) marks.push_back(mark_taken(queue, *found));
    return marks;
}

TEST(MatchQueues, MessagesOfTwoCommunicatorsNeverMatch) {
    constexpr WindowId row = no_window - 1, column = no_window - 2;
    UnexpectedMessages queue;
    queue.arrived(message({row, 1, 7}, 10));
    queue.arrived(message({no_window, 1, 7}, 20));
    EXPECT_EQ(queue.find({column, 1, 7}), nullptr);
    EXPECT_EQ(queue.find({column, any_source, any_tag}), nullptr);
    EXPECT_EQ(all_taken(queue, {no_window, 1, 7}), std::vector<std::uint32_t>{20});
    EXPECT_EQ(queue.in_order().front()->region.count, 10u);
    EXPECT_EQ(all_taken(queue, {row, any_source, 7}), std::vector<std::uint32_t>{10});
    EXPECT_EQ(queue.size(), 0u);

    PostedReceives posted;
    const Message wanted = receive({row, any_source, any_tag});
    PendingMessage in_row(wanted);
    posted.post(in_row);
    EXPECT_EQ(posted.find({column, 1, 7}), nullptr);
    EXPECT_EQ(posted.find({row, 1, 7}), &in_row);
}

// Keys of few sources, tags and communicators, so that many match. A program with many steps has queues of more than a
// hundred nodes, which are divided into lists.
class MatchQueuesAndLists : public testing::Test {
protected:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    MatchKey concrete() {
        const auto comm = static_cast<WindowId>(no_window - below(2));
        const auto source = static_cast<Rank>(below(sources_));
        return {comm, source, static_cast<std::uint32_t>(below(tags_))};
    }
    MatchKey pattern() {
        MatchKey key = concrete();
        const std::uint64_t wild = below(8);
        if (wild == 0 || wild == 1) key.source = any_source;
        if (wild == 0 || wild == 2) key.tag = any_tag;
        return key;
    }
    void draw_program() {
        const bool deep = below(16) == 0;
        sources_ = 1 + below(deep ? 40 : 4);
        tags_ = 1 + below(deep ? 40 : 4);
        steps_ = deep ? 400 : 40;
        of_ten_insert_ = 5 + below(4);
    }
    bool inserts() { return below(10) < of_ten_insert_; }

    std::mt19937_64 random_{5};
    std::uint64_t sources_ = 1, tags_ = 1, steps_ = 0, of_ten_insert_ = 5;
};

struct Posted {
    explicit Posted(const Message& message) : message(message), pending(this->message) {}
    Message message;
    PendingMessage pending;
};

TEST_F(MatchQueuesAndLists, AMessageMatchesTheReceiveThatWasPostedFirst) {
    std::size_t matched = 0;
    const std::uint64_t programs = random_rounds(160'000);
    for (std::uint64_t program = 0; program < programs; ++program) {
        draw_program();
        PostedReceives posted;
        std::list<Posted> model;
        for (std::uint64_t step = 0; step < steps_; ++step) {
            if (inserts()) {
                posted.post(model.emplace_back(receive(pattern())).pending);
                continue;
            }
            const MatchKey key = concrete();
            const auto found = std::find_if(model.begin(), model.end(), [&key](const Posted& one) {
                const Message& wanted = one.message;
                return wanted.comm == key.comm && (wanted.peer == any_source || wanted.peer == key.source) &&
                       (wanted.tag == any_tag || wanted.tag == key.tag);
            });
            ASSERT_EQ(posted.find(key), found == model.end() ? nullptr : &found->pending) << "program " << program;
            // A cancelled receive leaves the queue without a message.
            const auto leaves = found == model.end() && !model.empty() ? model.begin() : found;
            if (leaves == model.end()) continue;
            posted.remove(leaves->pending);
            model.erase(leaves);
            ASSERT_EQ(posted.size(), model.size());
            ++matched;
        }
    }
    EXPECT_GT(matched, programs);
}

TEST_F(MatchQueuesAndLists, AReceiveMatchesTheMessageThatArrivedFirst) {
    std::size_t matched = 0;
    const std::uint64_t programs = random_rounds(160'000);
    for (std::uint64_t program = 0; program < programs; ++program) {
        draw_program();
        UnexpectedMessages queue;
        std::vector<Packet> model;
        for (std::uint32_t step = 0; step < steps_; ++step) {
            if (inserts()) {
                model.push_back(message(concrete(), step));
                queue.arrived(model.back());
                continue;
            }
            const MatchKey wanted = pattern();
            const auto found = std::find_if(model.begin(), model.end(), [&wanted](const Packet& one) {
                return one.window == wanted.comm && (wanted.source == any_source || one.source == wanted.source) &&
                       (wanted.tag == any_tag || one.op == wanted.tag);
            });
            UnexpectedMessage* const got = queue.find(wanted);
            ASSERT_EQ(got != nullptr, found != model.end()) << "program " << program;
            if (got == nullptr) continue;
            ASSERT_EQ(mark_taken(queue, *got), found->region.count) << "program " << program;
            model.erase(found);
            ASSERT_EQ(queue.size(), model.size());
            if (!model.empty()) {
                ASSERT_EQ(queue.in_order().front()->region.count, model.front().region.count);
            }
            ++matched;
        }
    }
    EXPECT_GT(matched, programs);
}

// After a long search in a queue of 10,000 nodes, a search examines only a few, even in a longer queue.
struct Node {
    explicit Node(std::uint32_t tag) : tag(tag) {}
    std::uint32_t tag;
    MatchLinks<Node> links{};
};
std::uint32_t hash_of_node(const Node& node) { return hash_of(MatchKey{no_window, 1, node.tag}); }

TEST(MatchLists, ListsOfALongQueueAreShort) {
    constexpr std::uint32_t count = 10'000;
    MatchLists<Node, &Node::links, &hash_of_node> lists;
    std::list<Node> nodes;
    for (std::uint32_t tag = 0; tag < count; ++tag) lists.append(nodes.emplace_back(tag));
    lists.searched(16);
    EXPECT_TRUE(lists.single());
    lists.searched(17);
    EXPECT_FALSE(lists.single());
    for (std::uint32_t tag = 0; tag < count; ++tag) lists.append(nodes.emplace_back(count + tag));
    std::uint64_t examined = 0, longest = 0;
    for (const Node& node : nodes) {
        std::uint64_t position = 1;
        for (const Node* at = lists.first(hash_of_node(node)); at != &node; at = at->links.next) ++position;
        examined += position;
        longest = std::max(longest, position);
    }
    EXPECT_LT(examined, 4 * count);
    EXPECT_LT(longest, 12u);
    for (Node& node : nodes) lists.remove(node);
    EXPECT_TRUE(lists.single());
    EXPECT_EQ(lists.bytes(), 0u);
}

}  // namespace
}  // namespace rmasim
