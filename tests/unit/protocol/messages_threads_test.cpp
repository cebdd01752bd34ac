// Random programs of messages whose ranks have several threads, in every family, against the model of matching. A
// thread has one call at a time. MPI leaves two orders open: that in which the threads of a rank begin their calls, and
// that in which a process resumes calls that wait. Both are random, and the model follows them. It checks that the
// second order is legal:
//
//   threads of a rank wait     MPROBE a, MPROBE b, PROBE c
//   a message arrives          legal: a or b takes it, the other one waits; c finds it before, or waits
//
// A call must return as soon as the model has no reason to wait.
#include "protocol/base/call_table.h"
#include "protocol/ch3/make_process.h"
#include "protocol/ch4/make_process.h"
#include "protocol/newrma/make_process.h"
#include "protocol/oldqueue/make_process.h"
#include "protocol/shm/make_process.h"
#include "protocol/synccount/make_process.h"
#include "tests/random_rounds.h"
#include "tests/unit/protocol/matching_model.h"
#include "tests/unit/protocol/no_data.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <set>

namespace rmasim::matching {
namespace {

constexpr std::size_t families = 6;
constexpr std::uint32_t much_room = 1'000'000;

// Messages need no mutexes, but family shm refers to them.
struct NoMutexes final : Mutexes {
    void lock(Rank, MutexId) override { throw ProtocolError("a message needs a mutex"); }
    void unlock(Rank, MutexId) override {}
    void pause(Rank) override {}
    bool busy(Rank) const override { return false; }
    Rank holder(MutexId) const override { return no_rank; }
};

struct RandomChoice final : Choice {
    explicit RandomChoice(std::mt19937_64& random) : random(random) {}
    std::size_t choose(Rank, std::size_t alternatives) override {
        ++choices;
        return random() % alternatives;
    }
    std::mt19937_64& random;
    std::size_t choices = 0;
};

// The processes of one family.
class Processes {
public:
    Processes(std::size_t family, MessageLimits limits, const World& world) {
        const auto set = [&](auto&... config) {
            ((config.message_eager_bytes = limits.eager_bytes), ...);
            ((config.message_part_bytes = limits.part_bytes), ...);
        };
        set(newrma_, ch3_, ch4_, shm_, oldqueue_, synccount_);
        for (Rank rank = 0; rank < ranks; ++rank) all_.push_back(make(family, rank, world));
    }
    Process& of(Rank rank) { return *all_[static_cast<std::size_t>(rank)]; }

private:
    std::unique_ptr<Process> make(std::size_t family, Rank rank, const World& world) {
        switch (family) {
            case 0: return newrma::make_process(rank, ranks, 0, newrma_, world);
            case 1: return ch3::make_process(rank, ranks, 0, ch3_, world);
            case 2: return ch4::make_process(rank, ranks, 0, ch4_, world);
            case 3: return shm::make_process(rank, ranks, 0, shm_, world);
            case 4: return oldqueue::make_process(rank, ranks, 0, oldqueue_, world);
            default: return synccount::make_process(rank, ranks, {}, synccount_, world);
        }
    }

    newrma::Config newrma_{};
    ch3::Config ch3_{};
    ch4::Config ch4_{};
    shm::Config shm_{};
    oldqueue::Config oldqueue_{};
    synccount::Config synccount_{};
    std::vector<std::unique_ptr<Process>> all_;
};

// A call of a thread. It stays until the end of the program.
struct Made {
    Rank rank = 0;
    Call call = Call::none;
    MatchKey key{};  // sends: of the message; receives and probes: what they accept
    std::uint32_t mark = 0;
    std::uint32_t room = much_room;         // receives: the number of elements for which there is room
    std::optional<std::uint32_t> number{};  // of a receive
    std::optional<SentMessage> got{};       // by the model
    bool is_cancelled = false;
    bool is_over = false;           // the call has returned
    bool is_claimed = false;        // a call completes its request, or has completed it
    std::vector<Made*> requests{};  // the calls whose requests this call completes
    CallAnswer answer{};
    Task<> task{};

    bool probes() const { return description_of(call).kind == CallClass::probe; }
    bool takes() const { return call == Call::mprobe || call == Call::improbe; }
};

class ThreadsAndModel {
public:
    explicit ThreadsAndModel(std::uint64_t seed)
        : random_(seed), eager_bytes_(below(3) == 0 ? 4 : no_message_limit), tags_(1 + below(3)),
          processes_(seed % families, {eager_bytes_, seed / families % 2 == 0 ? 3 : max_part_bytes}, world_) {
        for (std::vector<Made*>& threads : threads_) threads.resize(1 + below(4), nullptr);
        is_probing_ = below(4) == 0;
    }

    // Returns what differs from the model; empty if nothing does.
    std::string run() {
        for (std::uint64_t steps = 30 + below(60); steps > 0 && goes_on(); --steps) {
            if (chance(35)) deliver_one();
            else advance();
        }
        while (goes_on() && deliver_one()) {
        }
        is_quiet_ = true;
        for (Rank rank = 0; rank < ranks && goes_on(); ++rank) check_waiting(rank);
        return wrong_;
    }
    struct Counts {
        std::size_t matches = 0, cancelled = 0, refused = 0, choices = 0;
        std::size_t contended = 0;  // messages for which several threads waited in probes
        void add(const Counts& other) {
            matches += other.matches;
            cancelled += other.cancelled;
            refused += other.refused;
            choices += other.choices;
            contended += other.contended;
        }
    };
    Counts counts() const {
        Counts counts = counts_;
        counts.matches = matches_.all.size();
        counts.choices = choice_.choices;
        return counts;
    }

private:
    // ---- The program.
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    bool chance(std::uint64_t percent) { return below(100) < percent; }
    static std::size_t at(Rank rank) { return static_cast<std::size_t>(rank); }
    bool goes_on() const { return wrong_.empty() && counts_.refused == 0; }
    void differs(std::string text) {
        if (wrong_.empty()) wrong_ = std::move(text);
    }
    MatchKey generate_key() {
        return {static_cast<WindowId>(no_window - below(2)), static_cast<Rank>(below(ranks)),
                static_cast<std::uint32_t>(below(tags_))};
    }
    MatchKey generate_pattern() {
        MatchKey key = generate_key();
        if (chance(35)) key.source = any_source;
        if (chance(35)) key.tag = any_tag;
        return key;
    }
    // A thread that is in no call begins one.
    void advance() {
        const auto rank = static_cast<Rank>(below(ranks));
        Made*& thread = threads_[at(rank)][below(threads_[at(rank)].size())];
        if (thread != nullptr && !thread->is_over) return;
        const std::uint64_t what = is_probing_ && chance(40) ? 60 : below(100);
        if (what < 36) thread = send(rank);
        else if (what < 58) thread = receive(rank);
        else if (what < 74) thread = probe(rank);
        else if (what < 82) thread = receive_held(rank);
        else if (what < 88) thread = cancel(rank);
        else thread = complete(rank);
    }

    Made& make(Rank rank, Call call, const MatchKey& key) {
        Made& made = made_.emplace_back();
        made.rank = rank;
        made.call = call;
        made.key = key;
        return made;
    }
    // Begins the call. Then the process resumes the calls of other threads that can continue.
    Made* begin(Made& made, CallRequest request, bool is_erroneous = false) {
        request.call = made.call;
        request.comm = request.message.comm = made.key.comm;
        request.message.tag = made.key.tag;
        Process& process = processes_.of(made.rank);
        made.task = process.begin(std::move(request), made.answer);
        made.task.start();
        if (is_refused(made) != is_erroneous) differs(fmt::format("{} is erroneous or not", name_of(made.call)));
        counts_.refused += is_erroneous ? 1 : 0;
        if (!goes_on()) return nullptr;
        process.make_progress();
        settle(made.rank);
        return &made;
    }
    static bool is_refused(Made& made) {
        if (!made.task.done()) return false;
        try {
            made.task.result();
        } catch (const ErroneousProgram&) {
            return true;
        }
        return false;
    }

    Made* send(Rank rank) {
        static constexpr std::array calls{Call::send,  Call::isend,  Call::ssend, Call::issend,
                                          Call::bsend, Call::ibsend, Call::rsend, Call::irsend};
        const Call call = calls[chance(80) ? below(4) : below(calls.size())];
        MatchKey key = generate_key();
        key.source = rank;
        Rank target = static_cast<Rank>(below(ranks));
        if (chance(60)) choose_wanted(key, target);
        if (call == Call::bsend || call == Call::ibsend) attach(rank);
        Made& made = make(rank, call, key);
        made.mark = ++marks_;
        const SentMessage message{key, made.mark, call == Call::rsend || call == Call::irsend};
        if (target == rank) arrives(rank, message);
        else in_flight_[{rank, target}].push_back(message);
        CallRequest request;
        request.message.peer = target;
        request.message.count = made.mark;
        return begin(made, std::move(request));
    }
    // Chooses a message of rank `key.source` for which a receive or a probe waits, if there is one.
    void choose_wanted(MatchKey& key, Rank& target) {
        std::vector<const Made*> wanting;
        for (const Made& one : made_) {
            const bool waits =
                receives_message(one.call) ? !one.got && !one.is_cancelled : one.probes() && !one.is_over;
            if (waits && (one.key.source == any_source || one.key.source == key.source)) wanting.push_back(&one);
        }
        if (wanting.empty()) return;
        const Made& one = *wanting[below(wanting.size())];
        target = one.rank;
        key.comm = one.key.comm;
        if (one.key.tag != any_tag) key.tag = one.key.tag;
    }
    // Attaches a buffer that is large enough for all messages.
    void attach(Rank rank) {
        if (!attached_.insert(rank).second) return;
        auto more = std::make_shared<RequestArguments>();
        more->memory_bytes = much_room;
        CallRequest request;
        request.more = std::move(more);
        begin(make(rank, Call::buffer_attach, {}), std::move(request));
    }
    static CallRequest with_status() {
        CallRequest request;
        request.wants_status = request.errors_return = true;
        return request;
    }
    CallRequest receive_request(Made& made) {
        if (chance(30)) made.room = static_cast<std::uint32_t>(below(marks_ + 1));
        CallRequest request = with_status();
        request.message.peer = made.key.source;
        request.message.count = made.room;
        return request;
    }
    Made* receive(Rank rank) {
        const MatchKey key = generate_pattern();
        Made& made = make(rank, chance(50) ? Call::recv : Call::irecv, key);
        Model::Process& process = model_.processes[at(rank)];
        made.number = process.begun++;
        const auto found = Model::find(process, key);
        const bool erroneous = found != process.arrived.end() && found->ready;
        if (found == process.arrived.end()) {
            process.posted.push_back({*made.number, key});
        } else if (!erroneous) {
            expect_match(rank, *made.number, *found);
            process.arrived.erase(found);
        }
        return begin(made, receive_request(made), erroneous);
    }
    Made* probe(Rank rank) {
        static constexpr std::array calls{Call::probe, Call::mprobe, Call::mprobe, Call::iprobe, Call::improbe};
        Made& made = make(rank, calls[below(calls.size())], generate_pattern());
        Model::Process& process = model_.processes[at(rank)];
        const auto found = Model::find(process, made.key);
        if (found != process.arrived.end()) finds(made, found);
        CallRequest request = with_status();
        request.errors_return = false;
        request.message.peer = made.key.source;
        return begin(made, std::move(request));
    }
    // Receives a message that a thread of the rank has probed.
    Made* receive_held(Rank rank) {
        const auto ready = std::find_if(held_.begin(), held_.end(), [&](const Made* one) { return one->rank == rank; });
        if (ready == held_.end()) return nullptr;
        const Made& found = **ready;
        held_.erase(ready);
        Made& made = make(rank, chance(50) ? Call::mrecv : Call::imrecv, {no_window, any_source, any_tag});
        made.got = found.got;
        made.number = found.number;
        const bool erroneous = found.got->ready;
        if (!erroneous) received_.insert(found.got->mark);
        CallRequest request = receive_request(made);
        auto more = std::make_shared<RequestArguments>();
        more->handle = found.answer.request;
        request.more = std::move(more);
        return begin(made, std::move(request), erroneous);
    }
    // The calls of the rank whose requests no call has completed.
    std::vector<Made*> open_requests(Rank rank, bool of_irecv) {
        std::vector<Made*> open;
        for (Made& one : made_) {
            const bool is_open =
                one.rank == rank && one.is_over && !(one.is_claimed && !of_irecv) && has_request(one.call);
            if (is_open && (!of_irecv || (one.call == Call::irecv && !is_reported(one)))) open.push_back(&one);
        }
        return open;
    }
    bool is_reported(const Made& made) const { return reported_.contains(&made); }
    // A thread may cancel a receive for which another thread waits.
    Made* cancel(Rank rank) {
        const std::vector<Made*> open = open_requests(rank, true);
        if (open.empty()) return nullptr;
        Made& cancelled = *open[below(open.size())];
        std::list<Model::Posted>& posted = model_.processes[at(rank)].posted;
        if (std::erase_if(posted, [&](const Model::Posted& one) { return one.number == *cancelled.number; }) > 0) {
            cancelled.is_cancelled = true;
            ++counts_.cancelled;
        }
        CallRequest request;
        request.requests = {cancelled.answer.request};
        return begin(make(rank, Call::request_cancel, {}), std::move(request));
    }
    Made* complete(Rank rank) {
        static constexpr std::array calls{Call::request_wait,     Call::request_test,    Call::request_waitall,
                                          Call::request_testall,  Call::request_waitany, Call::request_testany,
                                          Call::request_waitsome, Call::request_testsome};
        std::vector<Made*> open = open_requests(rank, false);
        if (open.empty()) return nullptr;
        std::shuffle(open.begin(), open.end(), random_);
        const Call call = calls[below(calls.size())];
        const bool one = call == Call::request_wait || call == Call::request_test;
        open.resize(one ? 1 : 1 + below(std::min<std::size_t>(open.size(), 3)));
        Made& made = make(rank, call, {});
        CallRequest request = with_status();
        for (Made* const completed : open) {
            completed->is_claimed = true;
            request.requests.push_back(completed->answer.request);
        }
        made.requests = std::move(open);
        return begin(made, std::move(request));
    }
    // Delivers the next packet of a pair of ranks. Returns false if no packet is in flight.
    bool deliver_one() {
        std::vector<std::deque<Packet>*> queues;
        for (auto& [pair, queue] : channels_.queues) {
            if (!queue.empty()) queues.push_back(&queue);
        }
        if (queues.empty()) return false;
        std::deque<Packet>& queue = *queues[below(queues.size())];
        const Packet packet = queue.front();
        queue.pop_front();
        if (packet.kind == PacketKind::send || packet.kind == PacketKind::send_rts ||
            packet.kind == PacketKind::ssend) {
            std::deque<SentMessage>& sent = in_flight_[{packet.source, packet.target}];
            if (sent.empty() || sent.front().mark != elements_of(packet)) differs("packets out of order");
            if (sent.empty()) return true;
            arrives(packet.target, sent.front());
            sent.pop_front();
        }
        Process& process = processes_.of(packet.target);
        process.deliver(packet);
        if (process.has_unpolled_packets()) process.poll(Poller::rank);
        settle(packet.target);
        return true;
    }

    // ---- The model follows.
    void expect_match(Rank rank, std::uint32_t receive, const SentMessage& message) {
        expected_.push_back({rank, receive, message.mark});
        received_.insert(message.mark);
        for (Made& one : made_) {
            if (one.rank == rank && one.number == receive) one.got = message;
        }
    }
    void arrives(Rank rank, const SentMessage& message) {
        if (const auto number = model_.arrives(rank, message)) expect_match(rank, *number, message);
        else is_new_ = true;
    }
    void finds(Made& made, std::list<SentMessage>::iterator found) {
        made.got = *found;
        if (!made.takes()) return;
        Model::Process& process = model_.processes[at(made.rank)];
        made.number = process.begun++;
        expected_.push_back({made.rank, *made.number, found->mark});
        held_.push_back(&made);
        process.arrived.erase(found);
    }
    // Follows what the process has done: which calls have returned.
    void settle(Rank rank) {
        if (std::exchange(is_new_, false)) settle_probes(rank);
        for (Made& one : made_) {
            if (one.rank != rank || one.is_over || !one.task.done()) continue;
            one.is_over = true;
            check_returned(one);
        }
        if (matches_.all != expected_) differs("the matches");
        check_waiting(rank);
    }
    // A message has arrived that no receive matches. Probes that waited can only have found this message, and all of
    // them before the MPROBE that takes it.
    void settle_probes(Rank rank) {
        const auto arrived = std::prev(model_.processes[at(rank)].arrived.end());
        std::size_t waited = 0;
        Made* taker = nullptr;
        for (Made& one : made_) {
            if (one.rank != rank || one.is_over || !one.probes() || !Model::accepts(one.key, arrived->key)) continue;
            ++waited;
            if (!one.task.done()) continue;
            if (!one.takes()) finds(one, arrived);
            else if (std::exchange(taker, &one) != nullptr) differs("two calls take a message");
        }
        if (taker != nullptr) finds(*taker, arrived);
        counts_.contended += waited > 1 ? 1 : 0;
    }

    bool waits_for_receive(const Made& send) const {
        const bool is_buffered = send.call == Call::bsend || send.call == Call::ibsend;
        const bool is_synchronous = send.call == Call::ssend || send.call == Call::issend;
        return !is_buffered && (is_synchronous || send.mark > eager_bytes_);
    }
    // True if a send or receive is complete, or may be complete: its last packets may be in flight.
    bool may_be_done(const Made& made) const {
        if (sends_message(made.call)) return !waits_for_receive(made) || received_.contains(made.mark);
        return made.is_cancelled || made.got.has_value();
    }
    bool must_be_done(const Made& made) const {
        if (is_quiet_) return may_be_done(made);
        if (sends_message(made.call)) return !waits_for_receive(made);
        return made.is_cancelled || (made.got && made.got->mark <= eager_bytes_);
    }
    void check_status(const MessageStatus& status, const SentMessage& got, std::uint32_t room) {
        if (std::string wrong = difference(status, got, room); !wrong.empty()) differs(std::move(wrong));
    }
    void check_returned(Made& made) {
        if (made.probes()) return check_probe(made);
        if (description_of(made.call).kind == CallClass::request) {
            if (made.call != Call::request_cancel) check_reports(made);
            return;
        }
        const bool receives = receives_message(made.call);
        if (receives && made.answer.index != static_cast<std::int32_t>(*made.number))
            differs("the number of a receive");
        if (has_request(made.call) || !(receives || sends_message(made.call))) return;
        if (!may_be_done(made)) return differs(fmt::format("{} returns too early", name_of(made.call)));
        if (receives) check_status(made.answer.lists->statuses.front(), *made.got, made.room);
    }
    void check_probe(const Made& made) {
        const std::vector<MessageStatus>& statuses = made.answer.lists->statuses;
        const bool tests = made.call == Call::iprobe || made.call == Call::improbe;
        if (tests && made.answer.done != made.got.has_value()) differs("the flag of a probe");
        if (statuses.size() != (made.got ? 1u : 0u) || !(made.got || tests)) differs("a probe finds a message or none");
        else if (made.got) check_status(statuses.front(), *made.got, much_room);
        if (made.got && made.takes() && made.answer.index != static_cast<std::int32_t>(*made.number)) {
            differs("the number of a message");
        }
    }
    // Returns the indices of the requests that the call reports.
    static std::vector<std::int32_t> reported_by(const Made& made) {
        switch (made.call) {
            case Call::request_waitsome:
            case Call::request_testsome: return made.answer.lists->indices;
            case Call::request_waitany:
            case Call::request_testany:
                if (made.answer.index < 0) return {};
                return {made.answer.index};
            default: break;
        }
        const bool tests = made.call == Call::request_test || made.call == Call::request_testall;
        std::vector<std::int32_t> all;
        for (std::size_t i = 0; i < made.requests.size() && (!tests || made.answer.done); ++i) {
            all.push_back(static_cast<std::int32_t>(i));
        }
        return all;
    }
    void check_reports(Made& made) {
        for (Made* const one : made.requests) one->is_claimed = false;
        const std::vector<std::int32_t> indices = reported_by(made);
        const std::vector<MessageStatus>& statuses = made.answer.own_lists().statuses;
        if (statuses.size() != indices.size()) return differs("the number of statuses");
        for (std::size_t i = 0; i < indices.size(); ++i) {
            Made& one = *made.requests[static_cast<std::size_t>(indices[i])];
            one.is_claimed = true;
            reported_.insert(&one);
            if (!may_be_done(one)) return differs(fmt::format("{} reports {}", name_of(made.call), name_of(one.call)));
            if (!receives_message(one.call)) continue;
            if (statuses[i].cancelled != one.is_cancelled) differs("a receive is cancelled or not");
            if (one.got) check_status(statuses[i], *one.got, one.room);
        }
        if (may_wait(made, indices.size())) return;
        differs(fmt::format("{} leaves a request that is complete", name_of(made.call)));
    }
    // True if the call may leave all its requests, or all but those that it has reported.
    bool may_wait(const Made& made, std::size_t reported) const {
        const bool all = made.call == Call::request_wait || made.call == Call::request_waitall ||
                         made.call == Call::request_test || made.call == Call::request_testall;
        const auto done = std::ranges::count_if(made.requests, [&](const Made* one) { return must_be_done(*one); });
        if (all) return reported > 0 || static_cast<std::size_t>(done) < made.requests.size();
        const bool some = made.call == Call::request_waitsome || made.call == Call::request_testsome;
        return some ? static_cast<std::size_t>(done) <= reported : reported > 0 || done == 0;
    }
    // Checks that each call of the rank that waits has a reason.
    void check_waiting(Rank rank) {
        for (const Made* const thread : threads_[at(rank)]) {
            if (thread != nullptr && !thread->is_over) check_reason(*thread);
        }
    }
    void check_reason(const Made& made) {
        bool has_reason = true;
        if (made.probes()) {
            Model::Process& process = model_.processes[at(made.rank)];
            has_reason = Model::find(process, made.key) == process.arrived.end();
        } else if (!made.requests.empty()) {
            has_reason = may_wait(made, 0);
        } else {
            has_reason = !must_be_done(made);
        }
        if (!has_reason) differs(fmt::format("{} waits without a reason", name_of(made.call)));
    }

    std::mt19937_64 random_;
    std::uint32_t eager_bytes_;
    std::uint64_t tags_;
    std::uint32_t marks_ = 0;
    bool is_probing_ = false;  // many calls are probes
    bool is_new_ = false;      // a message has arrived that no receive matches
    bool is_quiet_ = false;    // no packet is in flight
    std::string wrong_;
    Counts counts_;
    Channels channels_;
    NoData no_data_;
    NoMutexes no_mutexes_;
    Matches matches_;
    RandomChoice choice_{random_};
    World world_{channels_, no_data_, matches_, &choice_, &no_mutexes_};
    Processes processes_;
    Model model_;
    std::map<std::pair<Rank, Rank>, std::deque<SentMessage>> in_flight_;
    std::list<Made> made_;
    std::array<std::vector<Made*>, static_cast<std::size_t>(ranks)> threads_;  // by rank and thread: the last call
    std::list<Made*> held_;  // MPROBEs whose message no call has received
    std::vector<Match> expected_;
    std::set<std::uint32_t> received_;  // marks of the messages whose receive has begun
    std::set<const Made*> reported_;    // requests that a call has completed
    std::set<Rank> attached_;
};

// RMASIM_RANDOM_PROGRAMS and RMASIM_FIRST_SEED select other programs. A million takes half a minute of an optimised
// build.
TEST(ThreadsAndModel, MatchAlike) {
    const std::uint64_t first = from_environment("RMASIM_FIRST_SEED", 0);
    const std::uint64_t wanted = from_environment("RMASIM_RANDOM_PROGRAMS", random_rounds(200'000));
    ThreadsAndModel::Counts all;
    for (std::uint64_t seed = first; seed < first + wanted; ++seed) {
        ThreadsAndModel program(seed);
        const std::string wrong = program.run();
        ASSERT_EQ(wrong, "") << "seed " << seed;
        all.add(program.counts());
    }
    EXPECT_GT(all.matches, wanted);
    EXPECT_GT(all.cancelled * 10, wanted);
    EXPECT_GT(all.refused * 100, wanted);
    EXPECT_GT(all.contended * 50, wanted);
    EXPECT_GT(all.choices * 50, wanted);
}

}  // namespace
}  // namespace rmasim::matching
