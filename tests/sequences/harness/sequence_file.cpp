#include "tests/sequences/harness/sequence_file.h"

#include "tests/sequences/harness/bad_sequence.h"

#include <fstream>
#include <utility>

namespace rmasim::seq {

namespace {

const std::string separator = "----";

std::vector<std::string> lines_of(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw BadSequence(path + ": cannot be read");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

void note_header(SequenceFile& file, const std::string& line) {
    const auto rest = [&](const std::string& key) { return line.substr(key.size()); };
    const std::string clause = "# clause:";
    const std::string by_hand = "# by-hand:";
    if (line.starts_with(clause)) {
        for (std::string& id : clause_ids_in(rest(clause))) file.clauses.push_back(std::move(id));
    } else if (line.starts_with(by_hand)) {
        file.by_hand += rest(by_hand) + ';';
    } else if (line == "# counts: order-dependent") {
        file.counts_order_dependent = true;
    } else if (line == "# ends: hung") {
        file.hangs = true;
    }
}

bool between_stanzas(const std::string& line) { return line.empty() || line.starts_with('#'); }

}  // namespace

SequenceFile read_sequence(const std::string& path) {
    SequenceFile file;
    file.path = path;
    const std::vector<std::string> lines = lines_of(path);
    std::vector<std::string> before;
    for (std::size_t at = 0; at < lines.size();) {
        if (between_stanzas(lines[at])) {
            note_header(file, lines[at]);
            before.push_back(lines[at++]);
            continue;
        }
        Stanza stanza;
        stanza.before = std::exchange(before, {});
        stanza.line = at + 1;
        while (at < lines.size() && lines[at] != separator && !lines[at].empty())
            stanza.commands.push_back(lines[at++]);
        if (at < lines.size() && lines[at] == separator) ++at;
        while (at < lines.size() && !lines[at].empty()) stanza.output.push_back(lines[at++]);
        file.stanzas.push_back(std::move(stanza));
    }
    file.after = before;
    return file;
}

std::string text_of(const SequenceFile& file) {
    std::string text;
    const auto add = [&text](const std::vector<std::string>& lines) {
        for (const std::string& line : lines) text += line + '\n';
    };
    for (const Stanza& stanza : file.stanzas) {
        add(stanza.before);
        add(stanza.commands);
        add({separator});
        add(stanza.output);
    }
    add(file.after);
    return text;
}

std::vector<std::string> clause_ids_in(const std::string& text) {
    const auto run = [&text](std::size_t at, bool (*belongs)(char)) {
        while (at < text.size() && belongs(text[at])) ++at;
        return at;
    };
    const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    std::vector<std::string> ids;
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + 1)) {
        std::size_t start = at;
        while (start > 0 && (capital(text[start - 1]) || digit(text[start - 1]))) --start;
        while (start < at && digit(text[start])) ++start;  // a family's name may end with a digit, not begin with one
        const std::size_t group_end = run(at + 1, capital);
        if (start == at || group_end == at + 1 || group_end == text.size() || text[group_end] != '-') continue;
        const std::size_t end = run(group_end + 1, digit);
        if (end > group_end + 1) ids.push_back(text.substr(start, end - start));
    }
    return ids;
}

}  // namespace rmasim::seq
