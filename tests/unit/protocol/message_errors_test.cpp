// The errors of messages at their receiver: the classes, what a receive stores, and who gets the error.
#include "protocol/parts/messages/message_calls.h"
#include "tests/unit/protocol/no_data.h"

#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rmasim {
namespace {

struct Sizes final : NoData {
    Payload gather(Rank, const OriginBuffer& from, Datatype, std::uint32_t count) override {
        gathered += std::to_string(from.first) + '+' + std::to_string(count) + ' ';
        return {};
    }
    void scatter(Rank, const OriginBuffer& to, Datatype datatype, std::uint32_t count, Payload) override {
        stored += std::to_string(count) + ' ' + std::string(name_of(datatype)) + ' ';
        scattered += std::to_string(to.first) + '+' + std::to_string(count) + ' ';
    }
    OriginBuffer behind(const OriginBuffer& buffer, std::uint64_t elements) const override {
        OriginBuffer part = buffer;
        part.first += static_cast<std::int64_t>(elements);
        return part;
    }
    Payload allocate(std::size_t bytes) override { return {new std::byte[bytes]}; }
    void release(Payload payload) override { delete[] payload.bytes; }

    std::string stored, gathered, scattered;
};

struct NoTransport final : Transport {
    void send(const Packet&) override {}
};

// A process that sends to itself: messages with the tags 0, 1, ...
class MessageErrors : public testing::Test {
protected:
    struct Config {
        std::uint32_t message_eager_bytes = no_message_limit;
        std::uint32_t message_part_bytes = max_part_bytes;
        CollectiveAlgorithms collectives{};
    };

    CallRequest request_of(Call call, std::uint64_t count, Datatype datatype, std::uint32_t tag) const {
        CallRequest request;
        request.call = call;
        request.message = {.peer = 0, .tag = tag, .datatype = datatype, .count = count, .buffer = {}};
        request.wants_status = request.errors_return = errors_return;
        return request;
    }
    Task<> begin(CallRequest request) {
        if (description_of(request.call).kind == CallClass::request) {
            return request_call(MessageCalls(two_sided), request_list(world, waits, 0, request, answer), answer);
        }
        requests.push_back(std::move(request));
        return begin_message_call(two_sided, world, waits, config, requests.back(), answer);
    }
    void make(CallRequest request) {
        Task<> task = begin(std::move(request));
        task.start();
        waits.resume_ready(0, nullptr);
        ASSERT_TRUE(task.done());
        task.result();
    }
    void send(std::uint64_t count, Datatype datatype, std::uint32_t tag = 0) {
        make(request_of(Call::isend, count, datatype, tag));
    }
    void receive(std::uint64_t count, Datatype datatype, std::uint32_t tag = 0) {
        make(request_of(Call::recv, count, datatype, tag));
    }
    RequestId receives(std::uint64_t count, Datatype datatype, std::uint32_t tag = 0) {
        make(request_of(Call::irecv, count, datatype, tag));
        return answer.request;
    }
    void complete(Call call, std::vector<RequestId> ids) {
        CallRequest request = request_of(call, 0, Datatype::byte, 0);
        request.requests = std::move(ids);
        make(std::move(request));
    }
    // Returns the error of `make`: the call, the rule, and its section.
    static std::string error_in(const std::function<void()>& make) {
        try {
            make();
        } catch (const ErroneousProgram& error) {
            return std::string(error.what()) + " [" + std::string(error.section) + ']';
        }
        return "none";
    }
    const MessageStatus& status(std::size_t index = 0) const { return answer.lists->statuses.at(index); }

    bool errors_return = true;
    Config config;
    NoTransport transport;
    Sizes memory;
    Observer observer;
    World world{transport, memory, observer};
    WaitList waits;
    TwoSided two_sided{0, 1};
    std::list<CallRequest> requests;
    CallAnswer answer;
};

TEST_F(MessageErrors, AShorterMessageIsNone) {
    send(2, Datatype::int32);
    receive(3, Datatype::int32);
    EXPECT_EQ(status().error, MessageError::none);
    EXPECT_EQ(status().count, 2u);
    EXPECT_EQ(memory.stored, "2 int32 ");
}

TEST_F(MessageErrors, AReceiveOfALongerMessageStoresWhatFits) {
    for (const std::uint32_t eager_bytes : {no_message_limit, 0u}) {
        config.message_eager_bytes = eager_bytes;
        memory.stored.clear();
        send(3, Datatype::int32);
        receive(2, Datatype::int32);
        EXPECT_EQ(status().error, MessageError::truncate);
        EXPECT_EQ(status().count, 2u);
        EXPECT_EQ(memory.stored, "2 int32 ");
    }
}

TEST_F(MessageErrors, OtherDatatypesOfTheSameSizeDiffer) {
    send(1, Datatype::int64);
    receive(1, Datatype::float64);
    EXPECT_EQ(status().error, MessageError::type);
    EXPECT_EQ(memory.stored, "");
}

TEST_F(MessageErrors, AMessageOfNoElementMatchesAnyDatatype) {
    send(0, Datatype::int64);
    receive(1, Datatype::byte);
    EXPECT_EQ(status().error, MessageError::none);
    EXPECT_EQ(status().count, 0u);
}

TEST_F(MessageErrors, AReceiveWithoutRoomIsTooShortWhateverItsDatatype) {
    send(1, Datatype::int64);
    receive(0, Datatype::byte);
    EXPECT_EQ(status().error, MessageError::truncate);
    EXPECT_EQ(status().count, 0u);
    EXPECT_EQ(memory.stored, "");
}

TEST_F(MessageErrors, EachStatusOfWaitallHasItsOwn) {
    const std::vector<RequestId> all{receives(2, Datatype::int32, 0), receives(2, Datatype::int32, 1),
                                     receives(2, Datatype::int32, 2)};
    send(1, Datatype::int32, 2);
    send(1, Datatype::int16, 1);
    send(3, Datatype::int32, 0);
    complete(Call::request_waitall, all);
    EXPECT_EQ(status(0).error, MessageError::truncate);
    EXPECT_EQ(status(1).error, MessageError::type);
    EXPECT_EQ(status(2).error, MessageError::none);
    EXPECT_EQ(error_in([&] { complete(Call::request_wait, {all[0]}); }),
              "request_wait: no active request has the number " + std::to_string(all[0]) + " []");
}

TEST_F(MessageErrors, WhereTheyDoNotReturnTheyNameTheReceive) {
    errors_return = false;
    send(3, Datatype::int32);
    EXPECT_EQ(error_in([&] { receive(2, Datatype::int32); }),
              "recv: MPI_ERR_TRUNCATE: a message of 3 elements of int32 does not fit 2 of int32 [truncated]");
    send(1, Datatype::int32);
    EXPECT_EQ(error_in([&] { receive(2, Datatype::uint32); }),
              "recv: MPI_ERR_TYPE: the sender sends 1 element of int32, but the receiver expects uint32 "
              "[types_differ]");
    const RequestId late = receives(2, Datatype::int32);
    send(3, Datatype::int32);
    EXPECT_EQ(error_in([&] { complete(Call::request_test, {late}); }),
              "irecv: MPI_ERR_TRUNCATE: a message of 3 elements of int32 does not fit 2 of int32 [truncated]");
}

TEST_F(MessageErrors, AMatchedReceiveHasThemToo) {
    send(3, Datatype::int32);
    make(request_of(Call::mprobe, 0, Datatype::byte, 0));
    EXPECT_EQ(status().count, 3u);
    CallRequest request = request_of(Call::mrecv, 2, Datatype::int32, 0);
    auto more = std::make_shared<RequestArguments>();
    more->handle = answer.request;
    request.more = std::move(more);
    make(std::move(request));
    EXPECT_EQ(status().error, MessageError::truncate);
    EXPECT_EQ(status().count, 2u);
}

// ---- Messages of more than 2^31 - 1 bytes.

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

TEST_F(MessageErrors, AVeryLongMessageArrivesInParts) {
    send(4 * gib + 5, Datatype::byte);
    make(request_of(Call::probe, 0, Datatype::byte, 0));
    EXPECT_EQ(status().count, 4 * gib + 5);
    receive(5 * gib, Datatype::byte);
    EXPECT_EQ(status().error, MessageError::none);
    EXPECT_EQ(status().count, 4 * gib + 5);
    EXPECT_EQ(memory.gathered, "0+1073741824 1073741824+1073741824 2147483648+1073741824 3221225472+1073741824 "
                               "4294967296+5 ");
    EXPECT_EQ(memory.scattered, memory.gathered);
}

TEST_F(MessageErrors, TheStatusOfItsRequestHasAllBits) {
    const RequestId first = receives(5 * gib, Datatype::byte, 1), second = receives(5 * gib, Datatype::byte, 2);
    send(4 * gib + 5, Datatype::byte, 2);
    send(3, Datatype::byte, 1);
    complete(Call::request_waitall, {first, second});
    EXPECT_EQ(status(0).count, 3u);
    EXPECT_EQ(status(1).count, 4 * gib + 5);
}

TEST_F(MessageErrors, ElementsAreNotDivided) {
    send(gib / 4, Datatype::complex160);
    receive(gib / 4, Datatype::complex160);
    EXPECT_EQ(memory.scattered, "0+33554432 33554432+33554432 67108864+33554432 100663296+33554432 "
                                "134217728+33554432 167772160+33554432 201326592+33554432 234881024+33554432 ");
}

TEST_F(MessageErrors, AVeryLongMessageMayNotFit) {
    send(3 * gib, Datatype::byte);
    receive(gib + 3, Datatype::byte);
    EXPECT_EQ(status().error, MessageError::truncate);
    EXPECT_EQ(status().count, gib + 3);
    EXPECT_EQ(memory.scattered, "0+1073741824 1073741824+3 ");
    memory.scattered.clear();
    send(3 * gib, Datatype::byte);
    receive(3 * gib, Datatype::int8);
    EXPECT_EQ(status().error, MessageError::type);
    EXPECT_EQ(memory.scattered, "");
}

TEST_F(MessageErrors, ABufferedOneIsCopiedInParts) {
    CallRequest attach = request_of(Call::buffer_attach, 0, Datatype::byte, 0);
    auto more = std::make_shared<RequestArguments>();
    more->memory_bytes = 3 * gib + SendBuffer::overhead_bytes;
    attach.more = std::move(more);
    make(std::move(attach));
    make(request_of(Call::bsend, 3 * gib, Datatype::byte, 0));
    EXPECT_EQ(memory.gathered, "0+1073741824 1073741824+1073741824 2147483648+1073741824 ");
    receive(3 * gib, Datatype::byte);
    EXPECT_EQ(memory.scattered, memory.gathered);
    make(request_of(Call::buffer_detach, 0, Datatype::byte, 0));
}

}  // namespace
}  // namespace rmasim
