// MPI_WIN_FREE: what may be left open at the end of a program (a fence's IBARRIER, NR-FENCE-12) and what may not.
#include "protocol/newrma/engine.h"
#include "tests/unit/no_data.h"

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

    void begin(Task<> call) {
        calls_.push_back(std::move(call));
        calls_.back().start();
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
    static Operation put_to(Rank target) {
        Operation operation;
        operation.target = target;
        operation.region.count = 8;
        return operation;
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
    std::vector<Task<>> calls_;
};

TEST_F(TwoRanks, AFencesBarrierMayBeLeft) {
    for (Rank rank : {0, 1}) begin(engine(rank).fence(0, Assert::noprecede));
    EXPECT_EQ(refusal(0), "") << "still on its way";
    settle();
    EXPECT_EQ(refusal(0), "");
    for (Rank rank : {0, 1}) begin(engine(rank).fence(0, Assert::noprecede | Assert::nosucceed));
    settle();
    EXPECT_TRUE(engine(0).window(0).fence_req.has_value());
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, AFenceEpochWithOperationsMayNot) {
    for (Rank rank : {0, 1}) begin(engine(rank).fence(0, Assert::noprecede));
    settle();
    begin(engine(0).rma_op(put_to(1)));
    EXPECT_NE(refusal(0), "");
    EXPECT_EQ(refusal(1), "");
    for (Rank rank : {0, 1}) begin(engine(rank).fence(0, Assert::none));
    settle();
    EXPECT_EQ(refusal(0), "") << "a fence without NOSUCCEED, and nothing posted since";
}

TEST_F(TwoRanks, ALockMayNot) {
    begin(engine(0).lock(0, LockType::shared, 1, Assert::none));
    EXPECT_NE(refusal(0), "");
    begin(engine(0).unlock(0, 1));
    settle();
    EXPECT_EQ(refusal(0), "");
    begin(engine(0).lock(0, LockType::exclusive, 0, Assert::none));
    EXPECT_NE(refusal(0), "");
    begin(engine(0).unlock(0, 0));
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, LockAllMayNot) {
    begin(engine(0).lock_all(0, Assert::none));
    EXPECT_NE(refusal(0), "");
    begin(engine(0).unlock_all(0));
    settle();
    EXPECT_EQ(refusal(0), "");
}

TEST_F(TwoRanks, AccessAndExposureEpochsMayNot) {
    begin(engine(1).post(0, {0}, Assert::none));
    begin(engine(0).start(0, {1}, Assert::none));
    EXPECT_NE(refusal(0), "");
    EXPECT_NE(refusal(1), "");
    begin(engine(0).complete(0));
    begin(engine(1).wait(0));
    settle();
    EXPECT_EQ(refusal(0), "");
    EXPECT_EQ(refusal(1), "");
}

TEST_F(TwoRanks, ARequestMayNot) {
    begin(engine(0).lock_all(0, Assert::nocheck));
    Operation operation = put_to(1);
    operation.request = engine(0).new_request();
    begin(engine(0).rma_op(operation));
    begin(engine(0).unlock_all(0));
    settle();
    EXPECT_NE(refusal(0), "");
    begin(engine(0).request_wait(operation.request));
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
