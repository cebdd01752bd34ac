// memmodel_worlds: compares the checker's verdicts with exploration. A correct program must end with the same bytes in
// every order and with every propagation. An erroneous program must show a difference. `explore` executes each world
// with each propagation. The exit code is 1 if a correct program has two end states, if fewer than 200 erroneous
// programs show two end states, or if a kind of error shows in no world. With an argument EACH, only every EACH-th
// world is executed, and only the first condition applies.
#include "sim/untimed/explore/explorer.h"
#include "sim/untimed/world/untimed_world.h"
#include "tests/memmodel/worlds/world.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

namespace {

using namespace rmasim;

constexpr std::uint64_t max_executions = 3'000;
constexpr std::uint64_t max_of_wrong = 100;  // of erroneous programs: enough to show two ends, nearly always
constexpr std::size_t min_correct = 200;

struct Ends {
    std::set<std::uint64_t> all;
    bool exhausted = true;
    bool alike = true;  // with every propagation the same ones
};

Ends ends_of(sim::Scenario scenario, std::uint64_t limit) {
    Ends ends;
    std::set<std::uint64_t> eager;
    for (const sim::Propagation propagation :
         {sim::Propagation::eager, sim::Propagation::lazy, sim::Propagation::seeded}) {
        if (scenario.semantics != sim::Semantics::separate && propagation != sim::Propagation::eager) break;
        scenario.propagation = propagation;
        const sim::Exploration found =
            sim::Explorer(scenario, {.reduction = sim::Reduction::dynamic, .limit = limit}).explore();
        std::set<std::uint64_t> now;
        for (const auto& end : found.ends) now.insert(end.first);
        if (propagation == sim::Propagation::eager) eager = now;
        ends.alike = ends.alike && now == eager;
        ends.exhausted = ends.exhausted && found.exhausted();
        ends.all.insert(now.begin(), now.end());
    }
    return ends;
}

class FirstMove final : public sim::Choices {
public:
    std::size_t pick(std::size_t) override { return 0; }
};

// The checker's verdict on one execution.
sim::semantics::Report report_of(const sim::Scenario& scenario) {
    sim::UntimedWorld world(scenario);
    FirstMove first;
    std::vector<sim::Move> moves;
    for (world.list_moves(moves); !moves.empty(); world.list_moves(moves)) {
        if (world.carry_out(moves.front(), first) != sim::StepResult::continued) break;
    }
    return world.semantics()->report();
}

// "concurrent_local, load and put, separate"
std::string kind_of(const sim::semantics::ReportedFinding& found) {
    const auto name = [](const sim::semantics::ReportedAccess& access) {
        return access.operation.empty() ? access.what : access.operation;
    };
    std::string one = name(found.first), other = name(found.second);
    if (other < one) std::swap(one, other);
    return found.rule + ", " + one + " and " + other + ", " + found.model;
}

struct Totals {
    std::size_t correct = 0, correct_in_one_way = 0, cut_short = 0, wrong = 0, shown = 0;
    int failures = 0;
    std::map<std::string, std::size_t> kinds;  // of errors: worlds that show them
};

void judge(const memmodel_worlds::World& world, Totals& totals) {
    const sim::semantics::Report report = report_of(world.scenario);
    const bool wrong = report.count > 0;
    Ends ends = ends_of(world.scenario, wrong ? max_of_wrong : max_executions);
    if (wrong && ends.all.size() == 1) ends = ends_of(world.scenario, max_executions);
    const bool differs = ends.all.size() > 1;
    if (wrong) {
        ++totals.wrong;
        totals.shown += differs;
        if (report.count == 1) totals.kinds[kind_of(report.findings.front())] += differs;
        return;
    }
    ++totals.correct;
    totals.cut_short += !ends.exhausted;
    const bool fine = world.may_depend_on_order ? ends.alike : !differs;
    totals.correct_in_one_way += fine && ends.exhausted && !world.may_depend_on_order;
    if (fine) return;
    ++totals.failures;
    std::printf("correct, but it ends in %zu ways: %s\n", ends.all.size(), world.name.c_str());
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t each = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    if (each == 0) return std::puts("memmodel_worlds [EACH]: a number from 1 on"), 2;
    Totals totals;
    const std::vector<memmodel_worlds::World> worlds = memmodel_worlds::all_worlds();
    for (std::size_t i = 0; i < worlds.size(); i += each) judge(worlds[i], totals);
    for (const auto& [kind, shown_by] : totals.kinds) {
        std::printf("%-60s shown by %zu\n", kind.c_str(), shown_by);
        totals.failures += each == 1 && shown_by == 0;
    }
    std::printf("%zu correct programs, %zu of them explored whole and with one end, %zu cut short\n", totals.correct,
                totals.correct_in_one_way, totals.cut_short);
    const auto shows = [](const auto& kind) { return kind.second > 0; };
    std::printf("%zu erroneous programs, %zu of them with two ends; %zu kinds of error, %zu shown\n", totals.wrong,
                totals.shown, totals.kinds.size(),
                static_cast<std::size_t>(std::count_if(totals.kinds.begin(), totals.kinds.end(), shows)));
    return totals.failures == 0 && totals.correct_in_one_way >= min_correct / each ? 0 : 1;
}
