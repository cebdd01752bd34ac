#include "tests/sequences/harness/selection.h"

#include "tests/sequences/harness/bad_sequence.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace rmasim::seq {

namespace {

namespace fs = std::filesystem;

struct FileAndName {
    std::string path;
    std::string name;  // empty for all of the file's sequences
};

FileAndName file_and_name(const std::string& argument) {
    const std::size_t colon = argument.rfind(':');
    if (colon == std::string::npos || fs::exists(argument)) return {argument, ""};
    return {argument.substr(0, colon), argument.substr(colon + 1)};
}

// Returns the file's entry in `files`. Reads each file once.
SelectedFile& opened(std::vector<SelectedFile>& files, const std::string& path) {
    const auto is_it = [&](const SelectedFile& file) { return fs::equivalent(file.path, path); };
    const auto found = fs::exists(path) ? std::find_if(files.begin(), files.end(), is_it) : files.end();
    if (found != files.end()) return *found;
    files.push_back({path, read_sequences(path), {}});
    return files.back();
}

std::vector<SelectedFile> named(const std::vector<std::string>& arguments) {
    std::vector<SelectedFile> files;
    for (const std::string& argument : arguments) {
        const auto [path, name] = file_and_name(argument);
        SelectedFile& file = opened(files, path);
        bool found = false;
        for (std::size_t i = 0; i < file.sequences.size(); ++i) {
            if (!name.empty() && file.sequences[i].name != name) continue;
            file.selected.insert(i);
            found = true;
        }
        if (!found) throw BadSequence(path + ": there is no sequence " + name + "; --list prints the names");
    }
    return files;
}

// Keeps the selected sequences that `names` has, or, if not `keep`, those that it does not have.
void filter(std::vector<SelectedFile>& files, const std::vector<std::string>& names, bool keep) {
    std::map<std::string, bool> occurs;
    for (const std::string& name : names) occurs[name] = false;
    for (SelectedFile& file : files) {
        std::erase_if(file.selected, [&](std::size_t i) {
            const auto found = occurs.find(file.sequences[i].name);
            if (found != occurs.end()) found->second = true;
            return (found != occurs.end()) != keep;
        });
    }
    for (const auto& [name, does] : occurs) {
        if (!does) throw BadSequence("none of the files has a sequence " + name + "; --list prints the names");
    }
}

}  // namespace

std::vector<SelectedFile> select(const std::vector<std::string>& arguments, const std::vector<std::string>& only,
                                 const std::vector<std::string>& except) {
    std::vector<SelectedFile> files = named(arguments);
    if (!only.empty()) filter(files, only, true);
    filter(files, except, false);
    const auto is_empty = [](const SelectedFile& file) { return file.selected.empty(); };
    if (std::all_of(files.begin(), files.end(), is_empty)) throw BadSequence("no sequence is selected");
    return files;
}

}  // namespace rmasim::seq
