// Random programs in which everything exists twice: threads with a window each, windows that are created and freed
// repeatedly, epochs of all kinds with several origins, and concurrent polls. The programs test the state that the
// second object finds after the first.
#include "tests/corpus/calls.h"
#include "tests/corpus/changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rmasim::corpus {

namespace {

// Generates the calls of the threads with one number on their window: one list of calls for each rank.
class Plan {
public:
    Plan(Random& random, CallSet known, std::uint64_t ranks, std::uint64_t thread, bool shared)
        : random_(random), known_(known), ranks_(ranks), thread_(thread), shared_(shared),
          window_(fmt::format("w{}", thread)), calls_(ranks) {}

    CallLists lists(std::uint64_t lives) {
        const bool created = lives > 1;
        for (std::uint64_t life = 0; life < lives; ++life) {
            if (created) add_for_all(call_of("win_create", {{"win", window_}}));
            for (auto left = 1 + random_.below(2); left > 0; --left) add_epoch();
            if (created) add_for_all(call_of("win_free", {{"win", window_}}));
            if (chance(random_, 40)) add_messages();
        }
        return std::move(calls_);
    }

private:
    void add(std::uint64_t rank, Json one) { calls_.add(rank, std::move(one)); }
    void add_for_all(const Json& one) { calls_.add_for_all(one); }
    Json on_window() const { return {{"win", window_}}; }
    Json assert_of(std::initializer_list<const char*> names) {
        const std::string name = one_of(random_, names);
        Json asserts = Json::array();
        if (!name.empty()) asserts.push_back(name);
        return asserts;
    }
    std::string variable() { return fmt::format("v{}_{}", thread_, variables_++); }

    void add_epoch() {
        std::vector<void (Plan::*)()> kinds{&Plan::add_fences};
        if (known_.contains(Call::post)) kinds.push_back(&Plan::add_groups);
        if (known_.contains(Call::lock)) kinds.insert(kinds.end(), {&Plan::add_locks, &Plan::add_locks});
        if (known_.contains(Call::lock_all)) kinds.push_back(&Plan::add_lock_all);
        (this->*element_of(random_, kinds))();
    }

    void add_fences() {
        Json first = on_window();
        first["assert"] = assert_of({"", "", "", "noprecede", "noprecede", "nostore"});
        add_for_all(call_of("fence", first));
        for (auto left = 1 + random_.below(2); left > 0; --left) {
            for (std::uint64_t rank = 0; rank < ranks_; ++rank) add_accesses(rank, random_.below(ranks_));
            Json next = on_window();
            if (left == 1) next["assert"] = assert_of({"", "nosucceed", "nosucceed"});
            add_for_all(call_of("fence", next));
        }
        if (chance(random_, 50)) return;
        for (std::uint64_t rank = 0; rank < ranks_; ++rank) add_local(rank);
    }

    // Each rank exposes its window to some ranks, and accesses the ranks that expose to it.
    void add_groups() {
        std::vector<std::vector<bool>> exposes(ranks_, std::vector<bool>(ranks_));
        for (auto& of_target : exposes) {
            for (std::size_t origin = 0; origin < ranks_; ++origin) of_target[origin] = chance(random_, 60);
        }
        for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
            exposes[rank][rank] = false;
            Json origins = Json::array();
            Json targets = Json::array();
            for (std::uint64_t other = 0; other < ranks_; ++other) {
                if (exposes[rank][other]) origins.push_back(other);
                if (other != rank && exposes[other][rank]) targets.push_back(other);
            }
            add(rank, call_of("post", {{"win", window_}, {"group", origins}}));
            add(rank, call_of("start", {{"win", window_}, {"group", targets}}));
            for (const Json& target : targets) add_accesses(rank, target.get<std::uint64_t>());
            add(rank, call_of("complete", on_window()));
            add_end_of_exposure(rank);
        }
    }

    void add_end_of_exposure(std::uint64_t rank) {
        if (chance(random_, 60)) return add(rank, call_of("wait", on_window()));
        const std::string done = variable();
        add(rank, call_of("let", {{done, 0}}));
        Json body = Json::array();
        body.push_back(call_of("test", {{"win", window_}, {"as", done}}));
        body.push_back(call_of("compute", {{"ns", 130}, {"poll", chance(random_, 50)}}));
        add(rank,
            call_of("while", {{"when", done + " == 0"}, {"limit", 400}, {"calls", body}, {"else", Json::array()}}));
        add(rank, call_of("if", {{"when", done + " == 0"}, {"calls", Json::array({call_of("wait", on_window())})}}));
    }

    void add_locks() {
        locked_ = true;
        for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
            std::vector<std::uint64_t> targets{random_.below(ranks_)};
            const bool two = chance(random_, 50);
            const std::uint64_t second = random_.below(ranks_);
            if (two && second > targets.front()) targets.push_back(second);  // ascending: no deadlock
            for (const std::uint64_t target : targets) {
                const char* const type = one_of(random_, {"shared", "exclusive"});
                add(rank, call_of("lock", {{"win", window_}, {"target", target}, {"type", type}}));
                add_accesses(rank, target);
                add_flush(rank, target);
            }
            for (const std::uint64_t target : targets) add_accesses(rank, target);
            for (const std::uint64_t target : targets) {
                add(rank, call_of("unlock", {{"win", window_}, {"target", target}}));
            }
        }
        locked_ = false;
    }

    void add_lock_all() {
        for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
            add(rank, call_of("lock_all", on_window()));
            for (auto left = 1 + random_.below(3); left > 0; --left) {
                const std::uint64_t target = random_.below(ranks_);
                add_accesses(rank, target);
                add_flush(rank, target);
            }
            add(rank, call_of("unlock_all", on_window()));
        }
    }

    void add_flush(std::uint64_t rank, std::uint64_t target) {
        const Call which = one_of(
            random_, {Call::none, Call::none, Call::flush, Call::flush_local, Call::flush_all, Call::flush_local_all});
        if (which == Call::none || !known_.contains(which)) return;
        Json arguments = on_window();
        const bool of_all = which == Call::flush_all || which == Call::flush_local_all;
        if (!of_all) arguments["target"] = target;
        add(rank, call_of(which, std::move(arguments)));
    }

    void add_accesses(std::uint64_t rank, std::uint64_t target) {
        for (auto left = random_.below(3); left > 0; --left) add_operation(rank, target);
        if (chance(random_, 30)) add_local(rank);
    }

    void add_operation(std::uint64_t rank, std::uint64_t target) {
        const bool keeps = locked_ && known_.contains(Call::rput) && chance(random_, 25);
        const Call which = keeps ? one_of(random_, {Call::rput, Call::rget, Call::raccumulate, Call::rget_accumulate})
                                 : one_of(random_, {Call::put, Call::put, Call::get, Call::accumulate,
                                                    Call::get_accumulate, Call::fetch_and_op, Call::compare_and_swap});
        if (!known_.contains(which)) return;
        const CallDescription& described = description_of(which);
        Json arguments{{"win", window_}, {"target", target}};
        if (keeps) arguments["request"] = fmt::format("r{}", thread_);
        arguments["disp"] = one_of<std::int64_t>(random_, {0, 0, 1, 2, 5});
        arguments["datatype"] = one_of(random_, {"int64", "int64", "int32", "uint32"});
        const bool own_memory = chance(random_, 25);
        if (!described.has(Argument::as)) arguments["count"] = one_of<std::int64_t>(random_, {0, 1, 1, 2, 4});
        else if (own_memory) arguments["into"] = {{"buffer", "b"}, {"disp", 8 * random_.below(4)}};
        else arguments["as"] = variable();
        if (described.has(Argument::op)) arguments["op"] = one_of(random_, {"sum", "max", "bxor", "replace"});
        if (described.has(Argument::compare)) arguments["compare"] = random_.below(2);
        const bool sends_own = own_memory && described.has(Argument::value);
        if (sends_own) arguments.erase("compare");  // it follows the new value in the buffer
        if (sends_own) arguments["from"] = {{"buffer", "b"}, {"disp", 4 * random_.below(8)}};
        else if (described.has(Argument::value)) arguments["value"] = one_of(random_, {"rank", "random(9)", "7", "-1"});
        add(rank, call_of(which, std::move(arguments)));
        if (!keeps) return;
        if (chance(random_, 40)) add_operation(rank, target);
        add(rank, call_of("wait", {{"request", fmt::format("r{}", thread_)}}));
    }

    // Accesses the own part, and the parts of other ranks if the window is shared.
    void add_local(std::uint64_t rank) {
        const std::uint64_t what = random_.below(4);
        if (what == 0) {
            const bool poll = chance(random_, 60);
            return add(rank, call_of("compute",
                                     {{"ns", one_of<std::int64_t>(random_, {100, 100, 700, 3000})}, {"poll", poll}}));
        }
        Json arguments = on_window();
        arguments["disp"] = one_of<std::int64_t>(random_, {0, 4, 8, 16});
        arguments["datatype"] = one_of(random_, {"int64", "int32", "int32", "byte"});
        if (what == 1) {
            arguments["value"] = one_of(random_, {"100 + rank", "random(1000)"});
            return add(rank, call_of("store", std::move(arguments)));
        }
        const std::uint64_t neighbour = rank ^ 1U;
        if (shared_ && neighbour < ranks_ && chance(random_, 60)) arguments["target"] = neighbour;
        arguments["as"] = variable();
        add(rank, call_of("load", std::move(arguments)));
    }

    // Sends messages to the next rank, with requests or without.
    void add_messages() {
        if (!known_.contains(Call::send)) return;
        const bool keeps = known_.contains(Call::irecv) && chance(random_, 60);
        const std::string requests = variable();
        const std::string all = variable();
        for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
            const Json to_next{
                {"target", (rank + 1) % ranks_}, {"tag", thread_}, {"datatype", "int64"}, {"value", "random(50)"}};
            Json from_last{
                {"source", (rank + ranks_ - 1) % ranks_}, {"tag", thread_}, {"datatype", "int64"}, {"as", variable()}};
            if (!keeps) {
                add(rank, call_of("send", to_next));
                add(rank, call_of("recv", from_last));
                continue;
            }
            from_last["request"] = requests;
            add(rank, call_of("irecv", from_last));
            Json kept = to_next;
            kept["request"] = all;
            add(rank, call_of("isend", kept));
            if (chance(random_, 50)) add(rank, call_of("compute", {{"ns", 100}, {"poll", true}}));
            const char* const ends = one_of(random_, {"waitall", "waitall", "testall", "waitany"});
            Json list{{"requests", {requests, all}}};
            if (std::string(ends) != "waitall") list["as"] = variable();
            add(rank, call_of(ends, list));
            if (std::string(ends) != "waitall") add(rank, call_of("waitall", {{"requests", {requests, all}}}));
        }
    }

    Random& random_;
    CallSet known_;
    std::uint64_t ranks_, thread_;
    bool shared_;
    std::string window_;
    CallLists calls_;
    bool locked_ = false;  // by LOCK, so that a request may be kept
    int variables_ = 0;
};

// Each rank attaches a part of its memory to a dynamic window, sends the address of the part to the previous rank, and
// detaches the part again. Then it repeats these steps with another part.
Json attached_parts(Random& random, bool may_be_of_window) {
    Json over{{"buffer", "b"}};
    over["disp"] = one_of(random, {"32 * round", "64 - 32 * round", "16 * round"});
    const bool of_window = chance(random, 30) && may_be_of_window;
    if (of_window) over = {{"win", "w0"}, {"disp", "16 * round"}};
    Json location = over;
    location["as"] = "mine";
    Json body = Json::array();
    body.push_back(call_of("win_attach", {{"win", "d"}, {"over", over}, {"bytes", 16 + 16 * random.below(2)}}));
    body.push_back(call_of("get_address", location));
    body.push_back(call_of("send", {{"target", "left"}, {"tag", 9}, {"datatype", "int64"}, {"value", "mine"}}));
    body.push_back(call_of("recv", {{"source", "right"}, {"tag", 9}, {"datatype", "int64"}, {"as", "there"}}));
    const char* const type = one_of(random, {"shared", "exclusive"});
    body.push_back(call_of("lock", {{"win", "d"}, {"target", "right"}, {"type", type}}));
    for (auto left = 1 + random.below(3); left > 0; --left) {
        const char* const what = one_of(random, {"put", "accumulate", "get"});
        Json arguments{{"win", "d"}, {"target", "right"}, {"datatype", "int64"}};
        arguments["disp"] = one_of(random, {"there", "there + 8"});
        if (std::string(what) == "get") arguments["as"] = "got";
        else arguments["value"] = "10 * round + rank";
        body.push_back(call_of(what, std::move(arguments)));
    }
    body.push_back(call_of("unlock", {{"win", "d"}, {"target", "right"}}));
    if (chance(random, 85)) body.push_back(call_of("barrier"));
    body.push_back(call_of("win_detach", {{"win", "d"}, {"over", over}}));
    return body;
}

void add_attachments(Random& random, Json& windows, std::vector<std::vector<Json>>& of_ranks) {
    const bool is_shared = windows["w0"]["shared"];
    windows["d"] = {{"dynamic", true}};
    const Json body = attached_parts(random, !is_shared);
    const std::uint64_t rounds = 1 + random.below(2);
    for (std::vector<Json>& threads : of_ranks) {
        Json& list = threads.front();
        list.push_back(call_of("let", {{"left", "(rank - 1) % size"}, {"right", "(rank + 1) % size"}}));
        list.push_back(call_of("repeat", {{"times", rounds}, {"as", "round"}, {"calls", body}}));
    }
}

// Adds waits between the threads of a rank. The waits always end, because the thread with the lower number goes first,
// or all threads enter a barrier.
void add_thread_syncs(Random& random, std::vector<Json>& threads) {
    const std::size_t count = threads.size();
    const bool syncs = chance(random, 40);
    const std::uint64_t first = syncs ? 1 : 0;
    const auto somewhere = [&random, first](Json& list, Json one) {
        const auto position = static_cast<std::ptrdiff_t>(first + random.below(list.size() + 1 - first));
        list.insert(list.begin() + position, std::move(one));
    };
    if (syncs) {
        for (Json& list : threads) list.insert(list.begin(), call_of("thread_barrier"));
    }
    if (chance(random, 50)) {
        somewhere(threads.front(), call_of("set_flag", {{"flag", "f"}, {"value", 1 + random.below(2)}}));
        for (std::size_t thread = 1; thread < count; ++thread) {
            somewhere(threads[thread], call_of("wait_flag", {{"flag", "f"}, {"value", 1}}));
        }
    }
    if (!chance(random, 40)) return;
    for (std::size_t thread = 1; thread < count; ++thread) {
        threads.front().push_back(call_of("join", {{"thread", thread}}));
    }
}

}  // namespace

Json lives_program(Random& random, const sim::Family& family) {
    const std::uint64_t ranks = 2 + random.below(4);
    const std::uint64_t threads = 1 + random.below(3);
    const bool one_node = family.traits.shares_one_node;
    Json scenario{{"name", "lives"}, {"ranks", ranks}, {"protocol", {{"family", std::string(family.name())}}}};
    const std::uint64_t ranks_per_node = one_node ? ranks : one_of<std::uint64_t>(random, {1, 2, 2, ranks});
    scenario["platform"] = {{"ranks_per_node", ranks_per_node}};
    std::vector<std::vector<Json>> of_ranks(ranks);
    for (std::uint64_t thread = 0; thread < threads; ++thread) {
        const std::uint64_t lives = family.calls().contains(Call::win_create) ? 1 + random.below(3) : 1;
        const bool may_be_shared = !family.traits.refuses_shared_windows && ranks_per_node > 1;
        const bool shared = may_be_shared && chance(random, one_node ? 100 : 60);
        Json window{{"bytes", one_of(random, {"96", "rank == 1 ? 80 : 96", "80 + 16 * rank"})}, {"shared", shared}};
        window["disp_unit"] = one_of(random, {"8", "8", "rank == 0 ? 4 : 8"});
        scenario["windows"][fmt::format("w{}", thread)] = std::move(window);
        Plan plan(random, family.calls(), ranks, thread, shared);
        CallLists lists = plan.lists(lives);
        for (std::uint64_t rank = 0; rank < ranks; ++rank) of_ranks[rank].push_back(std::move(lists[rank]));
    }
    scenario["buffers"]["b"] = {{"bytes", 128}};
    if (family.calls().contains(Call::win_attach) && chance(random, 30)) {
        add_attachments(random, scenario["windows"], of_ranks);
    }
    Json programs = Json::array();
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        if (threads > 1) add_thread_syncs(random, of_ranks[rank]);
        programs.push_back(program_of(std::to_string(rank), std::move(of_ranks[rank])));
    }
    scenario["programs"] = std::move(programs);
    return scenario;
}

}  // namespace rmasim::corpus
