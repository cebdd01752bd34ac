#include "sim/mpi/hosted/hosted_world.h"

#include "protocol/base/call_table.h"
#include "protocol/base/prefetch.h"
#include "sim/mpi/call_listener.h"
#include "sim/mpi/library_code.h"
#include "sim/mpi/objects/error.h"
#include "sim/mpi/objects/fortran/fortran_variables.h"
#include "sim/mpi/objects/fortran/tools.h"
#include "sim/mpi/windows/window_promises.h"
#include "sim/timed/stop_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

// The linker defines these names: the code of this executable is between them.
extern "C" const char __executable_start, etext;

namespace rmasim::sim {

namespace {

// True for the functions that a program may call before MPI_Init and after MPI_Finalize (MPI 4.1, 11.4).
bool is_for_any_time(std::string_view function) {
    constexpr std::array names{"MPI_Initialized",  "MPI_Finalized",  "MPI_Get_version", "MPI_Init",
                               "MPI_Init_thread",  "MPI_Wtime",      "MPI_Wtick",       "MPI_Get_library_version",
                               "MPI_Error_string", "MPI_Error_class"};
    return std::ranges::find(names, function) != names.end() || function.starts_with("MPI_Info_");
}

void* entered(const char* function, const void* returns_to, const void* frame) {
    return HostedWorld::get().enter({function, returns_to, frame});
}
void* left() { return HostedWorld::get().leave(); }
void back(void* before) { HostedWorld::get().back(before); }

}  // namespace

HostedWorld::HostedWorld(Scenario& scenario, const Options& options, HostedCommunicators& communicators,
                         TypeLabels& labels)
    : ProgramWorld(scenario, options), communicators_(communicators), labels_(labels),
      of_rank_(static_cast<std::size_t>(scenario.ranks)) {
    memory_.is_in(*this);
    mpi::set_border({sim::entered, sim::left, sim::back});
}

HostedWorld::~HostedWorld() { mpi::set_border({}); }

void HostedWorld::execute(hosting::Host& host) {
    take_ranks_of(host);
    result_ = run_->live().end();
    for (Rank rank = 0; rank < ranks() && died_.empty() && !stops_; ++rank) run_to_exit(rank);
}

void HostedWorld::explore(hosting::Host& host, std::function<void(Rank)> changed) {
    changed_ = std::move(changed);
    take_ranks_of(host);
}

void HostedWorld::take_ranks_of(hosting::Host& host) {
    host_ = &host;
    const auto find = [&host](const char* name) { return host.program().symbol(name); };
    mpi::find_fortran_variables(find);
    mpi::find_functions_of_tools(find);
    for (Rank rank = 0; rank < ranks(); ++rank) {
        mpi::Host services{.abort = [this](int, int, const std::string& text) { fatal(text); },
                           .wait = [this] { wait_for_meeting(nullptr); },
                           .warn = [this](const std::string& text) { add_note(caller(), text); }};
        services.meet = [this](const mpi::Meeting& meeting) { wait_for_meeting(&meeting); };
        services.progress = [this](std::span<const MPI_Request> requests, mpi::Progress how) {
            progress(requests, how);
        };
        services.completed = [this] { met_ = wakes_all; };
        of_rank_[static_cast<std::size_t>(rank)].mpi_objects =
            std::make_unique<mpi::Library>(communicators_.job(), rank, std::move(services));
    }
}

void HostedWorld::run_to_exit(Rank rank) {
    const RankState& state = states_[static_cast<std::size_t>(rank)];
    after_events_ = true;
    while (state.finalized && !has_ended(rank) && !stops_) {
        if (switch_to(rank) >= 0) note_ended(rank);
    }
    after_events_ = false;
}

void HostedWorld::joined() {
    self().joined = true;
    if (!std::exchange(began_, true)) begin_limits();
    computation_.begins();
}

ThreadId HostedWorld::thread() const {
    if (rank() == no_rank) return 0;
    const std::unique_ptr<RankThreads>& threads = of_rank_[static_cast<std::size_t>(rank())].in_program;
    return threads == nullptr ? ThreadId{0} : threads->current().number;
}

double HostedWorld::read_clock(const Caller& caller) {
    polls_clock(caller);
    const double time = time_s();
    computes_again();
    return time;
}

std::int64_t HostedWorld::read_clock_ns(const Caller& caller) {
    polls_clock(caller);
    const std::int64_t time = now_ns();
    computes_again();
    return time;
}

void HostedWorld::polls_clock(const Caller& caller) {
    if (!has_joined() || has_finalized()) return;
    compute();
    polled(caller, PollKind::clock);
}

double HostedWorld::time_s() const { return static_cast<double>(simulation_->now()) / 1e12; }

std::int64_t HostedWorld::now_ns() const { return to_ns(simulation_->now()); }

std::byte* HostedWorld::at(Rank rank, std::byte* address) const {
    if (changed_) changed_(rank);
    accessed_rank_ = rank;
    passed_ = address;
    accessed_ = static_cast<std::byte*>(host_->address_in(rank, address));
    return const_cast<std::byte*>(accessed_);
}

const std::byte* HostedWorld::lasting(const std::byte* address) const {
    return running_ == no_rank ? address : static_cast<const std::byte*>(host_->lasting_address(address));
}

// ---- The border between the programs and the library.

void* HostedWorld::enter(const Caller& caller) {
    hosting::Rank* const before = std::exchange(hosting::calling_rank, nullptr);
    if (before == nullptr) return nullptr;
    OfRank& of = of_rank();
    of.called = of.in_program == nullptr ? ThreadId{0} : of.in_program->current().number;
    OfThread& thread = of_thread(rank(), of.called);
    thread.entered = caller;
    thread.buffers.loads.clear();  // of a call that was not made, because its arguments were wrong
    thread.buffers.stores.clear();
    const RankState& now = state();
    if ((!now.joined || now.finalized) && !is_for_any_time(caller.function)) {
        died_ = fmt::format("rank {} calls {} at {} {}", rank(), caller.function, location_text(caller),
                            state().finalized ? "after MPI_Finalize" : "before MPI_Init");
        end_from_program();
    }
    return before;
}

void* HostedWorld::leave() { return std::exchange(hosting::calling_rank, host_->running_rank()); }

// A signal that arrived in the library ends the run here, if no step of the simulation has done so.
void HostedWorld::back(void* before) {
    hosting::calling_rank = static_cast<hosting::Rank*>(before);
    if (before != nullptr && is_interrupted()) interrupt();
}

Caller program_call(const Caller& called) {
    const auto* const returns_to = static_cast<const char*>(called.returns_to);
    const bool is_binding = returns_to >= &__executable_start && returns_to < &etext;
    return is_binding ? HostedWorld::get().caller() : called;
}

LibraryCode::LibraryCode(const Caller& caller) : before_(HostedWorld::get().enter(caller)) {}
LibraryCode::~LibraryCode() { HostedWorld::get().back(before_); }
HookCode::HookCode() : before_(std::exchange(hosting::calling_rank, nullptr)) {}
HookCode::~HookCode() { HostedWorld::get().back(before_); }
ProgramCode::ProgramCode() : before_(HostedWorld::get().leave()) {}
ProgramCode::~ProgramCode() { HostedWorld::get().back(before_); }

// ---- Steps.

void HostedWorld::sleep(State state) {
    if (after_events_) return;
    ThreadState& own = this->own();
    own.state = state;
    if (of_rank().in_program == nullptr) {
        while (own.state != State::running) host_->yield();
    } else {
        if (schedules_itself(rank())) {
            if (accesses_ != nullptr) accesses_->another_runs();
            schedule(rank(), thread());
        }
        wait_until_running(own);
    }
    computation_.begins();
}

void HostedWorld::schedule(Rank rank, ThreadId number) {
    const State state = states_[static_cast<std::size_t>(rank)].threads[number].state;
    if (state == State::computes) run_->live().computes(rank, number);
    else simulation_->next_step(rank, number);
}

bool HostedWorld::schedules_itself(Rank rank) const {
    const OfRank& of = of_rank_[static_cast<std::size_t>(rank)];
    return of.in_program != nullptr && of.in_program->all().size() > 1;
}

void HostedWorld::wait_until_running(const ThreadState& own) {
    const OfRank& of = of_rank();
    if (of.in_program != nullptr && of.in_program->several()) {
        of.in_program->wait_until([&own] { return own.state == State::running; });
    } else {
        while (own.state != State::running) host_->yield();
    }
}

void HostedWorld::leave_run() {
    if (schedules_itself(rank())) simulation_->next_step(rank(), thread());
    while (!after_events_) host_->yield();
}

void HostedWorld::prefetch(Rank rank, PrefetchStage stage) const {
    const auto number = static_cast<std::size_t>(rank);
    const RankState& state = states_[number];
    if (stage == PrefetchStage::first) {
        rmasim::prefetch<sizeof(OfRank)>(&of_rank_[number]);
        rmasim::prefetch<sizeof(RankState)>(&state);
        return hosting::RankPrefetcher::prefetch_first(*host_, rank);
    }
    rmasim::prefetch<sizeof(ThreadState)>(&state.threads.front());
    if (!state.windows.empty()) rmasim::prefetch<sizeof(ProgramWindow)>(&*state.windows.begin());
    prefetch_line(of_rank_[number].mpi_objects.get());
    hosting::RankPrefetcher::prefetch_second(*host_, rank);
}

// Continues the rank until it gives control back. Returns the rank if it has ended; otherwise -1.
int HostedWorld::switch_to(Rank rank) {
    if (changed_) changed_(rank);
    OfRank& of = of_rank(rank);
    mpi::use_library(of.mpi_objects.get());
    shows_marks_of(rank);
    running_ = rank;
    const int ended = of.host == nullptr ? host_->switch_to(rank) : of.host->continue_rank();
    running_ = no_rank;
    return ended;
}

// True if the rank's only thread has given control back for a step. Otherwise it waits for another thread or rank.
bool HostedWorld::has_step(Rank rank) const {
    const State state = states_[static_cast<std::size_t>(rank)].threads.front().state;
    return state != State::waits && state != State::running;
}

// Continues the rank, and handles what it has done.
void HostedWorld::continue_rank(Rank rank) {
    // A program that only computes would not notice a signal that came before.
    if (is_interrupted()) throw RunInterrupted{};
    const int ended = switch_to(rank);
    if (is_interrupted()) throw RunInterrupted{};
    if (ended >= 0) note_ended(rank);
    if (stops_) throw StopRun{};
    if (!begin_to_meet_.empty()) {
        for (const auto& [of, number] : std::exchange(begin_to_meet_, {})) enters_meeting(of, number);
    }
    wake_who_meet();
}

// Continues the rank up to the thread's next step.
LiveStep HostedWorld::resume(Thread& thread) {
    const Rank rank = thread.rank;
    const ThreadId number = thread.number;
    if (has_ended(rank)) return LiveStep::resume_thread;
    if (of_thread(rank, number).inside_other && !leaves_meeting(rank, number)) return LiveStep::resume_thread;
    continue_rank(rank);
    return has_ended(rank) || schedules_itself(rank) || !has_step(rank) ? LiveStep::resume_thread : step(thread);
}

void HostedWorld::stop_from_program() {
    ending_ = true;
    stops_ = true;
    for (;;) host_->yield();
}

void HostedWorld::give_way(const Caller& caller) {
    if (of_rank().in_program != nullptr && of_rank().in_program->several()) return threads_of_rank().give_way(caller);
    sleep_for_ns(poll_ns);
    polled(caller, PollKind::load);
}

void HostedWorld::sleep_for_ns(std::int64_t duration_ns) {
    if (state().finalized) return;
    if (of_rank().in_program != nullptr && of_rank().in_program->several()) {
        return threads_of_rank().sleep_until(time_s() + static_cast<double>(duration_ns) / 1e9);
    }
    own().computed = from_ns(duration_ns);
    sleep(State::computes);
}

void HostedWorld::sleep_ns(std::int64_t duration_ns) {
    sleeps(true);
    sleep_for_ns(duration_ns);
    sleeps(false);
}

// A checkpoint contains the heaps of the ranks, but not that of the simulator.
void* HostedWorld::new_memory(std::size_t align, std::size_t bytes) {
    if (!changed_) return ProgramWorld::new_memory(align, bytes);
    return hosting::HeapMapping::get().allocate(*host_->heap(rank()), bytes, align);
}

void HostedWorld::delete_memory(void* memory) {
    if (!changed_) return ProgramWorld::delete_memory(memory);
    if (memory != nullptr) hosting::HeapMapping::get().free(memory);
}

// ---- Threads.

RankThreads& HostedWorld::threads_of_rank() {
    OfRank& of = of_rank();
    if (of.in_program == nullptr) {
        auto host = std::make_unique<HostedThreads>(*this, *host_, rank());
        of.host = host.get();
        of.in_program = std::make_unique<RankThreads>(std::move(host));
    }
    return *of.in_program;
}

HostedWorld::OfThread& HostedWorld::of_thread(Rank rank, ThreadId number) {
    OfRank& of = of_rank(rank);
    if (number == 0) return of.first;
    while (of.others.size() < number) of.others.push_back(std::make_unique<OfThread>());
    return *of.others[number - std::size_t{1}];
}

const Caller& HostedWorld::last_call(Rank rank) {
    const OfRank& of = of_rank(rank);
    const ThreadId current = of.in_program == nullptr ? ThreadId{0} : of.in_program->current().number;
    const Caller& own = of_thread(rank, current).entered;
    return own.function != nullptr ? own : of_thread(rank, of.called).entered;
}

void HostedWorld::wait_for_events() {
    if (after_events_) {
        died_ = fmt::format("the threads of rank {} wait for each other after MPI_Finalize", rank());
        end_from_program();
    }
    host_->yield();
}

void HostedWorld::pass(double duration_s) {
    if (state().finalized) return;
    if (!schedules_itself(rank())) return sleep_for_ns(std::llround(duration_s * 1e9));
    ThreadState& own = this->own();
    own.computed = from_ns(std::llround(duration_s * 1e9));
    own.state = State::computes;
    run_->live().computes(rank(), thread());
    while (own.state != State::running) host_->yield();
}

std::shared_ptr<SetAlarm> HostedWorld::set_alarm(double time_s) {
    auto alarm = std::make_shared<SetAlarm>();
    alarm->at = std::max(static_cast<Time>(std::llround(time_s * 1e12)), simulation_->now());
    alarm->rang = after_events_;
    if (after_events_) return alarm;
    of_rank().alarms.push_back(alarm);
    run_->wake_at(rank(), alarm->at);
    return alarm;
}

// Alarms of the rank ring.
void HostedWorld::woken(Rank rank) {
    bool any = false;
    std::erase_if(of_rank(rank).alarms, [&](const std::shared_ptr<SetAlarm>& alarm) {
        if (alarm->cancelled) return true;
        if (alarm->at > simulation_->now()) return false;
        return any = alarm->rang = true;
    });
    if (!any || has_ended(rank)) return;
    continue_rank(rank);
    if (!has_ended(rank) && !schedules_itself(rank) && has_step(rank)) schedule(rank, 0);
}

std::vector<ThreadWait> HostedWorld::thread_waits() {
    std::vector<ThreadWait> waits = spinning_threads_;
    for (Rank rank = 0; rank < ranks(); ++rank) {
        if (of_rank(rank).in_program == nullptr) continue;
        of_rank(rank).in_program->add_waits(
            rank, waits, [&](const Caller& caller) { return call_sites_.number(caller.returns_to); });
    }
    add_source_locations();
    return waits;
}

// ---- Ranks that create a communicator.

void HostedWorld::wait_for_meeting(const mpi::Meeting* meeting) {
    progressed();
    report_accesses();
    of_thread().meeting = meeting;
    meet_.insert({rank(), thread()});
    begin_to_meet_.emplace_back(rank(), thread());
    ThreadState& own = this->own();
    own.state = State::waits;
    wait_until_running(own);
}

// The simulation learns that the rank waits in a function outside of the core, in which it makes progress, and that a
// meeting orders memory accesses as a barrier of its members does.
void HostedWorld::enters_meeting(Rank rank, ThreadId number) {
    OfThread& thread = of_thread(rank, number);
    if (thread.inside_other) return;
    OtherFunction meaning;
    meaning.name = thread.entered.function;
    meaning.location = call_sites_.number(thread.entered.returns_to);
    if (thread.meeting != nullptr) {
        constexpr std::uint64_t first_number = std::uint64_t{1} << 32;
        meaning.comm = first_number + thread.meeting->number;
        meaning.group = 1;
        meaning.members = std::make_shared<const RankGroup>(static_cast<Rank>(thread.meeting->expected));
        meaning.acquires = Acquires::all;
    }
    thread.inside_other = true;
    thread.waits_since = simulation_->now();
    simulation_->enter_other_call(rank, number, std::move(meaning));
}

// Returns false if the thread continues later, or not at all.
bool HostedWorld::leaves_meeting(Rank rank, ThreadId number) {
    const OtherCallState state = simulation_->leave_other_call(rank, number, {});
    if (state == OtherCallState::died) return false;
    of_thread(rank, number).inside_other = false;
    // In a recording, the rank computes until it continues.
    if (listener_ != nullptr) listener_->computes(rank, simulation_->now() - of_thread(rank, number).waits_since);
    if (state != OtherCallState::busy) return true;
    states_[static_cast<std::size_t>(rank)].threads[number].state = State::waits;
    simulation_->next_step(rank, number);
    return false;
}

void HostedWorld::wake_who_meet() {
    const std::uint64_t complete = communicators_.job().met();
    if (std::exchange(met_, complete) == complete) return;
    std::erase_if(meet_, [this](const auto& thread) {
        const mpi::Meeting* const meeting = of_thread(thread.first, thread.second).meeting;
        if (meeting != nullptr && !meeting->complete) return false;
        simulation_->next_step(thread.first, thread.second);
        return true;
    });
}

HostedWait HostedWorld::hosted_wait(Rank rank, ThreadId thread) {
    const bool for_request = of_thread(rank, thread).meeting == nullptr;
    return {for_request ? "the completion of a request" : "the other members of the communicator", {}};
}

// Communicators of other members may have the same context id.
std::uint64_t HostedWorld::number_for_windows(MPI_Comm comm) {
    const auto context = static_cast<std::uint64_t>(mpi::library().comms.find(mpi::to_int(comm)).shared->context);
    return context << 32u | members_of(comm).number;
}

// ---- Ends.

// The rank's code does not continue, so its functions of atexit do not run.
void HostedWorld::interrupt() {
    if (hosting::calling_rank == nullptr) return;
    hosting::RankEnd end;
    end.kind = hosting::EndKind::signalled;
    host_->end_rank(end);
}

// Datatypes and blocks may have gaps, so the fault may be some way behind the address that the core asked for.
std::string HostedWorld::fault_in_buffer(const void* address) {
    constexpr std::ptrdiff_t near = std::ptrdiff_t{1} << 30;
    const auto* const at = static_cast<const std::byte*>(address);
    if (accessed_rank_ == no_rank || at < accessed_ || at - accessed_ > near) return {};
    const Caller& last = last_call(accessed_rank_);
    const std::uint64_t begin = reinterpret_cast<std::uintptr_t>(passed_);
    const std::uint32_t location = call_sites_.number(last.returns_to);
    const std::string variable = name_of_buffer(accessed_rank_, location, {begin, begin + 1});
    return passed_bad_memory(accessed_rank_, address,
                             variable.empty() ? use_of_memory(accessed_rank_, begin) : ", in the buffer" + variable);
}

// Returns the window or the call to which a rank has passed an address; empty if it is not known.
std::string HostedWorld::use_of_memory(Rank rank, std::uint64_t address) {
    for (const auto& [key, window] : states_[static_cast<std::size_t>(rank)].windows) {
        const std::uint64_t base = reinterpret_cast<std::uintptr_t>(window.base);
        if (address < base || address - base >= static_cast<std::uint64_t>(window.bytes)) continue;
        const Caller& made = window.creation->first.caller;
        return fmt::format(", in window \"{}\" of {} at {}", window_name(rank, window.number), made.function,
                           location_text(made));
    }
    const SourceBuffers::Source* const source = source_buffers_.find(rank, address);
    if (source == nullptr) return {};
    call_sites_.look_up();
    return fmt::format(", the source buffer of {} at {}", source->function, call_sites_.text(source->location));
}

// `use` describes the memory; empty if it is not known.
std::string HostedWorld::passed_bad_memory(Rank rank, const void* address, const std::string& use) {
    const Caller& last = last_call(rank);
    return fmt::format(
        "rank {} has passed memory to MPI that it does not have (address {}{}); its last call of MPI is {} at {}", rank,
        fmt::ptr(address), use, last.function, location_text(last));
}

void HostedWorld::fatal(const std::string& text) {
    const std::string name = fmt::format("{}: ", caller().function);
    erroneous(caller(), text.starts_with(name) ? text.substr(name.size()) : text);
}

std::string HostedWorld::ends_without_finalize() {
    std::string text;
    for (Rank rank = 0; rank < ranks() && text.empty(); ++rank) {
        if (!ended_early(rank).empty()) text = fmt::format("rank {} has ended {}", rank, ended_early(rank));
    }
    return text;
}

std::optional<int> HostedWorld::exit_code() const {
    for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
        const hosting::RankEnd& end = host_->end_of(rank);
        if (end.code != 0) return end.code;
    }
    return std::nullopt;
}

// A rank that has crashed ends the run. A rank that has exited leaves the others.
void HostedWorld::note_ended(Rank rank) {
    const hosting::RankEnd& end = host_->end_of(rank);
    RankState& state = states_[static_cast<std::size_t>(rank)];
    using hosting::EndKind;
    switch (end.kind) {
        case EndKind::aborted:
        case EndKind::uncaught:
        case EndKind::signalled:
        case EndKind::faulted:
        case EndKind::stack_overflow:
        case EndKind::heap_error:
        case EndKind::replaced:
        case EndKind::refused: break;
        default:
            if (!state.finalized) state.ended_with = end.code;
            return;
    }
    stops_ = true;
    if (end.is_in_host && end.has_address) {
        died_ = passed_bad_memory(rank, reinterpret_cast<const void*>(static_cast<std::uintptr_t>(end.address)),
                                  use_of_memory(rank, end.address));
        return;
    }
    died_ = fmt::format("rank {} {}", rank, hosting::text_of(end));
    const Caller& last = last_call(rank);
    for (const std::uint64_t frame : end.frames) {
        const auto* const code = reinterpret_cast<const char*>(static_cast<std::uintptr_t>(frame));
        if (frame == 0 || !LoadedFiles::is_of_program(code - 1)) continue;
        const std::uint32_t number = call_sites_.number(code);
        call_sites_.look_up();
        died_ += " at " + call_sites_.text(number);
        break;
    }
    died_ += last.function == nullptr
                 ? "; it has not called MPI"
                 : fmt::format("; its last call of MPI was {} at {}", last.function, location_text(last));
}

}  // namespace rmasim::sim
