#include "sim/checkers/usage/open_epochs.h"

#include "protocol/base/call_table.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace rmasim::sim::usage {

namespace {

constexpr CallSet openers{Call::lock, Call::lock_all, Call::start, Call::post, Call::fence};

// Returns the call that opens the epochs which `call` closes. `none` if the call closes no epoch.
Call opener_of(Call call) {
    switch (call) {
        case Call::unlock: return Call::lock;
        case Call::unlock_all: return Call::lock_all;
        case Call::complete: return Call::start;
        case Call::wait:
        case Call::test: return Call::post;
        default: return Call::none;
    }
}

// Returns the index of a call in the table of counted calls; nullopt for other calls.
std::optional<std::size_t> index_of(Call call) {
    switch (call) {
        case Call::fence: return 0;
        case Call::win_create: return 1;
        case Call::win_free: return 2;
        case Call::start: return 3;
        case Call::post: return 4;
        default: return std::nullopt;
    }
}

}  // namespace

void OpenEpochs::began(const Thread& thread, const CallRequest& call) {
    if (const std::optional<std::size_t> index = index_of(call.call)) {
        made_[*index].make_room(call.window + std::size_t{1});
        CallsMade& made = made_[*index].at(thread.rank, call.window);
        made = {made.count + 1, thread.number, thread.location};
    }
    if (!openers.contains(call.call)) return;
    OfRank& of_rank = ranks_[static_cast<std::size_t>(thread.rank)];
    std::vector<Epoch>& open = of_rank.open;
    if (call.call == Call::fence && has(call.asserts, Assert::nosucceed)) {
        // Its location is recorded like that of an epoch which this fence has closed.
        set_closed(of_rank, {.call = Call::fence,
                             .window = call.window,
                             .thread = thread.number,
                             .location = thread.location,
                             .closed_by = Call::fence,
                             .closed_at = thread.location});
        return;
    }
    const Rank target = call.call == Call::lock ? call.target : no_rank;
    open.push_back({call.call, call.window, target, call.group, thread.number, thread.location});
}

void OpenEpochs::returned(const Thread& thread) {
    OfRank& of_rank = ranks_[static_cast<std::size_t>(thread.rank)];
    if (openers.contains(thread.making)) {
        if (thread.making == Call::fence) {
            std::erase_if(of_rank.open, [&](const Epoch& one) {
                return one.call == Call::fence && one.window == thread.window && !one.under_way;
            });
        }
        for (Epoch& one : of_rank.open) {
            if (one.thread == thread.number && one.call == thread.making) one.under_way = false;
        }
        return;
    }
    if (thread.making == Call::win_free || thread.making == Call::win_create) forget(thread.rank, thread.window);
    const Call opener = opener_of(thread.making);
    if (opener == Call::none || (thread.making == Call::test && !thread.answer.done)) return;
    close(of_rank, thread, opener);
}

void OpenEpochs::close(OfRank& of_rank, const Thread& thread, Call opener) {
    const auto closes = [&](const Epoch& one) {
        return one.call == opener && one.window == thread.window &&
               (opener != Call::lock || one.target == thread.target);
    };
    const auto found = std::find_if(of_rank.open.begin(), of_rank.open.end(), closes);
    if (found == of_rank.open.end()) return;
    Epoch closed = std::move(*found);
    of_rank.open.erase(found);
    closed.closed_by = thread.making;
    closed.closed_at = thread.location;
    set_closed(of_rank, std::move(closed));
}

void OpenEpochs::set_closed(OfRank& of_rank, Epoch closed) {
    const auto before = std::ranges::find(of_rank.closed, closed.window, &Epoch::window);
    if (before == of_rank.closed.end()) of_rank.closed.push_back(std::move(closed));
    else *before = std::move(closed);
}

void OpenEpochs::forget(Rank rank, WindowId window) {
    OfRank& of_rank = ranks_[static_cast<std::size_t>(rank)];
    for (std::vector<Epoch>* const epochs : {&of_rank.open, &of_rank.closed}) {
        std::erase_if(*epochs, [window](const Epoch& one) { return one.window == window; });
    }
}

void OpenEpochs::created(Rank rank, WindowId window) {
    forget(rank, window);
    for (CallsByWindow& made : made_) {
        if (window < made.windows()) made.at(rank, window) = {};
    }
}

void OpenEpochs::clear() {
    for (OfRank& one : ranks_) {
        one.open.clear();
        one.closed.clear();
    }
    for (CallsByWindow& made : made_) std::fill(made.begin(), made.end(), CallsMade{});
}

const Epoch* OpenEpochs::lock_of(Rank holder, WindowId window, Rank target) const {
    const std::vector<Epoch>& open = of(holder);
    const auto found = std::ranges::find_if(open, [&](const Epoch& one) {
        const bool locks = (one.call == Call::lock && one.target == target) || one.call == Call::lock_all;
        return locks && one.window == window;
    });
    return found == open.end() ? nullptr : &*found;
}

const Epoch* OpenEpochs::last_closed(Rank rank, WindowId window) const {
    const std::vector<Epoch>& closed = ranks_[static_cast<std::size_t>(rank)].closed;
    const auto found = std::ranges::find(closed, window, &Epoch::window);
    return found == closed.end() ? nullptr : &*found;
}

CallsMade OpenEpochs::calls_made(Rank rank, WindowId window, Call call) const {
    const std::optional<std::size_t> index = index_of(call);
    return index && window < made_[*index].windows() ? made_[*index].at(rank, window) : CallsMade{};
}

}  // namespace rmasim::sim::usage
