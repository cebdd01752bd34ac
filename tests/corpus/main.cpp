// corpus_tests [FILTER]: does each case say what it said when it was pinned? FILTER: how the names of shelves begin.
//
//     corpus_tests --bless           pins what is said now
//     corpus_tests --show CASE       prints all that a case says: "random/newrma 17"
#include "tests/corpus/corpus.h"
#include "tests/corpus/lines.h"

#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using rmasim::corpus::Shelf;

using Pinned = std::map<std::string, std::string>;  // by "SHELF CASE": the hash

std::string pinned_file() { return std::string(RMASIM_ROOT) + "/tests/corpus/pinned.txt"; }

std::string hash_of(std::string_view text) { return fmt::format("{:08x}", rmasim::corpus::text_hash(text)); }

Pinned read() {
    Pinned pinned;
    std::ifstream file(pinned_file());
    for (std::string shelf, which, hash; file >> shelf >> which >> hash;) pinned[shelf + ' ' + which] = hash;
    return pinned;
}

void bless(const std::vector<Shelf>& shelves) {
    if (std::getenv("CI") != nullptr) throw std::runtime_error("the corpus is not blessed in CI");
    std::ofstream file(pinned_file());
    for (const Shelf& shelf : shelves) {
        for (const std::string& which : shelf.cases) {
            file << shelf.name << ' ' << which << ' ' << hash_of(shelf.text_of(which)) << '\n';
        }
    }
}

int show(const std::vector<Shelf>& shelves, const std::string& wanted) {
    for (const Shelf& shelf : shelves) {
        for (const std::string& which : shelf.cases) {
            if (shelf.name + ' ' + which != wanted) continue;
            fmt::print("{}", shelf.text_of(which));
            return 0;
        }
    }
    throw std::runtime_error("no such case");
}

int check(const std::vector<Shelf>& shelves, const std::string& filter) {
    const Pinned pinned = read();
    std::size_t moved = 0;
    std::size_t all = 0;
    std::string first;
    for (const Shelf& shelf : shelves) {
        if (!shelf.name.starts_with(filter)) continue;
        std::size_t here = 0;
        for (const std::string& which : shelf.cases) {
            ++all;
            const std::string name = shelf.name + ' ' + which;
            const auto found = pinned.find(name);
            if (found != pinned.end() && found->second == hash_of(shelf.text_of(which))) continue;
            ++here;
            if (first.empty()) first = name;
        }
        if (here > 0) fmt::print("{}: {} of {} cases moved\n", shelf.name, here, shelf.cases.size());
        moved += here;
    }
    if (moved == 0) {
        fmt::print("{} cases say what they said\n", all);
        return all == 0 ? 1 : 0;
    }
    fmt::print("\nThe first that moved is \"{0}\". To see what: print it here and with a build of the commit before, "
               "and compare:\n\n    corpus_tests --show \"{0}\"\n\nIf it is meant: corpus_tests --bless.\n", first);
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::vector<Shelf> shelves = rmasim::corpus::shelves(RMASIM_ROOT);
        const std::string first = argc > 1 ? argv[1] : "";
        if (first == "--bless") return bless(shelves), 0;
        if (first == "--show" && argc == 3) return show(shelves, argv[2]);
        return check(shelves, first);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
