// The reader of `programs`. It assigns programs to ranks. If the same entries name several ranks, these ranks share a
// program. A million ranks therefore need a million indices, but only a few programs.
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/compile.h"
#include "sim/scenario/program/ranks.h"
#include "sim/scenario/read/parse_parts.h"
#include "sim/scenario/read/program_uses.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <span>

namespace rmasim::sim {

namespace {

// Sets of ranks. The ranks of a set are named by the same entries of `programs`. Entries are added one after another. A
// set is identified by the last entry that names its ranks, and by the set that contained these ranks before that
// entry. Example with 4 ranks:
//
//     entry 0 "all"    set 0 = (entry 0, unnamed)    ranks 0 1 2 3 are in set 0
//     entry 1 "0-1"    set 1 = (entry 1, set 0)      ranks 0 1 are in set 1 and run entries 0 and 1
class RankSets {
public:
    static constexpr std::int32_t unnamed = -1;  // the number of the set of ranks that no entry names

    explicit RankSets(Rank ranks) : set_of_rank_(static_cast<std::size_t>(ranks), unnamed) {}

    // Adds an entry. Returns false if the number of sets exceeds limits::max_rank_sets.
    bool add(std::size_t entry, const std::vector<Rank>& ranks) {
        // Maps each set before this entry to the set after it.
        std::map<std::int32_t, std::int32_t> split;
        for (const Rank rank : ranks) {
            std::int32_t& set = set_of_rank_[static_cast<std::size_t>(rank)];
            const auto [known, is_new] = split.try_emplace(set, static_cast<std::int32_t>(sets_.size()));
            if (is_new) sets_.push_back({set, entry});
            if (sets_.size() > limits::max_rank_sets) return false;
            set = known->second;
        }
        return true;
    }

    const std::vector<std::int32_t>& set_of_rank() const { return set_of_rank_; }

    // The entries that name the ranks of a set. They are in the order of the file.
    std::vector<std::size_t> entries(std::int32_t set) const {
        std::vector<std::size_t> entries;
        for (; set != unnamed; set = sets_[static_cast<std::size_t>(set)].before) {
            entries.push_back(sets_[static_cast<std::size_t>(set)].entry);
        }
        std::reverse(entries.begin(), entries.end());
        return entries;
    }

private:
    struct Set {
        std::int32_t before;
        std::size_t entry;
    };

    std::vector<std::int32_t> set_of_rank_;
    std::vector<Set> sets_;
};

class ProgramList {
    struct Entry {
        std::string location;
        bool threads;
        std::vector<JsonValue> lists;
        std::vector<Program> alone;  // the programs of single lists
    };

public:
    ProgramList(const JsonValue& value, Scenario& scenario)
        : value_(value), scenario_(scenario), reader_(scenario.ranks, scenario.scope), sets_(scenario.ranks) {
        Complaints complaints;
        for (const JsonValue& item : value.items(limits::max_program_entries, 1)) {
            complaints.attempt([&] { read_entry(item); });
        }
        complaints.raise_any();
    }

    // Compiles the programs. The first rank that runs a program determines the program's number.
    void compile() {
        std::map<std::int32_t, std::int32_t> program_of_set{{RankSets::unnamed, -1}};
        for (const std::int32_t set : sets_.set_of_rank()) {
            const auto next = static_cast<std::int32_t>(scenario_.programs.size());
            const auto [known, is_new] = program_of_set.try_emplace(set, next);
            if (is_new) add_program(sets_.entries(set));
            scenario_.program_of_rank.push_back(known->second);
        }
    }

private:
    void read_entry(const JsonValue& item) {
        const JsonObject entry(item, {"ranks", "calls", "threads"});
        std::string ranks = "all";
        std::string location = entry.location();
        if (const auto member = entry.find("ranks")) {
            ranks = member->text(limits::max_rank_list_length, 1);
            location = member->location();
        }
        if (!sets_.add(entries_.size(), reader_.meant(ranks, location))) {
            throw BadInput(location, fmt::format("\"{}\", which gives too many sets of ranks", ranks.substr(0, 80)),
                           fmt::format("at most {} sets of ranks that share a program", limits::max_rank_sets));
        }
        // Each entry is first compiled separately. The compiler then reports errors in the order of the file, and also
        // errors in entries that no rank runs.
        entries_.push_back(read_lists(entry));
        Complaints complaints;
        for (const JsonValue& list : entries_.back().lists) {
            complaints.attempt([&] {
                entries_.back().alone.push_back(compile_program(std::span(&list, 1), reader_, scenario_.windows,
                                                                *scenario_.family, scenario_.flags, scenario_.buffers,
                                                                scenario_.communicators.get(), scenario_.operators));
                check_size(entries_.back().alone.back());
            });
        }
        complaints.raise_any();
    }

    // Reads the list `calls`, or the lists of `threads`.
    static Entry read_lists(const JsonObject& entry) {
        const auto threads = entry.find("threads");
        if (!threads) return {entry.location(), false, {entry.at("calls")}, {}};
        if (entry.has("calls")) threads->fail("either \"threads\" or \"calls\", not both");
        return {threads->location(), true, threads->items(limits::max_threads, 1), {}};
    }

    void add_program(const std::vector<std::size_t>& entries) {
        if (entries.size() == 1) {
            scenario_.programs.push_back(std::move(entries_[entries.front()].alone));
            return;
        }
        std::vector<JsonValue> lists;
        lists.reserve(entries.size());
        for (const std::size_t entry : entries) {
            const Entry& one = entries_[entry];
            if (one.threads) {
                throw BadInput(one.location, "\"threads\" of ranks that other entries of \"programs\" also name",
                               "a single entry for a rank with \"threads\"");
            }
            lists.push_back(one.lists.front());
        }
        scenario_.programs.push_back(
            {compile_program(lists, reader_, scenario_.windows, *scenario_.family, scenario_.flags, scenario_.buffers,
                             scenario_.communicators.get(), scenario_.operators)});
        check_size(scenario_.programs.back().front());
    }

    void check_size(const Program& program) {
        instructions_ += program.code.size();
        if (instructions_ > limits::max_instructions) {
            throw BadInput(value_.location(), std::to_string(instructions_) + " instructions in all programs",
                           "at most " + std::to_string(limits::max_instructions));
        }
    }

    const JsonValue& value_;
    Scenario& scenario_;
    RankReader reader_;
    RankSets sets_;
    std::vector<Entry> entries_;
    std::size_t instructions_ = 0;
};

}  // namespace

void note_uses(Scenario& scenario) {
    for (const std::vector<Program>& threads : scenario.programs) {
        for (const Program& program : threads) {
            for (const Instruction& at : program.code) {
                scenario.threads_may_block = scenario.threads_may_block || is_among_threads(at);
                if (at.call != Call::win_create && at.call != Call::win_free) continue;
                WindowSettings& window = scenario.windows[at.as<WindowInstruction>().window];
                if (at.call == Call::win_create) window.by_call = true;
                window.always = false;
            }
        }
    }
}

namespace {

void note_group_change(const Json& call, Scenario& scenario) {
    if (!call.is_object() || !call.contains("comm")) return;
    const auto name = call.find("win");
    for (std::size_t id = 0; id < scenario.windows.size(); ++id) {
        WindowSettings& window = scenario.windows[id];
        const bool meant = name == call.end() ? scenario.windows.size() == 1 : *name == window.name;
        if (!meant || window.changes_comm) continue;
        window.changes_comm = true;
        scenario.communicators->set_changing(static_cast<WindowId>(id));
    }
}

}  // namespace

void note_group_changes(const Json& programs, Scenario& scenario) {
    if (scenario.communicators == nullptr || !scenario.family->calls().contains(Call::win_change_comm)) return;
    if (!programs.is_structured()) return;
    for (const auto& [key, value] : programs.items()) {
        if (programs.is_object() && key == name_of(Call::win_change_comm)) note_group_change(value, scenario);
        else note_group_changes(value, scenario);
    }
}

void parse_programs(const JsonValue& value, Scenario& scenario) {
    ProgramList(value, scenario).compile();
    note_uses(scenario);
}

}  // namespace rmasim::sim
