// The world of an exploration whose calls are those of running programs. A step of a rank's program runs it up to the
// beginning of its next call of the core. What a program does before its first call is part of the initial state,
// because no other rank can notice it.
#pragma once

#include "sim/mpi/explored/awaits.h"
#include "sim/mpi/explored/program_output.h"
#include "sim/mpi/explored/untimed_programs.h"
#include "sim/mpi/hosted/hosted_world.h"
#include "sim/untimed/world/explored_world.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

class ProgramOrders final : public ExploredWorld {
public:
    // `simulation` is that of `world`. All arguments must outlive this object.
    ProgramOrders(const Scenario& scenario, HostedWorld& world, UntimedPrograms& simulation, hosting::Host& host,
                  const ProgramOutput& output, check::Checker& checker, Tally& tally);

    // Runs each program up to its first call of the core. Throws NotExplorable, or ProgramStopped if a program has
    // ended before. Must be called once, before the first step.
    void start();
    // Must be called before the first step, in the initial state: programs cannot start anew.
    void reset() override {}

    const Communicators* window_groups() const override { return &world_.communicators(); }
    std::string call_name(const Thread& thread, Call) const override { return world_.function_of(thread); }
    std::string window_name(Rank rank, WindowId window) const override { return world_.window_name(rank, window); }
    std::optional<ProgramStopped> failed_at_end() const override;
    std::optional<std::uint64_t> digest_of_end() const override;
    std::vector<std::string> polls_without_change() const override;

    // ---- For UntimedPrograms.
    LivePrograms& programs() { return world_; }
    Process& process_of(Rank rank) { return own_process(rank); }
    void window_created(WindowId window, std::uint32_t nth, const std::vector<Rank>& members) {
        usage().window_created(window, nth, members);
    }

private:
    void continue_program(Thread& thread) override;
    bool returns_from_call(Thread& thread) override;
    void step_made(Rank rank, bool of_program) override;
    bool make_step(Thread& thread, LiveStep step);
    LiveStep next_step_of(Thread& thread);
    void require_explorable(Rank rank) const;
    [[noreturn]] void throw_stop() const;
    void end(Thread& thread);

    HostedWorld& world_;
    UntimedPrograms& simulation_;
    hosting::Host& host_;
    const ProgramOutput& output_;
    // By rank: the step up to which the program has run without making it; null when the rank has made it.
    std::vector<std::optional<LiveStep>> next_steps_;
    Awaits awaits_;
};

}  // namespace rmasim::sim
