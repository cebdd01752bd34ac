// Random programs of messages against the model of matching. Calls that wait stay suspended while others continue, like
// calls of several threads.
#include "protocol/base/call_table.h"
#include "protocol/parts/messages/messages.h"
#include "tests/random_rounds.h"
#include "tests/unit/protocol/matching_model.h"
#include "tests/unit/protocol/no_data.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace rmasim::matching {
namespace {

class MessagesAndModel {
public:
    explicit MessagesAndModel(std::uint64_t seed) : random_(seed) {
        deep_ = below(16) == 0;
        receives_first_ = below(2) == 0;
        tags_ = 1 + below(deep_ ? 30 : 3);
        limits_.eager_bytes = below(3) == 0 ? 4 : no_message_limit;
        limits_.part_bytes = below(2) == 0 ? 3 : max_part_bytes;
        for (Rank rank = 0; rank < ranks; ++rank) processes_.emplace_back(rank);
    }

    // Returns what differs from the model; empty if nothing does.
    std::string run() {
        const std::uint64_t steps = deep_ ? 300 : 12 + below(30);
        for (std::uint64_t step = 0; step < steps && wrong_.empty() && !over_; ++step) make_step(step);
        while (wrong_.empty() && !over_ && deliver_one()) {
        }
        if (wrong_.empty() && !over_) check_end();
        return wrong_;
    }
    std::size_t matches() const { return matches_.all.size(); }
    std::size_t cancelled() const { return cancelled_; }
    std::size_t refused() const { return over_ ? 1 : 0; }

private:
    struct Process {
        explicit Process(Rank rank) : messages(rank) {}
        Messages messages;
        WaitList waits;
    };
    // A call that was made. Its task and answer stay until the end of the program.
    struct Made {
        Rank rank = 0;
        Call call = Call::none;
        MatchKey key{};  // sends: of the message; receives and probes: what they accept
        std::uint32_t mark = 0;
        std::uint32_t room = 1'000'000;         // receives: the number of elements for which there is room
        std::optional<std::uint32_t> number{};  // of a receive
        std::optional<SentMessage> got{};       // by the model
        bool is_cancelled = false, is_over = false;
        CallAnswer answer{};
        Task<> task{};
    };

    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    bool chance(std::uint64_t percent) { return below(100) < percent; }
    static std::size_t at(Rank rank) { return static_cast<std::size_t>(rank); }
    MatchKey drawn_key() {
        return {static_cast<WindowId>(no_window - below(2)), static_cast<Rank>(below(ranks)),
                static_cast<std::uint32_t>(below(tags_))};
    }
    MatchKey drawn_pattern() {
        MatchKey key = drawn_key();
        if (chance(35)) key.source = any_source;
        if (chance(35)) key.tag = any_tag;
        return key;
    }
    void differs(std::string text) {
        if (wrong_.empty()) wrong_ = std::move(text);
    }

    // A deep program begins with many receives, or with many messages, so that the queues are divided into lists.
    void make_step(std::uint64_t step) {
        if (deep_ && step < 150) {
            if (receives_first_) return receive();
            if (chance(50)) return send();
            deliver_one();
            return;
        }
        switch (below(10)) {
            case 0:
            case 1:
            case 2: return send();
            case 3:
            case 4: return receive();
            case 5: return probe();
            case 6: return receive_held();
            case 7: return cancel();
            default: deliver_one();
        }
    }

    Made& make(Rank rank, Call call, const MatchKey& key) {
        Made& made = made_.emplace_back();
        made.rank = rank;
        made.call = call;
        made.key = key;
        return made;
    }
    // Begins the call. Returns false if it is erroneous.
    bool begin(Made& made, CallRequest request) {
        request.call = made.call;
        request.comm = request.message.comm = made.key.comm;
        request.message.tag = made.key.tag;
        Process& process = processes_[at(made.rank)];
        requests_.push_back(std::move(request));
        made.task = process.messages.call(world_, process.waits, requests_.back(), limits_, made.answer);
        made.task.start();
        process.waits.resume_ready(made.rank, nullptr);
        if (!made.task.done()) return true;
        try {
            made.task.result();
        } catch (const ErroneousProgram&) {
            return false;
        }
        return true;
    }
    void expect_match(Rank rank, std::uint32_t receive, const SentMessage& message) {
        expected_.push_back({rank, receive, message.mark});
        for (Made& one : made_) {
            if (one.rank == rank && one.number == receive) one.got = message;
        }
        matched_marks_.push_back(message.mark);
    }
    // A message of the model arrives. Probes that wait find it if no receive does.
    void model_arrives(Rank rank, const SentMessage& message) {
        if (const auto number = model_.arrives(rank, message)) return expect_match(rank, *number, message);
        Model::Process& process = model_.processes[at(rank)];
        for (auto probe = process.probes.begin(); probe != process.probes.end();) {
            const auto found = Model::find(process, probe->key);
            if (found == process.arrived.end()) {
                ++probe;
                continue;
            }
            probe_finds(made_at(probe->call), process, found, probe->takes);
            probe = process.probes.erase(probe);
        }
    }
    void probe_finds(Made& made, Model::Process& process, std::list<SentMessage>::iterator found, bool takes) {
        made.got = *found;
        if (!takes) return;
        made.number = process.begun++;
        expected_.push_back({made.rank, *made.number, found->mark});
        held_.push_back({made.rank, &made});
        process.arrived.erase(found);
    }
    Made& made_at(std::size_t index) { return *std::next(made_.begin(), static_cast<std::ptrdiff_t>(index)); }
    void check_matches() {
        if (matches_.all != expected_) {
            const auto text = [](const std::vector<Match>& all) {
                return all.empty() ? std::string("none")
                                   : fmt::format("rank {} receive {} message {}", all.back().rank, all.back().receive,
                                                 all.back().mark);
            };
            differs(fmt::format("{} matches, the last: {}; the model has {}: {}", matches_.all.size(),
                                text(matches_.all), expected_.size(), text(expected_)));
        }
    }

    void send() {
        static constexpr std::array calls{Call::send,  Call::isend,  Call::ssend, Call::issend,
                                          Call::bsend, Call::ibsend, Call::rsend, Call::irsend};
        const Call call = calls[chance(70) ? below(4) : below(calls.size())];
        MatchKey key = drawn_key();
        const Rank target = static_cast<Rank>(below(ranks));
        Made& made = make(key.source, call, key);
        made.mark = ++marks_;
        const bool ready = call == Call::rsend || call == Call::irsend;
        if (call == Call::bsend || call == Call::ibsend) attach(key.source);
        CallRequest request;
        request.message.peer = target;
        request.message.count = made.mark;
        if (target == key.source) model_arrives(target, {key, made.mark, ready});
        else in_flight_[{key.source, target}].push_back({key, made.mark, ready});
        if (!begin(made, std::move(request))) differs("a send is erroneous");
        check_matches();
    }
    // Attaches a buffer that is large enough for all messages.
    void attach(Rank rank) {
        if (attached_[at(rank)]) return;
        attached_[at(rank)] = true;
        auto more = std::make_shared<RequestArguments>();
        more->memory_bytes = 1'000'000;
        CallRequest request;
        request.more = std::move(more);
        begin(make(rank, Call::buffer_attach, {}), std::move(request));
    }
    void receive() {
        const MatchKey key = drawn_pattern();
        const auto rank = static_cast<Rank>(below(ranks));
        Made& made = make(rank, chance(30) ? Call::recv : Call::irecv, key);
        Model::Process& process = model_.processes[at(rank)];
        made.number = process.begun++;
        const auto found = Model::find(process, key);
        bool erroneous = false;
        if (found == process.arrived.end()) {
            process.posted.push_back({*made.number, key});
        } else if (found->ready) {
            erroneous = true;
        } else {
            expect_match(rank, *made.number, *found);
            process.arrived.erase(found);
        }
        CallRequest request;
        request.message.peer = key.source;
        if (chance(30)) made.room = static_cast<std::uint32_t>(below(marks_ + 1));
        request.message.count = made.room;
        request.wants_status = request.errors_return = true;
        if (begin(made, std::move(request)) == erroneous) differs("a receive of a ready message");
        over_ = erroneous;
        if (!erroneous && made.answer.index != static_cast<std::int32_t>(*made.number)) {
            differs("the number of a receive");
        }
        check_matches();
    }
    void probe() {
        static constexpr std::array calls{Call::probe, Call::iprobe, Call::mprobe, Call::improbe};
        const Call call = calls[below(calls.size())];
        const MatchKey key = drawn_pattern();
        const auto rank = static_cast<Rank>(below(ranks));
        Made& made = make(rank, call, key);
        const bool takes = call == Call::mprobe || call == Call::improbe;
        Model::Process& process = model_.processes[at(rank)];
        const auto found = Model::find(process, key);
        const bool finds = found != process.arrived.end();
        if (finds) probe_finds(made, process, found, takes);
        else if (call == Call::probe || call == Call::mprobe) process.probes.push_back({made_.size() - 1, key, takes});
        CallRequest request;
        request.message.peer = key.source;
        request.wants_status = true;
        if (!begin(made, std::move(request))) differs("a probe is erroneous");
        const bool tests = call == Call::iprobe || call == Call::improbe;
        if (tests && made.answer.done != finds) differs("the flag of a probe");
        check_matches();
        check_probes();
    }
    // Checks the statuses of the probes that have returned.
    void check_probes() {
        for (Made& one : made_) {
            if (description_of(one.call).kind != CallClass::probe || one.is_over || !one.task.done()) continue;
            one.is_over = true;
            const std::vector<MessageStatus>& statuses = one.answer.lists->statuses;
            if (statuses.size() != (one.got ? 1u : 0u)) differs("a probe finds a message or none");
            else if (one.got) check_status(statuses.front(), *one.got, one.room);
        }
    }
    void check_status(const MessageStatus& status, const SentMessage& got, std::uint32_t room) {
        if (std::string wrong = difference(status, got, room); !wrong.empty()) differs(std::move(wrong));
    }
    void receive_held() {
        const auto ready = std::find_if(held_.begin(), held_.end(), [](const auto& one) {
            return one.second->task.done() && one.second->answer.request != no_request;
        });
        if (ready == held_.end()) return;
        const auto [rank, probe] = *ready;
        held_.erase(ready);
        Made& made = make(rank, chance(50) ? Call::mrecv : Call::imrecv, {no_window, any_source, any_tag});
        made.got = probe->got;
        made.number = probe->number;
        const bool erroneous = probe->got->ready;
        auto more = std::make_shared<RequestArguments>();
        more->handle = probe->answer.request;
        CallRequest request;
        request.more = std::move(more);
        request.message.peer = any_source;
        if (chance(30)) made.room = static_cast<std::uint32_t>(below(marks_ + 1));
        request.message.count = made.room;
        request.wants_status = request.errors_return = true;
        if (!erroneous) matched_marks_.push_back(probe->got->mark);
        if (begin(made, std::move(request)) == erroneous) differs("a receive of a held ready message");
        over_ = erroneous;
    }
    void cancel() {
        std::vector<Made*> open;
        for (Made& one : made_) {
            if (one.call == Call::irecv && !one.is_cancelled) open.push_back(&one);
        }
        if (open.empty()) return;
        Made& made = *open[below(open.size())];
        Model::Process& process = model_.processes[at(made.rank)];
        const auto posted = std::find_if(process.posted.begin(), process.posted.end(),
                                         [&](const Model::Posted& one) { return one.number == *made.number; });
        if (posted != process.posted.end()) {
            made.is_cancelled = true;
            ++cancelled_;
            process.posted.erase(posted);
        }
        processes_[at(made.rank)].messages.cancel(Call::request_cancel, made.answer.request);
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
        const bool is_new =
            packet.kind == PacketKind::send || packet.kind == PacketKind::send_rts || packet.kind == PacketKind::ssend;
        if (is_new) {
            std::deque<SentMessage>& sent = in_flight_[{packet.source, packet.target}];
            if (sent.empty() || sent.front().mark != elements_of(packet)) differs("packets out of order");
            if (sent.empty()) return true;
            model_arrives(packet.target, sent.front());
            sent.pop_front();
        }
        Process& process = processes_[at(packet.target)];
        process.messages.deliver(world_, packet);
        process.waits.resume_ready(packet.target, nullptr);
        check_matches();
        check_probes();
        return true;
    }

    // After all packets have arrived, the calls and requests that the model completes are complete, and no others.
    void check_end() {
        for (Made& one : made_) {
            if (sends_message(one.call)) check_send(one);
            else if (receives_message(one.call)) check_receive(one);
        }
        for (Rank rank = 0; rank < ranks; ++rank) {
            const std::vector<const Packet*> left = processes_[at(rank)].messages.unreceived();
            const std::list<SentMessage>& arrived = model_.processes[at(rank)].arrived;
            if (left.empty() != arrived.empty()) differs("a message is left");
            else if (!left.empty() && elements_of(*left.front()) != arrived.front().mark)
                differs("the oldest message left");
        }
    }
    bool is_done(Made& made) {
        if (!has_request(made.call)) return made.task.done();
        return processes_[at(made.rank)].messages.request(Call::request_wait, made.answer.request).done;
    }
    void check_send(Made& made) {
        const bool matched = std::find(matched_marks_.begin(), matched_marks_.end(), made.mark) != matched_marks_.end();
        const bool is_buffered = made.call == Call::bsend || made.call == Call::ibsend;
        const bool is_synchronous = made.call == Call::ssend || made.call == Call::issend;
        const bool waits = !is_buffered && (is_synchronous || made.mark > limits_.eager_bytes);
        if (is_done(made) != (!waits || matched)) differs(fmt::format("{} is done or not", name_of(made.call)));
    }
    void check_receive(Made& made) {
        if (is_done(made) != (made.got.has_value() || made.is_cancelled)) {
            return differs(fmt::format("{} is done or not", name_of(made.call)));
        }
        if (!is_done(made)) return;
        const MessageStatus status = has_request(made.call)
                                         ? processes_[at(made.rank)].messages.status_of(made.answer.request)
                                         : made.answer.lists->statuses.front();
        if (status.cancelled != made.is_cancelled) differs("a receive is cancelled or not");
        if (made.got) check_status(status, *made.got, made.room);
    }

    std::mt19937_64 random_;
    bool deep_ = false, receives_first_ = false, over_ = false;
    std::uint64_t tags_ = 1;
    MessageLimits limits_;
    std::uint32_t marks_ = 0;
    std::size_t cancelled_ = 0;
    std::string wrong_;
    Channels channels_;
    NoData no_data_;
    Matches matches_;
    World world_{channels_, no_data_, matches_};
    std::deque<Process> processes_;
    Model model_;
    std::map<std::pair<Rank, Rank>, std::deque<SentMessage>> in_flight_;
    std::list<CallRequest> requests_;
    std::list<Made> made_;
    std::vector<std::pair<Rank, Made*>> held_;
    std::vector<Match> expected_;
    std::vector<std::uint32_t> matched_marks_;
    std::array<bool, static_cast<std::size_t>(ranks)> attached_{};
};

TEST(MessagesAndModel, MatchEqually) {
    const std::uint64_t programs = random_rounds(1'000'000), first = from_environment("RMASIM_FIRST_SEED", 0);
    std::size_t matches = 0, cancelled = 0, refused = 0;
    for (std::uint64_t seed = first; seed < first + programs; ++seed) {
        MessagesAndModel program(seed);
        const std::string wrong = program.run();
        ASSERT_EQ(wrong, "") << "seed " << seed;
        matches += program.matches();
        cancelled += program.cancelled();
        refused += program.refused();
    }
    EXPECT_GT(matches, programs);
    EXPECT_GT(cancelled * 10, programs);
    EXPECT_GT(refused * 100, programs);
}

}  // namespace
}  // namespace rmasim::matching
