// The suites of mutant_tests: `worlds`, `sequences` and `fuzz`. An item of `sequences` is a sequence
// (newrma/lock-put-unlock). An item of `fuzz` is a family and the maximum number of runs ("newrma 4000"); the list of
// items has only the families.
#include "sim/scenario/families/family.h"
#include "tests/mutants/hunt.h"
#include "tests/mutants/matrix/items.h"
#include "tests/mutants/mutants.h"

#include <fmt/core.h>

#include <stdexcept>

namespace rmasim::mutants {

namespace {

enum class Suite { worlds, sequences, fuzz };
Suite suite = Suite::worlds;

Hunt hunt(const std::string& item) {
    if (suite == Suite::worlds) return by_explore("", item);
    if (suite == Suite::sequences) return by_sequences(item);
    const std::size_t blank = item.find(' ');
    if (blank == std::string::npos) throw std::invalid_argument(item + ": wanted are a family and a number of runs");
    return by_fuzz(item.substr(0, blank), std::stoull(item.substr(blank + 1)));
}

}  // namespace

// Reads worlds and sequences once for all processes. A name that does not exist runs none.
void prepare_items(const std::string& name) {
    if (name == "worlds") suite = Suite::worlds;
    else if (name == "sequences") suite = Suite::sequences;
    else if (name == "fuzz") suite = Suite::fuzz;
    else throw std::invalid_argument(fmt::format("{}: not among worlds, sequences, fuzz", name));
    if (suite != Suite::fuzz) hunt("-");
}

std::vector<Item> list_items() {
    std::vector<Item> items;
    if (suite == Suite::worlds) {
        for (const std::string& name : all_worlds) items.push_back({name, ""});
    } else if (suite == Suite::sequences) {
        for (const std::string& name : sequence_names()) items.push_back({name, ""});
    } else {
        for (const sim::Family* family : sim::families()) items.push_back({std::string(family->name()), ""});
    }
    return items;
}

std::optional<std::uint64_t> finds(const std::string& item) {
    const Hunt found = hunt(item);
    if (!found.caught && found.runs == 0) throw std::invalid_argument(item + ": there is no such item");
    if (!found.caught) return std::nullopt;
    return found.runs;
}

}  // namespace rmasim::mutants
