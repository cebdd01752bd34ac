#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/run/live_check.h"

#include "protocol/base/prefetch.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_dynamic.h"

#include <fmt/core.h>

#include <algorithm>

namespace rmasim::fuzz {

std::span<const std::byte> contents_of(const RandomProgram& program, const sim::WindowMemory& memory, Rank rank,
                                       WindowId window) {
    const BlockLocation blocks = blocks_of(program, window, rank);
    return memory.contents(rank, blocks.space).subspan(blocks.first, program.shape(window, rank).bytes);
}

LiveCheck::LiveCheck(const RandomProgram& program, const CallsOfRanks& calls)
    : program_(program), calls_(calls), rules_(program.family->processes.rules(*program.settings)), model_(program) {
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
            if (step.by_store) stored_.emplace(step.window, rank);
            if (step.read.ticket) of_tickets_.insert(step.read.exchange);
        }
    }
}

// Returns the current call of a thread. The scenario of a random program has one instruction for each call, so the
// position of the thread is the number of the call.
const ThreadCall& LiveCheck::current_call(const sim::Thread& thread) const {
    return calls_[static_cast<std::size_t>(thread.rank)][thread.number][thread.position - 1];
}

// If the call is WIN_CREATE, the model executes it. Otherwise prefetches the data that are checked when the call
// returns.
void LiveCheck::call_began(const sim::Thread& thread, const CallRequest& call) {
    const Step* const step = current_call(thread).step;
    if (call.call == Call::win_create) step_began(thread.rank, *step);
    else prefetch<sizeof(Step)>(step);
}

// Executes WIN_CREATE in the model when the call begins. When the call returns, other ranks may already have written to
// the new window.
void LiveCheck::step_began(Rank rank, const Step& step) {
    if (step.call == Call::win_create) model_.carry_out(rank, step);
}

void LiveCheck::call_returned(const sim::Thread& thread) {
    if (const Step* const step = current_call(thread).step) step_returned(thread.rank, *step);
}

void LiveCheck::step_returned(Rank rank, const Step& step) {
    const CallDescription& described = description_of(step.call);
    note_group(rank, step);
    if (step.more.shows_window) return require_window(rank, step);
    const bool delivers = described.kind == CallClass::operation || is_collective(step);
    if (delivers) return model_.carry_out(rank, step);
    if (described.kind == CallClass::closes_exposure) return note_exposure_end(rank, step);
    if (rules_.guarantee_of(step.call) != Guarantee::applied || of_tickets_.contains(step.read.exchange)) return;
    if (has_target(step.call)) return require_own_block(rank, step.target, step);
    for (Rank target = 0; target < program_.ranks; ++target) {
        if (rank_in_window(program_, step.window, rank, target) != no_rank) require_own_block(rank, target, step);
    }
}

// Compares the rank's own block at the target. No other rank accesses this block.
void LiveCheck::require_own_block(Rank rank, Rank target, const Step& step) {
    if (wrong_ || (target == rank && stored_.contains({step.window, rank}))) return;
    const std::size_t first = static_cast<std::size_t>(rank) * block_bytes;
    const auto got = contents_of(program_, *memory_, target, step.window).subspan(first, block_bytes);
    const auto expected = std::span(model_.window(target, step.window)).subspan(first, block_bytes);
    if (same_bytes(got, expected)) return;
    wrong_ = fmt::format(
        "rank {}: {} returned, and the rank's block at rank {} (window w{}) does not have the values that the rank "
        "wrote",
        rank, name_of(step.call), target, step.window);
}

void LiveCheck::note_group(Rank rank, const Step& step) {
    if (step.call == Call::post) posted_[{step.window, rank}] = step.group;
    if (step.call != Call::start) return;
    for (const Rank target : step.group) ++accesses_[{step.window, target}][rank];
}

// Compares the window when an exposure epoch ends, unless origins are ahead of the owner. If they are, the model has
// executed operations that the window must not have received yet.
void LiveCheck::note_exposure_end(Rank rank, const Step& wait) {
    std::map<Rank, int>& accesses = accesses_[{wait.window, rank}];
    for (const Rank origin : posted_[{wait.window, rank}]) --accesses[origin];
    const auto is_ahead = [](const auto& of_origin) { return of_origin.second > 0; };
    if (std::none_of(accesses.begin(), accesses.end(), is_ahead)) require_window(rank, wait);
}

void LiveCheck::require_window(Rank rank, const Step& step) {
    if (wrong_) return;
    // The model does not execute the rank's own loads and stores, so it has no prediction for the block that they use.
    const std::size_t before = program_.owner_at(), behind = program_.window_bytes();
    const std::span<const std::byte> got = contents_of(program_, *memory_, rank, step.window);
    const std::span<const std::byte> expected = model_.window(rank, step.window);
    const bool same = same_bytes(got.first(before), expected.first(before)) &&
                      same_bytes(got.subspan(behind), expected.subspan(behind));
    if (same) return;
    wrong_ =
        fmt::format("rank {}: wait returned, and the rank's window w{} does not have the values that the origins wrote",
                    rank, step.window);
}

}  // namespace rmasim::fuzz
