#include "sim/scenario/json/errors.h"
#include "sim/scenario/read/parse.h"
#include "tests/corpus/changes.h"
#include "tests/corpus/corpus.h"
#include "tests/corpus/lines.h"
#include "tests/corpus/texts.h"
#include "tests/scenario_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace rmasim::corpus {

namespace {

// Returns the scenario files of a folder and its subfolders, as paths from the folder, and their variants.
std::vector<std::string> files_of(const std::filesystem::path& folder) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".json") continue;
        for (const std::string& name : scenario_names_in(entry.path().string())) {
            files.push_back(std::filesystem::path(name).lexically_relative(folder).generic_string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

Suite::Candidates files_with(std::vector<std::string> files, std::vector<std::string> ways) {
    return [files = std::move(files), ways = std::move(ways)](std::size_t round) {
        std::vector<std::string> all;
        for (const std::string& file : files) {
            for (const std::string& way : ways) {
                all.push_back(fmt::format("{}:{}", file, way));
                if (round > 0) all.back() += std::to_string(round);
            }
        }
        return all;
    };
}

constexpr int max_ranks = 16;
constexpr std::int64_t max_bytes = 65536;  // of a window, because its whole contents are printed

bool is_small(const Json& json) {
    const auto ranks = json.find("ranks");
    for (const auto& window : json.value("windows", Json::object())) {
        const auto bytes = window.find("bytes");
        if (bytes != window.end() && bytes->is_number_integer() && *bytes > max_bytes) return false;
    }
    return ranks != json.end() && ranks->is_number_integer() && *ranks <= max_ranks && json.contains("programs") &&
           !json.contains("schedule");
}

// Returns the small scenarios of a folder.
std::vector<std::string> small_files_of(const std::filesystem::path& folder) {
    std::vector<std::string> files = files_of(folder);
    std::erase_if(files, [&folder](const std::string& file) {
        return file == "schema.json" || !is_small(ScenarioName((folder / file).string()).document());
    });
    return files;
}

// A case such as "lock/put.json:broken3": a file of the suite's folder, the kind of change, and the number of the
// change (from 1). "lock/put.json:apart:broken3" changes the variant "apart" of the file.
struct FileCase {
    ScenarioName file;
    std::string how;
    std::uint64_t seed;

    FileCase(const std::filesystem::path& folder, const std::string& name)
        : file((folder / name.substr(0, name.rfind(':'))).string()), how(name.substr(name.rfind(':') + 1)),
          seed(seed_of(as_a_file(name))) {
        how.erase(how.find_last_not_of("0123456789") + 1);
    }
    std::string base() const { return std::filesystem::path(file.file).parent_path().string(); }
    Json json() const {
        Json document = file.document();
        document.erase("variants");
        return document;
    }

private:
    // Returns "lock/put-apart.json:broken3" for a variant: it has the seed of a separate file of that name.
    static std::string as_a_file(std::string name) {
        constexpr std::string_view end = ".json:";
        const std::size_t colon = name.rfind(':'), at = name.find(end);
        if (at + end.size() > colon) return name;
        const std::string variant = name.substr(at + end.size(), colon - at - end.size());
        return name.substr(0, at) + '-' + variant + ".json" + name.substr(colon);
    }
};

// Runs each small scenario twice: on another machine, and broken, with a clock or without.
Suite scenarios_of(const std::filesystem::path& folder) {
    Suite suite{"scenarios", {}, [folder](const std::string& name) {
                    const FileCase one(folder, name);
                    const Json json = one.json();
                    const std::uint64_t seed = one.seed;
                    if (one.how == "machine") return timed_text(on_another_machine(json, seed, false), one.base());
                    const bool timed = seed % 3 != 0;
                    const Json changed = broken(json, seed, timed);
                    return timed ? timed_text(changed, one.base()) : untimed_text(changed, one.base(), seed);
                }};
    suite.candidates = files_with(small_files_of(folder), {"machine", "broken"});
    return suite;
}

// Runs small scenarios with each single fault: one packet is lost, or one rank dies.
Suite single_faults_of(const std::filesystem::path& folder) {
    Suite suite{"single-faults", {}, [folder](const std::string& name) {
                    const FileCase one(folder, name);
                    Json json = one.json();
                    json.erase("expect");
                    const std::uint64_t seed = one.seed;
                    const auto all = one.how == "lost" ? single_losses : single_deaths;
                    std::string text;
                    try {
                        for (const Json& faults : all(json, one.base(), seed)) {
                            json["faults"] = faults;
                            text += faults.dump() + '\n' + end_text(json, one.base(), seed, 0);
                        }
                    } catch (const sim::BadInput& refused) {
                        text += refused.what();
                    }
                    return text;
                }};
    suite.candidates = files_with(small_files_of(folder), {"lost", "dead"});
    return suite;
}

// Finds the differences between two executions of each small erroneous program.
Suite witnesses_of(const std::filesystem::path& folder) {
    Suite suite{"witnesses", {}, [folder](const std::string& name) {
                    const FileCase one(folder, name);
                    Json json = one.json();
                    Random random(one.seed, 10);
                    if (one.how == "broken") break_calls(random, json);
                    return witness_text(json, one.base());
                }};
    suite.candidates = files_with(files_of(folder), {"whole", "broken"});
    return suite;
}

Suite worlds_of(const std::filesystem::path& folder) {
    Suite suite{"worlds", {}, [folder](const std::string& name) {
                    const FileCase one(folder, name);
                    Json json = one.json();
                    Random random(one.seed, 11);
                    if (one.how == "broken") json = broken(json, one.seed, false);
                    if (one.how == "faulty") generate_faults(random, json, chance(random, 15));
                    if (one.how == "expects") generate_expectations(random, json, true);
                    return explored_text(json, one.base(), one.how == "expects" ? 8 : 32);
                }};
    suite.candidates = files_with(small_files_of(folder), {"whole", "broken", "faulty", "expects"});
    return suite;
}

}  // namespace

void add_file_suites(const std::string& root, std::vector<Suite>& suites) {
    const std::filesystem::path folder(root);
    suites.push_back(scenarios_of(folder / "scenarios"));
    suites.push_back(single_faults_of(folder / "scenarios"));
    suites.push_back(witnesses_of(folder / "scenarios/semantics"));
    suites.push_back(worlds_of(folder / "tests/explore/worlds"));
}

}  // namespace rmasim::corpus
