#include "tests/mutants/table.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::mutants {

namespace {

constexpr const char* head = R"(# Mutants

{} deliberate bugs of the protocol core; the tests kill all of them. They are in [mutants.json](mutants.json): a script
writes a copy of the core that contains all of them, disabled, and `mutant_tests` enables one after another. The
installed core contains none. The first {} are defects of the implementation that motivated the design.

- **explore** executes every interleaving of {} small worlds (`tests/explore/worlds`), in the order of mutants.json for
  each mutant, until a run fails. The table has the world, the failure, and the number of runs of that world.
- **fuzz** runs random programs under random settings in random order, from seed 1 on, against the sequential model, as
  `rmasim fuzz` does. The table has the failure and the number of runs.
- **sequences** compares the message sequences (`tests/sequences`), in the order of their names. The table has the first
  that differs.

Explore kills {}, fuzz {}, the sequences {}. With all mutants disabled the same tests make {} runs of the worlds, at
most {} of each, {} of random programs, replay {} sequences, and find nothing. `mutant_tests --write MUTANTS.md` writes
this page. CI repeats what caught each mutant and compares its line; the long tests compare the whole page.

| mutant | clause | what is wrong | explore: by | runs | fuzz: by | runs | sequence |
|---|---|---|---|---|---|---|---|
)";

std::string cells(const Hunt& hunt, bool with_location) {
    if (!hunt.caught) return "| - | |";
    return fmt::format("| {}{} | {} |", with_location ? hunt.caught->where + ": " : "", hunt.caught->by,
                       hunt.runs == 0 ? "" : std::to_string(hunt.runs));
}

}  // namespace

std::string page(const Row& clean, const std::vector<Row>& rows) {
    const auto caught = [&rows](Hunt Row::*hunter) {
        return std::count_if(rows.begin(), rows.end(), [hunter](const Row& row) { return (row.*hunter).caught; });
    };
    const auto observed = std::count_if(all_mutants.begin(), all_mutants.end(), [](const Mutant& m) { return m.seen; });
    std::string text = fmt::format(head, all_mutants.size(), observed, all_worlds.size(), caught(&Row::explore),
                                   caught(&Row::fuzz), caught(&Row::sequences), clean.explore.runs, max_runs_a_world,
                                   clean.fuzz.runs, clean.sequences.runs);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += line(all_mutants[i], rows[i]);
    }
    return text;
}

std::string line(const Mutant& mutant, const Row& row) {
    const std::optional<Catch>& sequence = row.sequences.caught;
    return fmt::format("| `{}` | {} | {} {}{} {} |\n", mutant.name, mutant.clause, mutant.why,
                       cells(row.explore, true), cells(row.fuzz, false).substr(1), sequence ? sequence->where : "-");
}

Recorded recorded(std::string_view line) {
    std::vector<std::string> cells;  // from the right, because the text of the mutant may contain the separator
    for (int column = 0; column < 6; ++column) {
        const std::size_t bar = line.rfind('|');
        std::string cell(line.substr(bar + 1));
        cell.erase(0, cell.find_first_not_of(' '));
        cell.erase(cell.find_last_not_of(" \n") + 1);
        cells.push_back(cell == "-" ? "" : cell);
        line = line.substr(0, bar);
    }
    const std::string &sequence = cells[1], &fuzz_runs = cells[2], &explored = cells[5];
    return {explored.substr(0, explored.find(": ")), fuzz_runs.empty() ? 0 : std::stoull(fuzz_runs), sequence};
}

}  // namespace rmasim::mutants
