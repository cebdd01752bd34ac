// Reads and writes .seq files. A .seq file has the message sequences of one mode or subject. Each sequence begins with
// a head line, which has the sequence's name. Then comments and stanzas follow. A stanza consists of commands, `----`,
// and the output that the commands must print:
//
//
//    === lock-put-unlock
//    # clause: NR-OPT-1 one short operation between LOCK and UNLOCK is one packet
//    # by-hand: 0>1 PUT+LOCK.X+UNLOCK 1; 1>0 RMA_DONE_ACK 1; total 2
//
//    world family=newrma ranks=2 slots=4
//    ----
//    ok
//
// A name consists of small letters, digits and hyphens. It must be unique in its family (a folder of .seq files). The
// reader keeps each line, so that blessing changes only outputs.
#pragma once

#include <string>
#include <vector>

namespace rmasim::seq {

struct Stanza {
    std::vector<std::string> before;  // comments and blank lines before the commands
    std::vector<std::string> commands;
    bool has_output = false;  // true if `----` follows the commands
    std::vector<std::string> output;
    std::size_t line = 0;  // number of the first command's line, from 1
};

struct Sequence {
    std::string path;  // path of its file
    std::string name;
    std::size_t line = 0;  // number of its head line, from 1
    std::vector<Stanza> stanzas;
    std::vector<std::string> after;  // comments and blank lines after the last stanza

    std::vector<std::string> clauses;  // clause numbers of its `# clause:` lines
    std::string by_hand;               // the `# by-hand:` lines, joined
    bool counts_order_dependent = false;
    bool hangs = false;  // `# ends: hung`: true if calls must wait at its end

    std::string family() const;  // the name of its file's folder
};

// Returns the sequences of a file, in the order of the file; at least one. Raises BadSequence if the file cannot be
// read or is malformed.
std::vector<Sequence> read_sequences(const std::string& path);

// Returns the sequences of all .seq files in a folder and its subfolders, in the order of family and name. "lock-put"
// is before "lock". The order matters, because MUTANTS.md lists the first sequence that differs. Raises BadSequence in
// the same cases as read_sequences, and if a name occurs twice in a family.
std::vector<Sequence> read_all_sequences(const std::string& folder);

// Returns the text of a file with these sequences.
std::string text_of(const std::vector<Sequence>& sequences);

// Returns the beginning of an error message: "tests/sequences/newrma/lock.seq:9: lock-put-unlock: ".
std::string location_in(const Sequence& sequence, std::size_t line);

// Returns the clause numbers in `text`, in order, such as "NR-LOCK-2" and "SHM-ACC-1".
std::vector<std::string> clause_ids_in(const std::string& text);

}  // namespace rmasim::seq
