#include "tests/sequences/harness/sequence_file.h"

#include "tests/sequences/harness/bad_sequence.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <tuple>
#include <utility>

namespace rmasim::seq {

namespace {

namespace fs = std::filesystem;

const std::string head_mark = "===";
const std::string separator = "----";

bool is_head(const std::string& line) { return line.starts_with(head_mark); }
bool is_between_stanzas(const std::string& line) { return line.empty() || line.starts_with('#'); }

bool is_name(const std::string& text) {
    const auto is_allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !text.empty() && std::all_of(text.begin(), text.end(), is_allowed);
}

void note_header(Sequence& sequence, const std::string& line) {
    const auto rest = [&](const std::string& key) { return line.substr(key.size()); };
    const std::string clause = "# clause:";
    const std::string by_hand = "# by-hand:";
    if (line.starts_with(clause)) {
        for (std::string& id : clause_ids_in(rest(clause))) sequence.clauses.push_back(std::move(id));
    } else if (line.starts_with(by_hand)) {
        sequence.by_hand += rest(by_hand) + ';';
    } else if (line == "# counts: order-dependent") {
        sequence.counts_order_dependent = true;
    } else if (line == "# ends: hung") {
        sequence.hangs = true;
    }
}

// Reads one file.
class Reader {
public:
    explicit Reader(std::string path) : path_(std::move(path)) { read_lines(); }

    std::vector<Sequence> take_all() {
        if (lines_.empty()) throw BadSequence(path_ + ": the file is empty: it needs a sequence, `=== NAME`");
        if (!is_head(lines_.front())) fail(1, fmt::format("'{}' is before the first head, `=== NAME`", lines_.front()));
        std::vector<Sequence> sequences;
        while (at_ < lines_.size()) {
            Sequence next = take_sequence();
            const auto same = [&](const Sequence& other) { return other.name == next.name; };
            const auto other = std::find_if(sequences.begin(), sequences.end(), same);
            if (other != sequences.end())
                fail(next.line, fmt::format("the sequence of line {} has the name {}, too", other->line, next.name));
            sequences.push_back(std::move(next));
        }
        return sequences;
    }

private:
    void read_lines() {
        std::ifstream file(path_);
        if (!fs::is_regular_file(path_) || !file) throw BadSequence(path_ + ": cannot be read");
        const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        std::size_t begin = 0;
        for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
            lines_.push_back(text.substr(begin, end - begin));
            begin = end + 1;
        }
        if (begin < text.size()) fail(lines_.size() + 1, "the last line has no newline");
    }

    [[noreturn]] void fail(std::size_t line, const std::string& what) const {
        throw BadSequence(fmt::format("{}:{}: {}", path_, line, what));
    }

    // True if there is a next line and it is no head.
    bool has_line() const { return at_ < lines_.size() && !is_head(lines_[at_]); }

    std::string take_name() {
        const std::string& line = lines_[at_++];
        const std::string blank = " ";
        if (line == head_mark || line == head_mark + blank) fail(at_, "a head without a name: write `=== NAME`");
        const std::string name = line.substr(std::min(line.size(), head_mark.size() + blank.size()));
        if (!line.starts_with(head_mark + blank) || !is_name(name))
            fail(at_, fmt::format("'{}' is no head: write `=== NAME`, a name of small letters, digits, hyphens", line));
        return name;
    }

    Sequence take_sequence() {
        Sequence sequence;
        sequence.path = path_;
        sequence.name = take_name();
        sequence.line = at_;
        std::vector<std::string> before;
        while (has_line()) {
            if (is_between_stanzas(lines_[at_])) {
                note_header(sequence, lines_[at_]);
                before.push_back(lines_[at_++]);
            } else {
                sequence.stanzas.push_back(take_stanza());
                sequence.stanzas.back().before = std::exchange(before, {});
            }
        }
        sequence.after = std::move(before);
        if (sequence.stanzas.empty())
            throw BadSequence(location_in(sequence, sequence.line) + "the sequence is empty: it has no command");
        return sequence;
    }

    Stanza take_stanza() {
        Stanza stanza;
        stanza.line = at_ + 1;
        while (has_line() && lines_[at_] != separator && !lines_[at_].empty()) stanza.commands.push_back(lines_[at_++]);
        if (stanza.commands.empty()) fail(stanza.line, "there is no command before `----`");
        stanza.has_output = has_line() && lines_[at_] == separator;
        if (stanza.has_output) ++at_;
        while (has_line() && !lines_[at_].empty()) stanza.output.push_back(lines_[at_++]);
        return stanza;
    }

    std::string path_;
    std::vector<std::string> lines_;
    std::size_t at_ = 0;  // the index of the next line
};

}  // namespace

std::string Sequence::family() const { return fs::path(path).parent_path().filename().string(); }

std::vector<Sequence> read_sequences(const std::string& path) { return Reader(path).take_all(); }

std::vector<Sequence> read_all_sequences(const std::string& folder) {
    std::vector<Sequence> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".seq") continue;
        for (Sequence& sequence : read_sequences(entry.path().string())) all.push_back(std::move(sequence));
    }
    // The full stop sorts after the hyphen, so a name follows all names that continue it.
    const auto key = [](const Sequence& sequence) { return std::tuple(sequence.family(), sequence.name + '.'); };
    const auto precedes = [&](const Sequence& a, const Sequence& b) {
        return std::tuple(key(a), a.path) < std::tuple(key(b), b.path);
    };
    std::sort(all.begin(), all.end(), precedes);
    const auto alike = [&](const Sequence& a, const Sequence& b) { return key(a) == key(b); };
    const auto twice = std::adjacent_find(all.begin(), all.end(), alike);
    if (twice == all.end()) return all;
    const Sequence& other = *std::next(twice);
    throw BadSequence(
        fmt::format("{}the name occurs in {}:{}, too", location_in(*twice, twice->line), other.path, other.line));
}

std::string text_of(const std::vector<Sequence>& sequences) {
    std::string text;
    const auto add = [&text](const std::vector<std::string>& lines) {
        for (const std::string& line : lines) text += line + '\n';
    };
    for (const Sequence& sequence : sequences) {
        add({head_mark + ' ' + sequence.name});
        for (const Stanza& stanza : sequence.stanzas) {
            add(stanza.before);
            add(stanza.commands);
            if (stanza.has_output) add({separator});
            add(stanza.output);
        }
        add(sequence.after);
    }
    return text;
}

std::string location_in(const Sequence& sequence, std::size_t line) {
    return fmt::format("{}:{}: {}: ", sequence.path, line, sequence.name);
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
