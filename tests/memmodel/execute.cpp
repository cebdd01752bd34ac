// One execution of a test program.
#include "protocol/base/call_table.h"
#include "sim/scenario/expression/picks.h"
#include "tests/memmodel/changes_at_work.h"
#include "tests/memmodel/execute_counters.h"
#include "tests/memmodel/messages_at_work.h"
#include "tests/memmodel/operations_at_work.h"
#include "tests/twister.h"

#include <algorithm>
#include <map>
#include <set>

namespace rmasim::memmodel_test {

namespace {

struct ThreadAt {
    Rank rank;
    std::uint32_t number;
    std::size_t next = 0;
    bool inside = false;
};

class Execution {
public:
    Execution(const Program& program, std::uint64_t seed)
        : program_(program), random_(seed), changes_(program), counters_(program, events_) {
        for (std::size_t rank = 0; rank < program.ranks(); ++rank) {
            for (std::size_t thread = 0; thread < program.steps[rank].size(); ++thread) {
                threads_.push_back({static_cast<Rank>(rank), static_cast<std::uint32_t>(thread)});
            }
        }
    }

    Events run() {
        for (;;) {
            std::vector<std::size_t> moves;  // threads, then lock requests
            for (std::size_t i = 0; i < threads_.size(); ++i) {
                if (can_move(threads_[i])) moves.push_back(i);
            }
            for (std::size_t i = 0; i < locks_.size(); ++i) {
                if (can_change(locks_[i])) moves.push_back(threads_.size() + i);
            }
            const std::size_t others = threads_.size() + locks_.size();
            for (std::size_t i = 0; i < counters_.moves(); ++i) moves.push_back(others + i);
            const std::size_t operations = others + counters_.moves();
            for (std::size_t i = 0; i < under_way_.size(); ++i) {
                if (may_be_carried_out(i)) moves.push_back(operations + i);
            }
            if (moves.empty()) return std::move(events_);
            const std::size_t move = sim::element_of(random_, moves);
            if (move < threads_.size()) advance(threads_[move]);
            else if (move < others) change(locks_[move - threads_.size()]);
            else if (move < operations) counters_.move(move - others);
            else carry_out(move - operations);
        }
    }

private:
    const Step* step_of(const ThreadAt& thread) const {
        const auto& steps = program_.steps[static_cast<std::size_t>(thread.rank)][thread.number];
        return thread.next < steps.size() ? &steps[thread.next] : nullptr;
    }
    std::size_t ranks() const { return program_.ranks(); }

    bool can_change(const LockRequest& lock) const {
        if (lock.state == LockRequest::State::released) return false;
        if (lock.state == LockRequest::State::granted) {
            return lock.closing && !is_under_way(lock.origin, lock.window, lock.target);
        }
        return std::none_of(locks_.begin(), locks_.end(), [&](const LockRequest& other) {
            return other.state == LockRequest::State::granted && other.target == lock.target &&
                   other.window == lock.window && (other.exclusive || lock.exclusive);
        });
    }
    void change(LockRequest& lock) {
        if (lock.state == LockRequest::State::granted) {
            lock.state = LockRequest::State::released;
            return;
        }
        lock.state = LockRequest::State::granted;
        Event event;
        event.kind = Event::Kind::granted;
        event.rank = lock.target;
        event.window = lock.window;
        event.origin = lock.origin;
        events_.push_back(event);
    }
    bool waits_for_all(const CallRequest& fence, std::uint64_t nth) const {
        return !has(fence.asserts, Assert::noprecede) && (nth > 1 || program_.first_fence_waits);
    }
    bool is_under_way(Rank origin, WindowId window, Rank target, bool only_fetching = false) const {
        return std::ranges::any_of(under_way_, [&](const UnderWay& one) {
            return one.is_of(origin, window, target) && (!only_fetching || one.fetches());
        });
    }
    bool may_be_carried_out(std::size_t index) {
        const UnderWay& one = under_way_[index];
        for (std::size_t i = 0; i < index; ++i) {
            if (is_behind(one, under_way_[i])) return false;
        }
        const Operation& operation = one.operation();
        switch (one.opened) {
            case UnderWay::Opened::fence: return fences_[{operation.target, operation.window}] >= one.nth;
            case UnderWay::Opened::start:
                return posts_[{operation.window, one.event.origin, operation.target}] >= one.nth;
            case UnderWay::Opened::lock: return locks_[one.lock].state == LockRequest::State::granted;
            case UnderWay::Opened::nocheck: return true;
        }
        return false;
    }
    void carry_out(std::size_t index) {
        events_.push_back(under_way_[index].event);
        under_way_.erase(under_way_.begin() + static_cast<std::ptrdiff_t>(index));
    }
    void note_operation(const ThreadAt& thread, const Step& step) {
        const Operation& operation = step.call.operation;
        if (!TestContents::has(step) || program_.counted != Guarantee::nothing) return;
        UnderWay made;
        made.event.kind = Event::Kind::operation_applied;
        made.event.rank = operation.target;
        made.event.origin = thread.rank;
        made.event.thread = thread.number;
        made.event.location = static_cast<std::uint32_t>(thread.next);
        made.event.step = &step;
        const auto key = std::pair{thread.rank, operation.window};
        if (const LockRequest* const lock = lock_of(thread.rank, operation.window, operation.target)) {
            made.opened = UnderWay::Opened::lock;
            made.lock = static_cast<std::size_t>(lock - locks_.data());
        } else if (nocheck_.contains(key)) {
            made.opened = UnderWay::Opened::nocheck;
        } else if (started_.contains(key)) {
            made.opened = UnderWay::Opened::start;
            made.nth = starts_[{operation.window, thread.rank, operation.target}];
        } else {
            made.nth = fences_[key];
        }
        under_way_.push_back(made);
    }
    LockRequest* lock_of(Rank origin, WindowId window, Rank target) {
        for (LockRequest& lock : locks_) {
            const bool open = lock.state != LockRequest::State::released && !lock.closing;
            if (open && lock.origin == origin && lock.window == window && lock.target == target) return &lock;
        }
        return nullptr;
    }

    bool can_move(const ThreadAt& thread) {
        const Step* const step = step_of(thread);
        if (step == nullptr) return false;
        if (step->kind == Step::Kind::atomic) {
            return step->atomic.min_writes == 0 || atomic_writes_[step->atomic.variable] >= step->atomic.min_writes;
        }
        if (step->kind == Step::Kind::await) return released_.contains({thread.rank, step->flag});
        return !thread.inside || may_return(thread, *step);
    }

    // The condition of the call's return.
    bool may_return(const ThreadAt& thread, const Step& step) {
        const CallRequest& call = step.call;
        const auto key = std::pair{thread.rank, call.window};
        const auto all_at = [&](const auto& counts, std::uint64_t nth) {
            for (std::size_t rank = 0; rank < ranks(); ++rank) {
                const auto found = counts.find({static_cast<Rank>(rank), call.window});
                if (found == counts.end() || found->second < nth) return false;
            }
            return true;
        };
        if (!step.requests.empty()) return counters_.may_return(step);
        switch (call.call) {
            case Call::win_change_comm: return changes_.may_return(thread.rank);
            case Call::barrier: return all_at(barriers_, barriers_[key]);
            case Call::fence:
                if (is_under_way(thread.rank, call.window, no_rank)) return false;
                return !waits_for_all(call, fences_[key]) || all_at(fences_, fences_[key]);
            case Call::complete: {
                const Group& group = completing_[key];
                return !is_under_way(thread.rank, call.window, no_rank) &&
                       std::all_of(group.begin(), group.end(), [&](Rank target) {
                           const auto pair = std::tuple{call.window, thread.rank, target};
                           return posts_[pair] >= starts_[pair];
                       });
            }
            case Call::wait: {
                const Group& group = posted_[key];
                return std::all_of(group.begin(), group.end(), [&](Rank origin) {
                    const auto pair = std::tuple{call.window, origin, thread.rank};
                    return completes_[pair] >= posts_[pair];
                });
            }
            case Call::recv:
            case Call::mprobe:
            case Call::ssend: return messages_.may_return(thread.rank, thread.number, step);
            case Call::lock:
            case Call::lock_all: return own_lock_held(thread.rank, call);
            case Call::flush_local:
            case Call::flush_local_all:
                return !is_under_way(thread.rank, call.window, call.target, true) &&
                       results_are_there(thread.rank, call);
            case Call::request_wait:
                return result_is_there(thread, step) && messages_.may_complete(thread.rank, thread.number, step.flag);
            case Call::flush:
            case Call::flush_all:
            case Call::unlock:
            case Call::unlock_all:
                if (is_under_way(thread.rank, call.window, call.target)) return false;
                return std::all_of(locks_.begin(), locks_.end(), [&](const LockRequest& lock) {
                    if (lock.origin != thread.rank || lock.window != call.window) return true;
                    if (call.target != no_rank && lock.target != call.target) return true;
                    const bool closes = call.call == Call::unlock || call.call == Call::unlock_all;
                    return lock.state == LockRequest::State::released ||
                           (!closes && lock.state == LockRequest::State::granted);
                });
            default: return true;
        }
    }
    // True if the operations under locks are there for which FLUSH_LOCAL waits, except for accumulates in progress.
    bool results_are_there(Rank rank, const CallRequest& call) const {
        return std::ranges::none_of(locks_, [&](const LockRequest& lock) {
            const bool meant = call.target == no_rank || call.target == lock.target;
            return lock.origin == rank && lock.window == call.window && meant && lock.brings &&
                   lock.state == LockRequest::State::waits;
        });
    }
    // True if the result of a request-based operation is there.
    bool result_is_there(const ThreadAt& thread, const Step& step) const {
        const auto is_it = [&](const UnderWay& one) {
            const Event& event = one.event;
            return event.origin == thread.rank && event.thread == thread.number && event.location == step.flag;
        };
        if (std::ranges::any_of(under_way_, [&](const UnderWay& one) { return is_it(one) && one.fetches(); }))
            return false;
        const auto found = lock_of_request_.find({thread.rank, request_of(thread, step, 0)});
        return found == lock_of_request_.end() || locks_[found->second].state != LockRequest::State::waits;
    }
    bool own_lock_held(Rank rank, const CallRequest& call) {
        if (has(call.asserts, Assert::nocheck) || (call.call == Call::lock && call.target != rank)) return true;
        const LockRequest* const lock = lock_of(rank, call.window, rank);
        return lock == nullptr || lock->state == LockRequest::State::granted;
    }

    void advance(ThreadAt& thread) {
        const Step& step = *step_of(thread);
        Event event;
        event.rank = thread.rank;
        event.thread = thread.number;
        event.location = static_cast<std::uint32_t>(thread.next);
        event.step = &step;
        switch (step.kind) {
            case Step::Kind::load: event.kind = Event::Kind::load; break;
            case Step::Kind::store: event.kind = Event::Kind::store; break;
            case Step::Kind::await: event.kind = Event::Kind::awaited; break;
            case Step::Kind::atomic:
                event.kind = Event::Kind::atomic;
                if (step.atomic.writes) ++atomic_writes_[step.atomic.variable];
                break;
            case Step::Kind::signal:
                event.kind = Event::Kind::released;
                released_.insert({thread.rank, step.flag});
                break;
            case Step::Kind::call:
                event.kind = thread.inside ? Event::Kind::returned : Event::Kind::began;
                if (!thread.inside) note_begin(thread, step);
                event.request = request_of(thread, step, event.location);
                break;
        }
        // A call that starts a request or looks for one has begun before anything happens to it.
        const bool returns = event.kind == Event::Kind::returned;
        if (returns && !step.requests.empty()) counters_.end(step, event);
        if (is_message(step)) messages_.before(event, events_);
        events_.push_back(event);
        if (is_message(step)) messages_.after(event, events_);
        if (event.kind == Event::Kind::began) {
            if (!step.requests.empty()) counters_.begin(step);
            thread.inside = true;
        } else {
            thread.inside = false;
            ++thread.next;
        }
    }
    // A request's number is the place of its r-form and its thread.
    static RequestId request_of(const ThreadAt& thread, const Step& step, std::uint32_t location) {
        if (description_of(step.call.call).has(Argument::new_request)) return 1 + location * 4 + thread.number;
        if (step.call.call == Call::request_wait && step.requests.empty()) return 1 + step.flag * 4 + thread.number;
        return 0;
    }

    void ask(Rank origin, WindowId window, Rank target, bool exclusive) {
        if (lock_of(origin, window, target) == nullptr) locks_.push_back({origin, target, window, exclusive});
    }

    void note_begin(const ThreadAt& thread, const Step& step) {
        const CallRequest& call = step.call;
        const auto key = std::pair{thread.rank, call.window};
        switch (call.call) {
            case Call::win_change_comm: return changes_.begin(thread.rank);
            case Call::barrier: ++barriers_[key]; return;
            case Call::fence: ++fences_[key]; return;
            case Call::post:
                posted_[key] = call.group;
                for (const Rank origin : call.group) ++posts_[{call.window, origin, thread.rank}];
                return;
            case Call::start:
                started_[key] = call.group;
                for (const Rank target : call.group) ++starts_[{call.window, thread.rank, target}];
                return;
            case Call::complete:
                completing_[key] = started_[key];
                started_.erase(key);
                for (const Rank target : completing_[key]) ++completes_[{call.window, thread.rank, target}];
                return;
            case Call::lock:
                if (has(call.asserts, Assert::nocheck)) {
                    nocheck_.insert(key);
                    return;
                }
                // At once, or with the first operation.
                exclusive_[{thread.rank, call.window, call.target}] = call.lock_type == LockType::exclusive;
                if (call.target == thread.rank || random_.below(2) == 0) {
                    ask(thread.rank, call.window, call.target, call.lock_type == LockType::exclusive);
                }
                return;
            case Call::lock_all:
                if (has(call.asserts, Assert::nocheck)) {
                    nocheck_.insert(key);
                    return;
                }
                all_locked_.insert(key);
                ask(thread.rank, call.window, thread.rank, false);
                return;
            case Call::unlock:
            case Call::unlock_all:
                for (LockRequest& lock : locks_) {
                    if (lock.origin != thread.rank || lock.window != call.window) continue;
                    if (call.target == no_rank || lock.target == call.target) lock.closing = true;
                }
                nocheck_.erase(key);
                if (call.call == Call::unlock_all) all_locked_.erase(key);
                else exclusive_.erase({thread.rank, call.window, call.target});
                return;
            default: break;
        }
        if (!is_operation(call.call)) return;
        const auto locked = exclusive_.find({thread.rank, call.window, call.target});
        if (locked != exclusive_.end()) ask(thread.rank, call.window, call.target, locked->second);
        else if (all_locked_.contains(key)) ask(thread.rank, call.window, call.target, false);
        note_result(thread, step);
        note_operation(thread, step);
    }
    // A result arrives after the grant.
    void note_result(const ThreadAt& thread, const Step& step) {
        const Operation& operation = step.call.operation;
        LockRequest* const lock = lock_of(thread.rank, operation.window, operation.target);
        if (lock == nullptr || !fetches(operation.kind)) return;
        lock->brings = true;
        const RequestId request = request_of(thread, step, static_cast<std::uint32_t>(thread.next));
        if (request != 0) lock_of_request_[{thread.rank, request}] = static_cast<std::size_t>(lock - locks_.data());
    }

    using AtWindow = std::pair<Rank, WindowId>;
    using OfPair = std::tuple<WindowId, Rank, Rank>;
    const Program& program_;
    Twister random_;
    std::vector<ThreadAt> threads_;
    std::vector<LockRequest> locks_;
    std::map<AtWindow, std::uint64_t> barriers_, fences_;
    std::map<AtWindow, Group> posted_, started_, completing_;
    std::map<OfPair, std::uint64_t> posts_, starts_, completes_;
    std::map<std::tuple<Rank, WindowId, Rank>, bool> exclusive_;
    std::set<AtWindow> all_locked_, nocheck_;
    std::map<std::pair<Rank, RequestId>, std::size_t> lock_of_request_;  // of r-forms with results: its place
    std::vector<UnderWay> under_way_;
    std::set<std::pair<Rank, std::uint32_t>> released_;
    std::map<std::uint32_t, std::uint32_t> atomic_writes_;  // by variable
    ChangesAtWork changes_;
    MessagesAtWork messages_;
    Events events_;
    CountersAtWork counters_;
};

}  // namespace

Events execute(const Program& program, std::uint64_t seed) { return Execution(program, seed).run(); }

}  // namespace rmasim::memmodel_test
