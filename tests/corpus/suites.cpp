#include "sim/untimed/fuzz/campaign/campaign.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "tests/corpus/changes.h"
#include "tests/corpus/corpus.h"
#include "tests/corpus/faulty_family.h"
#include "tests/corpus/texts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rmasim::corpus {

Json broken(const Json& scenario, std::uint64_t number, bool timed) {
    Random random(number, 7);
    Json changed = scenario;
    break_calls(random, changed);
    if (timed) generate_machine(random, changed, false);
    if (chance(random, 40)) generate_faults(random, changed, timed);
    return changed;
}

Json on_another_machine(const Json& scenario, std::uint64_t number, bool shapes) {
    Random random(number, 8);
    Json changed = scenario;
    generate_machine(random, changed, shapes);
    if (chance(random, 60)) generate_faults(random, changed, true);
    if (chance(random, 25)) generate_expectations(random, changed, true);
    return changed;
}

namespace {

// Returns the names "0" to `count` - 1 in the first round, and the following numbers in further rounds.
Suite::Candidates numbers(std::size_t count) {
    return [count](std::size_t round) {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < count; ++i) all.push_back(std::to_string(round * count + i));
        return all;
    };
}

// Returns a suite of numbered cases.
template <class Text>
Suite numbered(std::string name, std::size_t count, Text text) {
    return {std::move(name), numbers(count), [text](const std::string& which) { return text(std::stoul(which)); }};
}

fuzz::RandomProgram program_of(std::uint64_t number, const sim::Family& family) {
    const bool watched = number % 5 == 0;
    return fuzz::program_of_run(fuzz::runs_of_a_program * number + number % fuzz::runs_of_a_program, family,
                                watched ? sim::Semantics::separate : sim::Semantics::off,
                                watched && number % 2 == 0 ? sim::Propagation::lazy : sim::Propagation::eager);
}

Json random_scenario(std::uint64_t seed, const sim::Family& family) {
    return scenario_of(fuzz::make_random_program(seed, family));
}
// Returns a program without faults, which ends.
Json whole_scenario(std::uint64_t number, const sim::Family& family) { return random_scenario(1000 + number, family); }

// Replaces the family's settings by those of a random program.
void generate_protocol(Random& random, Json& scenario, const sim::Family& family) {
    const auto counts = chance(random, 50) ? fuzz::MessageCounts::may_depend_on_order : fuzz::MessageCounts::fixed;
    const std::uint64_t seed = random.below(1000000);
    scenario["protocol"] = scenario_of(fuzz::make_random_program(seed, counts, family))["protocol"];
    scenario["protocol"].erase("defer_flush");  // family shm refuses it together with loads of other ranks' parts
}

// Threads that wait for each other in all ways, on windows and with settings of another random program.
std::string blocked_threads_text(std::uint64_t number, const sim::Family& family) {
    Random random(number, 12);
    Json scenario = random_scenario(2000 + number, family);
    generate_blocked_threads(random, scenario, family.calls());
    if (chance(random, 25)) generate_faults(random, scenario, number % 3 == 1);
    const std::string what = scenario.dump() + '\n';
    if (number % 3 == 0) return what + end_text(scenario, ".", number, 0);
    if (number % 3 == 1) return what + timed_text(on_another_machine(scenario, number, false), ".");
    return what + explored_text(scenario, ".", 8);
}

std::string shared_text(std::uint64_t number, const sim::Family& family) {
    Random random(number, 13);
    Json scenario = shared_program(random, family);
    if (chance(random, 60)) generate_protocol(random, scenario, family);
    generate_machine(random, scenario, false);
    const std::string what = scenario.dump() + '\n';
    if (number % 3 == 0) return what + untimed_text(scenario, ".", number);
    if (number % 3 == 1) return what + timed_text(scenario, ".");
    return what + explored_text(scenario, ".", 8);
}

// A third is broken, and stops while some thread is in its second life.
std::string window_lifetimes_text(std::uint64_t number, const sim::Family& family) {
    Random random(number, 14);
    Json scenario = lives_program(random, family);
    if (chance(random, 60)) generate_protocol(random, scenario, family);
    if (number % 4 != 0 && number % 3 == 1) break_calls(random, scenario);
    if (number % 4 >= 2 && chance(random, 50)) generate_machine(random, scenario, false);
    const std::string what = scenario.dump() + '\n';
    if (number % 4 == 0) return what + checked_text(scenario, number, 24);
    if (number % 4 == 1) return what + timed_text(on_another_machine(scenario, number, false), ".");
    if (number % 8 == 6) return what + explored_text(scenario, ".", 8);
    if (chance(random, 30)) generate_faults(random, scenario, false);
    return what + untimed_text(scenario, ".", number);
}

// Returns a program of any kind. Whole programs are the first kind.
Json some_program(std::uint64_t number, Random& random, const sim::Family& family) {
    const bool shares = !family.traits.refuses_shared_windows;
    if (number % 3 == 1 && family.calls().contains(Call::fence)) return lives_program(random, family);
    if (number % 3 == 2 && shares) return shared_program(random, family);
    return random_scenario(4000 + number, family);
}

std::string multiple_faults_text(std::uint64_t number, const sim::Family& family, const std::string& platforms) {
    Random random(number, 15);
    Json scenario = some_program(number, random, family);
    const bool timed = number % 4 != 2;
    generate_machine(random, scenario, number % 4 == 3);
    generate_multiple_faults(random, scenario, family, timed);
    const std::string what = scenario.dump() + '\n';
    return timed ? what + timed_text(scenario, platforms) : what + untimed_text(scenario, platforms, number);
}

std::string replay_text(std::uint64_t number, const sim::Family& family) {
    Random random(number, 17);
    Json scenario = some_program(number, random, family);
    if (chance(random, 40)) generate_faults(random, scenario, false);
    if (chance(random, 30)) scenario["platform"]["network"]["reorder_ns"] = 500;
    return scenario.dump() + '\n' + replayed_text(scenario, number);
}

std::string aliased_windows_text(std::uint64_t number, const sim::Family& family) {
    Random random(number, 18);
    Json scenario = aliased_windows(random, family);
    if (number % 4 == 1) generate_machine(random, scenario, false);
    const std::string what = scenario.dump() + '\n';
    if (number % 4 == 1) return what + timed_text(scenario, ".");
    if (number % 4 == 3) return what + explored_text(scenario, ".", 8);
    return what + untimed_text(scenario, ".", number);
}

std::string large_operations_text(std::uint64_t number, const sim::Family& family) {
    Random random(number, 20);
    Json scenario = long_program(random, family);
    if (number % 3 == 1) generate_machine(random, scenario, false);
    const std::string what = scenario.dump() + '\n';
    return what + (number % 3 == 1 ? timed_text(scenario, ".") : untimed_text(scenario, ".", number));
}

// Runs a faulty core in all worlds that check cores. It may fail in any way.
std::string spoilt_text(std::uint64_t number, const sim::Family& family) {
    Random random(number, 15);
    const SpoiltFamily faulty(family, random);
    const bool explored = number % 5 == 2;
    const bool lives = chance(random, 60) && family.calls().contains(Call::fence) && !explored;
    const Json scenario = lives ? lives_program(random, family) : whole_scenario(number, family);
    try {
        if (explored) return explored_text(scenario, ".", 8, &faulty);
        return number % 5 < 2 ? timed_text(scenario, ".", &faulty) : untimed_text(scenario, ".", number, &faulty);
    } catch (const ProtocolError& broken) {
        return broken.what();
    }
}

// Returns true if the family's processes can begin their numbers at a value that a test chooses.
bool begins_late(const sim::Family& family) {
    return family.name() != "ch3" && family.name() != "ch4" && !family.counts_signals();
}

// Programs of three kinds, a quarter of them with numbers that wrap around, a third with faults.
std::string wait_graphs_text_of(std::uint64_t number, const sim::Family& family) {
    Random random(number, 19);
    const bool has_lives = family.calls().contains(Call::fence);
    Json scenario =
        number % 3 == 0 && has_lives ? lives_program(random, family) : random_scenario(4000 + number, family);
    if (number % 3 == 1) generate_blocked_threads(random, scenario, family.calls());
    if (chance(random, 33)) generate_faults(random, scenario, false);
    const bool late = number % 4 == 0 && begins_late(family);
    return scenario.dump() + '\n' + wait_graphs_text(scenario, number, late ? 0xFFFFFFFEU : 0);
}

std::string random_text(std::uint64_t number, const sim::Family& family) {
    const fuzz::RandomProgram program = program_of(number, family);
    return untimed_text(scenario_of(program), ".", number) + modelled_text(program, number);
}

std::string checked_text_of(std::uint64_t number, const sim::Family& family) {
    return checked_text(whole_scenario(number, family), number, 40);
}

std::string timed_text_of(std::uint64_t number, const sim::Family& family) {
    return timed_text(on_another_machine(whole_scenario(number, family), number, false), ".");
}

std::string lost_text(std::uint64_t number, const sim::Family& family) {
    Json scenario = whole_scenario(number, family);
    Random random(number, 9);
    while (!scenario.contains("faults") || scenario["faults"].empty()) generate_faults(random, scenario, false);
    const auto first = one_of<std::uint32_t>(random, {0, 0xFFFFFFFCU, 0x7FFFFFF8U});
    return end_text(scenario, ".", number, begins_late(family) ? first : 0);
}

std::string shrunk_text_of(std::uint64_t number, const sim::Family& family) {
    return shrunk_text(fuzz::make_random_program(3000 + number, family), number) + campaign_text(family, number);
}

std::string invalid_text(std::uint64_t number, const sim::Family& family) {
    const bool timed = number % 2 == 0;
    const Json changed = broken(whole_scenario(number, family), number, timed);
    return timed ? timed_text(changed, ".") : untimed_text(changed, ".", number);
}

void add_suites_of(const sim::Family& family, const std::string& platforms, std::vector<Suite>& suites) {
    const auto add = [&](const char* kind, std::size_t count, std::string (*text)(std::uint64_t, const sim::Family&)) {
        suites.push_back(numbered(fmt::format("{}/{}", kind, family.name()), count,
                                  [&family, text](std::uint64_t number) { return text(number, family); }));
    };
    const auto several = [&family, platforms](std::uint64_t number) {
        return multiple_faults_text(number, family, platforms);
    };
    const CallSet known = family.calls();
    suites.push_back(numbered(fmt::format("multiple-faults/{}", family.name()), 60, several));
    add("replayed", 16, replay_text);
    add("random", 24, random_text);
    add("checked", 32, checked_text_of);
    add("timed", 40, timed_text_of);
    add("lost", 80, lost_text);
    add("blocked-threads", 60, blocked_threads_text);
    add("spoilt", 30, spoilt_text);
    if (known.contains(Call::fence)) add("window-lifetimes", 96, window_lifetimes_text);
    add("wait-graphs", 72, wait_graphs_text_of);
    if (known.contains(Call::fence)) add("large-operations", 24, large_operations_text);
    if (known.contains(Call::win_create) && !family.traits.shares_one_node)
        add("aliased-windows", 64, aliased_windows_text);
    if (!family.traits.refuses_shared_windows) add("shared", 90, shared_text);
    add("shrunk", 6, shrunk_text_of);
    add("invalid-programs", 60, invalid_text);
}

// Returns the scenario of a name such as "locks:7".
Json list_of(std::span<const ListKind> kinds, const std::string& name) {
    const std::size_t colon = name.find(':');
    for (const ListKind& kind : kinds) {
        if (kind.name == name.substr(0, colon)) return kind.make(std::stoi(name.substr(colon + 1)));
    }
    throw std::runtime_error(fmt::format("there is no kind of lists \"{}\"", name.substr(0, colon)));
}

// Runs lists of one to ten things, with a clock and without. Names: "locks:7", and of other families "locks:7:ch3".
std::string list_text(const std::string& name) {
    const std::size_t colon = name.find(':');
    const std::size_t second = name.find(':', colon + 1);
    Json scenario = list_of(kinds_of_lists(), name);
    if (second != std::string::npos) scenario["protocol"] = {{"family", name.substr(second + 1)}};
    const std::string text = timed_text(scenario, ".") + end_text(scenario, ".", 1, 0);
    return scenario["ranks"] > 3 ? text : text + explored_text(scenario, ".", 8);
}

Suite lists() {
    Suite suite{"report-lists", {}, list_text};
    suite.candidates = [](std::size_t round) {
        std::vector<std::string> all;
        if (round >= sim::families().size()) return all;  // no further rounds
        for (const ListKind& kind : kinds_of_lists()) {
            for (int many = 1; many <= 10; ++many) {
                all.push_back(fmt::format("{}:{}", kind.name, many));
                if (round > 0) all.back() += fmt::format(":{}", sim::families()[round]->name());
            }
        }
        return all;
    };
    return suite;
}

// Cases such as "races:51".
Suite long_lists() {
    Suite suite{"long-report-lists", {}, [](const std::string& name) {
                    const Json scenario = list_of(kinds_of_long_lists(), name);
                    return timed_text(scenario, ".") + end_text(scenario, ".", 1, 0);
                }};
    suite.candidates = [](std::size_t round) {
        std::vector<std::string> all;
        if (round > 0) return all;
        for (const ListKind& kind : kinds_of_long_lists()) {
            for (const int many : {50, 51, 100, 101}) all.push_back(fmt::format("{}:{}", kind.name, many));
        }
        return all;
    };
    return suite;
}

}  // namespace

std::vector<Suite> suites(const std::string& root) {
    std::vector<Suite> all;
    const std::string platforms = root + "/tests/corpus";
    for (const sim::Family* const family : sim::families()) add_suites_of(*family, platforms, all);
    all.push_back(numbered("shapes", 60, [platforms](std::uint64_t number) {
        const Json scenario = whole_scenario(number, sim::default_family());
        return timed_text(on_another_machine(scenario, number, true), platforms);
    }));
    all.push_back(lists());
    all.push_back(long_lists());
    add_file_suites(root, all);
    return all;
}

}  // namespace rmasim::corpus
