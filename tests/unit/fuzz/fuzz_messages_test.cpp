// Rounds of messages in random programs: their calls, the rules that hold them together, and what they deliver.
#include "sim/scenario/families/family.h"
#include "sim/untimed/fuzz/campaign/campaign.h"
#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/program/program_reductions.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_messages.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

namespace rmasim::fuzz {
namespace {

using Match = MessageArguments::Match;

RandomProgram program_of(std::uint64_t seed, const sim::Family& family) {
    return program_of_run(seed * runs_of_a_program, family, sim::Semantics::off, sim::Propagation::eager);
}

template <class Visit>
void each_step_of_rounds(const RandomProgram& program, Visit visit) {
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        const auto& steps = program.steps[static_cast<std::size_t>(rank)];
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (is_in_round(steps[i])) visit(rank, i, steps[i]);
        }
    }
}

// By round and number of the message.
std::map<std::pair<int, int>, Cut> messages_of(const RandomProgram& program) {
    std::map<std::pair<int, int>, Cut> messages;
    each_step_of_rounds(program, [&](Rank rank, std::size_t i, const Step& step) {
        if (step.message.number >= 0) messages[{step.message.round, step.message.number}].emplace_back(rank, i);
    });
    return messages;
}

}  // namespace

TEST(RandomMessages, HaveEveryCallAndWildcardInEveryFamily) {
    const CallSet all{Call::send,          Call::ssend,        Call::bsend,        Call::rsend,
                      Call::isend,         Call::issend,       Call::ibsend,       Call::irsend,
                      Call::recv,          Call::irecv,        Call::probe,        Call::iprobe,
                      Call::mprobe,        Call::improbe,      Call::mrecv,        Call::imrecv,
                      Call::barrier,       Call::request_wait, Call::request_free, Call::request_cancel,
                      Call::buffer_attach, Call::buffer_detach};
    for (const sim::Family* const family : sim::families()) {
        SCOPED_TRACE(family->name());
        CallSet calls;
        std::set<Match> matches;
        for (std::uint64_t seed = 0; seed < 150; ++seed) {
            const RandomProgram program = program_of(seed, *family);
            EXPECT_EQ(illegality(program), "") << seed;
            each_step_of_rounds(program, [&](Rank, std::size_t, const Step& step) {
                calls = calls | CallSet{step.call};
                matches.insert(step.message.match);
            });
        }
        EXPECT_TRUE(calls == all);
        EXPECT_EQ(matches.size(), 5u);
    }
}

// A step that is the whole message, such as a send to MPI_PROC_NULL, an IPROBE, and the barrier of a rank that is alone
// in its communicator may be removed alone.
TEST(RandomMessages, EachStepIsNeeded) {
    std::size_t needed = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const RandomProgram program = program_of(seed, sim::default_family());
        const std::map<std::pair<int, int>, Cut> messages = messages_of(program);
        each_step_of_rounds(program, [&](Rank rank, std::size_t i, const Step& step) {
            const auto message = messages.find({step.message.round, step.message.number});
            const bool alone = message != messages.end() && message->second.size() == 1;
            const bool barrier = step.call == Call::barrier;
            if (barrier && members_of(program, static_cast<std::size_t>(step.comm), rank).size() == 1) return;
            if (alone || step.call == Call::iprobe) return;
            RandomProgram left = program;
            auto& steps = left.steps[static_cast<std::size_t>(rank)];
            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
            EXPECT_NE(illegality(left), "")
                << "seed " << seed << ", rank " << rank << ", step " << i << ", " << name_of(step.call);
            ++needed;
        });
    }
    EXPECT_GT(needed, 500u);
}

TEST(RandomMessages, WholeMessagesMayBeRemoved) {
    std::size_t removed = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const RandomProgram program = program_of(seed, sim::default_family());
        for (const auto& [message, cut] : messages_of(program)) {
            EXPECT_EQ(illegality(without(program, std::vector<Cut>{cut})), "")
                << "seed " << seed << ", round " << message.first << ", message " << message.second;
            ++removed;
        }
    }
    EXPECT_GT(removed, 100u);
}

// Rank 1 sends 2 elements to rank 0, which has room for 3 and has probed the message.
TEST(RandomMessages, DeliverDataAndStatuses) {
    RandomProgram program;
    program.begin(2, 9);
    program.communicators.push_back({RandomSplit::Way::reversed, 2});
    Step send{.call = Call::ssend, .target = 0, .value = 70, .step = 3, .comm = 0};
    send.region.count = 2;
    send.message = {.round = 0, .number = 4, .tag = 304};
    Step receive{.call = Call::recv, .target = 1, .comm = 0};
    receive.message = {.round = 0, .number = 4, .tag = 304, .probed = true, .room = 3};
    program.steps = {{receive}, {send}};
    EXPECT_EQ(message_words(receive).count(), 9u);
    // In the reversed communicator, rank 1 has number 0.
    EXPECT_EQ(words_of_message(program, 0, receive), (std::vector<std::int64_t>{70, 73, 0, 0, 304, 2, 0, 304, 2}));
    receive.target = proc_null;
    EXPECT_EQ(words_of_message(program, 0, receive), (std::vector<std::int64_t>{0, 0, 0, -1, -1, 0, -1, -1, 0}));
    receive.message = {.round = 0, .number = 4, .match = Match::none};
    EXPECT_EQ(words_of_message(program, 0, receive), std::vector<std::int64_t>{-1});
}

}  // namespace rmasim::fuzz
