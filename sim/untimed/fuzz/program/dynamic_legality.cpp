#include "sim/untimed/fuzz/program/random_dynamic.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

namespace rmasim::fuzz {

namespace {

// An attached interval of a rank's window segment. Other ranks may access this interval in the stretches from the
// barrier after ATTACH to the barrier before DETACH or FREE.
struct Attached {
    std::uint64_t begin, end;
    std::size_t since;
    std::size_t until = SIZE_MAX;

    bool is_open() const { return until == SIZE_MAX; }
    bool lets(const Region& region, std::size_t stretch) const {
        return begin <= region.disp && region.disp + region.extent_bytes() <= end && since < stretch && stretch < until;
    }
};
using Attachments = std::map<std::pair<WindowId, Rank>, std::vector<Attached>>;

std::string attach(std::vector<Attached>& all, const Step& step, std::size_t stretch, std::uint64_t window_bytes) {
    const std::uint64_t begin = step.region.disp, end = begin + step.region.count;
    if (begin >= end || end > window_bytes) return "names memory outside of the window";
    const bool again = std::any_of(all.begin(), all.end(), [&](const Attached& one) {
        return one.is_open() && one.begin < end && begin < one.end;
    });
    if (again) return "names memory that is attached already";
    all.push_back({begin, end, stretch});
    return {};
}

std::string detach(std::vector<Attached>& all, const Step& step, std::size_t stretch) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Attached& one) {
        return one.is_open() && one.begin == step.region.disp && one.end == step.region.disp + step.region.count;
    });
    if (found == all.end()) return "names memory that was not attached by one call";
    found->until = stretch;
    return {};
}

void detach_all(std::vector<Attached>& all, std::size_t stretch) {
    for (Attached& one : all) one.until = std::min(one.until, stretch);
}

// Records the attachments of one rank. Returns the first error of a call, as text; empty if there is none.
std::string note_attachments(const RandomProgram& program, Rank rank, Attachments& attachments) {
    std::size_t stretch = 0;
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (ends_stretch(step)) ++stretch;
        std::string wrong;
        if (changes_attachments(step.call)) {
            std::vector<Attached>& all = attachments[{step.window, rank}];
            if (!program.is_dynamic(step.window)) wrong = "names a window that is not dynamic";
            else if (step.call == Call::win_detach) wrong = detach(all, step, stretch);
            else wrong = attach(all, step, stretch, program.window_bytes());
        }
        if (!wrong.empty()) return fmt::format("rank {}: {} {}", rank, name_of(step.call), wrong);
        if (step.call == Call::win_free) detach_all(attachments[{step.window, rank}], stretch);
    }
    return {};
}

std::string access_to_others(const RandomProgram& program, Rank rank, const Attachments& attachments) {
    std::size_t stretch = 0;
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (ends_stretch(step)) ++stretch;
        const bool reaches = is_operation(step.call) && step.target != proc_null && step.region.count > 0;
        if (!reaches || !program.is_dynamic(step.window)) continue;
        const auto all = attachments.find({step.window, step.target});
        const bool attached = all != attachments.end() &&
                              std::any_of(all->second.begin(), all->second.end(),
                                          [&](const Attached& one) { return one.lets(step.region, stretch); });
        if (!attached) return fmt::format("rank {}: {} accesses memory that is not attached", rank, name_of(step.call));
    }
    return {};
}

}  // namespace

std::string illegality_of_attachments(const RandomProgram& program) {
    Attachments attachments;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        if (std::string wrong = note_attachments(program, rank, attachments); !wrong.empty()) return wrong;
    }
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        if (std::string wrong = access_to_others(program, rank, attachments); !wrong.empty()) return wrong;
    }
    return {};
}

}  // namespace rmasim::fuzz
