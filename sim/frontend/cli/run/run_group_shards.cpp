// rmasim run FILE of a scenario with groups, distributed over several processes. The processes run shards, which are
// ranges of groups.
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/run/group_shard_json.h"
#include "sim/frontend/cli/run/run.h"
#include "sim/frontend/cli/text/json_lines.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace rmasim::sim {

namespace {

// The size of a shard. Its groups have about this number of ranks in total.
constexpr std::int64_t ranks_per_shard = 16'384;

GroupScenarios groups_to_run(const RunOptions& options) {
    if (options.group) {
        throw BadInput("--group", std::to_string(*options.group), "no --group together with -j, --dask or --parts");
    }
    GroupScenarios scenarios = scenarios_to_run(options);
    refuse_options_of_one_group(options, scenarios.first());
    if (scenarios.count() == 1) {
        throw BadInput("groups", "1",
                       "at least 2 with -j, --dask or --parts, because a group cannot be divided into shards");
    }
    begin_groups(scenarios);
    return scenarios;
}

// The shards whose results are still missing, and the results that are assembled already.
class GroupAssembly {
public:
    struct Shard {
        std::int64_t first, count;
    };

    GroupAssembly(std::int64_t groups, std::int64_t groups_per_shard)
        : groups_(groups), groups_per_shard_(groups_per_shard) {}

    // At most `max` shards whose results are missing, by their numbers.
    std::map<std::int64_t, Shard> wanted(std::size_t max) const {
        std::map<std::int64_t, Shard> wanted;
        if (interrupted_) return wanted;
        for (std::int64_t number = next_; number * groups_per_shard_ < groups_ && wanted.size() < max; ++number) {
            const std::int64_t first = number * groups_per_shard_;
            if (!early_.contains(number)) wanted[number] = {first, std::min(groups_per_shard_, groups_ - first)};
        }
        return wanted;
    }

    // Adds the result of a shard. Results may be added in any order. They are assembled in the order of the shards'
    // numbers.
    void add(std::int64_t number, GroupsResult shard) {
        early_.emplace(number, std::move(shard));
        for (auto at = early_.find(next_); at != early_.end(); at = early_.find(next_)) {
            if (all_) append(*all_, std::move(at->second));
            else all_ = std::move(at->second);
            early_.erase(at);
            ++next_;
        }
    }

    // Ends the run: no more shards are wanted.
    void interrupt() { interrupted_ = true; }

    // Returns the assembled result. After an interrupt, it has the groups before the first missing one; nullopt if the
    // first group is missing.
    std::optional<GroupsResult> take() {
        if (all_) all_->interrupted = interrupted_;
        return std::move(all_);
    }

private:
    std::int64_t groups_;
    std::int64_t groups_per_shard_;
    std::int64_t next_ = 0;  // `all_` contains the results of all shards with smaller numbers
    std::optional<GroupsResult> all_;
    std::map<std::int64_t, GroupsResult> early_;
    bool interrupted_ = false;
};

}  // namespace

int run_shards(const RunOptions& options) {
    const GroupScenarios scenarios = groups_to_run(options);
    make_shards<nlohmann::json>("a shard of the run", [&](const nlohmann::json& wanted) {
        return shard_json(run_some_groups(options, scenarios, wanted.at("first").get<std::int64_t>(),
                                          wanted.at("count").get<std::int64_t>()));
    });
    return success;
}

int run_assembly(const RunOptions& options) {
    note_interrupts();
    const auto began = std::chrono::steady_clock::now();
    const GroupScenarios scenarios = groups_to_run(options);
    const std::int64_t chosen = std::max<std::int64_t>(1, ranks_per_shard / scenarios.first().ranks);
    GroupAssembly assembly(scenarios.count(), options.shard_size > 0 ? options.shard_size : chosen);
    const auto add = [&](const nlohmann::json& shard) {
        if (shard.contains("interrupt")) return assembly.interrupt();
        assembly.add(shard.at("key").get<std::int64_t>(), shard_of_groups(shard));
    };
    const auto list = [&](std::size_t max) {
        std::vector<nlohmann::json> shards;
        for (const auto& [number, shard] : assembly.wanted(max)) {
            shards.push_back({{"key", number}, {"guessed", false}, {"first", shard.first}, {"count", shard.count}});
        }
        return shards;
    };
    const bool complete =
        assemble<nlohmann::json>("the result of a shard, or the number of shards to request", add, list);
    if (!complete) return bad_input;  // the process that ended early has reported the reason
    std::optional<GroupsResult> all = assembly.take();
    if (all) return report_whole(options, scenarios, *std::move(all), began);
    complain_line("{}: interrupted before the first group was done", options.file);
    return success;
}

}  // namespace rmasim::sim
