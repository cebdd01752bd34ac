// Passes the events of a run to the memory-model checker (protocol/memmodel): the calls, loads and stores of threads,
// and the lock grants that the protocol's code reports. The class works with every family.
#pragma once

#include "protocol/memmodel/checker.h"
#include "protocol/memmodel/shadow/copies.h"
#include "sim/checkers/semantics/atomic_orders.h"
#include "sim/checkers/semantics/program_order.h"
#include "sim/checkers/semantics/watch_messages.h"
#include "sim/machine/memory/window_memory.h"
#include "sim/programs/interpreter.h"
#include "sim/programs/live_programs.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace rmasim::sim::semantics {

struct SameStatements;  // defined in watch_report.cpp

class Watch final : public WatchMessages {
public:
    // The scenario's key `semantics` must not be "off". `live` is null unless running programs replace the programs of
    // the scenario. All arguments must outlive this object.
    explicit Watch(const Scenario& scenario, LivePrograms* live = nullptr);

    void call_began(const Thread& thread, const CallRequest& call) override;
    void call_returned(const Thread& thread) override;
    void program_ended(const Thread& thread) override;
    void sync_began(const Thread& thread) override;
    void sync_ended(const Thread& thread) override;
    void thread_started(const Thread& thread) override {
        checker_->order().thread_started(thread.rank, thread.number);
        atomic_orders_->thread_started(thread.rank, thread.number);
    }
    void release_sync_point(const Thread& thread, std::uint32_t sign, Time now) override;
    void acquire_sync_point(const Thread& thread, std::uint32_t sign, Time now) override;
    void thread_ended(const Thread& thread) override { checker_->order().ended(thread.rank, thread.number); }
    void accessed(const Thread& thread, const MemoryAccess& access, const Region& region) override;
    void op_applied(Rank rank, const Packet& packet) override;
    void op_local(Rank rank, const Operation& operation) override;
    void lock_granted(Rank target, WindowId window, Rank origin, LockType type) override;
    void counter_changed(const CounterChange& change) override;
    void signal_sent(const CounterSignal& signal) override;
    void request_stepped(Rank rank, RequestId request, RequestStep step, WindowId window, Rank target,
                         unsigned modes) override;

    // ---- Functions that are defined in watch_program.cpp.
    void window_created(Rank rank, WindowId window, std::string name) override;
    void window_freed_at(Rank rank, WindowId window) override;
    void other_began(const Thread& thread, const OtherFunction& function, Time now) override;
    void other_returned(const Thread& thread, const OtherFunction& function, const OtherEnd& end, Time now) override;

    // ---- Functions that are defined in watch_accesses.cpp.
    void accessed(const Thread& thread, const ProgramAccess& access, Time now) override;
    void ordered(const Thread& thread, const AtomicOrder& order, Time now) override;
    void memory_given_back(Rank rank, const ByteRun& bytes) override;

    void watches(WindowMemory& memory) override;

    bool found_any() const override { return checker_->findings().count() > 0; }
    std::uint64_t accesses() const override { return checker_->remembered().compared; }
    Report report() const override;  // defined in watch_report.cpp
    void reset() override;

private:
    void polled(std::uint32_t location) override { polled_.insert(location); }
    // The kinds of sync points. At a sync point, a thread releases its clock to other threads of its rank. The sync
    // points are the end of a thread, a barrier of threads, and each value to which a thread sets a flag. `sign`
    // returns the number by which the checker identifies a sync point.
    enum class SyncPoint : std::uint8_t { end, barrier, flag };
    struct SetTo {
        std::int64_t value = 0;
        std::uint32_t nth = 0;
    };
    memmodel::Contents contents() const;
    std::uint32_t unit_of(Rank rank, WindowId window) const;
    std::uint32_t sign(SyncPoint kind, std::uint32_t which, std::uint32_t nth = 0);
    void create(Rank rank, WindowId window);
    std::pair<SpaceId, std::uint64_t> space_at(memmodel::MemoryId memory, std::uint64_t byte) const;
    // ---- Functions that are defined in watch_program.cpp and watch_accesses.cpp.
    memmodel::Buffers buffers_of_program(const CallRequest& call) const;
    void begin_pending(const memmodel::Origin& origin, std::uint64_t request);
    void use_buffers(const memmodel::Origin& origin, std::uint64_t request, const OtherFunction& function);
    void complete(const memmodel::Origin& origin, const OtherEnd::Completed& completed);
    void local(const memmodel::Origin& origin, const ByteRun& run, bool stores,
               memmodel::Manner manner = memmodel::Manner::plain);
    // Splits `run` at the boundaries of shared window segments and calls `visit(owner, bytes)` for each interval.
    // `owner` is the rank whose shared segment has the bytes, or no_rank if no shared segment has them.
    template <class Visit>
    void by_owner(const ByteRun& run, Visit visit) const {
        auto part = shared_parts_.upper_bound(run.begin);
        if (part != shared_parts_.begin()) --part;
        for (std::uint64_t from = run.begin; from < run.end;) {
            while (part != shared_parts_.end() && part->second.end <= from) ++part;
            const bool inside = part != shared_parts_.end() && part->first <= from;
            std::uint64_t end = run.end;
            if (part != shared_parts_.end()) end = std::min(end, inside ? part->second.end : part->first);
            visit(inside ? part->second.owner : no_rank, ByteRun{from, end});
            from = end;
        }
    }
    std::vector<memmodel::Piece> pieces_of(const std::vector<ByteRun>& runs, Datatype datatype) const;
    BuffersInUse buffers_of_operation(const CallRequest& call) const;
    void begin_use(Rank rank, BuffersInUse buffers);
    void end_uses(Rank rank);
    void note_attached(const Thread& thread, const CallRequest& call);

    // ---- Functions that are defined in watch_report.cpp.
    // The memory that contains a byte.
    struct Whereabouts {
        std::string name;         // of the window, or of the buffer; empty if it is a buffer without a name
        bool in_buffer = false;   // true if no window has the byte
        std::string attached_at;  // location of the WIN_ATTACH, if the byte is in attached memory of a program
        std::uint64_t start = 0;  // the offset of the memory's first byte
        std::optional<ProgramVariable> variable{};  // the variable that is the buffer
    };
    // Returns the memory with the bytes of an access.
    Whereabouts memory_of(const memmodel::Access& access, const ByteRun& bytes) const;
    Whereabouts memory_at(const memmodel::Access& access, std::uint64_t byte) const;
    // `through` is the window of an operation, or no_window.
    Whereabouts in_program(Rank rank, std::uint64_t address, WindowId through) const;
    std::string what_of(const memmodel::Access& access, const std::string& location) const;
    std::string call_name(Call call) const;
    const Program& program_of(Rank rank, std::uint32_t thread) const;
    std::string epoch_of(memmodel::Mode mode) const;
    // `start` is the offset from which bytes are counted. Without it, they are counted from the beginning of the
    // memory.
    ReportedAccess reported(const memmodel::Access& access, std::optional<std::uint64_t> start = std::nullopt) const;
    ReportedFinding reported(const memmodel::Finding& found) const;
    std::vector<memmodel::Finding> findings() const;
    std::vector<SameStatements> by_statements(const std::vector<memmodel::Finding>& all) const;
    std::vector<std::string> notes() const;

    LivePrograms* live_;
    // A window segment that a program has created, or memory that it has attached to a dynamic window.
    struct Part {
        ByteRun bytes{};
        WindowId window = no_window;
        std::string name{};                          // name of the window when it was freed
        bool exists = true;                          // false if the window was freed
        std::optional<std::uint32_t> attached_at{};  // location of the WIN_ATTACH of attached memory
    };
    std::map<Rank, std::vector<Part>> parts_{};  // by rank
    struct SharedPart {
        std::uint64_t end;
        Rank owner;
    };
    std::map<std::uint64_t, SharedPart> shared_parts_{};  // by first address: segments of windows in shared memory
    struct Pending {
        OtherFunction function{};
        ProgramOrder::Begun begun{};
    };
    // `pending_` has the nonblocking MPI functions whose request has not completed, by rank and number of the request.
    // `inside_` has the MPI function that each thread is executing, by rank and thread.
    std::map<std::pair<Rank, std::uint64_t>, Pending> pending_{};
    std::map<std::pair<Rank, std::uint32_t>, ProgramOrder::Begun> inside_{};
    std::set<std::uint32_t> polled_{};  // locations of volatile loads that poll
    std::unique_ptr<AtomicOrders> atomic_orders_{};
    std::unique_ptr<ProgramOrder> order_{};  // order by messages and collective calls of running programs
    // The number by which the checker identifies the memory of a rank with a running program. Such a rank has only one
    // memory, its address space, so an offset in this memory is an address.
    static constexpr memmodel::MemoryId memory_of_rank = 0;
    struct Use {
        memmodel::SpanRef span;
        BuffersInUse buffers;
    };
    std::map<Rank, std::vector<Use>> uses_{};
    std::vector<std::uint32_t> threads_;  // number of threads, by rank
    std::uint64_t threads_left_ = 0;
    std::map<std::tuple<SyncPoint, std::uint32_t, std::uint32_t>, std::uint32_t> sync_points_;
    std::map<std::pair<Rank, Slot>, std::vector<SetTo>> set_flags_;  // by rank and flag: the values that the flag had
    bool compares_values_ = false;                                   // the checker reads the contents of windows
    const WindowMemory* memory_ = nullptr;
    memmodel::Copies* copies_ = nullptr;
};

}  // namespace rmasim::sim::semantics
