// The transcript of a run: the events that the protocol's code reports, one per line. The left column is the location
// of a report: `0:` means inside rank 0, and `0>1` is a packet that rank 0 sent to rank 1. A transcript contains no
// times and no addresses.
#pragma once

#include "protocol/base/packet_vocabulary.h"
#include "sim/programs/watcher.h"

#include <map>
#include <string>
#include <vector>

namespace rmasim::sim {

class Transcript : public Watcher {
public:
    // `scenario` has the names of packets and windows. The scenario must outlive the transcript.
    explicit Transcript(const Scenario& scenario);

    // If `named` is true, each line has the name of its window. Must be true if there are several windows.
    void name_windows(bool named) { windows_named_ = named; }
    void set_quiet(bool quiet) { quiet_ = quiet; }

    void add(std::string line);         // ignored when quiet
    void add_always(std::string line);  // not ignored when quiet: for answers to questions, and for errors
    std::vector<std::string> take();

    void packet_sent(const Packet& packet) override;
    void send_completed(const Packet& packet) override;
    // Returns the number of target elements that the rank's last search for a target element visited.
    std::uint32_t last_search(Rank rank) const;

    void window_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void exposure_state(Rank, WindowId, std::string_view from, std::string_view to) override;
    void target_created(Rank, WindowId, Rank target, std::string_view state) override;
    void target_state(Rank, WindowId, Rank target, std::string_view from, std::string_view to) override;
    void target_freed(Rank, WindowId, Rank target) override;
    void element_taken(Rank, WindowId, ElementKind, PoolLevel) override;
    void element_freed(Rank, WindowId, ElementKind, PoolLevel) override;
    void element_exhausted(Rank, WindowId, ElementKind) override;
    void table_searched(Rank, WindowId, std::uint32_t steps) override;
    void request_passed_over(Rank, const Packet&) override;
    void op_posted(Rank, OpId, const Operation&) override;
    void op_completed(Rank, OpId, Rank target) override;
    void op_applied(Rank, const Packet&) override;
    void op_local(Rank, const Operation&) override;
    void counter_changed(const CounterChange& change) override;
    void mem_sync(Rank, MemSync sync_point) override;
    void lock_queued(Rank, WindowId, Rank origin, LockType) override;
    void lock_granted(Rank, WindowId, Rank origin, LockType) override;
    void lock_released(Rank, WindowId, Rank origin) override;
    void lock_data_dropped(Rank, WindowId, Rank origin) override;

protected:
    const PacketVocabulary& vocabulary() const { return vocabulary_; }
    std::size_t line_count() const { return lines_.size(); }
    // Return the lines of op_applied and op_local.
    std::string text_of_applied(Rank rank, const Packet& packet) const;
    std::string text_of_local(Rank rank, const Operation& operation) const;

private:
    std::string at(Rank rank, WindowId window) const;

    const Scenario& scenario_;
    const PacketVocabulary& vocabulary_;
    std::vector<std::string> lines_;
    std::string element_;  // the element that the next `element_freed` reports: "op 0", "target 1"
    std::map<Rank, std::uint32_t> last_search_;
    bool windows_named_ = false;
    bool quiet_ = false;
};

}  // namespace rmasim::sim
