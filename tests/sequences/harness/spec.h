// The numbered clauses of every family's SPEC.md, one a line: `- NR-LOCK-2 (section) sentence`.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rmasim::seq {

class Spec {
public:
    // Those below `root`. Raises BadSequence when a file cannot be read or numbers two clauses alike.
    explicit Spec(const std::string& root);

    bool has(const std::string& id) const { return clauses_.contains(id); }
    // The clauses that a sequence must name, in alphabetical order: those of New RMA, oldqueue and ch3, but for those
    // whose line says that they have none.
    std::vector<std::string> ids_to_show() const;

private:
    void read(const std::string& path);

    std::map<std::string, std::string> clauses_;  // id, its line
};

// Checks of the whole tree under `root`: every clause cited in protocol/ and in a .seq file exists; every clause is
// named by a sequence. The faults found. Raises BadSequence when a name occurs twice in a family.
std::vector<std::string> check_citations(const std::string& root, const Spec& spec);

}  // namespace rmasim::seq
