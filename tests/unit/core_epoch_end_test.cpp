// MPI_WIN_FREE: what may be left open at the end of a program (a fence's IBARRIER, NR-FENCE-12) and what may not.
#include "protocol/newrma/engine.h"
#include "tests/unit/no_data.h"
#include "tests/unit/requests.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::newrma {
namespace {

// Two processes and the packets between them.
class TwoRanks : public testing::Test, public Transport, public NoData, public Observer {
protected:
    TwoRanks() {
        for (Rank rank = 0; rank < 2; ++rank) {
            engines_.push_back(std::make_unique<Engine>(rank, 2, WindowId{1}, config_, World{*this, *this, *this}));
        }
    }

    void send(const Packet& packet) override { packets_.push_back(packet); }

    Engine& engine(Rank rank) { return *engines_[static_cast<std::size_t>(rank)]; }

    // What the call gives back stays where it is until the test is over.
    const CallAnswer& begin(Rank rank, CallRequest request) {
        answers_.emplace_back();
        calls_.push_back(engine(rank).begin(std::move(request), answers_.back()));
        calls_.back().start();
        return answers_.back();
    }
    void settle() {
        while (!packets_.empty()) {
            const Packet packet = packets_.front();
            packets_.pop_front();
            engine(packet.target).deliver(packet);
        }
        for (Task<>& call : calls_) {
            ASSERT_TRUE(call.done());
            call.result();
        }
        calls_.clear();
    }
    // Empty when the windows may be freed.
    std::string refusal(Rank rank) {
        try {
            engine(rank).require_closed();
        } catch (const ErroneousProgram& error) {
            return error.what();
        }
        return "";
    }

private:
    Config config_;
    std::deque<Packet> packets_;
    std::vector<std::unique_ptr<Engine>> engines_;
    std::deque<CallAnswer> answers_;
    std::vector<Task<>> calls_;
};

CallRequest plain(Call call) { return {.call = call}; }

CallRequest with_group(Call call, Group group) { return {.call = call, .group = std::move(group)}; }

TEST_F(TwoRanks, AFencesBarrierMayBeLeft) {
    for (Rank rank : {0, 1}) begin(rank, fence_request(Assert::noprecede));
    EXPECT_EQ(refusal(0), "") << "still on its way";
    settle();
    EXPECT_EQ(refusal(0), "");
    for (Rank rank : {0, 1}) begin(rank, fence_request(Assert::noprecede | Assert::nosucceed));
    settle();
    EXPECT_TRUE(engine(0).window(0).fence_req.has_value());
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, AFenceEpochWithOperationsMayNot) {
    for (Rank rank : {0, 1}) begin(rank, fence_request(Assert::noprecede));
    settle();
    begin(0, operation_request(OpKind::put, 1, 8));
    EXPECT_NE(refusal(0), "");
    EXPECT_EQ(refusal(1), "");
    for (Rank rank : {0, 1}) begin(rank, fence_request(Assert::none));
    settle();
    EXPECT_EQ(refusal(0), "") << "a fence without NOSUCCEED, and nothing posted since";
}

TEST_F(TwoRanks, ALockMayNot) {
    begin(0, lock_request(LockType::shared, 1));
    EXPECT_NE(refusal(0), "");
    begin(0, request_to(Call::unlock, 1));
    settle();
    EXPECT_EQ(refusal(0), "");
    begin(0, lock_request(LockType::exclusive, 0));
    EXPECT_NE(refusal(0), "");
    begin(0, request_to(Call::unlock, 0));
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, LockAllMayNot) {
    begin(0, plain(Call::lock_all));
    EXPECT_NE(refusal(0), "");
    begin(0, plain(Call::unlock_all));
    settle();
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, AccessAndExposureEpochsMayNot) {
    begin(1, with_group(Call::post, {0}));
    begin(0, with_group(Call::start, {1}));
    EXPECT_NE(refusal(0), "");
    EXPECT_NE(refusal(1), "");
    begin(0, plain(Call::complete));
    begin(1, plain(Call::wait));
    settle();
    EXPECT_EQ(refusal(0), "");
    EXPECT_EQ(refusal(1), "");
}

TEST_F(TwoRanks, ARequestMayNot) {
    begin(0, {.call = Call::lock_all, .asserts = Assert::nocheck});
    CallRequest put = operation_request(OpKind::put, 1, 8);
    put.call = Call::rput;
    const CallAnswer& answer = begin(0, put);
    begin(0, plain(Call::unlock_all));
    settle();
    EXPECT_NE(refusal(0), "");
    begin(0, {.call = Call::request_wait, .requests = {answer.request}});
    settle();
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, NothingIsHeldByAnEngineThatHasDoneNothing) {
    const ProcessMemory use = engine(0).memory_use();
    EXPECT_GT(use.engine_bytes, 0u);
    EXPECT_GT(use.table_bytes, 0u);
    EXPECT_EQ(use.pool_bytes, 0u) << "elements are made when first needed";
}

}  // namespace
}  // namespace rmasim::newrma
