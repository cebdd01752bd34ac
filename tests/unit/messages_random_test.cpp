// Random programs of SEND, ISEND, RECV, IRECV and the calls that complete requests, under every family that has them.
// Between two ranks and for one tag the n-th message goes to the n-th receive, in the order of the calls.
#include "sim/families/family.h"
#include "sim/input/json/json_text.h"
#include "sim/input/read/parse.h"
#include "sim/run/simulation.h"

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

    // The calls of one rank. Values tell the way and the number of a message on it.
    static std::int64_t value(const Way& way, std::size_t nth) {
        return ((way.source * ranks + way.target) * tags + way.tag) * 100 + static_cast<std::int64_t>(nth);
    }
    Json program(int rank) {
        struct Receive {
            Way way;
            std::int64_t expected;
            bool blocks = false;
        };
        std::vector<Way> sends;
        std::vector<Receive> receives;
        for (const auto& [way, count] : messages_) {
            if (way.source == rank) sends.insert(sends.end(), count, way);
            for (std::size_t n = 0; way.target == rank && n < count; ++n) receives.push_back({way, 0});
        }
        std::shuffle(sends.begin(), sends.end(), random_);
        std::shuffle(receives.begin(), receives.end(), random_);
        // Nobody waits before all have sent.
        const std::size_t blocking = receives.empty() ? 0 : below(receives.size());
        for (std::size_t i = 0; i < blocking; ++i) receives[receives.size() - 1 - i].blocks = true;
        std::map<Way, std::size_t> nth;
        for (Receive& one : receives) one.expected = value(one.way, nth[one.way]++);
        nth.clear();

        Json calls = Json::array();
        const std::size_t all = std::max<std::size_t>(receives.size(), 1);
        calls.push_back({{"array", {{"r", all}, {"v", all}}}});
        std::size_t next = 0;
        std::vector<bool> waited(receives.size(), false);
        while (!sends.empty() || next < receives.size()) {
            if (below(3) == 0) calls.push_back(compute());
            const bool posts = next < receives.size() && !receives[next].blocks && (sends.empty() || below(2) == 0);
            if (!posts && !sends.empty()) {
                const Way way = sends.back();
                sends.pop_back();
                Json arguments = {{"target", way.target}, {"tag", way.tag}, {"datatype", "int64"},
                                  {"value", value(way, nth[way]++)}};
                if (below(2) == 0) {
                    calls.push_back({{"send", arguments}});
                } else {
                    arguments["request"] = "s";
                    calls.push_back({{"isend", arguments}});
                    calls.push_back(below(2) == 0 ? Json{{"wait", {{"request", "s"}}}}
                                                  : Json{{"request_free", {{"request", "s"}}}});
                }
                continue;
            }
            const Receive& one = receives[next];
            Json arguments = {{"source", one.way.source}, {"tag", one.way.tag}, {"datatype", "int64"},
                              {"as", fmt::format("v[{}]", next)}};
            if (one.blocks) {
                calls.push_back({{"recv", arguments}});
            } else {
                arguments["request"] = fmt::format("r[{}]", next);
                calls.push_back({{"irecv", arguments}});
                waited[next] = true;
                if (below(6) == 0) {
                    calls.push_back({{"request_free", {{"request", fmt::format("r[{}]", next)}}}});
                    waited[next] = false;
                }
            }
            ++next;
        }
        const auto open = static_cast<std::uint64_t>(std::count(waited.begin(), waited.end(), true));
        for (std::uint64_t one_by_one = open == 0 ? 0 : below(open); one_by_one > 0; --one_by_one) {
            calls.push_back({{"waitany", {{"requests", "r"}, {"as", "i"}}}});
            calls.push_back({{"let", {{"z", "1 / (i >= 0 && r[i] == 0)"}}}});
        }
        calls.push_back({{"waitall", {{"requests", "r"}}}});
        calls.push_back({{"waitany", {{"requests", "r"}, {"as", "i"}}}});
        calls.push_back({{"let", {{"z", "1 / (i == -1)"}}}});
        for (std::size_t i = 0; i < receives.size(); ++i) {
            const bool known = receives[i].blocks || waited[i];
            if (known) calls.push_back({{"let", {{"z", fmt::format("1 / (v[{}] == {})", i, receives[i].expected)}}}});
        }
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
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Json json = scenario(seed);
        const Scenario scenario = parse_scenario(json, ".");
        Simulation simulation(scenario);
        const RunResult result = simulation.run();
        ASSERT_EQ(result.outcome, Outcome::finished) << seed << '\n' << json.dump() << '\n' << result.cause;
    }
}

INSTANTIATE_TEST_SUITE_P(Families, RandomMessages, testing::Values("newrma", "shm", "oldqueue", "synccount"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace rmasim::sim
