#include "sim/untimed/world/elements_under_way.h"

#include <algorithm>
#include <cstring>

namespace rmasim::sim {

namespace {

// Executes all remaining elements of an operation.
template <class Operation>
void execute_rest(Operation& operation, Memory& memory) {
    for (std::uint32_t nth = 0; nth < operation.elements(); ++nth) {
        if (!operation.is_executed(nth)) operation.execute(memory, nth);
    }
}

// While an object of this class exists, memory is accessed by a NIC, although the accesses have the name of a process.
class NicAtWork {
public:
    explicit NicAtWork(bool& at_work) : at_work_(at_work), before_(at_work) { at_work_ = true; }
    ~NicAtWork() { at_work_ = before_; }
    NicAtWork(const NicAtWork&) = delete;
    NicAtWork& operator=(const NicAtWork&) = delete;

private:
    bool& at_work_;
    bool before_;
};

}  // namespace

void ElementsUnderWay::ByProcess::execute(Memory& memory, std::uint32_t nth) {
    executed_[nth] = true;  // set before the access, whose hook looks for elements that are not executed
    const Region one = element(nth);
    memory.accumulate(update_.by, update_.owner, update_.window, one, update_.reduce,
                      Payload{update_.data.bytes + nth * std::size_t{one.bytes()}});
}

void ElementsUnderWay::clear() {
    by_nics_.clear();
    by_processes_.clear();
    set_active();
}

std::vector<NicOperation>::iterator ElementsUnderWay::find(const Packet& request) {
    return std::find_if(by_nics_.begin(), by_nics_.end(), [&request](const NicOperation& one) {
        const Packet& known = one.request();
        return known.source == request.source && known.target == request.target && known.op == request.op &&
               known.kind == request.kind && known.payload.bytes == request.payload.bytes;
    });
}

void ElementsUnderWay::begin(const Packet& request, Observer& observer) {
    by_nics_.emplace_back(memory_, observer, request);
    set_active();
}

Packet ElementsUnderWay::end(const Packet& request) {
    NicOperation& operation = *find(request);
    note_all(operation);
    {
        const NicAtWork now(nic_at_work_);
        execute_rest(operation, memory_);
    }
    const Packet answer = operation.end(memory_);
    remove(find(request));
    return answer;
}

void ElementsUnderWay::remove(std::vector<NicOperation>::iterator at) {
    by_nics_.erase(at);
    set_active();
}

bool ElementsUnderWay::has_any(Rank by) const {
    return std::any_of(by_processes_.begin(), by_processes_.end(),
                       [by](const ByProcess& one) { return one.update().by == by; });
}

void ElementsUnderWay::end_all(Rank by) {
    for (std::size_t i = 0; i < by_processes_.size();) {
        if (by_processes_[i].update().by != by) {
            ++i;
            continue;
        }
        execute_rest(by_processes_[i], memory_);
        memory_.release(by_processes_[i].update().data);
        by_processes_.erase(by_processes_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    set_active();
}

bool ElementsUnderWay::takes_over(const MemoryUpdate& update) {
    if (update.region.count < 2) return false;
    MemoryUpdate kept = update;
    kept.data = memory_.allocate(update.region.bytes());
    std::memcpy(kept.data.bytes, update.data.bytes, update.region.bytes());
    by_processes_.emplace_back(kept);
    set_active();
    memory_.note_update_ahead(update.owner, update.window, update.region);
    return true;
}

template <class Operation>
void ElementsUnderWay::execute_some(Operation& operation, Rank owner, WindowId window, const AccessedBytes& bytes,
                                    bool all) {
    for (std::uint32_t nth = 0; nth < operation.elements(); ++nth) {
        if (operation.is_executed(nth)) continue;
        const Region one = operation.element(nth);
        if (!overlap(bytes, memory_.bytes_at(owner, window, one.disp, one.bytes()))) continue;
        const bool executes = all || picks_->pick(2) == 0;
        if (executes && !operation.is_executed(nth)) operation.execute(memory_, nth);
    }
}

void ElementsUnderWay::note(AccessKind kind, const AccessedBytes& bytes) {
    if (footprint_ == nullptr) return;
    const Touch touch = kind == AccessKind::read ? Touch::read : Touch::write;
    for (std::uint64_t at = bytes.begin / word_bytes; at * word_bytes < bytes.end; ++at) {
        footprint_->push_back({word_of(bytes.owner, bytes.space, at), touch});
    }
}

// Adds all elements of the operation to the footprint, even elements that earlier steps have executed. In another
// order, this step may execute these elements.
void ElementsUnderWay::note_all(const NicOperation& operation) {
    const Packet& request = operation.request();
    for (std::uint32_t nth = 0; nth < operation.elements(); ++nth) {
        const Region one = operation.element(nth);
        note(operation.writes() ? AccessKind::write : AccessKind::read,
             memory_.bytes_at(request.target, request.window, one.disp, one.bytes()));
    }
}

// Executing an element in this function is an access, too. So this function may call itself, for elements of other
// operations.
void ElementsUnderWay::before_access(Rank by, AccessKind kind, const AccessedBytes& bytes) {
    note(kind, bytes);
    for (NicOperation& one : by_nics_) {
        const Packet& request = one.request();
        const NicAtWork now(nic_at_work_);
        const bool conflicts = kind == AccessKind::write || one.writes();
        if (conflicts && request.target == bytes.owner) execute_some(one, request.target, request.window, bytes, false);
    }
    for (ByProcess& one : by_processes_) {
        const MemoryUpdate& update = one.update();
        const bool own = update.by == by && !nic_at_work_;
        if (update.owner == bytes.owner) execute_some(one, update.owner, update.window, bytes, own);
    }
}

}  // namespace rmasim::sim
