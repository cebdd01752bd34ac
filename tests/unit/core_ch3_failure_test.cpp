// Family ch3: a failed assertion ends the process with all its threads. (fuzz --family ch3 --seed 352896: another
// thread went on in the same step and handled once more what the failed poke had handled already, so that a GET seemed
// to be answered twice.)
#include "protocol/ch3/engine.h"
#include "tests/unit/no_data.h"
#include "tests/unit/requests.h"

#include <gtest/gtest.h>

namespace rmasim::ch3 {
namespace {

class FailedAssertion : public testing::Test, public Transport, public NoData, public Observer {
protected:
    void send(const Packet&) override {}

    static CallRequest recv_from(Rank source) {
        CallRequest request;
        request.call = Call::recv;
        request.message.peer = source;
        return request;
    }
    static CallRequest barrier() {
        CallRequest request;
        request.call = Call::barrier;
        return request;
    }
    void arrives(PacketKind kind, WindowId window, PacketFlag flags = PacketFlag::none) {
        Packet packet;
        packet.source = 2;
        packet.target = 0;
        packet.window = window;
        packet.kind = kind;
        packet.flags = flags;
        engine_.deliver(packet);
    }

    Config config_;
    World world_{*this, *this, *this};
    Engine engine_{0, 3, WindowId{1}, config_, world_};
    CallAnswer answer_;
};

//     thread 0   RECV 2   ...waits                                     (must not go on)
//     thread 1                      BARRIER: SEND of 2, LOCK_ACK of 2: an assertion fails
TEST_F(FailedAssertion, NoThreadGoesOnAfterAFailedAssertion) {
    Task<> waiting = engine_.begin(recv_from(2), answer_);
    waiting.start();
    ASSERT_FALSE(waiting.done());

    arrives(PacketKind::send, no_window);
    arrives(kind::lock_ack, 0, flag::granted);  // nobody has asked for a lock
    Task<> failing = engine_.begin(barrier(), answer_);
    failing.start();
    ASSERT_TRUE(failing.done());

    engine_.make_progress();
    EXPECT_FALSE(waiting.done());
    EXPECT_THROW(failing.result(), ImplementationFailed);
}

// The same RECV returns where nothing has failed.
TEST_F(FailedAssertion, OtherwiseItDoes) {
    Task<> waiting = engine_.begin(recv_from(2), answer_);
    waiting.start();
    arrives(PacketKind::send, no_window);
    Task<> other = engine_.begin(barrier(), answer_);
    other.start();
    engine_.make_progress();
    EXPECT_TRUE(waiting.done());
}

}  // namespace
}  // namespace rmasim::ch3
