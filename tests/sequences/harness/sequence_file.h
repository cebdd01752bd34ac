// A .seq file: comments, and stanzas of commands, `----` and the output they must give. What is not output is kept to
// the letter, so that a blessing rewrites outputs only.
#pragma once

#include <string>
#include <vector>

namespace rmasim::seq {

struct Stanza {
    std::vector<std::string> before;  // comments and blank lines
    std::vector<std::string> commands;
    std::vector<std::string> output;
    std::size_t line = 0;  // of the first command, from 1
};

struct SequenceFile {
    std::string path;
    std::vector<Stanza> stanzas;
    std::vector<std::string> after;  // comments after the last stanza

    std::vector<std::string> clauses;  // the ids that `# clause:` lines name
    std::string by_hand;               // the `# by-hand:` lines, joined
    bool counts_order_dependent = false;
    bool hangs = false;  // `# ends: hung`: calls wait at its end
};

// Raises BadSequence when the file cannot be read.
SequenceFile read_sequence(const std::string& path);
std::string text_of(const SequenceFile& file);

// "NR-LOCK-2", "SHM-ACC-1" and the like in `text`, in order.
std::vector<std::string> clause_ids_in(const std::string& text);

}  // namespace rmasim::seq
