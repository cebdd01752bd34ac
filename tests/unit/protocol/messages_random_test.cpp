// Random programs of SEND, ISEND, RECV, IRECV and the calls that complete requests, under every family that has these
// calls. For two ranks and one tag, the n-th message matches the n-th receive in the order of the calls.
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"
#include "sim/timed/executed_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <random>

namespace rmasim::sim {
namespace {

class RandomMessages : public testing::TestWithParam<const char*> {
protected:
    static constexpr int ranks = 3, tags = 2;

    struct Way {
        int source, target, tag;
        auto operator<=>(const Way&) const = default;
    };

    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    Json compute() { return {{"compute", {{"ns", below(4000)}}}}; }

    // Values identify the pair of ranks and the number of a message.
    static std::int64_t value(const Way& way, std::size_t nth) {
        return ((way.source * ranks + way.target) * tags + way.tag) * 100 + static_cast<std::int64_t>(nth);
    }

    struct Receive {
        Way way;
        std::int64_t expected = 0;
        bool blocks = false, freed = false;
    };
    struct Work {
        std::vector<Way> sends;  // the last is the next
        std::vector<Receive> receives;
        std::map<Way, std::size_t> sent;
    };
    // The calls of one rank, in a random order.
    Work work_of(int rank) {
        Work work;
        for (const auto& [way, count] : messages_) {
            if (way.source == rank) work.sends.insert(work.sends.end(), count, way);
            if (way.target == rank) work.receives.insert(work.receives.end(), count, {way});
        }
        std::shuffle(work.sends.begin(), work.sends.end(), random_);
        std::shuffle(work.receives.begin(), work.receives.end(), random_);
        // Nobody waits before all have sent.
        const std::size_t blocking = work.receives.empty() ? 0 : below(work.receives.size());
        std::for_each_n(work.receives.rbegin(), blocking, [](Receive& one) { one.blocks = true; });
        std::map<Way, std::size_t> nth;
        for (Receive& one : work.receives) one.expected = value(one.way, nth[one.way]++);
        return work;
    }

    void send_next(Work& work, Json& calls) {
        const Way way = work.sends.back();
        work.sends.pop_back();
        Json arguments = {{"target", way.target}, {"tag", way.tag}, {"datatype", "int64"},
                          {"value", value(way, work.sent[way]++)}};
        if (below(2) == 0) {
            calls.push_back({{"send", arguments}});
            return;
        }
        arguments["request"] = "s";
        calls.push_back({{"isend", arguments}});
        calls.push_back({{below(2) == 0 ? "wait" : "request_free", {{"request", "s"}}}});
    }
    // The i-th receive has request r[i] unless it blocks. Its message is stored in v[i].
    void receive(Receive& one, std::size_t i, Json& calls) {
        Json arguments = {{"source", one.way.source}, {"tag", one.way.tag}, {"datatype", "int64"},
                          {"as", fmt::format("v[{}]", i)}};
        if (one.blocks) {
            calls.push_back({{"recv", arguments}});
            return;
        }
        const std::string request = fmt::format("r[{}]", i);
        arguments["request"] = request;
        calls.push_back({{"irecv", arguments}});
        one.freed = below(6) == 0;
        if (one.freed) calls.push_back({{"request_free", {{"request", request}}}});
    }
    // Some requests one by one, then the others at once. What is not as expected divides by zero.
    void complete(const std::vector<Receive>& receives, Json& calls) {
        const auto open = static_cast<std::uint64_t>(std::count_if(
            receives.begin(), receives.end(), [](const Receive& one) { return !one.blocks && !one.freed; }));
        for (std::uint64_t one_by_one = open == 0 ? 0 : below(open); one_by_one > 0; --one_by_one) {
            calls.push_back({{"waitany", {{"requests", "r"}, {"as", "i"}}}});
            calls.push_back({{"let", {{"z", "1 / (i >= 0 && r[i] == 0)"}}}});
        }
        calls.push_back({{"waitall", {{"requests", "r"}}}});
        calls.push_back({{"waitany", {{"requests", "r"}, {"as", "i"}}}});
        calls.push_back({{"let", {{"z", "1 / (i == -1)"}}}});
        for (std::size_t i = 0; i < receives.size(); ++i) {
            if (receives[i].freed) continue;
            calls.push_back({{"let", {{"z", fmt::format("1 / (v[{}] == {})", i, receives[i].expected)}}}});
        }
    }
    // The calls of one rank.
    Json program(int rank) {
        Work work = work_of(rank);
        std::vector<Receive>& receives = work.receives;
        Json calls = Json::array();
        const std::size_t all = std::max<std::size_t>(receives.size(), 1);
        calls.push_back({{"array", {{"r", all}, {"v", all}}}});
        std::size_t next = 0;
        while (!work.sends.empty() || next < receives.size()) {
            if (below(3) == 0) calls.push_back(compute());
            const bool posts =
                next < receives.size() && !receives[next].blocks && (work.sends.empty() || below(2) == 0);
            if (!posts && !work.sends.empty()) {
                send_next(work, calls);
            } else {
                receive(receives[next], next, calls);
                ++next;
            }
        }
        complete(receives, calls);
        calls.push_back({{"barrier", Json::object()}});
        return calls;
    }
    Json scenario(std::uint64_t seed) {
        random_.seed(seed);
        messages_.clear();
        for (int source = 0; source < ranks; ++source) {
            for (int target = 0; target < ranks; ++target) {
                for (int tag = 0; tag < tags; ++tag) {
                    if (below(2) == 0) messages_[{source, target, tag}] = 1 + below(4);
                }
            }
        }
        Json programs = Json::array();
        for (int rank = 0; rank < ranks; ++rank) {
            programs.push_back({{"ranks", std::to_string(rank)}, {"calls", program(rank)}});
        }
        return {{"name", "messages"},
                {"ranks", ranks},
                {"seed", seed},
                {"protocol", {{"family", GetParam()}}},
                {"platform", {{"ranks_per_node", GetParam() == std::string("shm") ? ranks : 1}}},
                {"windows", {{"w", {{"bytes", 64}, {"shared", GetParam() == std::string("shm")}}}}},
                {"programs", programs}};
    }

    std::mt19937_64 random_;
    std::map<Way, std::size_t> messages_;
};

TEST_P(RandomMessages, GoToTheReceivesInOrder) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
        const Json json = scenario(seed);
        const Scenario scenario = parse_scenario(json, ".");
        const RunResult result = execute(scenario).result;
        ASSERT_EQ(result.outcome, Outcome::finished) << seed << '\n' << json.dump() << '\n' << result.cause;
    }
}

// As many bytes are not enough, and a shorter message fits.
TEST_P(RandomMessages, FitIfTheyHaveTheDatatypeAndAreNotLonger) {
    const auto outcome = [&](const char* sent, int count, const char* wanted, int room, bool at_once) {
        Json json = scenario(1);
        Json receive = {{"source", 0}, {"datatype", wanted}, {"count", room}};
        if (!at_once) receive["request"] = "r";
        Json calls = Json::array({Json{{at_once ? "recv" : "irecv", receive}}});
        if (!at_once) calls.push_back({{"wait", {{"request", "r"}}}});
        json["programs"] = {{{"ranks", "0"},
                             {"calls", {{{"send", {{"target", 1}, {"datatype", sent}, {"count", count}}}}}}},
                            {{"ranks", "1"}, {"calls", calls}}};
        return execute(parse_scenario(json, ".")).result.outcome;
    };
    for (const bool at_once : {true, false}) {
        EXPECT_EQ(outcome("int64", 2, "int64", 2, at_once), Outcome::finished);
        EXPECT_EQ(outcome("int64", 1, "int64", 2, at_once), Outcome::finished);
        EXPECT_EQ(outcome("int64", 3, "int64", 2, at_once), Outcome::erroneous);
        EXPECT_EQ(outcome("int64", 1, "int32", 2, at_once), Outcome::erroneous);
        EXPECT_EQ(outcome("int32", 2, "int64", 2, at_once), Outcome::erroneous);
    }
}

INSTANTIATE_TEST_SUITE_P(Families, RandomMessages, testing::Values("newrma", "shm", "oldqueue", "synccount"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace rmasim::sim
