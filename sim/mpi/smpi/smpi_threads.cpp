#include "sim/mpi/smpi/smpi_threads.h"

#include "sim/mpi/smpi/smpi_world.h"
#include "sim/mpi/threads/posix_threads.h"
#include "sim/mpi/threads/program_functions.h"

#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <smpi/smpi.h>
#include <smpi/smpi_helpers_internal.h>

#include <cstdlib>
#include <utility>

namespace rmasim::sim {

namespace {

using simgrid::kernel::timer::Timer;

SmpiFiber& of_smpi(ThreadFiber& fiber) { return static_cast<SmpiFiber&>(fiber); }

// A timer that releases a semaphore.
class SmpiAlarm final : public Alarm {
public:
    SmpiAlarm(double time, simgrid::s4u::SemaphorePtr semaphore) : rang_(std::make_shared<bool>(false)) {
        timer_ = Timer::set(time, [rang = rang_, semaphore = std::move(semaphore)] {
            *rang = true;
            semaphore->release();
        });
    }
    ~SmpiAlarm() override {
        if (!*rang_) timer_->remove();
    }
    bool rang() const override { return *rang_; }

private:
    std::shared_ptr<bool> rang_;
    Timer* timer_;
};

void begin() {
    of_smpi(*RankThreads::get().current().fiber).of_library.give();
    RankThreads::begin();
}

}  // namespace

std::unique_ptr<ThreadFiber> SmpiThreads::new_fiber(std::size_t stack_bytes) {
    return std::make_unique<SmpiFiber>(stack_bytes, sim::begin);
}

void SmpiThreads::switch_fiber(ThreadFiber& from, ThreadFiber& to) {
    SmpiFiber& self = of_smpi(from);
    self.of_library.take();
    self.fiber.switch_to(of_smpi(to).fiber);
    self.of_library.give();
}

void SmpiThreads::destroy_variables(ThreadFiber& running) { of_smpi(running).variables.run_destructors(); }

void SmpiThreads::store_variables(ThreadFiber& running, unsigned number) {
    stored_[number] = std::move(of_smpi(running).variables);
}

void SmpiThreads::restore_variables(ThreadFiber& running, unsigned number) {
    const auto found = stored_.find(number);
    if (found != stored_.end()) of_smpi(running).variables = std::move(found->second);
}

double SmpiThreads::now() const { return simgrid::s4u::Engine::get_clock(); }

// If the actor is woken several times, the function returns once.
void SmpiThreads::sleep() {
    do woken_->acquire();
    while (!woken_->would_block());
}

void SmpiThreads::pass(double duration) { simgrid::s4u::this_actor::sleep_for(duration); }

std::unique_ptr<Alarm> SmpiThreads::alarm(double time) { return std::make_unique<SmpiAlarm>(time, woken_); }

void SmpiThreads::end_rank() {
    ::smpi_exit(0);
    std::abort();  // not reached: smpi_exit does not return
}

RankThreads* RankThreads::if_in_program() {
    static std::vector<std::unique_ptr<RankThreads>> by_actor;
    if (simgrid::s4u::this_actor::is_maestro()) return nullptr;
    const auto actor = static_cast<std::size_t>(simgrid::s4u::this_actor::get_pid());
    if (by_actor.size() <= actor) by_actor.resize(actor + 1);
    if (!by_actor[actor]) by_actor[actor] = std::make_unique<RankThreads>(std::make_unique<SmpiThreads>());
    return by_actor[actor].get();
}

// The program and our functions share the heap, so there is no border.
bool threads_have_border() { return false; }
ThreadFunction::ThreadFunction(const void*) : before_(nullptr), outer_(nullptr) {}
ThreadFunction::~ThreadFunction() { before_ = nullptr; }
const void* program_address(const void* own) { return own; }
double wtime_of_program(const Caller&) { return MPI_Wtime(); }

}  // namespace rmasim::sim
