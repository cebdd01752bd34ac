// The ranks that this process simulates. RunRanks also implements interfaces that the simulated memory and the
// protocol's code use: it chooses among a rank's threads, returns the clock of a rank, and stores fetched elements in
// variables.
#pragma once

#include "protocol/base/world.h"
#include "sim/checkers/diagnosis/wait_report.h"
#include "sim/machine/engine/large_pages.h"
#include "sim/machine/memory/timed_memory_choices.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/programs/live_programs.h"
#include "sim/timed/ranks/rank.h"

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

    // Adds the next rank, beginning with the first rank of the range. Calls `make_process(rank number, threads)` to
    // create the rank's process.
    template <class MakeProcess>
    RankState& add(MakeProcess make_process) {
        const auto rank = static_cast<Rank>(range_.first + static_cast<Rank>(ranks_.size()));
        const std::span<Thread> threads = threads_.make_next();
        return ranks_.emplace_back(make_process(rank, threads), threads);
    }

    // Adds another thread to a rank of a running program.
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

    // Removes all ranks and frees their memory.
    void drop() {
        threads_.clear();
        decltype(ranks_)().swap(ranks_);
    }

    // Sets the sources of reports: the record of epochs, and the running programs, which have the names of their
    // windows. Both may be null. They must outlive this object.
    void report_with(const usage::OpenEpochs* epochs, const LivePrograms* live) {
        epochs_ = epochs;
        live_ = live;
    }

    // Sets the time of the current event.
    void set_now(Time now) { now_ = now; }

    // ---- Functions of the interface Ranks, for reports on waiting ranks.
    const Family& family() const override { return *scenario_.family; }
    const CommunicatorTable* communicators() const override { return scenario_.communicators.get(); }
    std::span<const UnmatchedCall> unmatched_calls() const override { return unmatched_; }
    const usage::OpenEpochs* epochs() const override { return epochs_; }
    std::string call_name(const Thread& thread, Call call) const override {
        const std::string function = live_ == nullptr ? "" : live_->function_of(thread);
        return function.empty() ? Ranks::call_name(thread, call) : function;
    }
    std::string window_name(Rank rank, WindowId window) const override {
        if (live_ != nullptr) return live_->window_name(rank, window);
        return window < scenario_.windows.size() ? scenario_.windows[window].name : "";
    }
    void add_unmatched(UnmatchedCall call) { unmatched_.push_back(std::move(call)); }
    // Reports on waiting ranks use the functions count() to threads(). Such a report must include all ranks of the run,
    // so it is only made if this process simulates all ranks.
    Rank count() const override { return static_cast<Rank>(ranks_.size()); }
    const Process& process(Rank rank) const override { return *(*this)[rank].process; }
    std::span<const Thread> threads(Rank rank) const override { return (*this)[rank].threads(); }

    // ---- Functions of the interfaces Choice, Variables and RankClock, which processes and memory use.
    std::size_t choose(Rank rank, std::size_t alternatives) override {
        // The number of a random stream that no thread uses.
        constexpr std::uint64_t turn_stream = std::uint64_t{1} << 63;
        std::optional<Random>& turns = (*this)[rank].rare().turns;
        if (!turns) turns.emplace(scenario_.seed, static_cast<std::uint64_t>(rank) + turn_stream);
        return static_cast<std::size_t>(turns->below(alternatives));
    }
    // Returns the time at which an access of the rank to memory happens. For a thread outside the MPI library, this is
    // the time of the current event, because the rank's clock may be earlier.
    std::int64_t now_ps(Rank rank) const override { return std::max(now_, (*this)[rank].working_clock()); }

private:
    void assign(Rank rank, ThreadId thread, Slot variable, std::int64_t value) override {
        (*this)[rank].threads()[thread].variables[variable] = value;
    }
    void assign_array(Rank rank, ThreadId thread, Slot first, std::span<const std::int64_t> values) override {
        std::copy(values.begin(), values.end(), (*this)[rank].threads()[thread].variables.begin() + first);
    }
    const Communicators* window_groups() const override {
        return live_ == nullptr ? communicators() : &live_->communicators();
    }
    static std::uintptr_t offset_of(Rank rank) { return static_cast<std::uintptr_t>(rank) * sizeof(RankState); }

    const Scenario& scenario_;
    RankRange range_;
    std::vector<RankState, LargePages<RankState>> ranks_;
    // The address at which the state of rank 0 is, or would be if this process simulated rank 0. So the address of a
    // rank's state can be computed from the rank's number.
    std::uintptr_t origin_;
    std::vector<UnmatchedCall> unmatched_;
    const usage::OpenEpochs* epochs_ = nullptr;
    const LivePrograms* live_ = nullptr;
    Threads threads_;  // destroyed before `ranks_`, since calls of threads use the processes
    Time now_ = 0;
};

}  // namespace rmasim::sim
