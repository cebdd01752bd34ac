// Operations of several elements that are under way in the untimed world. Operations are atomic only by element, so
// other accesses may come between two elements. Two executors are covered: NICs, and processes that accumulate in a
// window in shared memory.
//
//   1 receives WRITE from 0       the operation begins
//   1 receives WRITE from 2       both elements are also written by another origin: each first or second
//   1 ends WRITE from 0
//
// An element is executed as late as possible: when another access is about to touch its bytes, a pick decides if the
// element comes before the access. Until then the element commutes with all other steps. The remaining elements are
// executed when a NIC ends the operation, and before the next step, packet or MEM_SYNC of a process.
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

    // ---- Requests to NICs.
    // True if the request has several elements.
    static bool may_be_torn(const Packet& request) { return request.region.count > 1; }
    void begin(const Packet& request);
    // Executes the elements that are left, and returns the answer.
    Packet end(const Packet& request, Observer& observer);
    // Removes the operation of a rank that has died.
    void drop(const Packet& request);

    // ---- Accumulates of processes.
    bool has_any(Rank by) const;
    // Executes the elements that are left.
    void end_all(Rank by);

    void before_access(Rank by, const AccessedBytes& bytes) override;
    bool takes_over(const MemoryUpdate& update) override;
    void before_sync(Rank by) override { end_all(by); }

private:
    // An accumulate that a process executes element by element. It owns its data.
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
    // Executes elements of `operation` in these bytes, each if a pick says so, or all.
    template <class Operation>
    void execute_some(Operation& operation, Rank owner, WindowId window, const AccessedBytes& bytes, bool all);
    void set_active() { active_ = !by_nics_.empty() || !by_processes_.empty(); }

    WindowMemory& memory_;
    Choices* picks_ = nullptr;
    bool nic_at_work_ = false;
    std::vector<NicOperation> by_nics_;
    std::vector<ByProcess> by_processes_;
};

}  // namespace rmasim::sim
