#include "sim/mpi/smpi/smpi_world.h"

#include "sim/mpi/smpi/function_meaning.h"
#include "sim/mpi/smpi/message_ledger.h"
#include "sim/mpi/smpi/smpi_threads.h"

#include <simgrid/kernel/Timer.hpp>
#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Engine.hpp>

#include <cmath>
#include <memory>
#include <utility>

namespace rmasim::sim {

namespace {

namespace s4u = simgrid::s4u;
using simgrid::kernel::timer::Timer;

constexpr std::int64_t poll_ns = 100;  // the time that a rank sleeps after some polling loads

void (*report_and_exit)() = nullptr;
void (*run_begins)() = nullptr;

}  // namespace

void when_run_begins(void (*then)()) { run_begins = then; }
void when_run_ends(void (*then)()) { report_and_exit = then; }

SmpiWorld::SmpiWorld(Scenario& scenario, const Options& options, std::string log)
    : ProgramWorld(scenario, options), messages_(std::make_unique<MessageLedger>(scenario.ranks)), log_(std::move(log)),
      of_rank_(static_cast<std::size_t>(scenario.ranks)) {}

SmpiWorld::~SmpiWorld() = default;

void SmpiWorld::joined() {
    const auto actor = static_cast<std::size_t>(s4u::this_actor::get_pid());
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank_of_actor_.size() <= actor) rank_of_actor_.resize(actor + 1, no_rank);
    rank_of_actor_[actor] = rank;
    self().joined = true;
    of_rank().in_program = &RankThreads::get();
    of_rank().woken = static_cast<SmpiThreads&>(of_rank().in_program->host()).woken();
    s4u::this_actor::on_exit([this, rank, actor](bool) { note_ended(rank, actor); });
    computation_.begins();
    if (!std::exchange(began_, true)) {
        run_begins();
        begin_limits();
        run_->live().begin([this] { failed(); });
        s4u::Engine::on_deadlock_cb([] { report_and_exit(); });
        s4u::Engine::on_time_advance_cb([this](double) { wake_who_await_smpi(); });
    }
    for (const auto& thread : of_rank().in_program->all()) {
        if (thread && thread->number > 0 && !thread->ended) thread_started(thread->number);
    }
}

Rank SmpiWorld::rank() const {
    const auto actor = static_cast<std::size_t>(s4u::this_actor::get_pid());
    return actor < rank_of_actor_.size() ? rank_of_actor_[actor] : no_rank;
}

bool SmpiWorld::is_simulating() const { return s4u::this_actor::is_maestro(); }

void SmpiWorld::enter(const Caller& caller, OtherFunction meaning) {
    compute();
    if (!has_joined() || own().state != State::running || own().nested++ > 0) return;
    report_accesses();
    begin_in_mpi(own(), caller);
    if (!may_be_in_poll(caller.function)) progressed();
    own().location = call_sites_.number(caller.returns_to);
    own().inside = caller;
    note_buffers(meaning);
    meaning.name = caller.function;
    meaning.location = own().location;
    messages_->begins(rank(), thread(), meaning);
    const OtherCallState state = simulation_->enter_other_call(rank(), thread(), std::move(meaning));
    if (state == OtherCallState::failed) end_from_program();
    if (state == OtherCallState::died) sleep_for_ever();
}

void SmpiWorld::leave() {
    if (!has_joined() || own().state != State::running || --own().nested > 0) return;
    report_accesses();
    end_in_mpi();
    if (!may_be_in_poll(own().inside.function)) progressed();
    const OtherCallState state = simulation_->leave_other_call(rank(), thread(), std::exchange(own().end, {}));
    if (state == OtherCallState::died) sleep_for_ever();
    if (state == OtherCallState::busy) return sleep(State::waits);
    computation_.begins();
}

void SmpiWorld::note_made(MPI_Request request) {
    if (has_joined() && request != MPI_REQUEST_NULL) messages_->made(rank(), thread(), sim::number_of(request));
    if (watches_memory() && request != MPI_REQUEST_NULL) own().end.made = sim::number_of(request);
}

void SmpiWorld::note_completed(MPI_Request request, const MPI_Status& status) {
    if (!watches_memory() || request == MPI_REQUEST_NULL) return;
    own().end.completed.push_back({sim::number_of(request), envelope_of(status)});
}

void SmpiWorld::note_received(const MPI_Status& status, bool none) {
    own().end.envelope = envelope_of(status);
    own().end.envelope.none = none;
}

// Blocks the thread until the simulation wakes it.
void SmpiWorld::sleep(State state) {
    OfRank& self = of_rank();
    ThreadState& own = this->own();
    own.state = state;
    if (accesses_ != nullptr) accesses_->another_runs();
    if (state == State::computes) run_->live().computes(rank(), thread());
    else simulation_->next_step(rank(), thread());
    if (self.in_program->several()) {
        self.in_program->wait_until([&own] { return own.state == State::running; });
    } else {
        while (own.state != State::running) self.woken->acquire();
    }
    computation_.begins();
}

LiveStep SmpiWorld::resume(Thread& thread) {
    of_rank_[static_cast<std::size_t>(thread.rank)].woken->release();
    return LiveStep::resume_thread;
}

void SmpiWorld::give_way(const Caller& caller) {
    RankThreads& threads = *of_rank().in_program;
    if (threads.several()) return threads.give_way(caller);
    s4u::this_actor::sleep_for(static_cast<double>(poll_ns) / 1e9);
    polled(caller, PollKind::load);
}

bool SmpiWorld::has_had_threads() const { return of_rank().in_program->all().size() > 1; }

void SmpiWorld::sleep_for_ns(std::int64_t duration_ns) {
    of_rank().in_program->sleep_until(s4u::Engine::get_clock() + static_cast<double>(duration_ns) / 1e9);
}

std::int64_t SmpiWorld::now_ns() const { return std::llround(s4u::Engine::get_clock() * 1e9); }

std::vector<ThreadWait> SmpiWorld::thread_waits() {
    std::vector<ThreadWait> waits = spinning_threads_;
    for (std::size_t rank = 0; rank < of_rank_.size(); ++rank) {
        if (of_rank_[rank].in_program == nullptr) continue;
        const auto number = static_cast<Rank>(rank);
        of_rank_[rank].in_program->add_waits(
            number, waits, [&](const Caller& caller) { return call_sites_.number(caller.returns_to); });
    }
    add_source_locations();
    return waits;
}

// Virtual time has passed, so a message of SMPI may have arrived. Wakes all ranks with a thread that waits for SMPI.
void SmpiWorld::wake_who_await_smpi() {
    for (const Rank rank : await_smpi_) of_rank_[static_cast<std::size_t>(rank)].woken->release();
}

void SmpiWorld::wait_for_smpi(std::function<bool()> ready) {
    OfRank& self = of_rank();
    if (self.await_smpi++ == 0) await_smpi_.insert(rank());
    self.in_program->wait_until(std::move(ready));
    if (--self.await_smpi == 0) await_smpi_.erase(rank());
}

// ---- Requests. The program's handle of a request is the address of the core's number, so it differs from all handles
// of SMPI.

MPI_Request SmpiWorld::add_request(RequestId id) {
    auto kept = std::make_unique<RequestId>(id);
    const auto request = reinterpret_cast<MPI_Request>(kept.get());
    of_rank().requests.emplace(request, std::move(kept));
    return request;
}

RequestId* SmpiWorld::find_request(MPI_Request request) {
    const auto at = of_rank().requests.find(request);
    return at == of_rank().requests.end() ? nullptr : at->second.get();
}
void SmpiWorld::forget_request(MPI_Request request) { of_rank().requests.erase(request); }

// ---- Functions that end the run.

// SimGrid's engine calls this function between actors, so no rank is running.
void SmpiWorld::failed() { report_and_exit(); }

void SmpiWorld::stop_from_program() {
    ending_ = true;
    Timer::set(s4u::Engine::get_clock(), [] { report_and_exit(); });
    sleep_for_ever();
}

void SmpiWorld::sleep_for_ever() {
    const s4u::SemaphorePtr for_ever = s4u::Semaphore::create(0);
    for (;;) for_ever->acquire();
}

ProgramEvents* program_events() {
    const bool runs = SmpiWorld::exists() && RankThreads::if_in_program() != nullptr;
    return runs && SmpiWorld::get().has_joined() ? &SmpiWorld::get() : nullptr;
}

}  // namespace rmasim::sim
