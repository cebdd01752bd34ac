#include "sim/mpi/recorded/recording_json.h"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace rmasim::sim {

namespace {

using Packed = nlohmann::json;

constexpr std::size_t site_word = 1;  // of CallForm::key: the number of the call site

// The names of forms, which are the same in all processes. The last part tells calls in one line of the source apart.
std::vector<Packed> names_of_forms(const Recording& recording, const SiteText& site) {
    std::map<Packed, std::uint64_t> known;
    std::vector<Packed> names;
    for (const CallForm& form : recording.forms) {
        std::vector<std::uint64_t> key = form.key;
        Packed name = Packed::array();
        if (!form.computes) {
            name.push_back(site(form.location));
            key[site_word] = 0;
        }
        name.push_back(key);
        name.push_back(known[name]++);
        names.push_back(std::move(name));
    }
    return names;
}

Packed packed_nodes(const std::vector<CallNode>& nodes) {
    Packed list = Packed::array();
    for (const CallNode& node : nodes) {
        if (node.is_loop()) {
            list.push_back({node.times, packed_nodes(node.body)});
            continue;
        }
        Packed numbers = Packed::array();
        for (const NumberColumn& column : node.numbers) numbers.push_back(column.words());
        list.push_back({node.form, numbers, 0});
    }
    return list;
}

std::vector<CallNode> nodes_of(const Packed& list, const std::vector<std::uint32_t>& forms) {
    std::vector<CallNode> nodes;
    for (const Packed& one : list) {
        CallNode& node = nodes.emplace_back();
        if (one.size() == 2) {
            node.times = one[0].get<std::uint64_t>();
            node.body = nodes_of(one[1], forms);
            continue;
        }
        node.form = forms.at(one[0].get<std::size_t>());
        for (const Packed& column : one[1])
            node.numbers.push_back(NumberColumn::of_words(column.get<std::vector<std::int64_t>>()));
    }
    return nodes;
}

Packed packed_windows(const std::vector<RecordedWindow>& windows) {
    Packed list = Packed::array();
    for (const RecordedWindow& window : windows) {
        Packed segments = Packed::array();
        for (const auto& [rank, segment] : window.segments) {
            segments.push_back({rank, segment.number, segment.comm, segment.bytes, segment.disp_unit, segment.shared,
                                segment.in_any_order, segment.same_op});
        }
        list.push_back(std::move(segments));
    }
    return list;
}

std::vector<RecordedWindow> windows_of(const Packed& list) {
    std::vector<RecordedWindow> windows;
    for (const Packed& window : list) {
        RecordedWindow& made = windows.emplace_back();
        for (const Packed& one : window) {
            CreatedSegment segment;
            segment.number = one[1].get<WindowId>();
            segment.comm = one[2].get<WindowId>();
            segment.bytes = one[3].get<std::uint64_t>();
            segment.disp_unit = one[4].get<std::uint32_t>();
            segment.shared = one[5].get<bool>();
            segment.in_any_order = one[6].get<bool>();
            segment.same_op = one[7].get<bool>();
            made.segments[one[0].get<Rank>()] = segment;
        }
    }
    return windows;
}

Packed packed_communicators(const RecordedCommunicators& communicators) {
    Packed list = Packed::array();
    for (const auto& [number, all] : communicators) {
        for (const auto& [first, members] : all) list.push_back({number, members});
    }
    return list;
}

}  // namespace

std::vector<std::uint8_t> packed(const Recording& recording, const RunResult& result, const SiteText& site) {
    Packed all;
    all["ranks"] = recording.ranks;
    all["forms"] = names_of_forms(recording, site);
    Packed calls = Packed::array();
    for (const CallTree& tree : recording.calls) calls.push_back(packed_nodes(tree.nodes()));
    all["calls"] = std::move(calls);
    all["requests"] = recording.requests;
    all["messages"] = recording.messages;
    all["windows"] = packed_windows(recording.windows);
    all["communicators"] = packed_communicators(recording.communicators);
    all["by_pair"] = result.by_pair;
    all["digest"] = result.digest;
    all["time"] = result.time;
    return Packed::to_cbor(all);
}

RecordedRun unpacked(const std::vector<std::uint8_t>& bytes, const Recording& own, const SiteText& site) {
    const Packed all = Packed::from_cbor(bytes);
    std::map<Packed, std::uint32_t> known;
    for (const Packed& name : names_of_forms(own, site))
        known.try_emplace(name, static_cast<std::uint32_t>(known.size()));
    std::vector<std::uint32_t> forms;
    auto unknown = static_cast<std::uint32_t>(own.forms.size());
    for (const Packed& name : all["forms"]) {
        const auto found = known.find(name);
        forms.push_back(found == known.end() ? unknown++ : found->second);
    }
    RecordedRun run;
    Recording& recording = run.recording;
    recording.ranks = all["ranks"].get<Rank>();
    for (const Packed& calls : all["calls"]) recording.calls.emplace_back(nodes_of(calls, forms));
    recording.requests = all["requests"].get<std::vector<std::int64_t>>();
    recording.messages = all["messages"].get<std::vector<std::int64_t>>();
    recording.windows = windows_of(all["windows"]);
    for (const Packed& one : all["communicators"]) {
        auto members = one[1].get<std::vector<Rank>>();
        recording.communicators[one[0].get<WindowId>()][members.front()] = std::move(members);
    }
    run.result.by_pair = all["by_pair"].get<decltype(run.result.by_pair)>();
    run.result.digest = all["digest"].get<std::string>();
    run.result.time = all["time"].get<Time>();
    return run;
}

}  // namespace rmasim::sim
