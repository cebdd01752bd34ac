// Checks the rules for the block that a window's owner loads and stores (random_owner.h). The shrinker may break these
// rules when it removes steps. Example: a store adds to the value of an earlier load, and the load was removed. Another
// example: the owner must store the same value to two words, and one of the two stores was removed.
#pragma once

#include "sim/untimed/fuzz/program/random_owner.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace rmasim::fuzz {

// For each window and target: the only rank that may PUT to the target's owner block. The owner block is the last block
// of a window segment, in which the owner itself loads and stores (RandomProgram::owner_at).
using OwnerBlockWriters = std::map<std::pair<WindowId, Rank>, Rank>;

class OwnerScan {
public:
    // Checks the steps of rank `rank`. `program` and `writers` must outlive this object.
    OwnerScan(const RandomProgram& program, Rank rank, OwnerBlockWriters& writers)
        : program_(program), rank_(rank), writers_(writers) {}

    // Checks the next step of the rank; the caller must pass all steps in order. Returns the broken rule as text
    // ("accesses the rank's own window without its lock"). Returns an empty string if no rule is broken.
    std::string take(const Step& step);
    // True if the window "results" still contains values that were fetched from other owners' blocks. Such values
    // depend on the order of steps, so a legal program later overwrites them by zeros. Must be called after the last
    // step.
    bool leaves_results() const { return !left_.empty(); }

private:
    struct Epoch {
        std::map<Rank, LockType> locked;  // without locks with NOCHECK, which do not protect
        bool all = false;
        bool accesses = false, operates = false;  // true if the owner accesses its window, or has operations on it
        std::int64_t first = 0, second = 0;       // the last values that the owner stored in words 1 and 2
    };
    struct Loaded {
        WindowId window;
        bool of_results;
        std::uint64_t position;  // offset in the window; for results, the index of the result
    };

    std::string access(const Step& step);
    std::string access_of_results(const Step& step);
    std::string load(const Step& step, const Epoch& epoch);
    std::string store(const Step& step, Epoch& epoch);
    std::string operation(const Step& step);
    std::string operation_of_other(const Step& step);
    std::string close(const Step& step);
    OwnerWord word(const Step& step) const {
        return static_cast<OwnerWord>((step.region.disp - program_.owner_at()) / 8);
    }
    bool is(const Step& step, OwnerWord word, std::uint32_t words) const {
        return step.region.disp == disp_of(program_, word) && step.region.count == words && step.region.basic() &&
               step.region.datatype == Datatype::int64 && step.step == 0;
    }

    const RandomProgram& program_;
    Rank rank_;
    OwnerBlockWriters& writers_;
    std::map<WindowId, Epoch> epochs_;
    std::map<std::uint32_t, Loaded> loaded_;                  // by variable
    std::set<std::uint32_t> fetched_;                         // results of GETs, by Step::result
    std::set<std::pair<std::uint32_t, std::uint64_t>> left_;  // fetched bytes that no store has overwritten
};

}  // namespace rmasim::fuzz
