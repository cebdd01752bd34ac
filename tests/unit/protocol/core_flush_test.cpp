// FLUSH and FLUSH_ALL wait for the operations posted before them, but not for operations that other threads post
// meanwhile (NR-THREAD-2), for any values of the operation and acknowledgement numbers.
#include "protocol/newrma/engine.h"
#include "protocol/newrma/packets.h"
#include "tests/unit/protocol/no_data.h"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

namespace rmasim {
namespace {

class FlushingOrigin : private Transport, private Observer {
public:
    FlushingOrigin(bool ordered, const newrma::Config& config, std::uint32_t start)
        : ordered_(ordered), config_(config), engine_(0, 3, 1, config_, around_, start) {}

    // The number of the call.
    std::size_t begin(Call call, Rank target = 1, Assert asserts = Assert::none) {
        CallRequest request;
        request.call = call;
        request.target = request.operation.target = target;
        request.operation.kind = OpKind::put;
        request.operation.region.count = 8;
        request.asserts = asserts;
        calls_.push_back(engine_.begin(std::move(request), answer_));
        calls_.back().start();
        return calls_.size() - 1;
    }
    bool done(std::size_t call) const { return calls_[call].done(); }
    void receive(const Packet& packet) { engine_.deliver(packet); }

    static Packet acknowledgement(const Packet& asked) {
        Packet made = reply(asked.target, newrma::kind::rma_done_ack);
        newrma::set_ack_id(made, newrma::part(asked).ack_id);
        return made;
    }
    static Packet reply(Rank source, PacketKind kind) {
        Packet made;
        made.source = source;
        made.target = 0;
        made.kind = kind;
        return made;
    }
    std::vector<Packet> sent;

private:
    void send(const Packet& packet) override { sent.push_back(packet); }
    bool ordered() const override { return ordered_; }

    bool ordered_;
    newrma::Config config_;
    NoData memory_;
    const World around_{*this, memory_, *this};
    CallAnswer answer_;
    newrma::Engine engine_;
    std::deque<Task<>> calls_;
};

class FlushAt : public testing::TestWithParam<std::uint32_t> {};

// If packets may overtake each other, every put requests an acknowledgement of its own. 20 acknowledgements are
// requested before the flush and 20 after it. The later 20 arrive first. The earlier 20 arrive in reverse order.
TEST_P(FlushAt, WaitsForItsOwnAcknowledgements) {
    newrma::Config config;
    config.optimizations.piggyback = false;
    FlushingOrigin origin(false, config, GetParam());
    origin.begin(Call::lock, 1, Assert::nocheck);
    for (int i = 0; i < 20; ++i) origin.begin(Call::put);
    const std::vector<Packet> before = origin.sent;
    ASSERT_EQ(before.size(), 20u);
    const std::size_t flush = origin.begin(Call::flush);
    ASSERT_EQ(origin.sent.size(), 20u) << "a flush asks for nothing more";
    for (int i = 0; i < 20; ++i) origin.begin(Call::put);
    const std::vector<Packet> after(origin.sent.begin() + 20, origin.sent.end());
    ASSERT_EQ(after.size(), 20u);
    for (const Packet& one : after) origin.receive(FlushingOrigin::acknowledgement(one));
    for (auto one = before.rbegin(); one != before.rend(); ++one) {
        EXPECT_FALSE(origin.done(flush)) << before.rend() - one << " are missing";
        origin.receive(FlushingOrigin::acknowledgement(*one));
    }
    EXPECT_TRUE(origin.done(flush));
}

// Rank 1 grants its lock after another thread has posted to rank 2, whose lock is not granted.
TEST_P(FlushAt, OfAllDoesNotWaitForWhatIsPostedMeanwhile) {
    newrma::Config config;
    config.optimizations.piggyback = false;
    config.optimizations.single_op = false;
    for (const Call all : {Call::flush_all, Call::flush_local_all}) {
        FlushingOrigin origin(true, config, GetParam());
        origin.begin(Call::lock_all);
        origin.begin(Call::put, 1);
        const std::size_t flush = origin.begin(all);
        origin.begin(Call::put, 2);
        EXPECT_FALSE(origin.done(flush));
        origin.receive(FlushingOrigin::reply(1, newrma::kind::lock_granted));
        if (all == Call::flush_all) {
            EXPECT_FALSE(origin.done(flush));
            origin.receive(FlushingOrigin::acknowledgement(origin.sent.back()));
        }
        EXPECT_TRUE(origin.done(flush));
    }
}

INSTANTIATE_TEST_SUITE_P(Numbers, FlushAt,
                         testing::Values(0U, 0xFFFFFFFFU, 0xFFFFFFFEU, 0xFFFFFFF0U, 0xFFFFFFECU, 0xFFFFFFE0U,
                                         0x7FFFFFF0U));

}  // namespace
}  // namespace rmasim
