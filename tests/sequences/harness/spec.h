// The numbered clauses of every family's SPEC.md, one per line: `- NR-LOCK-2 (section) sentence`.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rmasim::seq {

class Spec {
public:
    // Reads the clauses below `root`. Raises BadSequence if a file cannot be read or two clauses have the same number.
    explicit Spec(const std::string& root);

    bool has(const std::string& id) const { return clauses_.contains(id); }
    // Returns the numbers of the clauses that a sequence must name, in alphabetical order. They are the clauses of all
    // families, except clauses whose line says that they have no sequence.
    std::vector<std::string> ids_to_show() const;

private:
    void read(const std::string& path);

    std::map<std::string, std::string> clauses_;  // by number: the line of the clause
};

// Checks all files under `root`. Every clause that protocol/ or a .seq file cites must exist, and a sequence must name
// every clause. Returns the faults. Raises BadSequence if a name occurs twice in a family.
std::vector<std::string> check_citations(const std::string& root, const Spec& spec);

}  // namespace rmasim::seq
