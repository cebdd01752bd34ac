// The engine of family shm, the shared-memory notes (SPEC.md): one-sided communication of processes that all share a
// node. PUT and GET copy data, accumulates change it under mutexes, and FENCE is a barrier with the memory barriers and
// cache operations that the machine needs. The algorithms are in fence.cpp and accumulate.cpp.
#pragma once

#include "protocol/base/process.h"
#include "protocol/parts/messages/two_sided.h"
#include "protocol/parts/window_table.h"
#include "protocol/shm/make_process.h"
#include "protocol/shm/window.h"

namespace rmasim::shm {

struct Critical;

class Engine final : public Process {
public:
    // `config` and `world` must outlive the engine, and `world.mutexes` must not be null. `start` is one less than the
    // first of all serial numbers (serial_number.h); only tests set it.
    Engine(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world,
           std::uint32_t start = usual_start);

    CallSet calls() const override { return shm::calls; }
    Task<> begin(CallRequest&& request, CallAnswer& answer) override;

    void add_window(WindowId id) override;
    void remove_window(WindowId id) override;
    void require_closed() const override;
    void require_quiescent() const override { two_sided_.require_quiescent(); }

    void deliver(const Packet& packet) override;
    void make_progress() override { waits_.resume_ready(rank_, world_.choice); }

    Rank rank() const override { return rank_; }
    const WaitList& waiting() const override { return waits_; }
    std::string describe(const WaitReason& reason) const override;
    AwaitedRanks awaited_ranks(const WaitReason& reason) const override;
    std::vector<ArrivedMessage> unreceived_messages() const override { return two_sided_.unreceived_messages(); }
    ProcessMemory memory_use() const override;

private:
    // ---- Defined in calls.cpp
    Task<> begin_on(Window& window, const CallRequest& request);

    // ---- Defined in engine.cpp
    Task<> rma_op(Operation operation);
    void copy(Window& window, const Operation& operation);
    void note_change(Window& window, const Operation& operation);

    // ---- Defined in fence.cpp
    Task<> fence(WindowId window, Assert asserts);
    void require_fence_legal(const Window& window, Assert asserts) const;
    bool may_postpone(const Window& window, Assert asserts) const;
    void make_visible(Window& window, bool written);
    Task<> exchange_counts(Window& window, bool stored);
    void renew_all(Window& window, Assert asserts);
    void renew_changed(Window& window, std::uint32_t instance);
    void drop_lines(const Window& window, Rank owner);
    void on_barrier(Window& window, const Packet& packet);
    void on_counts(Window& window, const Packet& packet);

    // ---- Defined in win_free.cpp
    Task<> win_create(Window& window);
    Task<> win_free(Window& window);

    // ---- Defined in accumulate.cpp
    Task<> accumulate(Window& window, Operation operation, Regions regions);
    Task<> take_regions(Critical& critical, const Run& run);
    void give_back_below(Critical& critical, std::uint32_t region);
    Task<> change(Critical& critical, const Run& run);

    // ---- Defined in cache.cpp: memory barriers and cache operations, reported to the observer
    void mem_sync(MemSync sync_point);
    void flush_cache(const WindowPart& part);
    void invalidate_cache(const WindowPart& part);

    Rank rank_;
    const Config& config_;
    const World& world_;
    WindowTable<Window> windows_;
    WaitList waits_;
    TwoSided two_sided_;
    bool accumulating_ = false;  // the thread lock: a thread is inside an accumulate
    MutexId wanted_;             // the mutex requested last
};

}  // namespace rmasim::shm
