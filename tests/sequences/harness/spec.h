// The numbered clauses of SPEC.md, one a line: `- NR-LOCK-2 (section) sentence`, with `[not yet]` where it is not
// implemented and `[no sequence: reason]` where no message sequence can show it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rmasim::seq {

class Spec {
public:
    // Raises BadSequence when the file cannot be read or numbers two clauses alike.
    explicit Spec(const std::string& path);

    bool has(const std::string& id) const { return clauses_.contains(id); }
    // Ids that a sequence must name.
    std::vector<std::string> to_be_shown() const;

private:
    std::map<std::string, std::string> clauses_;  // id, its line
};

// Checks of the whole tree under `root`: every clause cited in protocol/ and in a .seq file exists; every clause that a
// sequence can show is named by one. The faults found.
std::vector<std::string> check_citations(const std::string& root, const Spec& spec);

}  // namespace rmasim::seq
