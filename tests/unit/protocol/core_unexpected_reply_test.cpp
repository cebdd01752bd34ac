// Replies without a request are bugs of the core. They are reported as such and not counted.
#include "protocol/newrma/engine.h"
#include "tests/unit/protocol/no_data.h"
#include "tests/unit/protocol/requests.h"

#include <gtest/gtest.h>

namespace rmasim::newrma {
namespace {

class OneRank : public testing::Test, public Transport, public NoData, public Observer {
protected:
    void send(const Packet&) override {}
    void send_from_memory(const Packet&) override { ++sent_from_memory; }

    // The engine's error for a reply from `source`.
    std::string complaint(PacketKind kind, PacketFlag flags = PacketFlag::none, Rank source = 1) {
        Packet packet;
        packet.source = source;
        packet.target = 0;
        packet.kind = kind;
        packet.flags = flags;
        try {
            engine_.deliver(packet);
        } catch (const ProtocolError& error) {
            return error.what();
        }
        return "";
    }
    void call(CallRequest request) {
        CallAnswer answer;
        Task<> task = engine_.begin(std::move(request), answer);
        task.start();
        ASSERT_TRUE(task.done());
        task.result();
    }

    int sent_from_memory = 0;
    Config config_;
    World world_{*this, *this, *this};
    Engine engine_{0, 3, WindowId{1}, config_, world_};
};

constexpr const char* no_grant = "LOCK_GRANTED without a request";
constexpr const char* no_ack = "RMA_DONE_ACK that no RMA_DONE requested";
constexpr const char* no_ack_of_target = "RMA_DONE_ACK of a target to which no RMA_DONE was sent";
constexpr const char* no_operation = "a response for an operation that was not sent";
constexpr const char* no_announcement = "CTS for an operation without RTS";

TEST_F(OneRank, OutsideEveryEpoch) {
    EXPECT_EQ(complaint(newrma::kind::lock_granted), no_grant);
    EXPECT_EQ(complaint(newrma::kind::rma_done_ack), no_ack);
}

TEST_F(OneRank, AGrantToATargetThatWasNotAsked) {
    call(lock_request(LockType::shared, 1));
    EXPECT_EQ(complaint(newrma::kind::lock_granted), no_grant);  // LOCK_CALLED
    EXPECT_EQ(complaint(newrma::kind::lock_granted, PacketFlag::none, 2), no_grant);
}

TEST_F(OneRank, AResponseToAnOperationThatIsHeldBack) {
    call(lock_request(LockType::shared, 1, Assert::nocheck));
    call(operation_request(OpKind::get, 1, 8));
    EXPECT_EQ(complaint(PacketKind::get_resp), no_operation);
    EXPECT_EQ(complaint(PacketKind::get_resp, PacketFlag::none, 2), no_operation);
}

TEST_F(OneRank, AResponseFromAnotherRank) {
    config_.optimizations.piggyback = false;
    call(lock_request(LockType::shared, 1, Assert::nocheck));
    call(operation_request(OpKind::get, 1, 8));
    EXPECT_EQ(complaint(PacketKind::get_resp, PacketFlag::none, 2), no_operation);
    EXPECT_EQ(complaint(PacketKind::get_resp), "");
    EXPECT_EQ(complaint(PacketKind::get_resp), no_operation);  // once is enough
}

TEST_F(OneRank, AnAcknowledgementFromATargetThatAskedForNone) {
    call(lock_request(LockType::shared, 1, Assert::nocheck));
    call(lock_request(LockType::shared, 2, Assert::nocheck));
    call(operation_request(OpKind::put, 1, 8));
    CallAnswer answer;
    Task<> flush = engine_.begin(request_to(Call::flush, 1), answer);
    flush.start();
    EXPECT_FALSE(flush.done());
    EXPECT_EQ(complaint(newrma::kind::rma_done_ack, PacketFlag::none, 2), no_ack_of_target);
}

TEST_F(OneRank, AClearanceThatWasNotAskedFor) {
    config_.optimizations.piggyback = false;
    config_.rendezvous_threshold_bytes = 8;
    call(lock_request(LockType::shared, 1, Assert::nocheck));
    call(operation_request(OpKind::put, 1, 8));  // sent, complete
    EXPECT_EQ(complaint(newrma::kind::cts), no_announcement);
    call(operation_request(OpKind::put, 1, 16));  // announced
    EXPECT_EQ(complaint(newrma::kind::cts, PacketFlag::none, 2), no_announcement);
    EXPECT_EQ(complaint(newrma::kind::cts), "");
    EXPECT_EQ(complaint(newrma::kind::cts), no_announcement);  // once is enough
}

TEST_F(OneRank, DataThatHaveLeftTwice) {
    config_.optimizations.piggyback = false;
    config_.eager_limit_bytes = 8;
    call(lock_request(LockType::shared, 1, Assert::nocheck));
    call(operation_request(OpKind::put, 1, 16));
    EXPECT_EQ(sent_from_memory, 1);
    engine_.send_completed(0);
    EXPECT_THROW(engine_.send_completed(0), ProtocolError);
}

}  // namespace
}  // namespace rmasim::newrma
