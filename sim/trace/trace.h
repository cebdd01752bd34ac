// A run as a Chrome trace (JSON), which Perfetto opens as it is: a track a rank with its calls, a slice for each packet
// sent or handled, an arrow from the one to the other, notes for state changes, counters for elements in use.
#pragma once

#include "protocol/base/observer.h"
#include "protocol/base/packet_vocabulary.h"
#include "sim/engine/time.h"

#include <fstream>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace rmasim::sim {

class Trace {
public:
    // Writes beside `path` first; the file appears whole with `close`. Raises BadInput when it cannot be written.
    // `vocabulary`, that of the packets, outlives the trace.
    Trace(std::string path, const std::string& scenario, Rank ranks, const PacketVocabulary& vocabulary);
    ~Trace();  // without `close`: nothing is left behind
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    // `thread`: one of several; these have tracks of their own, and the rank's shows what the library does.
    void call(Rank rank, std::optional<std::uint32_t> thread, std::string_view name, const std::string& place,
              Time began, Time ended);
    // By the rank, or by its progress agent, which has a track of its own.
    void sent(const Packet& packet, bool by_agent, Time began, Time ended);
    void handled(const Packet& packet, bool by_agent, Time began, Time ended);
    void note(Rank rank, const std::string& text, Time at);
    void elements(Rank rank, ElementKind kind, int change, Time at);

    void close();

private:
    // Packets between which nothing tells in which order they travel: source, target, kind and flags, round, operation,
    // the family's part.
    using ArrowKey = std::tuple<Rank, Rank, PacketType, std::uint8_t, OpId, OwnPart>;
    static ArrowKey key_of(const Packet& packet);

    void event(const std::string& text);
    void name_track(int track, const std::string& name, Rank rank);
    int track_of(Rank rank, std::optional<std::uint32_t> thread);
    int track_of(Rank rank, bool agent);
    int own_track(Rank rank, const std::string& name);

    std::string path_;
    std::string unfinished_path_;
    std::ofstream out_;
    Rank ranks_;
    const PacketVocabulary& vocabulary_;
    std::map<std::string, int> own_tracks_;
    bool first_ = true;
    std::uint64_t next_arrow_ = 0;
    // Arrows under way: packets of a pair are handled in the order they were sent.
    std::map<ArrowKey, std::queue<std::uint64_t>> arrows_;
    std::vector<int> in_use_;  // elements of each kind, rank after rank
};

}  // namespace rmasim::sim
