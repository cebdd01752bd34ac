// Two-sided messages: matched by communicator, source and tag, in the order of arrival.
#include "protocol/parts/mailbox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace rmasim {
namespace {

Packet message(Rank source, std::uint32_t tag, std::uint32_t mark, WindowId comm = no_window) {
    Packet packet;
    packet.source = source;
    packet.kind = PacketKind::send;
    packet.op = tag;
    packet.window = comm;
    packet.region.count = mark;
    return packet;
}

Message from(Rank source, std::uint32_t tag, WindowId comm = no_window) {
    Message wanted;
    wanted.peer = source;
    wanted.tag = tag;
    wanted.comm = comm;
    return wanted;
}

TEST(CoreMailbox, SourceAndTagMustMatch) {
    Mailbox mailbox;
    EXPECT_FALSE(mailbox.has(from(1, 7)));
    mailbox.arrived(message(1, 7, 0));
    EXPECT_TRUE(mailbox.has(from(1, 7)));
    EXPECT_FALSE(mailbox.has(from(1, 8)));
    EXPECT_FALSE(mailbox.has(from(2, 7)));
    EXPECT_EQ(mailbox.take(from(1, 7)).source, 1);
    EXPECT_FALSE(mailbox.has(from(1, 7)));
    EXPECT_EQ(mailbox.waiting(), 0u);
}

TEST(CoreMailbox, MessagesOfTwoCommunicatorsNeverMatch) {
    constexpr WindowId row = no_window - 1, column = no_window - 2;
    Mailbox mailbox;
    mailbox.arrived(message(1, 7, 10, row));
    mailbox.arrived(message(1, 7, 20));
    EXPECT_FALSE(mailbox.has(from(1, 7, column)));
    EXPECT_EQ(mailbox.take(from(1, 7)).region.count, 20u);
    EXPECT_FALSE(mailbox.has(from(1, 7)));
    EXPECT_EQ(mailbox.take(from(1, 7, row)).region.count, 10u);
}

TEST(CoreMailbox, MessagesDoNotOvertakeEachOther) {
    std::mt19937_64 random(3);
    Mailbox mailbox;
    std::vector<Packet> model;
    for (std::uint32_t step = 0; step < 5000; ++step) {
        const auto source = static_cast<Rank>(random() % 3);
        const auto tag = static_cast<std::uint32_t>(random() % 3);
        if (random() % 2 == 0) {
            mailbox.arrived(message(source, tag, step));
            model.push_back(message(source, tag, step));
            continue;
        }
        const auto found = std::find_if(model.begin(), model.end(),
                                        [&](const Packet& p) { return p.source == source && p.op == tag; });
        ASSERT_EQ(mailbox.has(from(source, tag)), found != model.end());
        if (found == model.end()) continue;
        ASSERT_EQ(mailbox.take(from(source, tag)).region.count, found->region.count);
        model.erase(found);
        ASSERT_EQ(mailbox.waiting(), model.size());
    }
}

}  // namespace
}  // namespace rmasim
