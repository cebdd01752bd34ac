#include "tests/mutants/table.h"

#include "tests/mutants/mutants.h"

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
this page; a test fails if the page is out of date.

| mutant | clause | what is wrong | explore: by | runs | fuzz: by | runs | sequence |
|---|---|---|---|---|---|---|---|
)";

std::string cells(const Hunt& hunt, bool with_place) {
    if (!hunt.caught) return "| - | |";
    return fmt::format("| {}{} | {} |", with_place ? hunt.caught->where + ": " : "", hunt.caught->by, hunt.runs);
}

}  // namespace

std::string page(const Row& clean, const std::vector<Row>& rows) {
    const auto caught = [&rows](Hunt Row::*hunter) {
        return std::count_if(rows.begin(), rows.end(), [hunter](const Row& row) { return (row.*hunter).caught; });
    };
    const auto observed = std::count_if(all_mutants.begin(), all_mutants.end(), [](const Mutant& m) { return m.seen; });
    std::string text = fmt::format(head, all_mutants.size(), observed, all_worlds.size(), caught(&Row::explore),
                                   caught(&Row::fuzz), caught(&Row::sequences), clean.explore.runs, most_runs_a_world,
                                   clean.fuzz.runs, clean.sequences.runs);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Mutant& mutant = all_mutants[i];
        const std::optional<Catch>& sequence = rows[i].sequences.caught;
        text += fmt::format("| `{}` | {} | {} {}{} {} |\n", mutant.name, mutant.clause, mutant.why,
                            cells(rows[i].explore, true), cells(rows[i].fuzz, false).substr(1),
                            sequence ? sequence->where : "-");
    }
    return text;
}

}  // namespace rmasim::mutants
