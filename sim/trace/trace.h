// A run as a Chrome trace (JSON), which Perfetto opens as it is: a track a rank with its calls, a slice for each packet
// sent or handled, an arrow from the one to the other, notes for state changes, counters for elements in use.
#pragma once

#include "protocol/base/observer.h"
#include "sim/engine/time.h"

#include <fstream>
#include <map>
#include <queue>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

class Trace {
public:
    // Writes beside `path` first; the file appears whole with `close`. Raises BadInput when it cannot be written.
    Trace(std::string path, const std::string& scenario, Rank ranks);
    ~Trace();  // without `close`: nothing is left behind
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    void call(Rank rank, std::string_view name, const std::string& place, Time began, Time ended);
    void sent(const Packet& packet, Time began, Time ended);
    void handled(const Packet& packet, Time began, Time ended);
    void note(Rank rank, const std::string& text, Time at);
    void elements(Rank rank, ElementKind kind, int change, Time at);

    void close();

private:
    void event(const std::string& text);

    std::string path_;
    std::string unfinished_path_;
    std::ofstream out_;
    bool first_ = true;
    std::uint64_t next_arrow_ = 0;
    // Arrows under way: packets of a pair are handled in the order they were sent.
    std::map<std::pair<Rank, Rank>, std::queue<std::uint64_t>> arrows_;
    std::vector<int> in_use_;  // elements of each kind, rank after rank
};

}  // namespace rmasim::sim
