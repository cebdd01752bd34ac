// The CPU cost of the protocol. Converts the work that the protocol's code reports into virtual time on the rank's
// clock.
#pragma once

#include "sim/machine/faults/rank_faults.h"
#include "sim/machine/platform/bandwidth.h"
#include "sim/scenario/model/scenario.h"
#include "sim/timed/costs/node_costs.h"
#include "sim/timed/counts/time_use.h"
#include "sim/timed/ranks/rank.h"

#include <span>

namespace rmasim::sim {

// Pointers to objects that change the CPU costs of one rank (its faults) or record them per rank. Only few runs have
// such objects.
struct RankFaultCosts {
    RankFaults* faults = nullptr;   // null if the scenario has no faults
    TimeUse* time_spent = nullptr;  // null if the result has no times by rank
};

class Cpu {
public:
    explicit Cpu(const Scenario& scenario);

    // Sets the RankFaultCosts of the ranks from `first` on. `extras` must outlive this object. Most runs do not call
    // this function.
    void charge_also(std::span<const RankFaultCosts> extras, Rank first) {
        extras_ = extras.data();
        first_ = first;
    }

    // Adds `time` to `clock`. Raises std::overflow_error past the end of virtual time (106 days).
    static void advance(Time& clock, Time time) {
        if (__builtin_add_overflow(clock, time, &clock)) [[unlikely]]
            raise_end_of_time();
    }
    // Charges work to the rank, or to the rank's progress agent while the agent polls. This function is called several
    // times per packet. So it is always inlined, which saves 3 % of all instructions.
    [[gnu::always_inline]] void charge(RankState& rank, Cause cause, Time time) {
        if (extras_ != nullptr) [[unlikely]]
            return charge_with_extras(rank, cause, time);
        charge_alone(rank, cause, time);
    }
    void charge(RankState& rank, const Work& work) { charge(rank, work.cause, work.time); }
    // Charges time in which the rank is idle inside the MPI library.
    void wait(RankState& rank, Cause cause, Time time) {
        advance(rank.clock, time);
        note(cause, time);
        if (extras_ != nullptr) [[unlikely]]
            note_of_rank(rank, cause, time);
    }
    // Charges time in which a thread waits outside the MPI library for another thread of its rank.
    void wait(RankState& rank, Thread& thread, Time time) {
        advance(thread.clock, time);
        note(Cause::wait_thread, time);
        if (extras_ != nullptr) [[unlikely]]
            note_of_rank(rank, Cause::wait_thread, time);
    }
    // Takes back time that was charged.
    void take_back(const RankState& rank, Cause cause, Time time) {
        note(cause, -time);
        if (extras_ != nullptr) note_of_rank(rank, cause, -time);
    }
    // Charges work of a thread outside the MPI library. Each thread has a CPU core of its own for such work.
    void compute(RankState& rank, Thread& thread, Time time) { work(rank, thread, Cause::compute, time); }
    void work(RankState& rank, Thread& thread, Cause cause, Time time) {
        if (extras_ != nullptr) [[unlikely]]
            time = with_extras(rank, thread.clock, cause, time);
        advance(thread.clock, time);
        note(cause, time);
    }
    void enter_call(RankState& rank) { charge(rank, Cause::call, call_); }
    void post(RankState& rank) { charge(rank, Cause::post, post_); }
    void search(RankState& rank, std::uint32_t steps) { charge(rank, Cause::search, steps * search_step_); }
    void walk(RankState& rank, std::size_t slots) {
        if (walk_slot_ != 0) charge(rank, Cause::walk, static_cast<Time>(slots) * walk_slot_);
    }
    [[gnu::always_inline]] void send(RankState& rank, std::uint32_t user_bytes) {
        charge(rank, Cause::send, send_);
        copy_message(rank, user_bytes, 0);
    }
    // Returns the CPU time to send and to handle a packet without data.
    Time time_of_empty_packet() const { return send_ + handle_; }
    // Charges the same for a request to a NIC.
    void send_to_nic(RankState& rank, std::uint32_t user_bytes) {
        charge(rank, Cause::send, send_to_nic_);
        charge(rank, Cause::copy, copying(user_bytes));
    }
    // Charges the notice that a NIC has executed an operation.
    void complete(RankState& rank) { charge(rank, Cause::handle, completion_); }
    // The rank was idle for the time `idle` before the last byte of the packet arrived. In this time it has copied the
    // segments that had arrived.
    void handle(RankState& rank, std::uint32_t user_bytes, Time idle = 0) {
        charge(rank, Cause::handle, handle_);
        copy_message(rank, user_bytes, idle);
    }
    // Returns the time to copy the data of a message after its first segment. The data of a message that is longer than
    // the limit are not copied.
    Time copy_after_first_segment(std::uint32_t bytes) const {
        const bool overlaps = bytes > copy_segment_bytes_ && bytes <= copy_limit_bytes_;
        return overlaps ? copying(bytes - copy_segment_bytes_) : 0;
    }
    std::uint32_t copy_segment_bytes() const { return copy_segment_bytes_; }
    // Charges the computation of an accumulate's elements.
    void reduce(RankState& rank, std::uint32_t elements) { charge(rank, Cause::copy, reducing(elements)); }
    // Charges a load or store instruction of the program.
    void access(RankState& rank, Thread& thread, std::uint32_t bytes) {
        work(rank, thread, Cause::copy, copying(bytes));
    }

    // Returns the times of work in shared memory. The caller charges them.
    const NodeCosts& on_node() const { return on_node_; }
    // Returns the sum of the times of all ranks, by use of time.
    const TimeUse& spent() const { return spent_; }

private:
    [[noreturn]] static void raise_end_of_time();
    [[gnu::always_inline]] void charge_alone(RankState& rank, Cause cause, Time time) {
        advance(rank.working_clock(), time);
        note(rank.agent_at_work ? Cause::agent : cause, time);
    }
    // Implements charge() for ranks that have RankFaultCosts. This function is not inlined and is called last, so that
    // charge() need not save registers.
    [[gnu::noinline]] void charge_with_extras(RankState& rank, Cause cause, Time time);
    // Returns the duration of `work` with the rank's faults. If times are counted per rank, also adds the duration to
    // the rank's times.
    Time with_extras(const RankState& rank, Time begin, Cause cause, Time work);
    void note_of_rank(const RankState& rank, Cause cause, Time time);
    const RankFaultCosts& extras_of(const RankState& rank) const { return extras_[rank.rank() - first_]; }
    void note(Cause cause, Time time) { spent_[static_cast<std::size_t>(cause)] += time; }
    // Most packets have no data, or few. Their path has two comparisons, which saves 2 % of all instructions.
    [[gnu::always_inline]] void copy_message(RankState& rank, std::uint32_t bytes, Time idle) {
        if (bytes == 0) return;
        if (bytes > short_bytes_) [[unlikely]]
            return copy_long(rank, bytes, idle);
        charge(rank, Cause::copy, copying(bytes));
    }
    [[gnu::noinline]] void copy_long(RankState& rank, std::uint32_t bytes, Time idle);
    Time copying(std::uint32_t bytes) const { return static_cast<Time>(bytes) * copy_per_kib_ / 1024; }
    Time reducing(std::uint32_t elements) const { return transfer_time(elements, reduce_fs_); }

    const RankFaultCosts* extras_ = nullptr;
    Rank first_ = 0;  // the rank of the first entry of extras_
    Time call_;
    Time post_;
    Time search_step_;
    Time walk_slot_;
    Time send_;
    Time handle_;
    Time send_to_nic_;
    Time completion_;
    NodeCosts on_node_;
    Time copy_per_kib_;
    std::uint32_t copy_limit_bytes_;
    std::uint32_t copy_segment_bytes_;
    std::uint32_t short_bytes_;  // a message of more bytes is copied in segments, or not copied
    std::int64_t reduce_fs_;     // femtoseconds per element
    TimeUse spent_{};
};

}  // namespace rmasim::sim
