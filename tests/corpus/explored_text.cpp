#include "sim/scenario/read/parse.h"
#include "sim/untimed/explore/assembly.h"
#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/explore/replay.h"
#include "sim/untimed/explore/shard_json.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/corpus/lines.h"
#include "tests/corpus/texts.h"

#include <nlohmann/json.hpp>

namespace rmasim::corpus {

using namespace rmasim::sim;

namespace {

void add_found(const Exploration& found, Lines& lines) {
    lines.add("{} runs, {} redundant, {} steps, {} deepest, exhausted {}, {} failing", found.runs, found.redundant,
              found.steps, found.max_depth, found.exhausted(), found.failing_runs);
    for (const auto& [digest, end] : found.ends) {
        lines.add("end {:016x}: {} {} {}, failures {}", digest, end.runs, end.finished, end.order.size(),
                  fmt::join(end.failures, ", "));
    }
    lines.add("messages {} to {}", found.messages.min, found.messages.max);
    for (const auto& [kind, range] : found.by_kind) lines.add("  {} {} to {}", kind, range.min, range.max);
    for (const auto& [pool, max] : found.high_water) lines.add("  {} {}", pool, max);
    for (const Failures* const one : in_order(found.failures)) {
        lines.add("{}, {} runs, number {}", name_of(one->shortest.kind), one->runs, one->number);
        lines.add_all("  ", one->shortest.what);
    }
}

void add_order(const Scenario& scenario, const std::vector<std::string>& order, Lines& lines) {
    const Replay again = replay(scenario, order, "corpus");
    lines.add("replayed: {} steps, {} messages, {} bytes", again.steps, again.messages, again.message_bytes);
    for (const auto& [kind, count] : again.by_kind) lines.add("  {} {}", kind, count);
    if (again.failed) lines.add("{}", name_of(*again.failed));
    lines.add_all("  ", again.what);
    lines.add_all("  ", again.transcript);
}

void add_words(const Scenario& scenario, const OrderWords& words, Lines& lines) {
    lines.add_all("fewest: ", words.min_messages);
    lines.add_all("most: ", words.max_messages);
    for (const auto& [key, order] : words.failures) {
        lines.add_all("failing: ", order);
        add_order(scenario, order, lines);
    }
}

OrderWords words_of(const Scenario& scenario, const Exploration& found) {
    UntimedWorld world(scenario);
    OrderWords words;
    words.min_messages = sim::words_of(world, found.min_messages);
    words.max_messages = sim::words_of(world, found.max_messages);
    for (const auto& [key, one] : found.failures) words.failures[key] = sim::words_of(world, one.shortest.order);
    for (const auto& [digest, end] : found.ends) {
        if (end.number <= max_described) words.ends[digest] = sim::words_of(world, end.order);
    }
    return words;
}

// Explores as on several machines: each piece passes through JSON, and two parts are in progress at a time.
void explore_in_shards(const Scenario& scenario, const AssemblyOptions& options, Lines& lines) {
    Assembly assembly(options);
    for (auto wanted = assembly.wanted(2); !wanted.empty(); wanted = assembly.wanted(2)) {
        for (auto one = wanted.rbegin(); one != wanted.rend(); ++one) {
            Explorer explorer(scenario, {options.reduction, 0, options.stop_at_failure});
            const auto part = part_json(one->part);
            Shard shard = explorer.explore(part_of(part));
            shard.words = words_of(scenario, shard.found);
            lines.add("{} {} {}", one->key, one->guessed, part.dump());
            const auto written = shard_json(shard);
            lines.add("{}", written.dump());
            assembly.add(one->key, shard_of(written));
        }
    }
    add_found(assembly.found(), lines);
    add_words(scenario, assembly.words(), lines);
}

}  // namespace

std::string explored_text(const Json& scenario, const std::string& folder, std::uint64_t limit, const Family* family) {
    Lines lines;
    lines.add_or_refusal([&] {
        Scenario read = parse_scenario(scenario, folder);
        if (family != nullptr) read.family = family;
        Explorer explorer(read, {.limit = limit});
        const Exploration found = explorer.explore();
        add_found(found, lines);
        for (const auto& [digest, end] : found.ends) {
            UntimedWorld world(read);
            lines.add_all("  ", sim::words_of(world, end.order));
        }
        const OrderWords words = words_of(read, found);
        add_words(read, words, lines);
        if (!words.max_messages.empty()) add_order(read, words.max_messages, lines);
        explore_in_shards(read, {.limit = limit, .shard_size = limit / 4}, lines);
        explore_in_shards(read, {.limit = limit / 2, .shard_size = limit / 8, .stop_at_failure = true}, lines);
        Explorer every(read, {.reduction = Reduction::none, .limit = limit / 4});
        add_found(every.explore(), lines);
    });
    return lines.take();
}

}  // namespace rmasim::corpus
