#include "sim/mpi/program_world.h"

#include "protocol/base/call_table.h"
#include "sim/machine/arena/arena.h"
#include "sim/mpi/call_listener.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/json/errors.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <numeric>
#include <utility>

namespace rmasim::sim {

namespace {

ProgramWorld* the_world = nullptr;

}  // namespace

ProgramWorld& ProgramWorld::get() { return *the_world; }
bool ProgramWorld::exists() { return the_world != nullptr; }

ProgramWorld::ProgramWorld(Scenario& scenario, const Options& options)
    : scenario_(scenario), calls_(scenario.family->calls()), names_(make_names(options.program, scenario.ranks)),
      files_(names_->files), call_sites_(names_->call_sites), message_labels_(options.labels),
      listener_(options.listener),
      memory_(scenario.ranks, static_cast<Rank>(scenario.platform.ranks_per_node)), computation_(options.computation),
      progress_(options.progress), stack_buffers_(names_->buffers), watched_buffers_(scenario.ranks),
      polling_(options.polling), spinning_(options.polling, scenario.ranks),
      states_(static_cast<std::size_t>(scenario.ranks)), may_have_threads_(options.may_have_threads) {
    the_world = this;
    make_program();
    registry_ = std::make_unique<WindowRegistry>(
        WindowRegistry::Ranks{scenario.ranks, [this](Rank rank) -> Process& { return simulation_->process(rank); },
                              [this](Rank rank) { return memory_.node_of(rank); }},
        options.communicators);
    memory_.windows_from(*registry_);
    memory_.when_read([this](std::uint32_t source, std::span<const std::byte> bytes) { source_read(source, bytes); });
    find_unsupported_windows();
    // The simulation's checker predicts races only if it finds that accesses are watched.
    if (options.watch) accesses_ = std::make_unique<WatchedAccesses>(scenario.ranks, call_sites_, options.exchanged);
    else if (options.hooked) polled_windows_ = std::make_unique<WatchedMemory>(options.exchanged);
    if (options.simulate) {
        simulation_ = &options.simulate(*this);
    } else {
        const TimedRunOptions of_run{
            .trace = options.trace, .check = options.check, .by = options.by, .look = options.look};
        run_ = std::make_unique<TimedRun>(scenario_, of_run, LiveInputs{*this, options.machine});
        simulation_ = &run_->live();
    }
    std::vector<Rank> all(states_.size());
    std::iota(all.begin(), all.end(), 0);
    all_ = &intern(std::move(all));
}

ProgramWorld::~ProgramWorld() = default;

// The scenario gets a program that contains each call once. Reports then refer to a call by its position in the
// program.
void ProgramWorld::make_program() {
    const Arena::Pause pause;  // the scenario is not part of a checkpoint
    Program program;
    program.later_locations = this;
    for (const CallDescription& row : call_table) program.code.emplace_back().call = row.call;
    scenario_.programs = {{std::move(program)}};
    scenario_.program_of_rank.assign(states_.size(), 0);
}

std::unique_ptr<ProgramWorld::Names> ProgramWorld::make_names(const std::string& program, Rank ranks) {
    const Arena::Pause pause;
    return std::make_unique<Names>(program, ranks);
}

// ---- Ranks.

void ProgramWorld::note_location(ThreadState& own, const Caller& caller, Call call) {
    own.location = call_sites_.number(caller.returns_to);
    own.inside = caller;
    own.making = call;
}

bool ProgramWorld::allocated_by_mpi(const void* memory, std::uint64_t bytes) {
    const auto& allocated = self().allocated;
    const auto behind = allocated.upper_bound(memory);
    if (behind == allocated.begin()) return false;
    const auto& [first, size] = *std::prev(behind);
    return static_cast<const char*>(memory) + bytes <= static_cast<const char*>(first) + size;
}

// Zeros: with bytes of blocks that the simulator has freed, a program that reads them would have other results in each
// run. calloc does not touch memory that is zero already. The address that it returns is stored before the block.
void* ProgramWorld::new_memory(std::size_t align, std::size_t bytes) {
    auto* const all = static_cast<std::byte*>(std::calloc(1, sizeof(void*) + align + bytes));
    if (all == nullptr) return nullptr;
    const auto behind = reinterpret_cast<std::uintptr_t>(all) + sizeof(void*);
    std::byte* const block = all + sizeof(void*) + (align - behind % align) % align;
    std::memcpy(block - sizeof(void*), &all, sizeof(void*));
    return block;
}

void ProgramWorld::delete_memory(void* memory) {
    if (memory == nullptr) return;
    void* all = nullptr;
    std::memcpy(&all, static_cast<std::byte*>(memory) - sizeof(void*), sizeof(void*));
    std::free(all);
}

const CallAnswer& ProgramWorld::call(const Caller& caller, CallRequest&& request) {
    return call(own(), caller, std::move(request));
}

const CallAnswer& ProgramWorld::call(ThreadState& own, const Caller& caller,
                                     CallRequest&& request) {  // NOLINT(*-rvalue-reference-param-not-moved): by `take`
    if (computation_.takes_time()) compute();
    if (accesses_ != nullptr) report_accesses();
    begin_in_mpi(own, caller);
    note_location(own, caller, request.call);
    const Call made = request.call;
    note_source(own, caller, request);
    own.request = &request;
    own.packets_before = simulation_->packets_sent();
    sleep(State::calls);
    end_in_mpi();
    note_returned(own, caller, made, own.packets_before);
    return *own.answer;
}

const CallAnswer* ProgramWorld::call(const Caller& caller, const ProgramWindow& window, CallRequest&& request) {
    ThreadState& own = this->own();
    own.handles_errors = window.handler != MPI_ERRORS_ARE_FATAL;
    const CallAnswer& answer = call(own, caller, std::move(request));
    own.handles_errors = false;
    return std::exchange(own.refused, false) ? nullptr : &answer;
}

void ProgramWorld::ends(const Caller& caller) {
    progressed();
    compute();
    report_accesses();
    note_location(own(), caller, Call::none);
    self().finalized = true;
    note_unfreed();
    own().state = State::ends;
    leave_run();
}

LiveStep ProgramWorld::step(Thread& thread) {
    if (progress_ != nullptr) progress_->at(*run_);
    ThreadState& state = state_of(thread);
    thread.position = 1 + static_cast<std::uint32_t>(state.making);
    thread.location = state.location;
    if (state.state == State::calls) return LiveStep::call;
    if (state.state == State::computes) {
        state.state = State::waits;
        return LiveStep::compute;
    }
    if (state.state == State::ends) return LiveStep::end;
    state.state = State::running;
    return resume(thread);
}

CallRequest ProgramWorld::take(Thread& thread) {
    const ThreadState& state = state_of(thread);
    if (listener_ != nullptr) [[unlikely]]
        listener_->begins(thread.rank, state.location, *state.request);
    return std::move(*state.request);
}

Time ProgramWorld::computation(Thread& thread) {
    const Time time = state_of(thread).computed;
    return listener_ == nullptr ? time : listener_->computes(thread.rank, time);
}

bool ProgramWorld::handles_errors(const Thread& thread) const {
    return states_[static_cast<std::size_t>(thread.rank)].threads[thread.number].handles_errors;
}

void ProgramWorld::refused(Thread& thread) {
    state_of(thread).refused = true;
    if (listener_ != nullptr) listener_->refused(thread.rank);
    returned(thread);
}

void ProgramWorld::returned(Thread& thread) {
    if (listener_ != nullptr) [[unlikely]]
        listener_->returned(thread.rank, thread.answer);
    ThreadState& state = state_of(thread);
    state.state = State::returned;
    state.answer = &thread.answer;
}

Memory& ProgramWorld::memory(Memory& payloads) {
    memory_.payloads_from(payloads);
    return memory_;
}

// ---- Windows.

// Finds the reasons why the family does not support shared windows, or windows that are not shared. The family checks a
// scenario with such a window, and its error has the reason.
void ProgramWorld::find_unsupported_windows() {
    const Arena::Pause pause;  // as in make_program
    for (const bool shared : {false, true}) {
        WindowSettings window;
        window.name = "W";
        window.shared = shared;
        scenario_.windows.push_back(std::move(window));
        try {
            scenario_.family->settings.check(scenario_);
        } catch (const BadInput& error) {
            const std::size_t because = error.allowed.find("because");
            unsupported_windows_[shared ? 1 : 0] = error.allowed.substr(because == std::string::npos ? 0 : because);
        }
        scenario_.windows.pop_back();
    }
}

WindowId ProgramWorld::new_window(std::uint64_t comm, const Members& members, const ProgramMemory::Part& part,
                                  bool shared) {
    const std::uint32_t before = registry_->made();
    const WindowId number = registry_->create(rank(), {comm, members.group, shared});
    while (scenario_.windows.size() <= number) {
        const Arena::Pause pause;  // as in make_program
        WindowSettings window;
        window.name = fmt::format("window {}", scenario_.windows.size());
        window.by_call = true;
        window.always = false;
        scenario_.windows.push_back(std::move(window));
    }
    scenario_.windows[number].shared = shared;
    any_shared_ = any_shared_ || shared;
    if (registry_->made() > before) {
        const std::string name = members.all ? "" : fmt::format("communicator {}", members.number);
        simulation_->window_created({number, before, shared, name_of(rank(), number), members.group, name});
    }
    memory_.give(rank(), number, part);
    if (listener_ != nullptr) {
        const RankGroup* const group = members.all ? nullptr : members.group.get();
        const auto of_comm = static_cast<WindowId>(no_window - (comm >> 32u));
        listener_->creates(rank(), {.number = number,
                                    .members = group,
                                    .comm = group == nullptr ? no_window : of_comm,
                                    .bytes = part.bytes,
                                    .disp_unit = part.disp_unit,
                                    .shared = shared,
                                    .dynamic = part.dynamic,
                                    .in_any_order = part.in_any_order,
                                    .same_op = part.same_op,
                                    .alloc_mem = part.alloc_mem});
    }
    const bool gets_memory_later = part.base == nullptr && part.bytes > 0;
    if (!gets_memory_later) {
        simulation_->window_ready(rank(), number, name_of(rank(), number));
        watch_window(rank(), number);
    }
    return number;
}

void ProgramWorld::windows_have_memory(const RankGroup& members, WindowId number) {
    for (Rank comm_rank = 0; comm_rank < members.size(); ++comm_rank) {
        const Rank rank = members.member(comm_rank);
        if (memory_.part(rank, number).bytes == 0) continue;
        simulation_->window_ready(rank, number, name_of(rank, number));
        watch_window(rank, number);
    }
}

// Returns the name of a window for reports. The name is unique in the run.
std::string ProgramWorld::name_of(Rank rank, WindowId number) const {
    return fmt::format("window {}", registry_->nth(rank, number));
}

void ProgramWorld::window_is_free(WindowId number) {
    report_accesses();
    unwatch_window(rank(), number);
    simulation_->window_freed_at(rank(), number);
    creations_.erase(registry_->nth(rank(), number));
    registry_->freed(rank(), number);
}

ProgramWindow& ProgramWorld::add(ProgramWindow window) {
    const MPI_Win key = window.key;
    return self().windows.insert_or_assign(key, std::move(window)).first->second;
}
void ProgramWorld::remove(MPI_Win key) { self().windows.erase(key); }

ProgramWindow* ProgramWorld::find(MPI_Win key) {
    const auto at = self().windows.find(key);
    return at == self().windows.end() ? nullptr : &at->second;
}

// ---- Functions that end the run.

std::string ProgramWorld::location_text(const Caller& caller) {
    const std::uint32_t location = call_sites_.number(caller.returns_to);
    call_sites_.look_up();
    return call_sites_.text(location);
}

void ProgramWorld::add_erroneous(const Caller& caller, const std::string& rule, std::string_view section) {
    const std::uint32_t location = call_sites_.number(caller.returns_to);
    simulation_->add_erroneous(rank(), thread(), caller.function, location, rule, section);
}

void ProgramWorld::add_note(const Caller& caller, const std::string& text) {
    if (std::ranges::any_of(notes_, [&](const Note& one) { return one.text == text; })) return;
    call_sites_.number(caller.returns_to);
    notes_.push_back({rank(), caller, text});
}

// Several ranks may call these functions before the run has ended. Only the first call is reported, and the calls of
// other ranks at the same location, which have the same cause.
void ProgramWorld::erroneous(const Caller& caller, const std::string& rule, std::string_view section) {
    if (is_reported(caller)) add_erroneous(caller, rule, section);
    end_from_program();
}

void ProgramWorld::erroneous(const Caller& caller, Call call, WindowId window, const ErroneousProgram& error) {
    const std::uint32_t location = call_sites_.number(caller.returns_to);
    if (is_reported(caller)) simulation_->add_erroneous(rank(), thread(), location, call, window, error);
    end_from_program();
}

bool ProgramWorld::is_reported(const Caller& caller) {
    const std::uint32_t location = call_sites_.number(caller.returns_to);
    if (!ending_) broken_at_ = location;
    return broken_at_ == location;
}

void ProgramWorld::refuse(const Caller& caller, const std::string& found, const std::string& allowed) {
    if (!ending_) {
        refused_ = fmt::format("{} at {} (rank {}): found {}; allowed: {}", caller.function, location_text(caller),
                               rank(), found, allowed);
    }
    end_from_program();
}

void ProgramWorld::abort(const Caller& caller, int code) {
    if (!ending_) {
        aborted_ = fmt::format("rank {} calls MPI_Abort with code {} at {}", rank(), code, location_text(caller));
    }
    end_from_program();
}

std::string ProgramWorld::ended_early(Rank rank) {
    const RankState& state = states_[static_cast<std::size_t>(rank)];
    if (!state.ended_with) return {};
    return (*state.ended_with == 0 ? "" : fmt::format("with code {} ", *state.ended_with)) + "without MPI_Finalize";
}

void ProgramWorld::add_source_locations() {
    const Arena::Pause pause;  // as in make_program
    call_sites_.look_up();
    std::vector<std::string>& names = scenario_.programs[0][0].locations;
    for (std::size_t i = names.size(); i < call_sites_.count(); ++i) {
        names.push_back(call_sites_.text(static_cast<std::uint32_t>(i)));
    }
}

ProgramWorld::End ProgramWorld::end() {
    if (refused_) return {{}, refused_, std::nullopt};
    End end{finish(), std::nullopt, aborted_};
    end.result.shared_memory.any_window = any_shared_;
    add_unfreed(end.result);
    for (const Note& one : notes_) {
        end.result.notes.push_back(fmt::format("rank {}: {} at {}: {}", one.rank, one.caller.function,
                                               location_text(one.caller), one.text));
    }
    end.result.computation = computation_.name();
    if (spun_) end.result.cause = *spun_;
    return end;
}

}  // namespace rmasim::sim
