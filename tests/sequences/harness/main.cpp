// seq_test: runs message sequences.
//
//
//  seq_test FILE...             compares all sequences of the files; exit code 1 if anything differs
//  seq_test FILE:NAME...        one of them
//  seq_test --only A,B FILE...  those of these names; --except: all others
//  seq_test --bless ...         rewrites the outputs of these sequences in the files, or prints why it cannot
//  seq_test --list ...          prints these sequences, each as FILE:NAME
//  seq_test --check-clauses     checks that the clauses cited in the core and in the sequences exist, and that
//                               sequences show all clauses
//
// The exit code is 2 for a wrong command line and for a malformed file.
#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/runner.h"
#include "tests/sequences/harness/selection.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace {

using namespace rmasim::seq;
namespace fs = std::filesystem;

const char* const spec_path = "protocol/newrma/SPEC.md";

// Returns the project's root: the nearest folder above `start` that has the specification.
std::string root_above(const fs::path& start) {
    for (fs::path folder = fs::absolute(start);; folder = folder.parent_path()) {
        if (fs::exists(folder / spec_path)) return folder.string();
        if (folder == folder.parent_path()) throw BadSequence(fmt::format("no {} above {}", spec_path, start.string()));
    }
}

// Returns the specification that the sequences of a file cite. Reads each once.
const Spec& spec_of(const std::string& path) {
    static std::map<std::string, Spec> specs;  // by root
    const std::string root = root_above(fs::absolute(path).parent_path());
    const auto known = specs.find(root);
    return known != specs.end() ? known->second : specs.emplace(root, Spec(root)).first->second;
}

bool report(const std::vector<std::string>& faults) {
    for (const std::string& fault : faults) fmt::print("{}\n", fault);
    return faults.empty();
}

int list(const std::vector<SelectedFile>& files) {
    for (const SelectedFile& file : files) {
        for (const std::size_t i : file.selected) fmt::print("{}:{}\n", file.path, file.sequences[i].name);
    }
    return 0;
}

std::vector<std::string> faults_of(Sequence& sequence, const Spec& spec, bool bless) {
    try {
        return bless ? bless_sequence(sequence, spec) : check_sequence(sequence, spec);
    } catch (const std::exception& error) {  // an exception of the core: the other sequences still run
        return {location_in(sequence, sequence.line) + error.what()};
    }
}

int run(std::vector<SelectedFile> files, bool bless) {
    bool passes = true;
    for (SelectedFile& file : files) {
        const Spec& spec = spec_of(file.path);
        for (const std::size_t i : file.selected) passes &= report(faults_of(file.sequences[i], spec, bless));
        if (bless) std::ofstream(file.path) << text_of(file.sequences);
    }
    return passes ? 0 : 1;
}

int bad_use(const std::string& what) {
    fmt::print("{}\n", what);
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Runs message sequences (.seq) against the protocol core.");
    std::vector<std::string> files;
    std::vector<std::string> only;
    std::vector<std::string> except;
    std::string root;
    bool bless = false;
    bool lists = false;
    bool check_clauses = false;
    app.add_option("files", files, "Files of sequences; FILE:NAME is one sequence");
    app.add_option("--only", only, "The names of the sequences to run")->delimiter(',')->allow_extra_args(false);
    app.add_option("--except", except, "The names of sequences not to run")->delimiter(',')->allow_extra_args(false);
    auto* const bless_flag = app.add_flag("--bless", bless, "Rewrite the outputs in the files");
    app.add_flag("--list", lists, "Print the sequences")->excludes(bless_flag);
    app.add_flag("--check-clauses", check_clauses, "Check the clauses cited in the core and in the sequences");
    app.add_option("--root", root,
                   "The project's root, for --check-clauses; found above the working directory by default");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    if (files.empty() != check_clauses) return bad_use("give files to run, or --check-clauses alone");
    if (bless && std::getenv("CI") != nullptr) return bad_use("nothing is blessed in CI");
    try {
        if (!check_clauses) {
            std::vector<SelectedFile> selected = select(files, only, except);
            return lists ? list(selected) : run(std::move(selected), bless);
        }
        if (root.empty()) root = root_above(fs::current_path());
        return report(check_citations(root, Spec(root))) ? 0 : 1;
    } catch (const BadSequence& bad) {
        return bad_use(bad.what());
    }
}
