#include "sim/untimed/fuzz/shrink/shrink.h"

#include "sim/untimed/fuzz/program/program_reductions.h"
#include "sim/untimed/fuzz/shrink/simpler.h"

#include <algorithm>

namespace rmasim::fuzz {

namespace {

class Shrinker {
public:
    Shrinker(const RandomProgram& program, const Finding& finding, std::uint64_t seed, const ShrinkLimits& limits,
             Illegality illegality)
        : limits_(limits), seed_(seed), illegality_(illegality), program_(program), finding_(finding) {}

    Shrunk shrink() {
        // Memory that is wrong at the end of a run can be reproduced by a scenario file: its expectations fail. So this
        // kind of failure is preferred.
        at_the_end_ = finding_.symptom == Symptom::memory && fails_with(program_, true);
        for (std::size_t before = SIZE_MAX; size() < before;) {
            before = size();
            drop_ranks_and_windows();
            drop_cuts(stretches);
            drop_acquaintances();
            drop_cuts(epochs);
            drop_cuts(single_calls);
            simplify(simpler_settings);
            simplify(simpler_calls);
        }
        shorten();
        return {std::move(program_), std::move(finding_), runs_};
    }

private:
    std::size_t size() const {
        std::size_t calls = 0;
        for (const auto& steps : program_.steps) calls += steps.size();
        return calls + simpler_settings(program_).size() + simpler_calls(program_).size();
    }

    bool is_same(const Finding& other) const {
        return other.symptom == finding_.symptom && other.rule == finding_.rule;
    }

    bool fails_with(const RandomProgram& candidate, bool at_the_end) {
        if (runs_ >= limits_.runs || !illegality_(candidate).empty()) return false;
        ProgramRunner runner(candidate);
        runner.judge_at_the_end(at_the_end);
        for (unsigned i = 0; i < limits_.orders; ++i) {
            ++runs_;
            auto found = runner.run(seed_ + i);
            if (!found || !is_same(*found)) continue;
            finding_ = *std::move(found);
            return true;
        }
        return false;
    }

    bool take_if_it_fails(const RandomProgram& candidate) {
        if (!fails_with(candidate, at_the_end_)) return false;
        program_ = candidate;
        return true;
    }

    void drop_ranks_and_windows() {
        for (Rank rank = program_.ranks - 1; rank >= 0 && program_.ranks > 1; --rank) {
            take_if_it_fails(without_rank(program_, rank));
        }
        for (int window = program_.windows - 1; window >= 0 && program_.windows > 1; --window) {
            take_if_it_fails(without_window(program_, static_cast<WindowId>(window)));
        }
    }

    // Tries to remove many neighbouring cuts at once, then fewer. After a success, later cuts have lower indices, so
    // the same index is tried again.
    void drop_cuts(std::vector<Cut> (*all)(const RandomProgram&)) {
        std::vector<Cut> cuts = all(program_);
        for (std::size_t length = cuts.size(); length > 0; length /= 2) {
            for (std::size_t at = 0; at < cuts.size();) {
                const auto some = std::span(cuts).subspan(at, std::min(length, cuts.size() - at));
                if (take_if_it_fails(without(program_, some))) {
                    cuts = all(program_);
                } else {
                    at += length;
                }
            }
        }
    }

    void drop_acquaintances() {
        std::vector<Acquaintance> pairs = acquaintances(program_);
        for (std::size_t at = pairs.size(); at-- > 0;) {
            if (!take_if_it_fails(without(program_, pairs[at]))) continue;
            pairs = acquaintances(program_);
            at = std::min(at, pairs.size());
        }
    }

    void simplify(std::vector<RandomProgram> (*simpler)(const RandomProgram&)) {
        std::vector<RandomProgram> candidates = simpler(program_);
        for (std::size_t at = 0; at < candidates.size();) {
            if (take_if_it_fails(candidates[at])) {
                candidates = simpler(program_);
            } else {
                ++at;
            }
        }
    }

    void shorten() {
        ProgramRunner runner(program_);
        runner.judge_at_the_end(at_the_end_);
        for (unsigned i = 0; i < limits_.orders_at_the_end; ++i, ++runs_) {
            auto found = runner.run(seed_ + i);
            if (found && is_same(*found) && found->order.size() < finding_.order.size()) finding_ = *std::move(found);
        }
    }

    const ShrinkLimits& limits_;
    std::uint64_t seed_;
    Illegality illegality_;
    RandomProgram program_;
    Finding finding_;
    bool at_the_end_ = false;
    std::uint64_t runs_ = 0;
};

}  // namespace

Shrunk shrink(const RandomProgram& program, const Finding& finding, std::uint64_t seed, const ShrinkLimits& limits,
              Illegality illegality) {
    return Shrinker(program, finding, seed, limits, illegality).shrink();
}

}  // namespace rmasim::fuzz
