#include "tests/sequences/harness/spec.h"

#include "tests/sequences/harness/bad_sequence.h"
#include "tests/sequences/harness/sequence_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace rmasim::seq {

namespace {

namespace fs = std::filesystem;

// Returns the files under `folder` with one of `extensions`, sorted.
std::vector<fs::path> files_under(const fs::path& folder, const std::set<std::string>& extensions) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && extensions.contains(entry.path().extension().string()))
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string contents_of(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

Spec::Spec(const std::string& root) {
    for (const fs::path& path : files_under(fs::path(root) / "protocol", {".md"})) {
        if (path.filename() == "SPEC.md") read(path.string());
    }
}

void Spec::read(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw BadSequence(path + ": cannot be read");
    for (std::string line; std::getline(file, line);) {
        const std::vector<std::string> ids = line.starts_with("- ") ? clause_ids_in(line) : std::vector<std::string>{};
        if (ids.empty() || !line.starts_with("- " + ids.front())) continue;
        const std::string& id = ids.front();
        if (!clauses_.emplace(id, line).second) throw BadSequence(path + ": " + id + " stands there twice");
    }
}

std::vector<std::string> Spec::ids_to_show() const {
    std::vector<std::string> ids;
    for (const auto& [id, line] : clauses_) {
        const bool of_family = !id.starts_with("MM-");  // the clauses of the memory model have scenarios instead
        if (of_family && line.find("(No sequence: ") == std::string::npos) ids.push_back(id);
    }
    return ids;
}

std::vector<std::string> check_citations(const std::string& root, const Spec& spec) {
    std::vector<std::string> faults;
    for (const fs::path& path : files_under(fs::path(root) / "protocol", {".h", ".cpp"})) {
        for (const std::string& id : clause_ids_in(contents_of(path))) {
            if (!spec.has(id)) faults.push_back(path.string() + ": cites " + id + ", which is not in SPEC.md");
        }
    }
    std::set<std::string> shown;
    for (const Sequence& sequence : read_all_sequences((fs::path(root) / "tests" / "sequences").string())) {
        for (const std::string& id : sequence.clauses) {
            if (!spec.has(id))
                faults.push_back(location_in(sequence, sequence.line) + "names " + id + ", which is not in SPEC.md");
            shown.insert(id);
        }
    }
    for (const std::string& id : spec.ids_to_show()) {
        if (!shown.contains(id)) faults.push_back("no sequence shows " + id);
    }
    return faults;
}

}  // namespace rmasim::seq
