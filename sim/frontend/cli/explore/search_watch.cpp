#include "sim/frontend/cli/explore/search_watch.h"

#include "sim/frontend/cli/process/interrupt.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/cli/text/time_text.h"
#include "sim/frontend/output/print.h"

#include <algorithm>
#include <cmath>

namespace rmasim::sim {

namespace {

// The least factor between the estimate and a limit for which a warning is printed. For a smaller factor, the estimate
// is too inaccurate.
constexpr double far_beyond = 1000;
constexpr double one_day_s = 24 * 60 * 60;

std::string power_of_ten(double number) {
    return number < 1e300 ? fmt::format("10^{:.0f}", std::floor(std::log10(number))) : "more than 10^300";
}

}  // namespace

SearchWatch::SearchWatch(const ExploreOptionsOfUser& options) : limit_(options.limit), progress_(options.progress_s) {
    if (!options.time.empty()) time_s_ = time_limit_s(options.time);
}

double SearchWatch::elapsed_s() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

std::optional<EndedBy> SearchWatch::look(const Exploration& found, double done, double guessed) {
    const double elapsed = elapsed_s();
    const auto executions = static_cast<double>(found.runs + found.redundant);
    if (guessed > 0 && executions > 0 && !outlook_given_) say_whether_it_ends(guessed, executions / elapsed);
    progress_.show(found, done > 0 ? executions / done : 0, guessed, elapsed);
    if (interrupted()) return EndedBy::interrupt;
    if (time_s_ && elapsed >= static_cast<double>(*time_s_)) return EndedBy::time_limit;
    return std::nullopt;
}

// Warns if the search will probably not be exhausted. The number of executions is only an estimate, because it depends
// on races that later executions reveal.
void SearchWatch::say_whether_it_ends(double guessed, double rate) {
    outlook_given_ = true;
    const double needed_s = guessed / rate;
    std::string end;
    if (limit_ != 0 && guessed > far_beyond * static_cast<double>(limit_)) {
        end = fmt::format("the search will end at --limit {}", limit_);
    } else if (time_s_ && needed_s > far_beyond * static_cast<double>(*time_s_)) {
        end = "the search will end at the time limit";
    } else if (limit_ == 0 && !time_s_ && needed_s > far_beyond * one_day_s) {
        end = "the search will not end";
    }
    if (end.empty()) return;
    progress_.clear();
    complain_line(
        "rmasim: this search will probably not be exhausted: an estimate from its first execution gives {} "
        "executions. Unless --first finds a failure, {}. Fewer ranks or calls reduce this number.",
        power_of_ten(guessed), end);
}

}  // namespace rmasim::sim
