#include "sim/untimed/fuzz/program/random_owner.h"

#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/profiles/profile.h"

#include <algorithm>

namespace rmasim::fuzz {

namespace {

constexpr std::uint32_t self_tag = 128;  // lower tags are for the synchronisation of threads

class OwnerPhase : StepWriter {
public:
    OwnerPhase(sim::Random& random, RandomProgram& program)
        : StepWriter(program.steps), random_(random), program_(program),
          calls_(random_calls(*program.family, *program.settings)), window_(any_window(random, program)) {}

    // Adds epochs of all ranks, and barriers. No rank holds two locks at once, so ranks never wait in a cycle. If
    // memory is shared, LOCK_ALL acquires the locks of the whole node, so only rank 0 calls it.
    void generate() {
        begin_phase();
        for (rank_ = 0; rank_ < program_.ranks; ++rank_) {
            for (auto left = 1 + random_.below(3); left > 0; --left) {
                if (sim::chance(random_, 50)) own_epoch();
                else visit();
            }
            add({.call = Call::barrier});
        }
    }

private:
    // ---- The owner's epochs. An epoch has loads and stores, or operations. An epoch with both would require SYNC in
    // the separate model.
    void own_epoch() {
        const bool may_lock_all = calls_.contains(Call::lock_all) && (program_.ranks_per_node == 1 || rank_ == 0);
        const bool all = may_lock_all && sim::chance(random_, 50);
        const LockType type = sim::chance(random_, 50) ? LockType::exclusive : LockType::shared;
        if (all) add({.call = Call::lock_all, .window = window_});
        else add({.call = Call::lock, .window = window_, .target = rank_, .lock_type = type});
        const bool operates = calls_.contains(Call::accumulate) && sim::chance(random_, 25);
        if (operates) count_by_operation(rank_);
        else access();
        if (all) add({.call = Call::unlock_all, .window = window_});
        else add({.call = Call::unlock, .window = window_, .target = rank_});
    }

    void access() {
        for (auto left = 1 + random_.below(3); left > 0; --left) {
            switch (random_.below(4)) {
                case 0: load_twice(); break;
                case 1: count(); break;
                case 2: store_both(); break;
                default: load_both(); break;
            }
        }
    }

    void load_twice() {
        const auto word = static_cast<OwnerWord>(random_.below(5));
        const std::uint32_t first = load(word);
        meanwhile();
        load(word, LocalAccess::Operand::variable, first);
    }

    void count() {
        const std::uint32_t before = load(OwnerWord::count);
        meanwhile();
        store(OwnerWord::count, LocalAccess::Operand::variable, 1 + below<std::int64_t>(random_, 9), before);
    }

    void store_both() {
        const auto value = static_cast<std::int64_t>(++stored_);
        store(OwnerWord::mine_first, LocalAccess::Operand::value, value);
        meanwhile();
        load(OwnerWord::mine_first, LocalAccess::Operand::value, 0, value);
        store(OwnerWord::mine_second, LocalAccess::Operand::value, value);
    }

    void load_both() {
        const std::uint32_t first = load(OwnerWord::theirs_first);
        meanwhile();
        load(OwnerWord::theirs_second, LocalAccess::Operand::variable, first);
    }

    // Adds calls in which the process handles packets that have arrived.
    void meanwhile() {
        std::vector<Call> choices;
        for (const Call call : {Call::flush, Call::flush_all, Call::flush_local, Call::flush_local_all, Call::sync}) {
            if (calls_.contains(call)) choices.push_back(call);
        }
        for (auto left = random_.below(3); left > 0; --left) {
            const bool message = calls_.contains(Call::send) && calls_.contains(Call::recv) &&
                                 (choices.empty() || sim::chance(random_, 50));
            if (message) {
                for (const Call call : {Call::send, Call::recv}) {
                    add({.call = call, .window = window_, .target = rank_, .more = {.tag = self_tag}});
                }
            } else if (!choices.empty()) {
                const Call call = element_of(random_, choices);
                add({.call = call, .window = window_, .target = has_target(call) ? rank_ : no_rank});
            }
        }
    }

    // ---- Exclusive epochs at another rank.
    void visit() {
        const Rank target = another(random_, rank_, program_.ranks);
        add({.call = Call::lock, .window = window_, .target = target, .lock_type = LockType::exclusive});
        const bool reads = sim::chance(random_, 50);
        const std::uint32_t result = program_.results[static_cast<std::size_t>(rank_)];
        if (calls_.contains(Call::accumulate) && sim::chance(random_, 60)) count_by_operation(target);
        if ((target + 1) % program_.ranks == rank_ && sim::chance(random_, 60)) {
            Step step = operation(Call::put, OpKind::put, target, OwnerWord::theirs_first, 2);
            step.value = static_cast<std::int64_t>(++stored_);
            add(step);
        }
        if (reads) {
            Step step = operation(Call::get, OpKind::get, target, OwnerWord::mine_first, 2);
            step.result = result;
            program_.results[static_cast<std::size_t>(rank_)] += 2;
            add(step);
        }
        add({.call = Call::unlock, .window = window_, .target = target});
        if (reads) compare_results(target, result);
    }

    // Adds loads that compare the two fetched words, and then stores of zeros over the words. The values depend on the
    // order of steps, but the two words must always be equal.
    void compare_results(Rank target, std::uint32_t result) {
        for (std::uint64_t word = 0; word < 2; ++word) {
            Step step{.window = window_, .target = target, .region = word_at(8 * word), .result = result};
            step.access = {LocalAccess::Kind::load, true,
                           word == 0 ? LocalAccess::Operand::none : LocalAccess::Operand::variable, variables_,
                           variables_ - 1};
            ++variables_;
            add(step);
        }
        for (std::uint64_t word = 0; word < 2; ++word) {
            Step step{.window = window_, .target = target, .region = word_at(8 * word), .result = result};
            step.access = {LocalAccess::Kind::store, true, LocalAccess::Operand::value, 0, 0};
            add(step);
        }
    }

    void count_by_operation(Rank target) {
        Step step = operation(Call::accumulate, OpKind::accumulate, target, OwnerWord::count, 1);
        step.reduce = ReduceOp::sum;
        step.value = 1 + below<std::int64_t>(random_, 9);
        add(step);
    }

    // ---- Steps.
    static Region word_at(std::uint64_t disp) { return {disp, 1, 0, 0, Datatype::int64}; }

    Step operation(Call call, OpKind kind, Rank target, OwnerWord word, std::uint32_t words) const {
        Step step{.call = call, .window = window_, .target = target, .kind = kind};
        step.region = {disp_of(program_, word), words, 0, 0, Datatype::int64};
        return step;
    }

    std::uint32_t load(OwnerWord word, LocalAccess::Operand operand = LocalAccess::Operand::none,
                       std::uint32_t other = 0, std::int64_t value = 0) {
        Step step{.window = window_, .target = rank_, .region = word_at(disp_of(program_, word)), .value = value};
        step.access = {LocalAccess::Kind::load, false, operand, variables_, other};
        add(step);
        return variables_++;
    }

    void store(OwnerWord word, LocalAccess::Operand operand, std::int64_t value, std::uint32_t other = 0) {
        Step step{.window = window_, .target = rank_, .region = word_at(disp_of(program_, word)), .value = value};
        step.access = {LocalAccess::Kind::store, false, operand, 0, other};
        add(step);
    }

    void add(Step step) { StepWriter::add(rank_, std::move(step)); }

    sim::Random& random_;
    RandomProgram& program_;
    CallSet calls_;
    WindowId window_;
    Rank rank_ = 0;
    std::uint32_t variables_ = 0;
    std::uint64_t stored_ = 0;  // the last stored value; each store has a new value
};

}  // namespace

bool has_owner_accesses(const RandomProgram& program) { return has_step(program, is_access); }

void generate_owners(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::owners);
    const CallSet needed{Call::lock, Call::unlock, Call::put, Call::get};
    const CallSet calls = random_calls(*program.family, *program.settings);
    if ((calls & needed) != needed || !sim::chance(random, 30)) return;
    program.owner_block = true;
    OwnerPhase(random, program).generate();
}

}  // namespace rmasim::fuzz
