#include "tests/mutants/hunt.h"
#include "tests/sequences/harness/runner.h"

#include <algorithm>
#include <filesystem>

namespace rmasim::mutants {

namespace {

namespace fs = std::filesystem;

std::vector<seq::SequenceFile> read_sequences() {
    std::vector<std::string> paths;
    for (const auto& entry : fs::recursive_directory_iterator(RMASIM_SEQUENCES)) {
        if (entry.path().extension() == ".seq") paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<seq::SequenceFile> files;
    for (const std::string& path : paths) files.push_back(seq::read_sequence(path));
    return files;
}

}  // namespace

Hunt by_sequences(const std::string& name) {
    static const std::vector<seq::SequenceFile> files = read_sequences();
    static const seq::Spec spec(RMASIM_ROOT);
    Hunt hunt;
    for (const seq::SequenceFile& file : files) {
        if (!name.empty() && fs::path(file.path).stem().string() != name) continue;
        ++hunt.runs;
        const std::vector<std::string> faults = seq::check_sequence(file, spec);
        if (faults.empty()) continue;
        const std::string what = faults.front().substr(file.path.size());
        hunt.caught = Catch{"another outcome", what.substr(0, what.find('\n')), fs::path(file.path).stem().string()};
        return hunt;
    }
    return hunt;
}

}  // namespace rmasim::mutants
