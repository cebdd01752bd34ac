// ISEND, IRECV and the calls that complete them: their happens-before edges, and how long they use their buffers.
#include "protocol/memmodel/checker.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rmasim::memmodel_test {

namespace {

using namespace memmodel;

// Rank 0 puts to rank 2 and completes it; a message to rank 1 follows, which gets from there.
class Messages : public testing::Test {
protected:
    Messages() {
        for (Rank rank = 0; rank < 3; ++rank) checker.created(rank, 0, {.bytes = {0, 64}});
        for (const Rank rank : {0, 1}) {
            made(rank, {.call = Call::lock_all});
            checker.granted(2, 0, rank);
        }
    }
    void began(Rank rank, const CallRequest& call, const Buffers& buffers = {}) {
        checker.began({rank, 0, ++location, location}, call, buffers);
    }
    void returned(Rank rank, const CallAnswer& answer = {}) { checker.returned({rank, 0, location, location}, answer); }
    void made(Rank rank, const CallRequest& call, const Buffers& buffers = {}, const CallAnswer& answer = {}) {
        began(rank, call, buffers);
        returned(rank, answer);
    }
    void operation(Rank rank, Call call, OpKind kind) {
        CallRequest request;
        request.call = call;
        request.target = request.operation.target = 2;
        request.operation.kind = kind;
        request.operation.region.count = 1;
        request.operation.region.datatype = Datatype::int64;
        made(rank, request);
    }
    void put_completely() {
        operation(0, Call::put, OpKind::put);
        made(0, {.call = Call::flush, .target = 2});
    }
    void message(Rank rank, Call call, Rank peer, RequestId id, const Buffers& buffers = {}) {
        CallRequest request;
        request.call = call;
        request.message.peer = peer;
        const bool receives = call == Call::irecv;
        made(rank, request, buffers, {.request = id, .index = receives ? static_cast<std::int32_t>(received++) : -1});
        if (!receives) ++sent;
        while (matched < std::min(received, sent)) checker.matched(1, matched++, 0, 0, no_window);
    }
    void complete(Rank rank, Call call, std::vector<RequestId> ids, bool done, std::int32_t index = -1) {
        CallRequest request;
        request.call = call;
        request.requests = std::move(ids);
        made(rank, request, {}, {.index = index, .done = done});
    }
    std::uint64_t found_after_get() {
        operation(1, Call::get, OpKind::get);
        return checker.findings().count();
    }

    std::uint32_t location = 0;
    std::uint32_t sent = 0, received = 0, matched = 0;  // messages of rank 0 to rank 1, receives of rank 1
    Checker checker{memmodel::Setup{Model::separate, {1, 1, 1}}};
};

TEST_F(Messages, ReachTheEndOfTheRequest) {
    message(1, Call::irecv, 0, 7);
    put_completely();
    message(0, Call::isend, 1, 3);
    complete(1, Call::request_wait, {7}, false);
    EXPECT_EQ(found_after_get(), 0u);
}

TEST_F(Messages, AreNotKnownWhenTheReceiveIsPosted) {
    put_completely();
    message(0, Call::isend, 1, 3);
    message(1, Call::irecv, 0, 7);
    EXPECT_EQ(found_after_get(), 1u);
}

TEST_F(Messages, AreTakenInTheOrderOfTheReceives) {
    message(1, Call::irecv, 0, 7);
    message(1, Call::irecv, 0, 8);
    message(0, Call::send, 1, 0);
    put_completely();
    message(0, Call::send, 1, 0);
    complete(1, Call::request_waitall, {7}, false);
    EXPECT_EQ(found_after_get(), 1u);
}

TEST_F(Messages, OfAWaitallAreAllKnown) {
    message(1, Call::irecv, 0, 7);
    message(1, Call::irecv, 0, 8);
    message(0, Call::send, 1, 0);
    put_completely();
    message(0, Call::send, 1, 0);
    complete(1, Call::request_waitall, {7, 8}, false);
    EXPECT_EQ(found_after_get(), 0u);
}

TEST_F(Messages, OfAWaitanyOneIsKnown) {
    message(1, Call::irecv, 0, 7);
    message(1, Call::irecv, 0, 8);
    message(0, Call::send, 1, 0);
    put_completely();
    message(0, Call::send, 1, 0);
    complete(1, Call::request_waitany, {7, 8}, false, 0);
    EXPECT_EQ(found_after_get(), 1u);
}

TEST_F(Messages, OfATestanyOneIsKnown) {
    message(1, Call::irecv, 0, 7);
    message(1, Call::irecv, 0, 8);
    message(0, Call::send, 1, 0);
    put_completely();
    message(0, Call::send, 1, 0);
    complete(1, Call::request_testany, {7, 8}, true, 1);
    EXPECT_EQ(found_after_get(), 0u);
}

TEST_F(Messages, OfWaitsomeThoseOfItsPlacesAreKnown) {
    for (const std::int32_t index : {0, 1}) {
        message(1, Call::irecv, 0, 7);
        message(1, Call::irecv, 0, 8);
        message(0, Call::send, 1, 0);
        put_completely();
        message(0, Call::send, 1, 0);
        const auto before = checker.findings().count();
        CallAnswer answer{.index = 1};
        answer.own_lists().indices = {index};
        CallRequest request;
        request.call = Call::request_waitsome;
        request.requests = {7, 8};
        made(1, request, {}, answer);
        EXPECT_EQ(found_after_get() - before, index == 0 ? 1u : 0u);
        complete(1, Call::request_waitall, {7, 8}, false);
    }
}

TEST_F(Messages, OfATestThatSaysNoAreNotKnown) {
    message(1, Call::irecv, 0, 7);
    put_completely();
    message(0, Call::send, 1, 0);
    complete(1, Call::request_testall, {7}, false);
    EXPECT_EQ(found_after_get(), 1u);
}

TEST_F(Messages, OfATestThatSaysYesAreKnown) {
    message(1, Call::irecv, 0, 7);
    put_completely();
    message(0, Call::send, 1, 0);
    complete(1, Call::request_test, {7}, true);
    EXPECT_EQ(found_after_get(), 0u);
}

const Bytes word{0, 8, 0, 1};

TEST_F(Messages, UseTheirBuffersUntilTheRequestIsComplete) {
    message(0, Call::isend, 1, 3, {.source = {9, word}, .result = {}});
    checker.load({0, 0, 90, 0}, 0, 9, word);
    EXPECT_EQ(checker.findings().count(), 0u);
    checker.store({0, 0, 91, 0}, 0, 9, word);
    EXPECT_EQ(checker.findings().count(), 1u);
    complete(0, Call::request_wait, {3}, false);
    checker.store({0, 0, 92, 0}, 0, 9, word);
    EXPECT_EQ(checker.findings().count(), 1u);
}

TEST_F(Messages, LeaveTheirResultWhenTheRequestIsComplete) {
    message(1, Call::irecv, 0, 7, {.source = {}, .result = {9, word}});
    checker.load({1, 0, 90, 0}, 1, 9, word);
    EXPECT_EQ(checker.findings().count(), 1u);
    message(0, Call::send, 1, 0);
    complete(1, Call::request_wait, {7}, false);
    checker.load({1, 0, 91, 0}, 1, 9, word);
    EXPECT_EQ(checker.findings().count(), 1u);
}

}  // namespace

}  // namespace rmasim::memmodel_test
