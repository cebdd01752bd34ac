// The ranks that this process plays, and what memory and processes need from them: the choice among a rank's threads,
// the clock of a rank, the variable that receives a fetched element.
#pragma once

#include "protocol/base/world.h"
#include "sim/checkers/diagnosis/wait_report.h"
#include "sim/machine/engine/large_pages.h"
#include "sim/machine/memory/timed_memory_choices.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/timed/rank.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace rmasim::sim {

class RunRanks final : public Ranks, public Choice, public Variables, public RankClock {
public:
    // `scenario` must outlive this object.
    RunRanks(const Scenario& scenario, RankRange range)
        : scenario_(scenario), range_(range), threads_(scenario, range) {
        ranks_.reserve(static_cast<std::size_t>(range.count));
        origin_ = reinterpret_cast<std::uintptr_t>(ranks_.data()) - offset_of(range.first);
    }

    const RankRange& range() const { return range_; }

    // Adds the next rank, beginning with the first. `make_process` gets its number and its threads.
    template <class MakeProcess>
    RankState& add(MakeProcess make_process) {
        const auto rank = static_cast<Rank>(range_.first + static_cast<Rank>(ranks_.size()));
        const std::span<Thread> threads = threads_.make_next();
        return ranks_.emplace_back(make_process(rank, threads), threads);
    }

    // Another thread of a rank whose program runs.
    Thread& add_thread(Rank rank) {
        RankState& state = (*this)[rank];
        state.has_now(threads_.add_to(state.threads()));
        return state.threads().back();
    }

    RankState& operator[](Rank rank) { return *reinterpret_cast<RankState*>(origin_ + offset_of(rank)); }
    const RankState& operator[](Rank rank) const {
        return *reinterpret_cast<const RankState*>(origin_ + offset_of(rank));
    }
    auto begin() { return ranks_.begin(); }
    auto end() { return ranks_.end(); }
    auto begin() const { return ranks_.begin(); }
    auto end() const { return ranks_.end(); }

    // No rank is left, and its memory is free.
    void drop() {
        threads_.clear();
        decltype(ranks_)().swap(ranks_);
    }

    // The time of the current event.
    void set_now(Time now) { now_ = now; }

    // ---- For reports.
    const Family& family() const override { return *scenario_.family; }
    const CommunicatorTable* communicators() const override { return scenario_.communicators.get(); }
    // Reports are about all ranks: only where this process plays them all.
    Rank count() const override { return static_cast<Rank>(ranks_.size()); }
    const Process& process(Rank rank) const override { return *(*this)[rank].process; }
    std::span<const Thread> threads(Rank rank) const override { return (*this)[rank].threads(); }

    // ---- For processes and memory.
    std::size_t choose(Rank rank, std::size_t alternatives) override {
        // A stream of random numbers that no thread uses.
        constexpr std::uint64_t turn_stream = std::uint64_t{1} << 63;
        std::optional<Random>& turns = (*this)[rank].rare().turns;
        if (!turns) turns.emplace(scenario_.seed, static_cast<std::uint64_t>(rank) + turn_stream);
        return static_cast<std::size_t>(turns->below(alternatives));
    }
    void assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) override {
        (*this)[rank].threads()[thread].variables[variable] = value;
    }
    // For a thread outside the library the time is that of the event; the clock of its rank may be earlier.
    std::int64_t now_ps(Rank rank) const override { return std::max(now_, (*this)[rank].working_clock()); }

private:
    static std::uintptr_t offset_of(Rank rank) { return static_cast<std::uintptr_t>(rank) * sizeof(RankState); }

    const Scenario& scenario_;
    RankRange range_;
    std::vector<RankState, LargePages<RankState>> ranks_;
    std::uintptr_t origin_;  // where rank 0 is, or would be: ranks are found as if all were there
    Threads threads_;        // destroyed before the processes that their calls use
    Time now_ = 0;
};

}  // namespace rmasim::sim
