#include "tests/processes/alike.h"

#include "sim/checkers/trace/trace_writer.h"
#include "sim/frontend/library/result_json.h"
#include "sim/frontend/library/trace_head.h"
#include "sim/frontend/processes/run_shared.h"
#include "sim/machine/memory/window_contents.h"
#include "sim/scenario/families/family.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr Breakdowns every_breakdown{true, true};

// Records the written contents and their positions, without zeros.
class Contents final : public ContentsSink {
public:
    void zeros(std::uint64_t bytes) override { end_ += bytes; }
    void bytes(std::span<const std::byte> bytes) override {
        parts_.emplace_back(end_, std::vector<std::byte>(bytes.begin(), bytes.end()));
        end_ += bytes.size();
    }
    bool operator==(const Contents& other) const { return end_ == other.end_ && parts_ == other.parts_; }

private:
    std::uint64_t end_ = 0;
    std::vector<std::pair<std::uint64_t, std::vector<std::byte>>> parts_;
};

Contents contents_of(const Scenario& scenario, const TimedRun& run) {
    Contents contents;
    for (WindowId window = 0; scenario.data && window < scenario.windows.size(); ++window) {
        give_contents(scenario, run.memory(), window, {0, scenario.ranks}, contents);
    }
    return contents;
}

// Selects the whole trace of small runs, up to a size; of large runs some ranks.
TraceSelection selection_for(const Scenario& scenario) {
    constexpr Rank few = 200, some = 20;
    TraceSelection selection{.max_bytes = 3'000'000};
    if (scenario.ranks <= few) return selection;
    selection.ranks.emplace();
    for (Rank rank = 0; rank < scenario.ranks; rank += scenario.ranks / some) selection.ranks->push_back(rank);
    return selection;
}

struct TraceText {
    explicit TraceText(const Scenario& scenario)
        : writer([this](std::string_view more) { text += more; }, trace_head(scenario), packets_of(scenario),
                 selection_for(scenario)) {}
    TraceText(const TraceText&) = delete;
    TraceText& operator=(const TraceText&) = delete;

    std::string text;
    TraceWriter writer;
};

std::string trace_in_time(const Scenario& scenario) {
    TraceText trace(scenario);
    execute_in_time(scenario, {.trace = &trace.writer});
    trace.writer.end();
    return trace.text;
}

}  // namespace

Alone::Alone(Scenario scenario)
    : scenario_(std::move(scenario)), executed_(execute(scenario_, {.by = every_breakdown})) {}

std::unique_ptr<Alone> Alone::run(Scenario scenario) {
    if (!can_be_shared(scenario)) return nullptr;
    std::unique_ptr<Alone> alone(new Alone(std::move(scenario)));
    const auto& [run, result] = alone->executed_;
    alone->moved_ = not_as_expected(alone->scenario_, *run, result, Compared::ranks);
    alone->trace_ = trace_in_time(alone->scenario_);
    return alone;
}

int Alone::process_count_on_host() const {
    const auto a_node = static_cast<Rank>(scenario_.platform.ranks_per_node);
    return static_cast<int>((scenario_.ranks - 1) / a_node) + 1;
}

std::string Alone::difference_from(Exchange& exchange) const {
    const std::string traced = difference_from(exchange, Traced::yes);
    return traced + difference_from(exchange, Traced::no);
}

std::string Alone::difference_from(Exchange& exchange, Traced traced) const {
    const bool first = exchange.number() == 0;
    TraceText text(scenario_);
    SharedTrace trace(scenario_, trace_head(scenario_), selection_for(scenario_), first ? &text.writer : nullptr);
    Contents contents;
    const std::optional<SharedRun> shared = run_shared(scenario_, exchange, every_breakdown, Compared::ranks,
                                                       {.trace = traced == Traced::yes ? &trace : nullptr,
                                                        .contents = scenario_.data,
                                                        .to = first ? &contents : nullptr});
    if (!first) return "";
    if (shared.has_value() != ends_as_it_should()) return shared ? "it ends\n" : "it does not end\n";
    if (shared && traced == Traced::yes) text.writer.end();
    // If a run ends early, its trace is a prefix.
    if (!trace_.starts_with(text.text)) return "another trace\n";
    if (!shared) return "";
    if (traced == Traced::yes && text.text.size() != trace_.size()) return "a shorter trace\n";
    if (!(contents == contents_of(scenario_, *executed_.run))) return "other contents of windows\n";
    const std::string expected = result_json(scenario_, executed_.result, moved_, 0).dump(1);
    const std::string found = result_json(scenario_, shared->result, shared->moved, 0).dump(1);
    return found == expected ? "" : "alone: " + expected + "\nshared: " + found + '\n';
}

}  // namespace rmasim::sim
