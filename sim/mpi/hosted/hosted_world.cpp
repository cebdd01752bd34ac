#include "sim/mpi/hosted/hosted_world.h"

#include "protocol/base/call_table.h"
#include "sim/mpi/library_code.h"
#include "sim/timed/stop_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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

HostedWorld::HostedWorld(Scenario& scenario, const Options& options, HostedCommunicators& communicators)
    : ProgramWorld(scenario, options), communicators_(communicators) {
    of_rank_.resize(static_cast<std::size_t>(scenario.ranks));
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
    for (Rank rank = 0; rank < ranks(); ++rank) {
        mpi::Host services{.abort = [this](int, int, const std::string& text) { fatal(text); },
                           .wait = [this] { wait_for_meeting(nullptr); },
                           .warn = [this](const std::string& text) { add_erroneous(caller(), text); }};
        services.meet = [this](const mpi::Meeting& meeting) { wait_for_meeting(&meeting); };
        services.progress = [this](std::span<const MPI_Request> requests, mpi::Progress how) {
            progress(requests, how);
        };
        of_rank_[static_cast<std::size_t>(rank)].mpi_objects =
            std::make_unique<mpi::Library>(communicators_.job(), rank, std::move(services));
    }
}

void HostedWorld::run_to_exit(Rank rank) {
    const RankState& state = states_[static_cast<std::size_t>(rank)];
    while (state.finalized && host_->end_of(rank).kind == hosting::EndKind::none && !stops_) {
        if (switch_to(rank) >= 0) note_ended(rank);
    }
}

void HostedWorld::joined() {
    self().joined = true;
    if (!std::exchange(began_, true)) begin_limits();
    computation_.begins();
}

double HostedWorld::time_s() const { return static_cast<double>(simulation_->now()) / 1e12; }

std::int64_t HostedWorld::now_ns() const { return to_ns(simulation_->now()); }

std::byte* HostedWorld::at(Rank rank, std::byte* address) const {
    if (changed_) changed_(rank);
    accessed_rank_ = rank;
    accessed_ = static_cast<std::byte*>(host_->address_in(rank, address));
    return const_cast<std::byte*>(accessed_);
}

// ---- The border between the programs and the library.

void* HostedWorld::enter(const Caller& caller) {
    hosting::Rank* const before = std::exchange(hosting::calling_rank, nullptr);
    if (before == nullptr) return nullptr;
    entered() = caller;
    if ((!state().joined || state().finalized) && !is_for_any_time(caller.function)) {
        died_ = fmt::format("rank {} calls {} at {} {}", rank(), caller.function, location_text(rank(), caller),
                            state().finalized ? "after MPI_Finalize" : "before MPI_Init");
        end_from_program();
    }
    return before;
}

void* HostedWorld::leave() { return std::exchange(hosting::calling_rank, host_->running_rank()); }

void HostedWorld::back(void* before) { hosting::calling_rank = static_cast<hosting::Rank*>(before); }

LibraryCode::LibraryCode(const Caller& caller) : before_(HostedWorld::get().enter(caller)) {}
LibraryCode::~LibraryCode() { HostedWorld::get().back(before_); }

// ---- Steps.

void HostedWorld::sleep(State state) {
    ThreadState& own = this->own();
    own.state = state;
    host_->yield();
    computation_.begins();
}

// Continues the rank until it gives control back. Returns the rank if it has ended; otherwise -1.
int HostedWorld::switch_to(Rank rank) {
    if (changed_) changed_(rank);
    mpi::use_library(of_rank_[static_cast<std::size_t>(rank)].mpi_objects.get());
    running_ = rank;
    const int ended = host_->switch_to(rank);
    running_ = no_rank;
    return ended;
}

// Continues the rank up to its next step.
LiveStep HostedWorld::resume(Thread& thread) {
    const Rank rank = thread.rank;
    ThreadState& state = state_of(thread);
    if (of_rank_[static_cast<std::size_t>(rank)].inside_other && !leaves_meeting(thread))
        return LiveStep::resume_thread;
    // A program that only computes would not notice a signal that came before.
    if (is_interrupted()) throw RunInterrupted{};
    const int ended = switch_to(rank);
    if (is_interrupted()) throw RunInterrupted{};
    if (ended >= 0) note_ended(rank);
    if (stops_) throw StopRun{};
    wake_who_meet();
    if (ended >= 0) return LiveStep::resume_thread;
    if (state.state != State::waits) return step(thread);
    enters_meeting(thread);
    return LiveStep::resume_thread;
}

void HostedWorld::stop_from_program() {
    ending_ = true;
    stops_ = true;
    for (;;) host_->yield();
}

void HostedWorld::give_way(const Caller& caller) {
    sleep_for_ns(poll_ns);
    polled(caller, PollKind::load);
}

void HostedWorld::sleep_for_ns(std::int64_t duration_ns) {
    if (state().finalized) return;
    own().computed = from_ns(duration_ns);
    sleep(State::computes);
}

void HostedWorld::sleep_ns(int, std::int64_t duration_ns) {
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

// ---- Ranks that create a communicator.

void HostedWorld::wait_for_meeting(const mpi::Meeting* meeting) {
    progressed();
    report_accesses();
    of_rank().meeting = meeting;
    meet_.insert(rank());
    own().state = State::waits;
    host_->yield();
}

// The simulation learns that the rank waits in a function outside of the core, in which it makes progress, and that a
// meeting orders memory accesses as a barrier of its members does.
void HostedWorld::enters_meeting(Thread& thread) {
    OfRank& rank = of_rank_[static_cast<std::size_t>(thread.rank)];
    if (rank.inside_other) return;
    const Caller& caller = rank.entered;
    OtherFunction meaning;
    meaning.name = caller.function;
    meaning.location = call_sites_.number(thread.rank, caller.returns_to);
    if (rank.meeting != nullptr) {
        constexpr std::uint64_t first_number = std::uint64_t{1} << 32;
        meaning.comm = first_number + rank.meeting->number;
        meaning.group = 1;
        meaning.members = std::make_shared<const RankGroup>(static_cast<Rank>(rank.meeting->expected));
        meaning.acquires = Acquires::all;
    }
    rank.inside_other = true;
    simulation_->enter_other_call(thread.rank, thread.number, std::move(meaning));
}

// Returns false if the rank continues later, or not at all.
bool HostedWorld::leaves_meeting(Thread& thread) {
    const OtherCallState state = simulation_->leave_other_call(thread.rank, thread.number, {});
    if (state == OtherCallState::died) return false;
    of_rank_[static_cast<std::size_t>(thread.rank)].inside_other = false;
    if (state != OtherCallState::busy) return true;
    state_of(thread).state = State::waits;
    simulation_->next_step(thread.rank, thread.number);
    return false;
}

void HostedWorld::wake_who_meet() {
    const std::uint64_t complete = communicators_.job().met();
    if (std::exchange(met_, complete) == complete) return;
    std::erase_if(meet_, [this](Rank rank) {
        const mpi::Meeting* const meeting = of_rank_[static_cast<std::size_t>(rank)].meeting;
        if (meeting != nullptr && !meeting->complete) return false;
        simulation_->next_step(rank, 0);
        return true;
    });
}

HostedWait HostedWorld::hosted_wait(Rank, ThreadId) { return {"the other members of the communicator", {}}; }

// ---- Requests.

MPI_Status HostedWorld::status_of(const MessageStatus& found, const mpi::GroupRef& sources) {
    MPI_Status status = mpi::empty_status();
    if (found.source == proc_null) status.MPI_SOURCE = MPI_PROC_NULL;
    else if (found.source >= 0) status.MPI_SOURCE = sources == nullptr ? found.source : sources->rank_of(found.source);
    if (found.tag != rmasim::any_tag) status.MPI_TAG = static_cast<int>(found.tag);
    mpi::set_status_bytes(status, static_cast<std::int64_t>(found.count * bytes_of(found.datatype)));
    mpi::set_cancelled(status, found.cancelled);
    return status;
}

MPI_Request HostedWorld::add_request(RequestId id) {
    mpi::Request request;
    request.number = id;
    request.complete = id == no_request;
    request.status = mpi::empty_status();
    return mpi::to_handle<MPI_Request>(mpi::library().requests.add(std::move(request)));
}

// Completes requests of the core: all, at least one, or those that are complete.
void HostedWorld::progress(std::span<const MPI_Request> requests, mpi::Progress how) {
    mpi::Requests& all = mpi::library().requests;
    std::vector<int> open;
    std::vector<RequestId> numbers;
    for (const MPI_Request one : requests) {
        if (!all.is_active(one)) continue;
        const mpi::Request& request = all.find(mpi::to_int(one));
        if (request.kind != mpi::Request::Kind::other) continue;
        if (request.complete && how == mpi::Progress::any) return;
        if (request.complete) continue;
        open.push_back(mpi::to_int(one));
        numbers.push_back(request.number);
    }
    if (open.empty()) return;
    CallRequest call;
    call.call = how == mpi::Progress::all   ? Call::request_waitall
                : how == mpi::Progress::any ? Call::request_waitsome
                                            : Call::request_testsome;
    if (how == mpi::Progress::all && open.size() == 1) call.call = Call::request_wait;
    call.requests = std::move(numbers);
    call.wants_status = true;
    const CallAnswer& answer = make(std::move(call));
    std::vector<MessageStatus> statuses;
    std::vector<std::int32_t> indices;
    if (answer.lists) {
        statuses = answer.lists->statuses;
        if (how != mpi::Progress::all) indices = answer.lists->indices;
    }
    const bool found = how == mpi::Progress::all || !indices.empty();
    const std::size_t count = how == mpi::Progress::all ? open.size() : indices.size();
    for (std::size_t i = 0; i < count; ++i) {
        const int handle = open[how == mpi::Progress::all ? i : static_cast<std::size_t>(indices[i])];
        const MessageStatus status = i < statuses.size() ? statuses[i] : MessageStatus{};
        const mpi::GroupRef sources = all.find_or_released(handle).sources;
        all.complete(handle, status_of(status, sources));
    }
    if (!found) poll_failed();
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
    if (accessed_ == nullptr || at < accessed_ || at - accessed_ > near) return {};
    const Caller& last = of_rank_[static_cast<std::size_t>(accessed_rank_)].entered;
    return fmt::format(
        "rank {} has passed memory to MPI that it does not have (address {}); its last call of MPI is {} "
        "at {}",
        accessed_rank_, fmt::ptr(address), last.function, location_text(accessed_rank_, last));
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
    died_ = fmt::format("rank {} {}", rank, hosting::text_of(end));
    const Caller& last = of_rank_[static_cast<std::size_t>(rank)].entered;
    if (end.instruction != 0) {
        const auto instruction = reinterpret_cast<const char*>(static_cast<std::uintptr_t>(end.instruction));
        if (LoadedFiles::is_of_program(instruction)) {
            const std::uint32_t number = call_sites_.number(rank, instruction + 1);
            call_sites_.look_up();
            died_ += " at " + call_sites_.text(number);
        }
    }
    died_ += last.function == nullptr
                 ? "; it has not called MPI"
                 : fmt::format("; its last call of MPI was {} at {}", last.function, location_text(rank, last));
    stops_ = true;
}

}  // namespace rmasim::sim
