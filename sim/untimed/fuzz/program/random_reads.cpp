#include "sim/untimed/fuzz/program/random_reads.h"

#include "sim/untimed/fuzz/program/legality.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/profiles/profile.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace rmasim::fuzz {

namespace {

bool same_node(const RandomProgram& program, Rank one, Rank other) {
    return one == other ||
           (program.ranks_per_node > 1 && one / program.ranks_per_node == other / program.ranks_per_node);
}

// True if the ranks of a node share memory and there are several nodes.
bool has_shared_nodes(const RandomProgram& program) {
    return program.ranks_per_node > 1 && program.ranks_per_node < program.ranks;
}

// Writes the steps of one exchange on one window.
class ExchangeWriter : protected StepWriter {
public:
    // Both arguments must outlive this object.
    ExchangeWriter(sim::Random& random, RandomProgram& program)
        : StepWriter(made_), random_(random), program_(program),
          calls_(random_calls(*program.family, *program.settings)), window_(fuzz::any_window(random, program)),
          made_(program.steps.size()) {}

    // Inserts the written steps after one of the program's barriers.
    void insert() {
        const std::size_t after = random_.below(barriers_of(program_.steps[0]) + 1);
        insert_exchange(program_, std::move(made_), phase_ + 1, after);
    }

protected:
    Rank any_rank() { return fuzz::any_rank(random_, program_); }
    Step& add(Rank rank, Step step) {
        step.window = window_;
        return StepWriter::add(rank, std::move(step));
    }
    void barrier() {
        for_each_rank([this](Rank rank) { add(rank, {.call = Call::barrier}); });
        ++phase_;
    }

    sim::Random& random_;
    RandomProgram& program_;
    CallSet calls_;
    WindowId window_;

private:
    std::vector<std::vector<Step>> made_;
};

// Generates the steps of one exchange on one window.
class Exchange : public ExchangeWriter {
public:
    Exchange(sim::Random& random, RandomProgram& program)
        : ExchangeWriter(random, program), shared_(program.ranks_per_node > 1), has_sync_(calls_.contains(Call::sync)),
          brings_(has_shared_nodes(program) && sim::chance(random, 75)) {}

    void generate() {
        const bool loops = calls_.contains(Call::lock_all) && calls_.contains(Call::flush_all) && has_sync_;
        if (loops && !brings_ && chance(35)) loop();
        else notified_reader();
    }

private:
    enum class Epoch : std::uint8_t { lock, lock_all };
    // The location of some elements: a region of a rank's block, in the segment of rank `owner`.
    struct Elements {
        Rank owner = 0;
        Region region = {};
    };

    bool chance(unsigned percent) { return sim::chance(random_, percent); }
    Rank another_than(Rank rank) { return another(random_, rank, program_.ranks); }
    // Returns a rank on the node of `rank`, or on another node. If there is none, returns any rank other than `rank`.
    Rank another_by_node(Rank rank, bool on_its_node) {
        std::vector<Rank> suitable;
        for (Rank other = 0; other < program_.ranks; ++other) {
            if (other != rank && same_node(program_, rank, other) == on_its_node) suitable.push_back(other);
        }
        return suitable.empty() ? another_than(rank) : element_of(random_, suitable);
    }
    Elements random_elements(Rank of, Rank owner) {
        const std::uint64_t unit = std::max<std::uint64_t>(8, program_.shape(window_, owner).disp_unit);
        const std::uint64_t first = unit * random_.below(block_bytes / unit);
        const auto words = static_cast<std::uint32_t>((block_bytes - first) / 8);
        const auto count = 1 + static_cast<std::uint32_t>(random_.below(std::min(words, 3U)));
        return {owner, {static_cast<std::uint64_t>(of) * block_bytes + first, count, 0, 0, Datatype::int64}};
    }

    // ---- Steps of ranks.
    void open(Rank rank, Epoch epoch, Rank target, LockType type, Assert asserts) {
        if (epoch == Epoch::lock_all) add(rank, {.call = Call::lock_all, .asserts = asserts});
        else add(rank, {.call = Call::lock, .target = target, .lock_type = type, .asserts = asserts});
    }
    void close(Rank rank, Epoch epoch, Rank target) {
        if (epoch == Epoch::lock_all) add(rank, {.call = Call::unlock_all});
        else add(rank, {.call = Call::unlock, .target = target});
    }
    // Adds FLUSH or FLUSH_ALL. If a result is in a window that is not shared, adds SYNC, which exposes the result.
    void flush(Rank rank, Rank target, bool result_in_window) {
        const bool all = calls_.contains(Call::flush_all) && chance(40);
        if (all) add(rank, {.call = Call::flush_all});
        else add(rank, {.call = Call::flush, .target = target});
        if (result_in_window && !shared_) add(rank, {.call = Call::sync});
    }
    // Tags of the exchange's messages.
    enum Tag : std::uint32_t { written, brought, seen };
    void message(Call call, Rank rank, Rank other, Tag tag) {
        Step& step = add(rank, {.call = call, .target = other});
        step.more.tag = tag;
    }
    void write(Rank rank, const Elements& elements) {
        Step& step =
            add(rank, {.call = Call::put, .target = elements.owner, .kind = OpKind::put, .region = elements.region});
        step.value = 1 + below<std::int64_t>(random_, 99);
        step.step = 1;
    }

    // Adds a read. `notified_inside` is true if the epoch was open when the rank received the message. Returns the
    // location of the result if the result is in the own window.
    std::optional<Elements> read(Rank rank, const Elements& elements, bool notified_inside, bool may_be_in_window) {
        const bool loads = same_node(program_, rank, elements.owner) && (!notified_inside || has_sync_) && chance(25);
        const bool fetches = !loads && !brings_ && calls_.contains(Call::fetch_and_op) && chance(25);
        const bool in_window =
            may_be_in_window && !loads && !fetches && (brings_ || chance(60)) && (has_sync_ || !notified_inside);
        if (notified_inside && (loads || (in_window && !shared_))) add(rank, {.call = Call::sync});
        Step step{.call = Call::get, .target = elements.owner, .kind = OpKind::get, .region = elements.region};
        if (loads || fetches) step.region.count = 1;
        if (fetches) {
            step.call = Call::fetch_and_op;
            step.kind = OpKind::fetch_and_op;
            step.reduce = ReduceOp::no_op;
        }
        step.read.loads = loads;
        Elements result = random_elements(rank, rank);
        if (in_window) {
            const std::uint64_t words = (block_bytes - result.region.disp % block_bytes) / 8;
            step.region.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(step.region.count, words));
            result.region.count = step.region.count;
            step.read.into_window = true;
            step.read.into = result.region.disp;
        } else {
            give_results(program_, rank, step);
        }
        add(rank, std::move(step));
        return in_window ? std::optional(result) : std::nullopt;
    }

    // ---- Exchanges.
    Epoch any_epoch() { return calls_.contains(Call::lock_all) && chance(50) ? Epoch::lock_all : Epoch::lock; }

    // Generates a "told" exchange (random_reads.h). If a rank waits for a message while it holds a lock, the lock is
    // shared, so the rank does not block other ranks.
    void notified_reader() {
        const Rank writer = any_rank();
        const Rank reader = another_than(writer);
        const Rank third = brings_ ? another_by_node(reader, true) : another_than(reader);
        const bool early = chance(60);
        const bool third_early = chance(40);
        const bool shared = early || third_early || chance(50);
        const Assert asserts = shared && chance(20) ? Assert::nocheck : Assert::none;
        const auto type = [&] { return shared || chance(40) ? LockType::shared : LockType::exclusive; };
        const bool flushes = calls_.contains(Call::flush);
        const Elements elements = random_elements(writer, brings_ ? another_by_node(reader, false) : any_rank());

        const Epoch of_writer = any_epoch();
        const bool notifies_inside = flushes && chance(50);
        open(writer, of_writer, elements.owner, type(), asserts);
        write(writer, elements);
        if (notifies_inside) flush(writer, elements.owner, false);
        else close(writer, of_writer, elements.owner);
        message(Call::send, writer, reader, written);
        if (notifies_inside) close(writer, of_writer, elements.owner);

        ++phase_;
        const LockType type_if_late = type();
        const Epoch of_reader = any_epoch();
        if (early) open(reader, of_reader, elements.owner, LockType::shared, asserts);
        message(Call::recv, reader, writer, written);
        if (!early) open(reader, of_reader, elements.owner, type_if_late, asserts);
        const auto result = read(reader, elements, early, true);
        const bool brought_inside = calls_.contains(Call::flush) && (shared_ || has_sync_) && chance(50);
        if (brought_inside) flush(reader, elements.owner, result.has_value());
        else close(reader, of_reader, elements.owner);
        if (result) message(Call::send, reader, third, brought);
        // The reader's epoch stays open until the third rank has read the result. So no other call exposes the result.
        const bool stays = brings_ && result && brought_inside && shared;
        if (brought_inside && !stays) close(reader, of_reader, elements.owner);
        if (!result) return;

        ++phase_;
        const Epoch epoch = any_epoch();
        if (third_early) open(third, epoch, reader, LockType::shared, asserts);
        message(Call::recv, third, reader, brought);
        if (!third_early) open(third, epoch, reader, type(), asserts);
        read(third, *result, third_early, false);
        close(third, epoch, reader);
        if (!stays) return;

        message(Call::send, third, reader, seen);
        ++phase_;
        message(Call::recv, reader, third, seen);
        close(reader, of_reader, elements.owner);
    }

    void loop() {
        const Assert asserts = chance(50) ? Assert::nocheck : Assert::none;
        for_each_rank([&](Rank rank) { open(rank, Epoch::lock_all, no_rank, LockType::shared, asserts); });
        for (std::uint64_t rounds = 1 + random_.below(2); rounds > 0; --rounds) {
            std::vector<Elements> written;
            for_each_rank([&](Rank rank) {
                written.push_back(random_elements(rank, any_rank()));
                write(rank, written.back());
                add(rank, {.call = Call::flush_all});
            });
            barrier();
            std::vector<Elements> results;
            for_each_rank([&](Rank rank) {
                const auto from = static_cast<std::size_t>(another_than(rank));
                // Do not store the result in the window if other ranks write to the same window segment.
                const bool is_written = written[static_cast<std::size_t>(rank)].owner == rank;
                if (const auto result = read(rank, written[from], true, !is_written)) results.push_back(*result);
                add(rank, {.call = Call::flush_all});
                if (!shared_) add(rank, {.call = Call::sync});
            });
            barrier();
            for (const Elements& result : results) read(another_than(result.owner), result, true, false);
            for_each_rank([&](Rank rank) { add(rank, {.call = Call::flush_all}); });
            barrier();
        }
        for_each_rank([&](Rank rank) { close(rank, Epoch::lock_all, no_rank); });
    }

    bool shared_;  // true if the windows are shared
    bool has_sync_;
    // True if the first reader gets data from another node into its window, for another rank of its own node.
    bool brings_;
};

// Generates an exchange in which only fetched values order the accesses of ranks. Each rank writes, completes its
// writes, and fetches a number. The writes of all other ranks happen before the fetch of the last number. So the rank
// with the last number may overwrite them:
//
//     all   lock_all   barrier   PUT   FLUSH   FETCH_AND_OP sum 1   FLUSH   the last one: PUT to all   unlock_all
//
// The order of the run determines which rank is the last. The final memory does not depend on it.
class Tickets : public ExchangeWriter {
public:
    using ExchangeWriter::ExchangeWriter;

    // Generates the steps. The ticket is a word in the block of rank 0, which writes nothing else.
    void generate() {
        const Region ticket = word_in_block(0);
        const Rank owner = any_rank();
        const Assert asserts = sim::chance(random_, 50) ? Assert::nocheck : Assert::none;
        for_each_rank([&](Rank rank) { add(rank, {.call = Call::lock_all, .asserts = asserts}); });
        put(0, owner, ticket, 0);
        add(0, {.call = Call::flush_all});
        barrier();

        std::vector<std::pair<Rank, Region>> written;
        for (Rank rank = 1; rank < program_.ranks; ++rank) {
            const Region word = word_in_block(rank);
            written.emplace_back(any_rank(), word);
            put(rank, written.back().first, written.back().second, number());
            flush(rank, Call::flush, written.back().first);
        }
        for_each_rank([&](Rank rank) { take(rank, owner, ticket); });

        ++phase_;
        for (const std::pair<Rank, Region>& at : written) {
            const std::int64_t value = number();
            for_each_rank([&](Rank rank) { put(rank, at.first, at.second, value).read.of_last = true; });
        }
        for_each_rank([&](Rank rank) { add(rank, {.call = Call::unlock_all}); });
    }

private:
    std::int64_t number() { return 1 + below<std::int64_t>(random_, 99); }
    // Returns a word in the block of `of`. The displacement units of all segments of the window divide its offset.
    Region word_in_block(Rank of) {
        std::uint64_t unit = 8;
        for_each_rank(
            [&](Rank owner) { unit = std::max<std::uint64_t>(unit, program_.shape(window_, owner).disp_unit); });
        const std::uint64_t first = unit * random_.below(block_bytes / unit);
        return {static_cast<std::uint64_t>(of) * block_bytes + first, 1, 0, 0, Datatype::int64};
    }
    Step& put(Rank rank, Rank target, const Region& region, std::int64_t value) {
        Step step{.call = Call::put, .target = target, .kind = OpKind::put, .region = region};
        step.value = value;
        return add(rank, std::move(step));
    }
    // Adds call `call`, or FLUSH_ALL.
    void flush(Rank rank, Call call, Rank target) {
        if (calls_.contains(call) && sim::chance(random_, 60)) add(rank, {.call = call, .target = target});
        else add(rank, {.call = Call::flush_all});
    }
    void take(Rank rank, Rank owner, const Region& ticket) {
        Step step{.call = Call::fetch_and_op, .target = owner, .kind = OpKind::fetch_and_op, .region = ticket};
        step.reduce = ReduceOp::sum;
        step.value = 1;
        step.read.ticket = true;
        add(rank, std::move(step));
        flush(rank, sim::chance(random_, 50) ? Call::flush : Call::flush_local, owner);
    }
};

// Generates an exchange and inserts it if the program stays legal. At the chosen position, the window might not exist,
// or it might be exposed.
template <class Made>
void generate_exchange(sim::Random& random, RandomProgram& program) {
    RandomProgram longer = program;
    Made exchange(random, longer);
    exchange.generate();
    exchange.insert();
    if (illegality(longer).empty()) program = std::move(longer);
}

}  // namespace

std::size_t barriers_of(const std::vector<Step>& steps) {
    return static_cast<std::size_t>(
        std::count_if(steps.begin(), steps.end(), [](const Step& step) { return ends_stretch(step); }));
}

void insert_exchange(RandomProgram& program, std::vector<std::vector<Step>> made, int phases, std::size_t after) {
    const int number = static_cast<int>(program.exchanges.size());
    program.exchanges.push_back(0);
    for (std::size_t rank = 0; rank < made.size(); ++rank) {
        std::vector<Step>& steps = program.steps[rank];
        auto at = steps.begin();
        for (std::size_t passed = 0; passed < after; ++at) passed += ends_stretch(*at) ? 1 : 0;
        const int first = at == steps.begin() ? 0 : std::prev(at)->phase + 1;
        for (Step& step : made[rank]) {
            step.phase += first;
            step.read.exchange = number;
        }
        program.exchanges.back() += made[rank].size();
        made[rank].push_back({.call = Call::barrier, .phase = first + phases});
        for (auto later = at; later != steps.end(); ++later) later->phase += phases + 1;
        steps.insert(at, made[rank].begin(), made[rank].end());
    }
}

bool can_be_notified(const RandomProgram& program) {
    const CallSet calls = random_calls(*program.family, *program.settings);
    constexpr CallSet needed{Call::lock, Call::unlock, Call::put, Call::get, Call::send, Call::recv};
    return program.threads == 1 && program.units.empty() && (calls & needed) == needed &&
           program.family->processes.rules(*program.settings).unlock == Guarantee::applied;
}

void generate_reads(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::reads);
    if (!can_be_notified(program) || !(has_shared_nodes(program) || sim::chance(random, 40))) return;
    const std::uint64_t max = has_shared_nodes(program) ? 5 : 3;
    for (std::uint64_t left = 1 + random.below(max); left > 0; --left) generate_exchange<Exchange>(random, program);
}

std::string ticket_of(const Step& step) { return 'k' + std::to_string(step.read.exchange); }

std::string target_of_last(const RandomProgram& program, Rank rank, const Step& step, const std::string& ticket) {
    const Rank target = rank_in_window(program, step.window, rank, step.target);
    return fmt::format("({} == {}) * {} - 1", ticket, program.ranks - 1, target + 1);
}

void generate_tickets(std::uint64_t seed, RandomProgram& program) {
    constexpr CallSet needed{Call::lock_all, Call::unlock_all, Call::flush_all, Call::fetch_and_op};
    sim::Random random = numbers_of(seed, Stream::tickets);
    if (!can_be_notified(program) || !sim::chance(random, 30)) return;
    if ((random_calls(*program.family, *program.settings) & needed) != needed) return;
    generate_exchange<Tickets>(random, program);
}

std::string illegality_of_reads(const RandomProgram& program) {
    std::vector<std::size_t> left(program.exchanges.size(), 0);
    for (std::size_t rank = 0; rank < program.steps.size(); ++rank) {
        for (const Step& step : program.steps[rank]) {
            if (step.read.exchange >= 0) ++left[static_cast<std::size_t>(step.read.exchange)];
            if (step.read.loads && !same_node(program, static_cast<Rank>(rank), step.target)) {
                return fmt::format("load of rank {} by rank {}, which is on another node", step.target, rank);
            }
        }
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i] != 0 && left[i] != program.exchanges[i]) return "a step of an exchange is missing";
    }
    return {};
}

}  // namespace rmasim::fuzz
