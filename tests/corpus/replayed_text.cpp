// Orders in words: written, changed, and replayed.
#include "sim/scenario/read/parse.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/fuzz/run/program_runner.h"
#include "sim/untimed/fuzz/run/scheduler.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/corpus/changes.h"
#include "tests/corpus/lines.h"
#include "tests/corpus/texts.h"

#include <nlohmann/json.hpp>

namespace rmasim::corpus {

using namespace rmasim::sim;

namespace {

constexpr std::size_t max_order = 120;

// Returns the beginning of a run, in random order, of at most `max_order` steps.
Order some_order(UntimedWorld& world, std::uint64_t seed) {
    fuzz::Scheduler scheduler(seed, world.count());
    fuzz::MadeSteps made;
    fuzz::RecordedPicks picks(scheduler, made);
    const auto make = [&](const Move& move, std::size_t) {
        made.add(move);
        return world.carry_out(move, picks);
    };
    fuzz::run_by(scheduler, world, make, max_order);
    return made.order();
}

// Changes the words of an order. The world chooses the end, the number of a step is increased, or a step is removed,
// repeated, or exchanged with the next step.
void change(Random& random, std::vector<std::string>& words) {
    if (words.empty()) return;
    const std::size_t index = random.below(words.size());
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(index);
    const std::uint64_t what = random.below(7);
    if (what >= 5) {
        words.resize(index);
    } else if (what == 0) {
        words.erase(at);
    } else if (what == 1) {
        if (index + 1 < words.size()) std::swap(words[index], words[index + 1]);
    } else if (what == 2) {
        const std::string twice = *at;
        words.insert(at, twice);
    } else {
        const std::size_t digit = at->find_last_of("0123456789");
        if (digit != std::string::npos) ++(*at)[digit];
    }
}

void add_replay(const Scenario& scenario, const std::vector<std::string>& words, Lines& lines) {
    lines.add_or_refusal([&] {
        const Replay again = replay(scenario, words, "schedule");
        lines.add("{} steps, {} messages, {} bytes", again.steps, again.messages, again.message_bytes);
        if (again.failed) lines.add("{}", name_of(*again.failed));
        lines.add_all("  ", again.what);
        lines.add_all("  ", again.transcript);
    });
}

}  // namespace

std::string replayed_text(const Json& scenario, std::uint64_t seed) {
    Lines lines;
    lines.add_or_refusal([&] {
        const Scenario read = parse_scenario(scenario, ".");
        UntimedWorld world(read);
        const Order order = some_order(world, seed);
        const std::vector<std::string> words = words_of(world, order);
        lines.add_all("", words);
        add_replay(read, words, lines);
        Random random(seed, 16);
        for (int times = 0; times < 5; ++times) {
            std::vector<std::string> others = words;
            change(random, others);
            add_replay(read, others, lines);
        }
        // A pick beyond the alternatives, and the last valid one.
        for (std::size_t step = 0; step < order.size(); ++step) {
            if (order[step].picks.empty()) continue;
            for (const int beyond : {1, 0}) {
                std::vector<std::string> others = words;
                const std::string& word = others[step];
                const Pick& last = order[step].picks.back();
                others[step] = fmt::format("{} {}", word.substr(0, word.rfind(' ')), last.alternatives - 1 + beyond);
                others.resize(step + 1);
                add_replay(read, others, lines);
            }
            break;
        }
    });
    return lines.take();
}

}  // namespace rmasim::corpus
