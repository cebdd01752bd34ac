// seq_test: runs message sequences.
//
//   seq_test FILE...           compares; exit code 1 when anything differs
//   seq_test --bless FILE...   rewrites the outputs in the files, or says why not
//   seq_test --check-clauses   checks that the clauses cited in the core and in the sequences exist, and that all
//                              are shown
#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/runner.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <filesystem>

namespace {

using namespace rmasim::seq;
namespace fs = std::filesystem;

const char* const spec_path = "protocol/newrma/SPEC.md";

// The project's root: the nearest folder above `start` that has the specification.
std::string root_above(const fs::path& start) {
    for (fs::path folder = fs::absolute(start);; folder = folder.parent_path()) {
        if (fs::exists(folder / spec_path)) return folder.string();
        if (folder == folder.parent_path()) throw BadSequence(fmt::format("no {} above {}", spec_path, start.string()));
    }
}

int report(const std::vector<std::string>& faults) {
    for (const std::string& fault : faults) fmt::print("{}\n", fault);
    return faults.empty() ? 0 : 1;
}

int run_files(const std::vector<std::string>& paths, bool bless) {
    int code = 0;
    for (const std::string& path : paths) {
        const Spec spec(root_above(fs::absolute(path).parent_path()));
        const SequenceFile file = read_sequence(path);
        const int one = report(bless ? bless_sequence(file, spec) : check_sequence(file, spec));
        if (one != 0) code = one;
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Runs message sequences (.seq) against the protocol core.");
    std::vector<std::string> files;
    std::string root;
    bool bless = false;
    bool check_clauses = false;
    app.add_option("files", files, "Sequence files");
    app.add_flag("--bless", bless, "Rewrite the outputs in the files");
    app.add_flag("--check-clauses", check_clauses, "Check the clauses cited in the core and in the sequences");
    app.add_option("--root", root,
                   "The project's root, for --check-clauses; found above the working directory by default");
    CLI11_PARSE(app, argc, argv);
    if (files.empty() != check_clauses) return report({"give files to run, or --check-clauses alone"});
    if (bless && std::getenv("CI") != nullptr) return report({"nothing is blessed in CI"});
    try {
        if (!check_clauses) return run_files(files, bless);
        if (root.empty()) root = root_above(fs::current_path());
        return report(check_citations(root, Spec(root)));
    } catch (const BadSequence& bad) {
        return report({bad.what()});
    }
}
