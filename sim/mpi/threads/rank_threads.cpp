#include "sim/mpi/threads/rank_threads.h"

#include "sim/mpi/program_world.h"
#include "sim/mpi/threads/current_thread.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr double passes_s = 1e-6;            // virtual time that passes when all threads only yield
constexpr std::size_t locks_in_a_row = 100;  // about the number of locks that a thread can acquire in `passes_s`

}  // namespace

RankThreads::RankThreads(std::unique_ptr<ThreadHost> host) : host_(std::move(host)) {
    threads_.push_back(std::make_unique<RankThread>());
    current_ = threads_.front().get();
    current_->serial = next_serial();
    current_->fiber = host_->first_fiber();
}

RankThreads::~RankThreads() = default;

RankThread& RankThreads::create(const Caller& caller, std::size_t stack_bytes, std::function<void()> body) {
    if (alive_ >= max_live_threads) {
        ProgramWorld::get().refuse(caller, fmt::format("thread {} of a rank", alive_ + 1),
                                fmt::format("at most {} at a time", max_live_threads));
    }
    auto at = std::ranges::find_if(threads_, [](const auto& thread) { return thread == nullptr; });
    if (at == threads_.end()) at = threads_.insert(at, nullptr);
    *at = std::make_unique<RankThread>();
    RankThread& made = **at;
    made.number = static_cast<ThreadId>(at - threads_.begin());
    made.serial = next_serial();
    made.body = std::move(body);
    made.fiber = host_->new_fiber(stack_bytes);
    ++alive_;
    gave_way_ = 0;
    ProgramWorld::get().progressed();
    ProgramWorld::get().thread_started(made.number);
    release_clock(caller, &made);
    made.inside = caller;
    ready_.push_back(&made);
    return made;
}

void RankThreads::begin() {
    RankThreads& threads = get();
    threads.exited_.clear();
    RankThread& self = *threads.current_;
    ProgramWorld::get().computes_again();
    threads.acquire_clock(self.inside, &self);
    const std::function<void()> body = std::move(self.body);
    body();
    threads.end();
}

void RankThreads::end() {
    ProgramWorld::get().compute();
    host_->destroy_variables(*current_->fiber);
    ProgramWorld::get().report_accesses();
    give_stack_back();
    current_->ended = true;
    ProgramWorld::get().thread_ended(current_->number);
    --alive_;
    gave_way_ = 0;
    ProgramWorld::get().progressed();
    run_another();
    std::abort();  // no thread switches back to this one
}

// Reports the current thread's stack as freed memory, because another thread will use the stack.
void RankThreads::give_stack_back() {
    const std::span<const std::byte> stack = current_->fiber->stack();
    const auto begin = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(stack.data()));
    ProgramWorld::get().memory_given_back({begin, begin + stack.size()});
}

// Removes a thread that has exited. If this is the current thread, the object is kept until another thread runs,
// because its stack is still in use.
void RankThreads::remove(RankThread& ended) {
    sync_points_.erase(&ended);
    std::unique_ptr<RankThread>& slot = threads_[ended.number];
    if (&ended == current_) exited_.push_back(std::move(slot));
    else slot.reset();
}

RankThread* RankThreads::find(std::uint64_t serial) {
    for (const auto& thread : threads_) {
        if (thread && thread->serial == serial) return thread.get();
    }
    return nullptr;
}

bool RankThreads::wait_on(const void* object, const Caller& caller, std::function<std::string()> awaited,
                          double until) {
    gave_way_ = 0;
    RankThread& self = *current_;
    self.waits_on = object;
    self.wait_number = ++waits_;
    self.inside = caller;
    if (until == never) {
        self.awaited = std::move(awaited);
        run_another();
        self.awaited = nullptr;
        return true;
    }
    const std::unique_ptr<Alarm> alarm = host_->alarm(until);
    bool late = false;
    self.until = [&] {
        late = alarm->rang();
        return late;
    };
    run_another();
    self.until = nullptr;
    self.waits_on = nullptr;
    if (late) ProgramWorld::get().polled(caller, PollKind::sleep);
    return !late;
}

void RankThreads::wait_until(std::function<bool()> ready) {
    gave_way_ = 0;
    if (ready()) return;
    current_->until = std::move(ready);
    run_another();
}

void RankThreads::sleep_until(double time) {
    const std::unique_ptr<Alarm> alarm = host_->alarm(time);
    wait_until([&alarm] { return alarm->rang(); });
}

RankThread* RankThreads::first_waiting(const void* object) {
    RankThread* first = nullptr;
    for (const auto& thread : threads_) {
        if (!thread || thread->waits_on != object) continue;
        if (first == nullptr || thread->wait_number < first->wait_number) first = thread.get();
    }
    return first;
}

void RankThreads::wake(RankThread& thread) {
    gave_way_ = 0;
    ProgramWorld::get().progressed();
    thread.waits_on = nullptr;
    thread.until = nullptr;
    ready_.push_back(&thread);
}

RankThread* RankThreads::wake_first(const void* object) {
    RankThread* const first = first_waiting(object);
    if (first != nullptr) wake(*first);
    return first;
}

void RankThreads::wake_all(const void* object) {
    while (wake_first(object) != nullptr) {
    }
}

void RankThreads::give_way(const Caller& caller) {
    ready_.push_back(current_);
    if (++gave_way_ >= ready_.size()) {
        look_at_waiting();
        if (gave_way_ >= ready_.size()) host_->pass(passes_s);
        gave_way_ = 0;
    }
    run_another();
    ProgramWorld::get().polled(caller, PollKind::test);
}

void RankThreads::about_to_lock(const Caller& caller) {
    if (several() && ++locks_ >= locks_in_a_row) give_way(caller);
}

void RankThreads::look_at_waiting() {
    for (const auto& thread : threads_) {
        if (!thread || !thread->until || !thread->until()) continue;
        thread->until = nullptr;
        thread->waits_on = nullptr;
        ready_.push_back(thread.get());
    }
}

// Switches from the current thread, which cannot continue, to a ready thread. Returns when the current thread
// continues.
void RankThreads::run_another() {
    locks_ = 0;
    while (ready_.empty()) {
        look_at_waiting();
        if (ready_.empty()) host_->sleep();
    }
    RankThread& next = *ready_.front();
    ready_.pop_front();
    if (&next != current_) switch_to_thread(next);
    ProgramWorld::get().report_accesses();  // other ranks may have run before this thread continues
    ProgramWorld::get().computes_again();
}

void RankThreads::switch_to_thread(RankThread& next) {
    RankThread& self = *current_;
    if (!self.ended) ProgramWorld::get().report_accesses();
    current_ = &next;
    host_->switch_fiber(*self.fiber, *next.fiber);
    exited_.clear();
}

std::uint32_t RankThreads::sync_point_of(const void* object) {
    const auto [at, is_new] = sync_points_.try_emplace(object, next_sign_);
    if (is_new) ++next_sign_;
    return at->second;
}

void RankThreads::release_clock(const Caller& caller, const void* object) {
    if (threads_.size() > 1) ProgramWorld::get().release_sync_point(caller, sync_point_of(object));
}

void RankThreads::acquire_clock(const Caller& caller, const void* object) {
    if (threads_.size() > 1) ProgramWorld::get().acquire_sync_point(caller, sync_point_of(object));
}

void RankThreads::add_waits(Rank rank, std::vector<ThreadWait>& waits,
                            const std::function<std::uint32_t(const Caller&)>& location_of) {
    for (const auto& thread : threads_) {
        if (!thread || thread->ended || !thread->awaited) continue;
        waits.push_back(
            {rank, thread->number, thread->inside.function, location_of(thread->inside), thread->awaited()});
    }
}

ThreadId current_thread() {
    RankThreads* const threads = RankThreads::if_in_program();
    return threads == nullptr ? ThreadId{0} : threads->current().number;
}

void thread_releases(const void* object) {
    if (RankThreads* const threads = RankThreads::if_in_program()) threads->release_clock({}, object);
}

void thread_acquires(const void* object) {
    if (RankThreads* const threads = RankThreads::if_in_program()) threads->acquire_clock({}, object);
}

}  // namespace rmasim::sim
