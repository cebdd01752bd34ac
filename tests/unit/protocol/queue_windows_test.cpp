// Family oldqueue: an origin's information about other ranks' windows, and the errors that the origin can therefore
// raise (OQ-CREATE-1, OQ-CREATE-2). Scenarios and sequences do not test these checks, because their readers check
// addresses themselves.
#include "protocol/oldqueue/engine.h"
#include "tests/unit/protocol/no_data.h"
#include "tests/unit/protocol/requests.h"

#include <gtest/gtest.h>

namespace rmasim::oldqueue {
namespace {

class Windows : public testing::Test, public Transport, public NoData, public Observer {
protected:
    void send(const Packet& packet) override { sent.push_back(packet); }
    WindowShape shape(Rank rank, WindowId) const override { return {rank == 1 ? 64u : 32u, rank == 1 ? 8u : 4u, true}; }

    Engine& engine(WindowInfo info) {
        config_.window_info = info;
        engine_.emplace(0, 3, WindowId{1}, config_, world_);
        return *engine_;
    }
    void announced_by(Rank rank) {
        Packet packet;
        packet.source = rank;
        packet.target = 0;
        packet.kind = kind::win_info;
        set_shape(packet, shape(rank, 0));
        engine_->deliver(packet);
        engine_->poll(Poller::rank);
    }
    static CallRequest put(std::uint64_t disp, std::uint32_t bytes) {
        CallRequest request = operation_request(OpKind::put, 1, bytes);
        request.operation.region.disp = disp;
        return request;
    }
    // "" if the call ends well.
    std::string complaint(CallRequest request) {
        CallAnswer answer;
        Task<> task = engine_->begin(std::move(request), answer);
        task.start();
        if (!task.done()) announced_by(1);
        try {
            EXPECT_TRUE(task.done());
            task.result();
        } catch (const ErroneousProgram& error) {
            return error.what();
        }
        return "";
    }

    std::vector<Packet> sent;
    Config config_;
    World world_{*this, *this, *this};
    std::optional<Engine> engine_;
};

constexpr const char* beyond =
    "put: 8 bytes at displacement 8 are not inside the window of rank 1, which has 64 bytes, "
    "in units of 8";

TEST_F(Windows, AddressesAreCheckedWithTheAnswerOfTheTarget) {
    engine(WindowInfo::lazy);
    EXPECT_EQ(complaint(lock_request(LockType::shared, 1)), "");
    EXPECT_TRUE(sent.empty());
    EXPECT_EQ(complaint(put(8, 8)), beyond);
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].kind, kind::win_info_ask);
    EXPECT_EQ(complaint(put(7, 8)), "");
    EXPECT_NE(complaint(put(7, 9)), "");
    EXPECT_NE(complaint(put(0, 65)), "");
    EXPECT_NE(complaint(put(std::uint64_t{1} << 61, 8)), "");  // its last byte has a number past 64 bits
    EXPECT_EQ(sent.size(), 1u) << "it asks once";
}

TEST_F(Windows, AddressesAreCheckedWithWhatAllHaveTold) {
    engine(WindowInfo::all_to_all);
    CallAnswer answer;
    Task<> lock = engine_->begin(lock_request(LockType::shared, 1), answer);
    lock.start();
    EXPECT_EQ(sent.size(), 2u);
    announced_by(1);
    EXPECT_FALSE(lock.done());
    EXPECT_EQ(engine_->describe({Call::lock, 0, Awaited::window_info, no_rank}), "WIN_INFO from rank 2");
    announced_by(2);
    EXPECT_TRUE(lock.done());
    EXPECT_EQ(complaint(put(8, 8)), beyond);
    EXPECT_EQ(complaint(put(7, 8)), "");
}

TEST_F(Windows, NothingIsCheckedWhereWindowsAreGiven) {
    engine(WindowInfo::given);
    EXPECT_EQ(complaint(lock_request(LockType::shared, 1)), "");
    EXPECT_EQ(complaint(put(8, 8)), "");
}

TEST_F(Windows, ATableHas16BytesAProcess) {
    Parts parts;
    parts.expect_all(WindowGroup(8000), 3);
    EXPECT_EQ(parts.bytes(), 128'000u);
    EXPECT_EQ(parts.unknown(), 7999u);
    EXPECT_TRUE(parts.knows(3));
    EXPECT_FALSE(parts.knows(4));
}

}  // namespace
}  // namespace rmasim::oldqueue
