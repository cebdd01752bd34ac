// Windows that are created and freed while the programs run. The number of a freed window is reused, even while a rank
// is still in WIN_FREE of the freed window.
#include "protocol/memmodel/checker.h"

#include <gtest/gtest.h>

#include <array>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

class Groups final : public Communicators {
public:
    const RankGroup& group_of(Rank rank, WindowId) const override { return *of[static_cast<std::size_t>(rank)]; }
    const RankGroup* window_group(Rank rank, WindowId) const override { return of[static_cast<std::size_t>(rank)]; }
    std::array<const RankGroup*, 3> of{};  // who has window 0 with this rank
};

class ComeAndGo : public testing::Test {
protected:
    void began(Rank rank, const CallRequest& call) { checker.began({rank, 0, ++location, location}, call); }
    void returned(Rank rank) { checker.returned({rank, 0, location, location}); }
    void begin_create(Rank rank, const RankGroup& members) {
        groups.of[static_cast<std::size_t>(rank)] = &members;
        checker.created(rank, 0, {.bytes = {0, 64}});
        began(rank, {.call = Call::win_create});
    }
    void create(const RankGroup& members) {
        for (const Rank comm_rank : {0, 1}) begin_create(members.member(comm_rank), members);
        for (const Rank comm_rank : {0, 1}) returned(members.member(comm_rank));
    }
    void begin_free(const RankGroup& members) {
        for (const Rank comm_rank : {0, 1}) began(members.member(comm_rank), {.call = Call::win_free});
    }
    void return_free(Rank rank) {
        returned(rank);
        checker.freed(rank, 0);
        checker.removed(rank, 0);
        groups.of[static_cast<std::size_t>(rank)] = nullptr;
    }
    void lock_and_put(Rank rank, Rank target) {
        began(rank, {.call = Call::lock, .target = target});
        returned(rank);
        checker.granted(target, 0, rank);
        CallRequest request;
        request.call = Call::put;
        request.target = request.operation.target = target;
        request.operation.region.count = 1;
        request.operation.region.datatype = Datatype::int64;
        began(rank, request);
        returned(rank);
        began(rank, {.call = Call::unlock, .target = target});
        returned(rank);
    }
    std::size_t found() const { return checker.findings().count(); }

    RankGroup first{2, 0, 1};   // ranks 0 and 1
    RankGroup second{2, 0, 2};  // ranks 0 and 2
    Groups groups;
    std::uint32_t location = 0;
    Checker checker{memmodel::Setup{Model::separate, {1, 1, 1}, &groups}};
};

TEST_F(ComeAndGo, ANumberIsUsedAgainWhileARankIsInWinFree) {
    create(first);
    lock_and_put(0, 1);
    begin_free(first);
    return_free(0);
    create(second);
    lock_and_put(0, 2);
    return_free(1);  // the first window ends here only
    begin_free(second);
    return_free(0);
    return_free(2);
    checker.load({2, 0, ++location, location}, 2, 0, {0, 8, 0, 1});
    checker.load({1, 0, ++location, location}, 1, 0, {0, 8, 0, 1});
    EXPECT_EQ(found(), 0u);  // WIN_FREE orders both
}

TEST_F(ComeAndGo, TheNewWindowIsWatchedLikeAnyOther) {
    create(first);
    begin_free(first);
    return_free(0);
    create(second);
    lock_and_put(0, 2);
    checker.load({2, 0, ++location, location}, 2, 0, {0, 8, 0, 1});
    EXPECT_EQ(found(), 1u);  // nothing tells rank 2 of the put
}

TEST_F(ComeAndGo, WhatIsRememberedDoesNotGrow) {
    std::size_t after_few = 0;
    for (int i = 0; i < 2000; ++i) {
        for (const RankGroup* const members : {&first, &second}) {
            create(*members);
            lock_and_put(members->member(0), members->member(1));
            begin_free(*members);
            for (const Rank comm_rank : {0, 1}) return_free(members->member(comm_rank));
        }
        if (i == 200) after_few = checker.remembered().accesses;
    }
    EXPECT_EQ(found(), 0u);
    EXPECT_LE(checker.remembered().accesses, after_few + 20);
}

}  // namespace

}  // namespace rmasim::memmodel_test
