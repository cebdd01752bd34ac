#include "sim/untimed/fuzz/program/random_messages.h"

#include "protocol/base/types.h"
#include "sim/scenario/model/instruction.h"
#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rmasim::fuzz {

namespace {

using Match = MessageArguments::Match;

constexpr std::uint32_t first_tag = 300;
constexpr std::uint64_t buffer_overhead_bytes = 512;  // MPI_BSEND_OVERHEAD
constexpr std::uint32_t max_count = 3;

constexpr std::array blocking_sends{Call::send, Call::ssend, Call::bsend, Call::rsend};
constexpr std::array nonblocking_sends{Call::isend, Call::issend, Call::ibsend, Call::irsend};

bool is_ready(Call call) { return call == Call::rsend || call == Call::irsend; }
bool is_buffered(Call call) { return call == Call::bsend || call == Call::ibsend; }

// Generates one round: first the messages, then the steps of each rank in the order of the messages' numbers.
class Round {
public:
    Round(sim::Random& random, RandomProgram& program, int number, int comm)
        : random_(random), program_(program), number_(number), comm_(comm),
          steps_(static_cast<std::size_t>(program.ranks)) {}

    // Returns the steps of each rank.
    std::vector<std::vector<Step>> generate() {
        for (Rank rank = 0; rank < program_.ranks; ++rank) only_receives_.push_back(sim::chance(random_, 30));
        end_ = static_cast<int>(1 + random_.below(2 * static_cast<std::uint64_t>(program_.ranks)));
        for (int message = 0; message < end_; ++message) add_message(message);
        if (has_ready_) add_barriers();
        add_buffers();
        std::vector<std::vector<Step>> steps;
        for (std::vector<Timed>& of_rank : steps_) {
            std::ranges::stable_sort(of_rank, {}, &Timed::at);
            std::vector<Step>& sorted = steps.emplace_back();
            for (Timed& one : of_rank) sorted.push_back(std::move(one.step));
        }
        return steps;
    }

private:
    // A step, and the number of the message before which the step is executed. Ready sends and their receives need
    // steps before all messages.
    struct Timed {
        int at;
        Step step;
    };
    static constexpr int before_ready = -2, barrier_of_ready = -1, attach = -3;

    Group members(Rank rank) const { return members_of(program_, static_cast<std::size_t>(comm_), rank); }
    Step& add(Rank rank, int at, Step step) {
        return steps_[static_cast<std::size_t>(rank)].emplace_back(Timed{at, std::move(step)}).step;
    }
    Step step_of(Call call, int message, Rank peer) const {
        Step step{.call = call, .target = peer, .comm = comm_};
        step.region.datatype = Datatype::int64;
        step.message.round = number_;
        step.message.number = message;
        step.message.tag = first_tag + static_cast<std::uint32_t>(message);
        return step;
    }
    int any_number(int min, int max) {
        return min + static_cast<int>(random_.below(static_cast<std::uint64_t>(max - min) + 1));
    }
    std::uint32_t new_request(Rank rank) { return program_.requests[static_cast<std::size_t>(rank)]++; }

    void add_message(int message) {
        const Rank from = any_rank(random_, program_);
        const Group group = members(from);
        if (group.size() < 2) return;
        if (sim::chance(random_, 8)) return add_null(message, from);
        if (sim::chance(random_, 8)) return add_cancelled(message, from);
        const Rank to = element_of(random_, group);
        if (to == from || only_receives_[static_cast<std::size_t>(from)]) return;
        const bool only_receives = only_receives_[static_cast<std::size_t>(to)];
        const std::uint32_t count = only_receives ? 1 : below<std::uint32_t>(random_, max_count + 1);
        const Call call = add_send(message, from, to, count, !only_receives);
        add_receive(message, from, to, count, is_ready(call));
    }

    Call add_send(int message, Rank from, Rank to, std::uint32_t count, bool may_be_ready) {
        const bool nonblocking = sim::chance(random_, 50);
        const Call call = nonblocking ? nonblocking_sends[random_.below(may_be_ready ? 4 : 3)]
                                      : blocking_sends[random_.below(may_be_ready ? 4 : 3)];
        Step step = step_of(call, message, to);
        step.region.count = count;
        step.value = 100'000 * (number_ + 1) + 100 * message + 1;
        step.step = static_cast<std::int64_t>(random_.below(3));
        if (nonblocking) step.request = new_request(from);
        const std::uint32_t request = add(from, message, std::move(step)).request;
        if (nonblocking) end_request(message, from, to, request, sim::chance(random_, 15));
        return call;
    }

    void end_request(int message, Rank rank, Rank peer, std::uint32_t request, bool frees) {
        Step end = step_of(frees ? Call::request_free : Call::request_wait, message, peer);
        end.request = request;
        if (!frees && sim::chance(random_, 20)) end.waits_by = Call::request_waitall;
        add(rank, any_number(message, end_), std::move(end));
    }

    // Adds the steps that receive a message, with a probe in some cases.
    void add_receive(int message, Rank from, Rank to, std::uint32_t count, bool ready) {
        has_ready_ = has_ready_ || ready;
        const bool any = only_receives_[static_cast<std::size_t>(to)];
        Match match = any ? Match::any : Match::exact;
        if (!any && !ready && sim::chance(random_, 50)) {
            match = program_.ordered && sim::chance(random_, 50) ? Match::any_tag : Match::any_source;
        }
        // The results of all receives of any message have the same layout, so all are probed or none.
        const bool all_probed = any && to % 2 == number_ % 2;
        const std::uint64_t way = ready || (any && !all_probed) ? 0
                                  : all_probed                  ? 2 + random_.below(4)
                                                                : random_.below(6);
        if (way < 2) return receive_at_once(message, from, to, count, match, ready);
        const bool by_mprobe = way == 4, by_improbe = way == 5;
        if (sim::chance(random_, 20)) add(to, message, probe(Call::iprobe, message, from, match));
        add(to, message, probe(by_mprobe ? Call::mprobe : Call::probe, message, from, match));
        // IPROBE and IMPROBE find the message that PROBE has found.
        if (by_improbe && sim::chance(random_, 50)) add(to, message, probe(Call::iprobe, message, from, match));
        if (by_improbe) add(to, message, probe(Call::improbe, message, from, match));
        receive_probed(message, from, to, count, match, by_mprobe || by_improbe);
    }

    Step probe(Call call, int message, Rank from, Match match) const {
        Step step = step_of(call, message, from);
        step.message.match = match;
        return step;
    }

    void receive_at_once(int message, Rank from, Rank to, std::uint32_t count, Match match, bool ready) {
        const bool nonblocking = ready || sim::chance(random_, 50);
        Step step = step_of(nonblocking ? Call::irecv : Call::recv, message, from);
        set_receive(to, step, count, match, false);
        int at = ready ? before_ready : message;
        // An earlier receive must not take another message.
        const bool only_this = match == Match::exact || match == Match::any_source;
        if (!ready && nonblocking && only_this) at = any_number(0, message);
        if (nonblocking) step.request = new_request(to);
        const std::uint32_t posted = add(to, at, std::move(step)).request;
        if (nonblocking) end_request(message, to, from, posted, false);
    }

    void receive_probed(int message, Rank from, Rank to, std::uint32_t count, Match match, bool takes) {
        const bool nonblocking = takes && sim::chance(random_, 50);
        const Call call = !takes ? Call::recv : nonblocking ? Call::imrecv : Call::mrecv;
        Step step = step_of(call, message, from);
        set_receive(to, step, count, match, true);
        if (nonblocking) step.request = new_request(to);
        const std::uint32_t posted = add(to, message, std::move(step)).request;
        if (nonblocking) end_request(message, to, from, posted, false);
    }

    void set_receive(Rank rank, Step& step, std::uint32_t count, Match match, bool probed) {
        step.message.match = match;
        step.message.probed = probed;
        step.message.room = match == Match::any ? 1 : count + static_cast<std::uint32_t>(random_.below(2));
        step.result = program_.results[static_cast<std::size_t>(rank)];
        program_.results[static_cast<std::size_t>(rank)] += message_words(step).count();
    }

    // A send to MPI_PROC_NULL, or a receive from it, perhaps with a matched probe.
    void add_null(int message, Rank rank) {
        if (sim::chance(random_, 40)) {
            add_send(message, rank, proc_null, below<std::uint32_t>(random_, max_count + 1), false);
            return;
        }
        const bool takes = sim::chance(random_, 40);
        if (takes) {
            const Call call = sim::chance(random_, 50) ? Call::mprobe : Call::improbe;
            add(rank, message, probe(call, message, proc_null, Match::exact));
            return receive_probed(message, proc_null, rank, 0, Match::exact, true);
        }
        receive_at_once(message, proc_null, rank, 0, Match::exact, false);
    }

    // A receive of a tag with which no message is sent. CANCEL completes its request.
    void add_cancelled(int message, Rank rank) {
        const Group group = members(rank);
        Step step = step_of(Call::irecv, message, element_of(random_, group));
        set_receive(rank, step, 0, Match::none, false);
        step.request = new_request(rank);
        const Step posted = add(rank, message, std::move(step));
        Step cancel = step_of(Call::request_cancel, message, posted.target);
        cancel.request = posted.request;
        const int at = any_number(message, end_);
        add(rank, at, std::move(cancel));
        Step wait = step_of(Call::request_wait, message, posted.target);
        wait.request = posted.request;
        add(rank, at, std::move(wait));
    }

    void add_barriers() {
        for (Rank rank = 0; rank < program_.ranks; ++rank) {
            if (members(rank).empty()) continue;
            Step barrier{.call = Call::barrier, .comm = comm_};
            barrier.message.round = number_;
            add(rank, barrier_of_ready, std::move(barrier));
        }
    }

    // Attaches buffers for the messages of BSEND and IBSEND, and detaches them at the end of the round.
    void add_buffers() {
        for (Rank rank = 0; rank < program_.ranks; ++rank) {
            std::uint64_t bytes = 0;
            for (const Timed& one : steps_[static_cast<std::size_t>(rank)]) {
                if (is_buffered(one.step.call)) bytes += bytes_of_buffered(one.step);
            }
            if (bytes == 0) continue;
            Step step{.call = Call::buffer_attach};
            step.message.round = number_;
            step.message.bytes = bytes;
            add(rank, attach, step);
            step.call = Call::buffer_detach;
            add(rank, end_, std::move(step));
        }
    }

    sim::Random& random_;
    RandomProgram& program_;
    int number_;
    int comm_;
    int end_ = 0;  // number of messages
    std::vector<bool> only_receives_;
    bool has_ready_ = false;
    std::vector<std::vector<Timed>> steps_;
};

// Inserts the steps of a round behind the barriers and collective calls at the beginning of a stretch.
void insert(RandomProgram& program, Rank rank, std::size_t stretch, std::vector<Step> round) {
    std::vector<Step>& steps = program.steps[static_cast<std::size_t>(rank)];
    std::size_t at = 0;
    for (std::size_t passed = 0; passed < stretch; ++at) passed += ends_stretch(steps[at]) ? 1 : 0;
    int phase = at > 0 ? steps[at - 1].phase : steps.empty() ? 0 : steps.front().phase;
    while (at < steps.size() && may_precede_round(steps[at])) phase = steps[at++].phase;
    for (Step& step : round) step.phase = phase;
    if (program.threads > 1 && at < steps.size()) steps[at].syncs_threads = true;
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(at), std::make_move_iterator(round.begin()),
                 std::make_move_iterator(round.end()));
}

}  // namespace

bool may_precede_round(const Step& step) {
    const bool of_request =
        step.call == Call::request_wait || step.call == Call::request_free || step.call == Call::request_start;
    return is_of_some(step) || (of_request && step.more.unit < 0);
}

std::uint64_t bytes_of_buffered(const Step& send) { return 8 * send.region.count + buffer_overhead_bytes; }

MessageWords message_words(const Step& receive) {
    const bool received = receive.message.match != Match::none;
    return {receive.message.room, received, receive.message.probed};
}

const Step* receive_of(const RandomProgram& program, Rank rank, const Step& step) {
    if (!is_in_round(step)) return nullptr;
    const auto& steps = program.steps[static_cast<std::size_t>(rank)];
    const auto at = std::ranges::find_if(steps, [&](const Step& one) {
        return receives_in_round(one) && one.message.round == step.message.round &&
               one.message.number == step.message.number;
    });
    return at == steps.end() ? nullptr : &*at;
}

std::vector<std::int64_t> words_of_message(const RandomProgram& program, Rank rank, const Step& receive) {
    const MessageWords layout = message_words(receive);
    std::vector<std::int64_t> words(layout.data, 0);
    if (!layout.received) {
        words.push_back(sim::cancelled_count);
        return words;
    }
    std::array<std::int64_t, MessageWords::status> status{proc_null, sim::any_tag_value, 0};
    if (receive.target != proc_null) {
        const auto& steps = program.steps[static_cast<std::size_t>(receive.target)];
        const Step& send = *std::ranges::find_if(steps, [&](const Step& one) {
            const bool same =
                one.message.round == receive.message.round && one.message.number == receive.message.number;
            return same && sends_message(one.call);
        });
        for (std::uint32_t k = 0; k < send.region.count; ++k) words[k] = send.value + std::int64_t{k} * send.step;
        status = {peer_of(program, rank, receive), send.message.tag, send.region.count};
    }
    for (int copies = layout.probed ? 2 : 1; copies > 0; --copies)
        words.insert(words.end(), status.begin(), status.end());
    return words;
}

std::string index_by_tag(const RandomProgram& program, Rank rank, const Step& receive, const std::string& tag) {
    std::string text;
    std::uint32_t last = receive.result;
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (!receives_in_round(step) || step.message.round != receive.message.round) continue;
        if (step.message.match != Match::any) continue;
        text += fmt::format("{} == {} ? {} : ", tag, step.message.tag, step.result);
        last = step.result;
    }
    return fmt::format("({}{})", text, last);
}

void write_message(const Step& receive, const std::vector<std::int64_t>& results, std::span<std::byte> window) {
    for (std::uint32_t word = 0; word < message_words(receive).count(); ++word) {
        const std::size_t at = receive.result + word;
        store(window.subspan(at * 8, 8), Datatype::int64, results[at]);
    }
}

void generate_messages(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::messages);
    if (!sim::chance(random, 40)) return;
    const auto way = static_cast<RandomSplit::Way>(random.below(random_split_ways));
    const auto comm = static_cast<int>(program.communicators.size());
    program.communicators.push_back({way, static_cast<Rank>(2 + random.below(2))});
    std::size_t stretches = 1;
    for (const Step& step : program.steps[0]) stretches += ends_stretch(step) ? 1 : 0;
    int rounds = 0;
    for (std::size_t stretch = 0; stretch < stretches; ++stretch) {
        if (!sim::chance(random, 50)) continue;
        std::vector<std::vector<Step>> steps = Round(random, program, rounds++, comm).generate();
        for (Rank rank = 0; rank < program.ranks; ++rank) {
            insert(program, rank, stretch, std::move(steps[static_cast<std::size_t>(rank)]));
        }
    }
}

}  // namespace rmasim::fuzz
