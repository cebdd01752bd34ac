// Operations of several elements that are being executed in the untimed world. MPI makes operations atomic only by
// element, so other accesses may occur between two elements of an operation. This file covers operations that NICs
// execute, and accumulates that processes execute in a window in shared memory. An example with two operations of two
// elements:
//
//   1 receives WRITE from 0       the first operation begins
//   1 receives WRITE from 2       at each of the two elements, either WRITE may be the first
//   1 ends WRITE from 0
//
// An element is executed as late as possible. When another access is about to touch the element's bytes, a choice
// (pick, choices.h) determines if the element is executed before that access. Until then, the element commutes with all
// other steps. The remaining elements are executed at the end of the operation. A NIC's operation ends in a step of its
// own (`nic_ends`). A process's accumulate ends before the next step, packet or MEM_SYNC of that process.
#pragma once

#include "sim/machine/memory/footprint.h"
#include "sim/machine/memory/nic_operations.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/untimed/world/choices.h"

#include <vector>

namespace rmasim::sim {

class ElementsUnderWay final : public AccessHook {
public:
    explicit ElementsUnderWay(WindowMemory& memory) : memory_(memory) {}

    void clear();
    void pick_by(Choices& picks) { picks_ = &picks; }
    // From now on, all accesses to memory are added to the footprint. So the step that ends a NIC's operation is
    // independent of all steps of other ranks that do not access the same words.
    void write_footprint(Footprint* footprint) {
        footprint_ = footprint;
        set_active();
    }

    // ---- Functions for operations that NICs execute.

    // True if the request has several elements.
    static bool may_be_torn(const Packet& request) { return request.region.count > 1; }
    void begin(const Packet& request, Observer& observer);
    // Executes the remaining elements of the request, and returns the packet with the answer.
    Packet end(const Packet& request);

    // ---- Functions for accumulates that processes execute.

    bool has_any(Rank by) const;
    // Executes the remaining elements of the rank's accumulates.
    void end_all(Rank by);

    void before_access(Rank by, AccessKind kind, const AccessedBytes& bytes) override;
    bool takes_over(const MemoryUpdate& update) override;
    void before_sync(Rank by) override { end_all(by); }

private:
    // An accumulate that a process executes element by element. The accumulate owns its data.
    class ByProcess {
    public:
        explicit ByProcess(const MemoryUpdate& update) : update_(update), executed_(update.region.count, false) {}
        const MemoryUpdate& update() const { return update_; }
        std::uint32_t elements() const { return update_.region.count; }
        Region element(std::uint32_t nth) const { return element_of(update_.region, nth); }
        bool is_executed(std::uint32_t nth) const { return executed_[nth]; }
        void execute(Memory& memory, std::uint32_t nth);

    private:
        MemoryUpdate update_;
        std::vector<bool> executed_;
    };

    std::vector<NicOperation>::iterator find(const Packet& request);
    void remove(std::vector<NicOperation>::iterator at);
    // Executes the elements of `operation` that overlap `bytes`. If `all` is true, executes all these elements. If
    // `all` is false, a pick determines for each element if it is executed.
    template <class Operation>
    void execute_some(Operation& operation, Rank owner, WindowId window, const AccessedBytes& bytes, bool all);
    void note(AccessKind kind, const AccessedBytes& bytes);
    void note_all(const NicOperation& operation);
    void set_active() { active_ = footprint_ != nullptr || !by_nics_.empty() || !by_processes_.empty(); }

    WindowMemory& memory_;
    Choices* picks_ = nullptr;
    Footprint* footprint_ = nullptr;  // null: not written here
    bool nic_at_work_ = false;
    std::vector<NicOperation> by_nics_;
    std::vector<ByProcess> by_processes_;
};

}  // namespace rmasim::sim
