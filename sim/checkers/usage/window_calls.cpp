#include "sim/checkers/usage/window_calls.h"

namespace rmasim::sim::usage {

const CallRecord* WindowCalls::began(const Thread& thread, const CallRequest& call) {
    const WindowKey key = keys_.key(thread.rank, call.window);
    const Rank members = keys_.members(thread.rank, call.window);
    Calls& calls = windows_[key];
    calls.begun.resize(static_cast<std::size_t>(members));
    const std::uint32_t nth = calls.begun[static_cast<std::size_t>(keys_.comm_rank(thread.rank, call.window))]++;
    if (nth == calls.over + calls.rounds.size()) calls.rounds.push_back({happens_before_.record(thread, call.call), 0});
    Round& round = calls.rounds[nth - calls.over];
    if (round.first.call != call.call) return &round.first;
    ++round.begun;
    while (!calls.rounds.empty() && calls.rounds.front().begun == members) {
        calls.rounds.pop_front();
        ++calls.over;
    }
    if (call.call == Call::win_free && calls.rounds.empty()) windows_.erase(key);
    return nullptr;
}

}  // namespace rmasim::sim::usage
