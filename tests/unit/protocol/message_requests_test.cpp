// The requests of messages: their lifetime, and the calls that complete them.
#include "protocol/parts/messages/message_requests.h"
#include "protocol/parts/requests/request_calls.h"
#include "tests/random_rounds.h"
#include "tests/unit/protocol/no_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

namespace rmasim {
namespace {

Message message_of(Rank peer) {
    Message made;
    made.peer = peer;
    return made;
}

template <class Run>
std::string refused(Run run) {
    try {
        run();
    } catch (const ErroneousProgram& error) {
        return error.what();
    }
    return "";
}

// Requests, compared with a model that keeps every open request in the order of opening.
class MessageRequestsAndModel : public testing::Test {
protected:
    struct Known {
        RequestId id;
        Rank peer;
        bool done, open = true, freed = false, wrong = false;
    };

    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    template <class Meant>
    auto position_of(const Meant& meant) {
        return std::find_if(model_.begin(), model_.end(), meant);
    }
    // Returns some request with the property; the end of the model if there is none.
    template <class Meant>
    auto some(const Meant& meant) {
        std::vector<std::size_t> meant_ones;
        for (std::size_t i = 0; i < model_.size(); ++i) {
            if (model_[i].open && meant(model_[i])) meant_ones.push_back(i);
        }
        return meant_ones.empty() ? model_.end()
                                  : model_.begin() + static_cast<std::ptrdiff_t>(meant_ones[below(meant_ones.size())]);
    }

    void opens(Rank peer) {
        const bool at_once = below(3) == 0;
        const Call call = below(2) == 0 ? Call::isend : Call::irecv;
        const RequestId id = at_once ? requests_.open_done(call) : requests_.open_pending(call, message_of(peer)).id;
        EXPECT_EQ(position_of([&](const Known& one) { return one.open && one.id == id; }), model_.end());
        EXPECT_NE(id, no_request);
        model_.push_back({id, peer, at_once});
    }
    void message_arrives() {
        const auto one = some([](const Known& known) { return !known.done; });
        if (one == model_.end()) return;
        const bool fits = below(5) != 0;
        requests_.finish(one->id, fits ? "" : "does not fit " + std::to_string(one->id));
        one->done = true;
        one->wrong = !fits;
        one->open = !one->freed;
        ++finished_;
    }
    void completes_one() {
        const auto ended = some([](const Known& one) { return one.done; });
        if (ended == model_.end()) return;
        requests_.close(ended->id);
        ended->open = false;
    }
    void frees_one() {
        const auto one = some([](const Known& known) { return !known.freed && !known.done; });
        if (one == model_.end()) return;
        requests_.free(one->id);
        one->freed = true;
    }

    // Requests that the program may still name have the same state as in the model; all others are refused.
    void expect_the_same_are_known() {
        for (const Known& one : model_) {
            const bool replaced = position_of([&](const Known& other) {
                                      return other.open && !other.freed && other.id == one.id;
                                  }) != model_.end();
            if (one.open && !one.freed) {
                ASSERT_EQ(requests_.get(Call::request_wait, one.id).done, one.done);
                const PendingMessage* const pending = requests_.find(one.id);
                ASSERT_EQ(pending == nullptr, one.done);
                if (!one.done) {
                    ASSERT_EQ(pending->message.peer, one.peer);
                    ASSERT_EQ(pending->id, one.id);
                }
                const std::string* const error = requests_.error_of(one.id);
                ASSERT_EQ(error == nullptr ? "" : *error, one.wrong ? "does not fit " + std::to_string(one.id) : "");
            } else if (!replaced) {
                ASSERT_NE(refused([&] { requests_.get(Call::request_wait, one.id); }), "");
            }
        }
    }
    void expect_the_same_is_first_open() {
        const bool any = position_of([](const Known& one) { return one.open && !one.freed; }) != model_.end();
        ASSERT_EQ(requests_.first_open() != nullptr, any);
        if (any) {
            ASSERT_FALSE(requests_.first_open()->freed);
        }
    }

    std::mt19937_64 random_{11};
    MessageRequests requests_;
    std::vector<Known> model_;
    std::size_t finished_ = 0;
};

TEST_F(MessageRequestsAndModel, Agree) {
    const std::uint64_t steps = random_rounds(4'000);
    for (std::uint64_t step = 0; step < steps; ++step) {
        switch (below(4)) {
            case 0: opens(static_cast<Rank>(below(3))); break;
            case 1: message_arrives(); break;
            case 2: completes_one(); break;
            default: frees_one();
        }
        expect_the_same_are_known();
        expect_the_same_is_first_open();
        if (HasFatalFailure()) return;
        std::erase_if(model_, [](const Known& one) { return !one.open; });
    }
    EXPECT_GT(finished_, steps / 20);
}

TEST(MessageRequests, NumbersThatWereNeverGivenAreUnknown) {
    MessageRequests requests;
    const RequestId id = requests.open_pending(Call::irecv, message_of(1)).id;
    for (const RequestId other : {id + 1, id - 1, RequestId{1}, RequestId{0}, ~RequestId{0}}) {
        EXPECT_EQ(refused([&] { requests.get(Call::request_test, other); }), refused([&] {
                      throw ErroneousProgram(Call::request_test,
                                             "no active request has the number " + std::to_string(other));
                  }));
    }
}

// The request of a blocking call exists while its announced message is in progress.
TEST(MessageRequests, RequestsOfBlockingCallsEndWithTheirMessages) {
    MessageRequests requests;
    const Message message = message_of(1);
    PendingMessage in_frame(message);
    requests.open_in_call(Call::recv, in_frame);
    EXPECT_EQ(requests.find(in_frame.id), &in_frame);
    const RequestId id = in_frame.id;
    requests.finish(id, "does not fit");
    EXPECT_EQ(requests.find(id), nullptr);
    EXPECT_EQ(requests.first_open(), nullptr);
    EXPECT_EQ(requests.error_of(id), nullptr);
}

// ---- The calls on lists of requests, with requests that only record their use

class RequestLists : public testing::Test {
protected:
    struct State {
        bool active = true, done = false, freed_when_reported = true;
    };
    // Copied into each call, so it only refers.
    struct Requests {
        RequestLists* test;
        bool begin(Call, RequestId id) {
            if (id == 99) throw ErroneousProgram(Call::request_wait, "no such request");
            test->log += "begin" + std::to_string(id) + ' ';
            return is_done(id);
        }
        bool is_active(RequestId id) const { return test->states.at(id).active; }
        bool is_done(RequestId id) const { return test->states.at(id).done; }
        // The requests of this test are not those of messages.
        static std::size_t count_done(std::span<const RequestId>) { return 0; }
        static std::size_t close_done(std::span<const RequestId>) { return 0; }
        bool report(const RequestList& list, RequestId id) {
            if (list.statuses != nullptr) list.statuses->push_back({.source = static_cast<Rank>(id)});
            test->log += "report" + std::to_string(id) + ' ';
            return test->states.at(id).freed_when_reported;
        }
        void leave(RequestId id) { test->log += "leave" + std::to_string(id) + ' '; }
        void free(Call, RequestId id) { test->log += "free" + std::to_string(id) + ' '; }
        void cancel(Call, RequestId id) { test->log += "cancel" + std::to_string(id) + ' '; }
        WaitReason reason(Call call, RequestId id) const { return {call, 0, Awaited::message, static_cast<Rank>(id)}; }
    };
    class Words final : public NoData {
    public:
        void write_words(Rank rank, const OriginBuffer& to, std::span<const std::int64_t> words) override {
            EXPECT_EQ(rank, 3);
            EXPECT_EQ(std::vector<std::int64_t>(words.begin(), words.end()), std::vector<std::int64_t>{0});
            nulled += std::to_string(to.tag) + ' ';
        }
        std::string nulled;
    };
    class NoTransport final : public Transport {
        void send(const Packet&) override {}
    };

    void SetUp() override {
        for (RequestId id = 1; id <= 4; ++id) states[id];
    }
    // The variable of the k-th request is 10 + k.
    Task<> makes(Call call, const std::vector<RequestId>& ids) {
        auto more = std::make_shared<RequestArguments>();
        for (std::uint32_t k = 0; k < ids.size(); ++k) more->names.push_back({0, 0, 10 + k});
        Task<> task = request_call(Requests{this}, RequestList{world, waits, 3, call, ids, std::move(more)}, answer);
        task.start();
        return task;
    }
    void now_done(RequestId id) {
        states[id].done = true;
        waits.resume_ready(3, nullptr);
    }
    Rank waits_for() const {
        Rank rank = no_rank;
        waits.for_each([&](const WaitReason& reason) { rank = reason.target; });
        return rank;
    }

    std::map<RequestId, State> states;
    std::string log;
    CallAnswer answer;
    Words memory;
    NoTransport transport;
    Observer observer;
    World world{transport, memory, observer};
    WaitList waits;
};

TEST_F(RequestLists, WaitallBeginsAllWaitsForEachAndReportsThemInOrder) {
    const Task<> call = makes(Call::request_waitall, {2, 0, 1, 3});
    EXPECT_EQ(log, "begin2 begin1 begin3 ");
    EXPECT_EQ(waits_for(), 2);
    now_done(1);
    EXPECT_EQ(waits_for(), 2);
    now_done(2);
    EXPECT_EQ(waits_for(), 3);
    EXPECT_EQ(memory.nulled, "");
    states[3].freed_when_reported = false;
    now_done(3);
    EXPECT_TRUE(call.done());
    EXPECT_EQ(log, "begin2 begin1 begin3 report2 report1 report3 ");
    EXPECT_EQ(memory.nulled, "10 12 ");  // a persistent request stays
}

TEST_F(RequestLists, WaitanyReportsTheFirstThatIsDoneAndLeavesTheOthers) {
    states[1].active = false;
    states[1].done = true;  // never started: no answer
    const Task<> call = makes(Call::request_waitany, {0, 1, 2, 3});
    EXPECT_EQ(waits_for(), 2);
    states[4].done = true;
    now_done(3);
    EXPECT_TRUE(call.done());
    EXPECT_EQ(answer.index, 3);
    EXPECT_EQ(log, "begin1 begin2 begin3 leave1 leave2 report3 ");
    EXPECT_EQ(memory.nulled, "13 ");
}

TEST_F(RequestLists, WaitanyPrefersThePlaceThatIsFirst) {
    states[2].done = states[3].done = true;
    EXPECT_TRUE(makes(Call::request_waitany, {1, 3, 2}).done());
    EXPECT_EQ(answer.index, 1);
    EXPECT_EQ(log, "begin1 begin3 begin2 leave1 report3 leave2 ");
}

TEST_F(RequestLists, WaitanyWithoutAnActiveRequestReturnsAtOnce) {
    states[1].active = false;
    answer.index = 7;
    EXPECT_TRUE(makes(Call::request_waitany, {0, 1}).done());
    EXPECT_EQ(answer.index, -1);
    EXPECT_EQ(memory.nulled, "");
}

TEST_F(RequestLists, TestallReportsAllOrNone) {
    states[1].done = true;
    EXPECT_TRUE(makes(Call::request_testall, {1, 0, 2}).done());
    EXPECT_FALSE(answer.done);
    EXPECT_EQ(log, "begin1 begin2 leave1 leave2 ");
    EXPECT_EQ(memory.nulled, "");
    states[2].done = true;
    log.clear();
    EXPECT_TRUE(makes(Call::request_testall, {1, 0, 2}).done());
    EXPECT_TRUE(answer.done);
    EXPECT_EQ(log, "begin1 begin2 report1 report2 ");
    EXPECT_EQ(memory.nulled, "10 12 ");
}

TEST_F(RequestLists, TestallOfNullRequestsIsTrue) {
    EXPECT_TRUE(makes(Call::request_testall, {0, 0}).done());
    EXPECT_TRUE(answer.done);
}

TEST_F(RequestLists, TestanyReportsTheFirstThatIsDoneOrNone) {
    EXPECT_TRUE(makes(Call::request_testany, {0, 1, 2}).done());
    EXPECT_FALSE(answer.done);
    EXPECT_EQ(answer.index, -1);
    EXPECT_EQ(log, "begin1 begin2 leave1 leave2 ");
    states[2].done = states[3].done = true;
    log.clear();
    EXPECT_TRUE(makes(Call::request_testany, {1, 3, 2}).done());
    EXPECT_TRUE(answer.done);
    EXPECT_EQ(answer.index, 1);
    EXPECT_EQ(log, "begin1 begin3 begin2 leave1 report3 leave2 ");
    EXPECT_EQ(memory.nulled, "11 ");
}

TEST_F(RequestLists, TestanyWithoutAnActiveRequestIsTrue) {
    states[1].active = false;
    EXPECT_TRUE(makes(Call::request_testany, {0, 1}).done());
    EXPECT_TRUE(answer.done);
    EXPECT_EQ(answer.index, -1);
    EXPECT_EQ(memory.nulled, "");
}

TEST_F(RequestLists, WaitsomeReportsAllThatAreDone) {
    const Task<> call = makes(Call::request_waitsome, {1, 0, 2, 3});
    EXPECT_EQ(waits_for(), 1);
    states[3].done = true;
    now_done(1);
    EXPECT_TRUE(call.done());
    EXPECT_EQ(answer.index, 2);
    EXPECT_EQ(answer.lists->indices, (std::vector<std::int32_t>{0, 3}));
    EXPECT_EQ(log, "begin1 begin2 begin3 leave2 report1 report3 ");
    EXPECT_EQ(memory.nulled, "10 13 ");
}

TEST_F(RequestLists, TestsomeReportsAllThatAreDoneOrNone) {
    EXPECT_TRUE(makes(Call::request_testsome, {1, 2}).done());
    EXPECT_EQ(answer.index, 0);
    EXPECT_TRUE(answer.lists->indices.empty());
    states[2].done = true;
    EXPECT_TRUE(makes(Call::request_testsome, {1, 2}).done());
    EXPECT_EQ(answer.index, 1);
    EXPECT_EQ(answer.lists->indices, (std::vector<std::int32_t>{1}));
}

TEST_F(RequestLists, WithoutAnActiveRequestNobodyWaitsForSome) {
    states[1].active = false;
    for (const Call call : {Call::request_waitsome, Call::request_testsome}) {
        answer.index = 7;
        EXPECT_TRUE(makes(call, {0, 1}).done());
        EXPECT_EQ(answer.index, -1);
        EXPECT_TRUE(!answer.lists || answer.lists->indices.empty());
    }
}

TEST_F(RequestLists, FreeingSetsTheVariableAndFreeingNullDoesNothing) {
    EXPECT_TRUE(makes(Call::request_free, {2}).done());
    EXPECT_EQ(log, "free2 ");
    EXPECT_EQ(memory.nulled, "10 ");
    EXPECT_TRUE(makes(Call::request_free, {0}).done());
    EXPECT_EQ(log, "free2 ");
}

}  // namespace
}  // namespace rmasim
