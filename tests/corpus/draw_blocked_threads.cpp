// Random programs whose threads end in waits of every kind, of several kinds at once, and on several windows. They test
// deadlock reports, the rules between threads, and broken waits. Most programs are erroneous, and they need not end.
#include "tests/corpus/calls.h"
#include "tests/corpus/changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace rmasim::corpus {

namespace {

// Generates the calls of one rank's threads.
class CrowdedRank {
public:
    CrowdedRank(Random& random, CallSet known, std::uint64_t rank, std::uint64_t ranks,
                const std::vector<std::string>& windows)
        : random_(random), known_(known), rank_(rank), ranks_(ranks), windows_(windows), threads_(1 + random.below(4)) {
    }

    Json program(const Json& syncs) {
        std::vector<Json> lists;
        for (thread_ = 0; thread_ < threads_; ++thread_) {
            calls_ = thread_ == 0 ? syncs : Json::array();
            for (auto left = 1 + random_.below(4); left > 0; --left) add_part();
            lists.push_back(calls_);
        }
        return program_of(std::to_string(rank_), std::move(lists));
    }

private:
    std::uint64_t any_rank() { return random_.below(ranks_); }
    // Each thread mostly uses a window of its own: most pairs of concurrent calls on one window are forbidden.
    const std::string& any_window() {
        const std::size_t own = thread_ % windows_.size();
        return windows_[chance(random_, 80) ? own : random_.below(windows_.size())];
    }
    const char* any_flag() { return one_of(random_, {"f", "g", "h"}); }

    void add(Call call, Json arguments) {
        if (known_.contains(call)) calls_.push_back(call_of(call, std::move(arguments)));
    }
    void add_local(const char* verb, Json arguments) { calls_.push_back(call_of(verb, std::move(arguments))); }

    void add_operation(const std::string& window, std::uint64_t target) {
        const Call call = one_of(random_, {Call::put, Call::put, Call::get, Call::accumulate, Call::fetch_and_op,
                                           Call::get_accumulate, Call::compare_and_swap});
        const CallDescription& described = description_of(call);
        Json arguments{{"win", window}, {"target", target}};
        arguments["disp"] = random_.below(3);
        const bool fetches = described.has(Argument::as);
        arguments["datatype"] = fetches ? one_of(random_, {"int64", "int32", "byte"})
                                        : one_of(random_, {"int64", "int64", "int32", "byte", "float64"});
        if (fetches) arguments["as"] = one_of(random_, {"x", "y"});
        else arguments["count"] = one_of<std::int64_t>(random_, {1, 1, 2, 5});
        if (described.has(Argument::op)) arguments["op"] = one_of(random_, {"sum", "max", "replace"});
        if (described.has(Argument::value)) arguments["value"] = random_.below(100);
        if (described.has(Argument::compare)) arguments["compare"] = random_.below(2);
        add(call, std::move(arguments));
    }
    void add_operations(const std::string& window, std::uint64_t target) {
        if (!known_.contains(Call::lock) && !chance(random_, 20)) return;  // there is rarely an epoch
        for (auto left = random_.below(3); left > 0; --left) add_operation(window, target);
    }

    void add_lock() {
        const std::string& window = any_window();
        const std::uint64_t target = any_rank();
        const char* const type = one_of(random_, {"shared", "exclusive"});
        if (!locked_.insert({window, target}).second && chance(random_, 90)) return;
        add(Call::lock, {{"win", window}, {"target", target}, {"type", type}});
        add_operations(window, target);
        const Call flush = one_of(random_, {Call::none, Call::flush, Call::flush_local, Call::flush_all});
        if (flush == Call::flush_all) add(flush, {{"win", window}});
        else if (flush != Call::none) add(flush, {{"win", window}, {"target", target}});
        add_operations(window, target);
        if (!chance(random_, 75)) return;
        add(Call::unlock, {{"win", window}, {"target", target}});
        locked_.erase({window, target});
    }

    void add_lock_all() {
        const std::string& window = any_window();
        add(Call::lock_all, {{"win", window}});
        for (auto left = random_.below(3); left > 0; --left) {
            const std::uint64_t target = any_rank();
            add_operations(window, target);
        }
        if (chance(random_, 30)) add(Call::flush_all, {{"win", window}});
        if (chance(random_, 75)) add(Call::unlock_all, {{"win", window}});
    }

    Json group() {
        Json ranks = Json::array();
        for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
            if (rank != rank_ && chance(random_, 60)) ranks.push_back(rank);
        }
        return ranks;
    }
    void add_exposure() {
        const std::string& window = any_window();
        const Json origins = group();
        add(Call::post, {{"win", window}, {"group", origins}});
        add(Call::wait, {{"win", window}});
    }
    void add_access() {
        const std::string& window = any_window();
        const Json targets = group();
        add(Call::start, {{"win", window}, {"group", targets}});
        for (const Json& target : targets) add_operations(window, target.get<std::uint64_t>());
        add(Call::complete, {{"win", window}});
    }

    void add_message() {
        const bool sends = chance(random_, 40);
        const bool keeps = chance(random_, 30);
        Json arguments{{sends ? "target" : "source", any_rank()}};
        arguments["tag"] = random_.below(2);
        if (!keeps) return add(sends ? Call::send : Call::recv, std::move(arguments));
        arguments["request"] = "r";
        add(sends ? Call::isend : Call::irecv, std::move(arguments));
        add(Call::request_wait, {{"request", "r"}});
    }

    void add_flag(const char* verb) {
        const char* const flag = any_flag();
        const std::uint64_t value = 1 + random_.below(2);
        add_local(verb, {{"flag", flag}, {"value", value}});
    }
    void add_join() {
        if (threads_ == 1) return;
        const std::uint64_t thread = another(random_, thread_, threads_);
        add_local("join", {{"thread", thread}});
    }

    // Adds some calls to a thread's program. They may wait for ever.
    void add_part() {
        switch (random_.below(16)) {
            case 0:
            case 1:
            case 2: return add_lock();
            case 3: return add_lock_all();
            case 4: return add_exposure();
            case 5: return add_access();
            case 6:
            case 7: return add_message();
            case 8:
            case 9: return add_flag("wait_flag");
            case 10: return add_flag("set_flag");
            case 11:
            case 12: return add_local("thread_barrier", Json::object());
            case 13: return add_join();
            case 14: {
                const Call call = chance(random_, 80) ? Call::fence : Call::win_free;
                return add(call, {{"win", any_window()}});
            }
            default: return add(Call::barrier, Json::object());
        }
    }

    Random& random_;
    CallSet known_;
    std::uint64_t rank_, ranks_;
    const std::vector<std::string>& windows_;
    std::uint64_t threads_;
    std::uint64_t thread_ = 0;
    Json calls_;  // of thread `thread_`
    std::set<std::tuple<std::string, std::uint64_t>> locked_;
};

// Returns the names of at least three windows, which all ranks have.
std::vector<std::string> more_windows(Json& windows) {
    std::vector<std::string> names;
    Json first;
    for (auto& [name, window] : windows.items()) {
        window.erase("ranks");
        if (name == "results") continue;
        if (names.empty()) first = window;
        names.push_back(name);
    }
    while (names.size() < 3) {
        names.push_back("x" + std::to_string(names.size()));
        windows[names.back()] = first;
    }
    return names;
}

// Returns calls that the first threads of all ranks make together, before all others.
Json random_syncs(Random& random, CallSet known, const std::vector<std::string>& windows) {
    Json calls = Json::array();
    for (auto left = random.below(3); left > 0; --left) {
        const std::string& window = element_of(random, windows);
        const bool fences = chance(random, 70) && known.contains(Call::fence);
        calls.push_back(fences ? call_of("fence", {{"win", window}}) : call_of("barrier"));
    }
    return calls;
}

// Chooses pools with one level or with two, and pools that become exhausted.
void generate_pools(Random& random, Json& protocol) {
    for (const char* pool : {"op_pool", "target_pool"}) {
        if (!protocol.contains(pool)) continue;
        const auto local = one_of<std::int64_t>(random, {0, 1, 2, 6});
        const auto global = one_of<std::int64_t>(random, {0, 0, 1, 3});
        protocol[pool] = {{"local", local}, {"global", local + global == 0 ? 2 : global}};
    }
}

}  // namespace

void generate_blocked_threads(Random& random, Json& scenario, CallSet known) {
    scenario.erase("expect");
    scenario.erase("params");
    const std::uint64_t ranks = 2 + random.below(4);
    scenario["ranks"] = ranks;
    if (scenario["platform"].contains("ranks_per_node") && chance(random, 90)) {
        scenario["platform"]["ranks_per_node"] = ranks;
    }
    const std::vector<std::string> windows = more_windows(scenario["windows"]);
    const Json syncs = random_syncs(random, known, windows);
    Json programs = Json::array();
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
        programs.push_back(CrowdedRank(random, known, rank, ranks, windows).program(syncs));
    }
    scenario["programs"] = std::move(programs);
    if (chance(random, 60)) generate_pools(random, scenario["protocol"]);
}

}  // namespace rmasim::corpus
