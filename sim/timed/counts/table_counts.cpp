#include "sim/timed/counts/table_counts.h"

#include <algorithm>
#include <tuple>

namespace rmasim::sim {

void TableCounts::fall_back_began(Rank rank, WindowId window, Call call, WindowId needed_by, std::int64_t at_ns) {
    Rarely& counts = rarely_[window];
    ++counts.fall_backs;
    ++counts.needed_by[needed_by];
    began_at_ns_[{rank, window}] = at_ns;
    const First one{rank, window, call, needed_by, at_ns, std::nullopt};
    const auto precedes = [](const First& a, const First& b) {
        return std::tie(a.at_ns, a.rank, a.window) < std::tie(b.at_ns, b.rank, b.window);
    };
    first_.insert(std::upper_bound(first_.begin(), first_.end(), one, precedes), one);
    if (first_.size() > max_fall_backs) first_.pop_back();
}

void TableCounts::fall_back_ended(Rank rank, WindowId window, std::int64_t at_ns) {
    const auto began = began_at_ns_.find({rank, window});
    const std::int64_t took_ns = at_ns - began->second;
    rarely_[window].fall_backs_ns += took_ns;
    const auto listed = std::find_if(first_.begin(), first_.end(), [&](const First& one) {
        return one.rank == rank && one.window == window && !one.took_ns;
    });
    if (listed != first_.end()) listed->took_ns = took_ns;
    began_at_ns_.erase(began);
}

void TableCounts::collect(RunResult& result, const std::vector<std::string>& names) const {
    for (std::size_t window = 0; window < result.tables.size(); ++window) {
        TableUse& use = result.tables[window];
        const Rarely& counts = rarely_[window];
        use.window = names[window];
        use.searches = often_[window].searches;
        use.elements_compared = often_[window].elements_compared;
        use.slots_walked = often_[window].slots_walked;
        use.targets_restored = counts.targets_restored;
        use.targets_made_again = counts.targets_made_again;
        use.unlocks_without_lock = counts.unlocks_without_lock;
        use.fall_backs = counts.fall_backs;
        use.fall_backs_ns = counts.fall_backs_ns;
        for (const auto& [needed_by, times] : counts.needed_by) use.needed_by[names[needed_by]] = times;
    }
    for (const First& one : first_) {
        result.fall_backs.push_back({one.rank, names[one.window], std::string(name_of(one.call)), names[one.needed_by],
                                     one.at_ns, one.took_ns});
    }
}

}  // namespace rmasim::sim
