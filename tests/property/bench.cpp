#include "tests/property/bench.h"

#include "protocol/base/call_table.h"
#include "sim/scenario/read/parse.h"
#include "sim/untimed/fuzz/lower/scenario_writer.h"
#include "sim/untimed/fuzz/program/random_owner.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::property {

namespace {

Bench::Threads one_thread_each(const RandomProgram& program) {
    Bench::Threads threads;
    for (const auto& steps : program.steps) threads.push_back({steps});
    return threads;
}

// Returns the world of a program. The threads in it have no programs: the bench makes their calls. Fetched data are
// stored in an additional window, with a 64-bit word for each element.
sim::Scenario world_of(const RandomProgram& program, const Bench::Threads& threads) {
    sim::Scenario scenario;
    scenario.ranks = program.ranks;
    scenario.family = program.family;
    scenario.protocol = program.settings;
    scenario.platform.network.reorder_ns = program.ordered ? 0 : 1;
    scenario.windows = sim::parse_scenario(scenario_of(program), ".").windows;
    for (sim::WindowSettings& window : scenario.windows) window.shared = false;
    for (const auto& rank : threads) {
        scenario.program_of_rank.push_back(static_cast<std::int32_t>(scenario.programs.size()));
        scenario.programs.emplace_back(rank.size());
    }
    return scenario;
}

}  // namespace

Bench::Bench(const RandomProgram& program, std::uint64_t seed) : Bench(program, one_thread_each(program), seed) {}

Bench::Bench(const RandomProgram& program, Threads threads, std::uint64_t seed)
    : program_(program), threads_(std::move(threads)), random_(seed, 0), scenario_(world_of(program, threads_)),
      checker_(scenario_), ranks_(scenario_, sim::Coverage::plain, &checker_, this) {
    for (const auto& rank : threads_) next_.emplace_back(rank.size(), 0);
    loaded_.resize(program.steps.size());
    for (const std::uint32_t count : program.requests) requests_.emplace_back(count, no_request);
    ranks_.reset();
}

void Bench::check_live() {
    calls_ = calls_of_ranks(program_);
    live_.emplace(program_, calls_);
    live_->watch(ranks_.memory());
}

BenchResult Bench::run() {
    try {
        for (list_moves(); !moves_.empty(); list_moves()) carry_out(element_of(random_, moves_));
    } catch (const std::exception& error) {
        result_.error = error.what();
    }
    return collect();
}

void Bench::list_moves() {
    moves_.clear();
    for (Rank rank = 0; rank < program_.ranks; ++rank) {
        for (const Thread& thread : ranks_.threads(rank)) {
            sim::Move move;
            move.rank = rank;
            move.thread = thread.number;
            if (may_begin(thread)) moves_.push_back(move);
        }
    }
    ranks_.append_moves(moves_);
    const auto willing = [this](const sim::Move& move) { return !is_reluctant(move); };
    if (!reluctant || std::none_of(moves_.begin(), moves_.end(), willing)) return;
    std::erase_if(moves_, std::not_fn(willing));
}

const Step* Bench::step_of(const Thread& thread) const {
    const auto& steps = threads_[static_cast<std::size_t>(thread.rank)][thread.number];
    const std::size_t next = next_[static_cast<std::size_t>(thread.rank)][thread.number];
    return next == steps.size() ? nullptr : &steps[next];
}

bool Bench::may_begin(const Thread& thread) const {
    const Step* const mine = step_of(thread);
    if (thread.activity == Thread::Activity::in_call || mine == nullptr) return false;
    const auto others = ranks_.threads(thread.rank);
    return std::all_of(others.begin(), others.end(), [&](const Thread& other) {
        const Step* const theirs = step_of(other);
        return theirs == nullptr || theirs->phase >= mine->phase;
    });
}

bool Bench::is_reluctant(const sim::Move& move) const {
    return reluctant && move.kind == sim::Move::Kind::receive && reluctant(ranks_.packet_of(move));
}

void Bench::carry_out(const sim::Move& move) {
    if (is_reluctant(move)) ++reluctant_deliveries;
    ranks_.begin_step(*this);
    if (move.kind == sim::Move::Kind::resume_thread) begin(ranks_.threads(move.rank)[move.thread]);
    else ranks_.make(move);
    for (Thread& thread : ranks_.threads(move.rank)) ranks_.end_call(thread);
}

void Bench::begin(Thread& thread) {
    const Step& step = *step_of(thread);
    if (is_access(step)) return access(thread, step);
    ranks_.begin(thread, request_of(thread.rank, step));
    if (has_request(step.call)) {
        requests_[static_cast<std::size_t>(thread.rank)].at(step.request) = thread.answer.request;
    }
}

// Executes a load or store of a window that is not shared, so the rank observes the contents of memory.
void Bench::access(const Thread& thread, const Step& step) {
    const LocalAccess& access = step.access;
    const WindowId window = access.of_results ? program_.windows : step.window;
    const auto word = ranks_.memory().contents(thread.rank, window).subspan(disp_of_access(step), 8);
    std::map<std::uint32_t, std::int64_t>& variables = loaded_[static_cast<std::size_t>(thread.rank)];
    const bool other = access.operand == LocalAccess::Operand::variable;
    if (access.kind == LocalAccess::Kind::store) {
        auto* const bytes = const_cast<std::byte*>(word.data());
        store({bytes, 8}, Datatype::int64, step.value + (other ? variables.at(access.other) : 0));
    } else {
        const std::int64_t found = variables[access.variable] = load(word, Datatype::int64);
        const std::int64_t expected = other ? variables.at(access.other) : step.value;
        if (access.operand != LocalAccess::Operand::none && found != expected) {
            result_.error = fmt::format("rank {} loads {} from window {}, byte {}, and should load {}", thread.rank,
                                        found, window, disp_of_access(step), expected);
        }
    }
    ++next(thread);
}

CallRequest Bench::request_of(Rank rank, const Step& step) const {
    CallRequest request;
    request.call = step.call;
    request.window = step.window;
    request.target = step.target;
    request.lock_type = step.lock_type;
    request.asserts = step.asserts;
    request.group = step.group;
    if (step.call == Call::request_wait) {
        request.requests = {requests_[static_cast<std::size_t>(rank)].at(step.request)};
    }
    request.message.peer = step.target;
    request.message.tag = step.more.tag;
    if (!is_operation(step.call)) return request;
    Operation& operation = request.operation;
    operation.kind = step.kind;
    operation.reduce = step.reduce;
    operation.window = step.window;
    operation.target = step.target;
    operation.region = step.region;
    operation.region.disp = program_.disp_of(step);
    const std::int64_t found = step.adds_result ? result(rank, step.region.datatype, step.result) : 0;
    operation.origin = sim::affine_buffer(step.value + found, step.step);
    // Each element has whole words.
    const auto stride = static_cast<std::int64_t>(std::max<std::size_t>(8, bytes_of(step.region.datatype)));
    operation.result = sim::window_buffer(program_.windows, std::int64_t{step.result} * 8, stride);
    return request;
}

std::int64_t Bench::result(Rank rank, Datatype datatype, std::uint32_t word) const {
    const auto all = ranks_.memory().contents(rank, program_.windows);
    return load(all.subspan(std::size_t{word} * 8, bytes_of(datatype)), datatype);
}

void Bench::call_began(const Thread& thread, const CallRequest&) {
    if (live_) live_->step_began(thread.rank, *step_of(thread));
    if (on_begin) on_begin(thread.rank, thread.number, *step_of(thread));
}

void Bench::call_returned(const Thread& thread) {
    const Step& step = *step_of(thread);
    ++next(thread);
    if (live_) live_->step_returned(thread.rank, step);
    if (on_return) on_return(thread.rank, thread.number, step);
}

void Bench::lock_granted(Rank target, WindowId, Rank origin, LockType type) {
    if (on_lock) on_lock(target, origin, type);
}
void Bench::lock_queued(Rank target, WindowId, Rank origin, LockType) {
    if (on_lock) on_lock(target, origin, std::nullopt);
}

std::vector<std::byte> Bench::window(Rank rank, WindowId id) const {
    const auto contents = ranks_.memory().contents(rank, id);
    return {contents.begin(), contents.end()};
}

std::vector<std::int64_t> Bench::results(Rank rank) const {
    std::vector<std::int64_t> words(program_.results[static_cast<std::size_t>(rank)], 0);
    for (const Step& step : program_.steps[static_cast<std::size_t>(rank)]) {
        if (!is_operation(step.call) || !fetches(step.kind)) continue;
        const Region words_of_step = in_words(step.region);
        for (std::uint32_t k = 0; k < words_of_step.count; ++k) {
            words.at(step.result + k) = result(rank, words_of_step.datatype, step.result + k);
        }
    }
    return words;
}

bool Bench::finished() const {
    for (Rank rank = 0; rank < program_.ranks; ++rank) {
        for (const Thread& thread : ranks_.threads(rank)) {
            if (step_of(thread) != nullptr) return false;
        }
    }
    return ranks_.packets_in_flight() == 0;
}

void Bench::note_waits() {
    for (Rank rank = 0; rank < program_.ranks; ++rank) {
        const Process& process = ranks_.process(rank);
        process.waiting().for_each([&](const WaitReason& reason) {
            result_.stuck.push_back("rank " + std::to_string(rank) + ": " + std::string(name_of(reason.call)) +
                                    " waits for " + process.describe(reason));
        });
    }
    if (result_.stuck.empty()) result_.stuck.push_back("nothing moves, and no call waits");
}

BenchResult Bench::collect() {
    if (result_.error.empty() && finished()) {
        for (Rank rank = 0; rank < program_.ranks; ++rank) checker_.process_ended(ranks_.process(rank));
        checker_.world_ended(ranks_.memory().payloads_in_flight());
    } else {
        note_waits();
    }
    if (checker_.violation()) result_.violation = checker_.violation()->what;
    if (live_) result_.wrong = live_->wrong().value_or("");
    return result_;
}

}  // namespace rmasim::property
