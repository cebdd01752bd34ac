#include "sim/untimed/fuzz/program/random_counters.h"

#include "sim/untimed/fuzz/program/counter_bodies.h"
#include "sim/untimed/fuzz/program/counter_steps.h"
#include "sim/untimed/fuzz/program/random_operations.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/profiles/profile.h"

#include <algorithm>
#include <optional>

namespace rmasim::fuzz {

namespace {

class CounterGenerator {
public:
    CounterGenerator(std::uint64_t seed, const sim::Family& family)
        : random_(numbers_of(seed, Stream::program)), changes_(numbers_of(seed, Stream::changes)) {
        random_settings(family, seed);
        sim::Random between(seed ^ between_key, 0);
        if (chance(between, 40)) between_ = between;
    }

    RandomProgram make() {
        const std::uint64_t groups = 1 + random_.below(3);
        for (std::uint64_t i = 0; i < groups; ++i) {
            if (chance(random_, 25)) change_some_group();
            add_group();
        }
        if (chance(random_, 15)) change_some_group();
        return std::move(program_);
    }

private:
    template <class T>
    T one_of(std::initializer_list<T> choices) {
        return sim::one_of(random_, choices);
    }

    void random_settings(const sim::Family& family, std::uint64_t seed) {
        program_.family = &family;
        program_.begin(one_of<Rank>({2, 2, 3, 4, 5}));
        program_.windows = one_of<WindowId>({1, 1, 2, 3});
        program_.ordered = chance(random_, 70) || profile_of(family).traits.needs_order;
        program_.threads =
            chance(random_, 40) ? static_cast<ThreadId>(2 + random_.below(max_threads - 1)) : ThreadId{1};
        sim::Random promises = numbers_of(seed, Stream::promises_with_counters);
        program_.settings = profile_of(family).random_guarantees(
            promises, profile_of(family).random_settings(random_, nullptr), program_.ordered);
        restarts_ = profile_of(family).restarts_requests(*program_.settings);
        program_.early_signals = profile_of(family).keeps_early_signals(*program_.settings) && chance(random_, 60);
        const bool parts = chance(random_, 30);
        for (WindowId id = 0; id < program_.windows; ++id) {
            const Rank some = 1 + any_rank(random_, program_);
            sizes_.push_back(parts ? some : program_.ranks);
        }
        program_.window_ranks = sizes_;
        steps_.emplace(random_, numbers_of(seed, Stream::exchanges), program_);
    }

    // ---- groups
    void change_some_group() {
        change_group(random_);
        while (chance(changes_, 25)) change_group(changes_);
    }

    void change_group(sim::Random& random) {
        const WindowId window = any_window(random, program_);
        const Rank before = sizes_[window];
        const Rank now = 1 + any_rank(random, program_);
        const Rank peer = below(random, std::min(before, now));
        steps_->change_group(window, before, now, peer);
        sizes_[window] = now;
    }

    void add_group() {
        random_operations_.use_on_shared_blocks(one_of<ReduceOp>({ReduceOp::sum, ReduceOp::bxor, ReduceOp::max}));
        random_operations_.use_on_own_blocks(
            one_of<Datatype>({Datatype::int64, Datatype::int64, Datatype::int32, Datatype::byte}));
        random_operations_.uses().clear();
        group_ = steps_->make_unit(-1);
        std::vector<Episode> episodes = random_episodes();
        CounterBodies bodies(random_, program_, random_operations_, *steps_, between_ ? &*between_ : nullptr);
        for (Episode& episode : episodes) steps_->set_up(episode);
        for (const Episode& episode : episodes) bodies.start_round(episode, episode.unit);
        steps_->barrier(group_);
        for (const Episode& episode : episodes) bodies.add(episode);
        for (const Episode& episode : episodes) steps_->tear_down(episode);
    }

    std::vector<Episode> random_episodes() {
        std::vector<Episode> episodes;
        const std::uint64_t max = std::min<std::uint64_t>(program_.windows, 2);
        const WindowId first = any_window(random_, program_);
        const std::uint64_t count = chance(random_, 50) ? max : 1;
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto window = static_cast<WindowId>((first + i) % program_.windows);
            const auto thread = static_cast<ThreadId>(i % program_.threads);
            episodes.push_back(random_episode(window, thread, count == 1));
        }
        return episodes;
    }

    Episode random_episode(WindowId window, ThreadId thread, bool alone) {
        Episode episode;
        episode.kind =
            one_of({Episode::Kind::gather, Episode::Kind::gather, Episode::Kind::halo, Episode::Kind::chain});
        episode.window = window;
        episode.unit = steps_->make_unit(group_);
        episode.early = program_.early_signals && chance(random_, 70);
        switch (episode.kind) {
            case Episode::Kind::gather:
                episode.rounds = alone ? 1 + random_.below(3) : 1;
                generate_gather(episode);
                break;
            case Episode::Kind::halo:
                episode.rounds = 1 + random_.below(3);
                generate_halo(episode, thread);
                break;
            case Episode::Kind::chain: generate_chain(episode, thread); break;
        }
        return episode;
    }

    bool random_restart() { return chance(random_, 35) && restarts_; }

    std::size_t add_counter(Episode& episode, Rank owner, ThreadId thread) {
        episode.counters.push_back(
            {owner, thread, steps_->make_variable(), steps_->make_variable(), 0, random_restart()});
        return episode.counters.size() - 1;
    }

    void add_channel(Episode& episode, Rank origin, ThreadId thread, std::size_t counter, SyncModes modes) {
        const std::uint32_t handle = steps_->make_variable();
        const std::uint32_t request = steps_->make_variable();
        episode.channels.push_back({origin, episode.counters[counter].owner, thread, counter, modes, random_restart(),
                                    handle, request, CounterSteps::first_tag + handle});
        ++episode.counters[counter].count;
    }

    SyncModes some_modes() {
        SyncModes modes = SyncModes::none;
        for (const SyncModes mode : {SyncModes::put, SyncModes::get, SyncModes::accumulate}) {
            if (chance(random_, 45)) modes = modes | mode;
        }
        return modes;
    }
    ThreadId some_thread() { return below(random_, program_.threads); }
    Group some_ranks(WindowId window) { return fuzz::some_ranks(random_, sizes_[window]); }

    void generate_gather(Episode& episode) {
        for (const Rank target : some_ranks(episode.window)) {
            for (std::uint64_t counters = 1 + random_.below(2); counters > 0; --counters) {
                const std::size_t counter = add_counter(episode, target, some_thread());
                for (const Rank origin : some_ranks(episode.window)) {
                    add_some_channel(episode, origin, counter);
                    if (chance(random_, 15)) add_some_channel(episode, origin, counter);
                }
            }
        }
    }

    // Adds a channel with random properties. Each random choice is a separate statement, because compilers choose the
    // order in which arguments are evaluated.
    void add_some_channel(Episode& episode, Rank origin, std::size_t counter) {
        const SyncModes modes = some_modes();
        const ThreadId thread = some_thread();
        add_channel(episode, origin, thread, counter, modes);
    }

    void generate_halo(Episode& episode, ThreadId thread) {
        const Group origins = some_ranks(episode.window);
        for (const Rank target : some_ranks(episode.window)) {
            for (const Rank origin : origins) {
                const SyncModes modes = some_modes();
                add_channel(episode, origin, thread, counter_of(episode, target, thread, false),
                            modes == SyncModes::none ? SyncModes::put : modes);
                add_channel(episode, target, thread, counter_of(episode, origin, thread, true), SyncModes::none);
            }
        }
    }

    // Returns the index of a rank's counter in a halo. Creates the counter if it does not exist.
    std::size_t counter_of(Episode& episode, Rank owner, ThreadId thread, bool frees) {
        for (std::size_t i = 0; i < episode.counters.size(); ++i) {
            if (episode.counters[i].owner == owner && episode.counters[i].frees == frees) return i;
        }
        const std::size_t counter = add_counter(episode, owner, thread);
        episode.counters[counter].frees = frees;
        return counter;
    }

    void generate_chain(Episode& episode, ThreadId thread) {
        const Group ranks = some_ranks(episode.window);
        for (std::size_t i = 1; i < ranks.size(); ++i) {
            const SyncModes modes = some_modes();
            add_channel(episode, ranks[i - 1], thread, add_counter(episode, ranks[i], thread), modes);
        }
    }

    static constexpr std::uint64_t between_key = 0x6265747765656E21;
    sim::Random random_;
    sim::Random changes_;  // chooses changes that follow others
    RandomProgram program_;
    std::vector<Rank> sizes_;  // by window: the ranks below this number have the window at present
    RandomOperations random_operations_{random_, program_};
    std::optional<CounterSteps> steps_;
    std::optional<sim::Random> between_;  // argument of CounterBodies; nullopt if no calls between operations are
                                          // generated
    bool restarts_ = true;                // true if the family has the info key for restarting requests
    int group_ = 0;
};

}  // namespace

RandomProgram make_counter_program(std::uint64_t seed, const sim::Family& family) {
    return CounterGenerator(seed, family).make();
}

}  // namespace rmasim::fuzz
