// Random programs on memory that the ranks of a node share: loads, stores and operations of different sizes, at
// overlapping locations, with calls that synchronise memory between them. They need not be correct MPI programs.
#include "tests/corpus/calls.h"
#include "tests/corpus/changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>

namespace rmasim::corpus {

namespace {

class SharingRank {
public:
    // `stores_elsewhere`: also stores to the parts of other ranks.
    SharingRank(Random& random, CallSet known, bool stores_elsewhere, std::uint64_t rank, std::uint64_t ranks,
                std::uint64_t ranks_per_node)
        : random_(random), known_(known), stores_elsewhere_(stores_elsewhere), rank_(rank), ranks_(ranks),
          ranks_per_node_(ranks_per_node) {}

    Json program(std::uint64_t rounds, bool passive) {
        passive_ = passive;
        add_of_both(passive ? Call::lock_all : Call::fence);
        for (std::uint64_t round = 0; round < rounds; ++round) {
            add_stretch();
            if (!passive) add_of_both(Call::fence);
            else if (round + 1 == rounds) add_of_both(Call::unlock_all);
            else if (chance(random_, 70)) add("barrier");
            else add_of_both(Call::flush_all);
        }
        return program_of(std::to_string(rank_), std::move(calls_));
    }

private:
    void add(std::string_view verb, Json arguments = Json::object()) {
        calls_.push_back(call_of(verb, std::move(arguments)));
    }
    void add_of_both(Call call) {
        for (const char* window : {"a", "b"}) calls_.push_back(call_of(call, {{"win", window}}));
    }

    std::uint64_t of_own_node() {
        const std::uint64_t first = rank_ / ranks_per_node_ * ranks_per_node_;
        return first + random_.below(std::min(ranks_per_node_, ranks_ - first));
    }
    std::string variable() { return fmt::format("v{}", step_); }

    // Chooses among few words, so that accesses overlap; parts of words; and words of another cache line.
    Json location() {
        Json arguments{{"win", one_of(random_, {"a", "a", "b"})}};
        arguments["disp"] = one_of<std::int64_t>(random_, {0, 0, 0, 8, 8, 16, 4, 2, 60, 64});
        return arguments;
    }

    void add_store() {
        Json arguments = location();
        arguments["datatype"] = one_of(random_, {"int64", "int64", "int32", "int16", "byte", "float64", "float32"});
        const std::uint64_t target = of_own_node();
        if (stores_elsewhere_ && chance(random_, 60)) arguments["target"] = target;
        arguments["value"] = 1 + random_.below(1000);
        if (chance(random_, 20)) {
            arguments["count"] = one_of<std::int64_t>(random_, {2, 3});
            arguments["step"] = one_of<std::int64_t>(random_, {0, 1});
        }
        add("store", std::move(arguments));
    }

    void add_load() {
        Json arguments = location();
        arguments["datatype"] = one_of(random_, {"int64", "int64", "int32", "int16", "byte", "uint64"});
        const std::uint64_t target = of_own_node();
        if (chance(random_, 75)) arguments["target"] = target;
        arguments["as"] = variable();
        add("load", std::move(arguments));
    }

    void add_operation() {
        const Call call = one_of(random_, {Call::put, Call::get, Call::accumulate, Call::get_accumulate,
                                           Call::fetch_and_op, Call::compare_and_swap});
        if (!known_.contains(call)) return;
        const CallDescription& described = description_of(call);
        Json arguments = location();
        arguments["target"] = random_.below(ranks_);
        const bool fetches = described.has(Argument::as);
        arguments["datatype"] = one_of(random_, {"int64", "int64", "int32", "byte"});
        if (fetches) arguments["as"] = variable();
        else arguments["count"] = one_of<std::int64_t>(random_, {1, 1, 3});
        if (described.has(Argument::op)) {
            arguments["op"] = one_of(random_, {"sum", "min", "max", "prod", "lxor", "land", "bor", "replace"});
        }
        if (described.has(Argument::compare)) arguments["compare"] = random_.below(2);
        if (described.has(Argument::value)) arguments["value"] = random_.below(5);
        calls_.push_back(call_of(call, std::move(arguments)));
    }

    // Adds calls between two synchronisations of all ranks.
    void add_stretch() {
        for (auto left = 1 + random_.below(6); left > 0; --left, ++step_) {
            const std::uint64_t what = random_.below(100);
            if (what < 35) add_store();
            else if (what < 70) add_load();
            else if (what < 85) add_operation();
            else if (what < 94 && passive_) add("sync", {{"win", one_of(random_, {"a", "b"})}});
            else add("compute", {{"ns", one_of<std::int64_t>(random_, {1, 90, 2000})}});
        }
    }

    Random& random_;
    CallSet known_;
    bool stores_elsewhere_;
    std::uint64_t rank_, ranks_, ranks_per_node_;
    bool passive_ = false;
    int step_ = 0;
    Json calls_ = Json::array();
};

}  // namespace

Json shared_program(Random& random, const sim::Family& family) {
    const std::uint64_t ranks = 2 + random.below(3);
    Json scenario{{"name", "shared"}, {"ranks", ranks}, {"protocol", {{"family", std::string(family.name())}}}};
    const bool one_node = family.traits.shares_one_node || chance(random, 60);
    const std::uint64_t ranks_per_node = one_node ? ranks : 2;
    scenario["platform"] = {{"ranks_per_node", ranks_per_node}};
    scenario["windows"] = {{"a", {{"bytes", 104}, {"shared", true}}},
                           {"b", {{"bytes", "rank == 1 ? 88 : 112"}, {"shared", true}}}};
    const std::uint64_t rounds = 2 + random.below(4);
    const CallSet known = family.calls();
    const bool passive = known.contains(Call::lock_all) && chance(random, 40);
    const bool stores_elsewhere = family.unsupported_reason(sim::CallFeature::remote_store).empty();
    Json programs = Json::array();
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        SharingRank one(random, known, stores_elsewhere, rank, ranks, ranks_per_node);
        programs.push_back(one.program(rounds, passive));
    }
    scenario["programs"] = std::move(programs);
    return scenario;
}

}  // namespace rmasim::corpus
