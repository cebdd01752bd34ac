// Settings of OpenMP that programs read and write. Without OMP_NUM_THREADS a team has four threads on any machine, so
// that results do not depend on the machine.
#include "sim/mpi/threads/openmp_functions.h"
#include "sim/mpi/threads/openmp_team.h"
#include "sim/scenario/json/errors.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

// The simulator's MPI_Wtime, which returns virtual time.
extern "C" double MPI_Wtime();

namespace rmasim::sim {

namespace {

constexpr unsigned max_levels = 255;
constexpr int kind_static = 1, kind_dynamic = 2, kind_guided = 3, kind_auto = 4, without_modifiers = 0xff;

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
    return text;
}

std::string variable(const char* name) {
    const char* const text = std::getenv(name);
    return text == nullptr ? std::string() : lower(text);
}

std::uint64_t number(const char* name, std::string_view text, std::uint64_t max) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value == 0 || value > max) {
        throw BadInput(name, std::string(text), fmt::format("1 to {}", max));
    }
    return value;
}

bool is_true(const char* name) {
    const std::string text = variable(name);
    if (text.empty() || text == "false" || text == "0") return false;
    if (text == "true" || text == "1") return true;
    throw BadInput(name, text, "true, false");
}

std::vector<unsigned> threads_of(std::string text) {
    constexpr const char* name = "OMP_NUM_THREADS";
    std::vector<unsigned> found;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        found.push_back(static_cast<unsigned>(number(name, text.substr(at, end - at), max_live_threads)));
        at = end + 1;
    }
    return found;
}

// Parses a value of OMP_SCHEDULE, such as "dynamic,4" or "nonmonotonic:dynamic".
void set_schedule_of(OpenMpSettings& settings, std::string text) {
    constexpr const char* name = "OMP_SCHEDULE";
    if (const std::size_t colon = text.find(':'); colon != std::string::npos) text.erase(0, colon + 1);
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string kind = text.substr(0, comma);
    const bool has_chunk = comma < text.size();
    settings.is_auto = kind == "auto";
    if (kind == "static" || kind == "auto") settings.schedule = Schedule::fixed;
    else if (kind == "dynamic") settings.schedule = Schedule::dynamic;
    else if (kind == "guided") settings.schedule = Schedule::guided;
    else throw BadInput(name, text, "static, dynamic, guided or auto; a comma and a chunk size may follow");
    settings.chunk = settings.schedule == Schedule::fixed ? 0 : 1;
    if (has_chunk) settings.chunk = number(name, std::string_view(text).substr(comma + 1), INT32_MAX);
}

// Parses the size of a stack, such as "16M". A number without a letter is in KiB.
std::size_t stack_bytes_of(std::string text) {
    std::size_t unit = 1024;
    switch (text.back()) {
        case 'b': unit = 1; break;
        case 'k': unit = std::size_t{1} << 10; break;
        case 'm': unit = std::size_t{1} << 20; break;
        case 'g': unit = std::size_t{1} << 30; break;
        default: text += ' ';
    }
    text.pop_back();
    return number("OMP_STACKSIZE", text, std::uint64_t{1} << 40) * unit;
}

OpenMpEnvironment read_environment() {
    OpenMpEnvironment found;
    if (const std::string text = variable("OMP_NUM_THREADS"); !text.empty()) found.settings.threads = threads_of(text);
    if (const std::string text = variable("OMP_SCHEDULE"); !text.empty()) set_schedule_of(found.settings, text);
    if (const std::string text = variable("OMP_STACKSIZE"); !text.empty()) found.stack_bytes = stack_bytes_of(text);
    if (const std::string text = variable("OMP_MAX_ACTIVE_LEVELS"); !text.empty()) {
        found.settings.most_active_levels = static_cast<unsigned>(number("OMP_MAX_ACTIVE_LEVELS", text, max_levels));
    } else if (is_true("OMP_NESTED") || found.settings.threads.size() > 1) {
        found.settings.most_active_levels = max_levels;
    }
    found.settings.dynamic = is_true("OMP_DYNAMIC");
    found.cancellation = is_true("OMP_CANCELLATION");
    return found;
}

}  // namespace

const OpenMpEnvironment& openmp_environment() {
    static const OpenMpEnvironment environment = read_environment();
    return environment;
}

namespace {

OpenMpSettings& settings() { return openmp_thread().settings; }
const OpenMpTeam& team() { return *openmp_thread().team; }
int as_int(auto value) { return static_cast<int>(value); }

int num_threads() { return as_int(team().size()); }
int thread_num() { return as_int(openmp_thread().number); }
int max_threads() { return as_int(settings().threads_at(team().level)); }
int num_procs() { return as_int(openmp_environment().settings.threads.front()); }
int in_parallel() { return team().active_level > 0 ? 1 : 0; }
void set_num_threads(int threads) { settings().threads = {static_cast<unsigned>(std::max(threads, 1))}; }
int get_dynamic() { return settings().dynamic ? 1 : 0; }
void set_dynamic(int on) { settings().dynamic = on != 0; }
int get_nested() { return settings().most_active_levels > 1 ? 1 : 0; }
void set_nested(int on) { settings().most_active_levels = on != 0 ? max_levels : 1; }
int max_active_levels() { return as_int(settings().most_active_levels); }
void set_max_active_levels(int levels) {
    if (levels >= 0) settings().most_active_levels = std::min(static_cast<unsigned>(levels), max_levels);
}
int supported_levels() { return as_int(max_levels); }
int thread_limit() { return as_int(max_live_threads); }
int level() { return as_int(team().level); }
int active_level() { return as_int(team().active_level); }

// Returns the thread of the team at this nesting level that is the current thread or its ancestor. Returns null if
// there is no such level.
const OpenMpThread* at_level(int asked) {
    const OpenMpThread* thread = &openmp_thread();
    if (asked < 0 || asked > as_int(thread->team->level)) return nullptr;
    while (as_int(thread->team->level) > asked) thread = thread->team->maker;
    return thread;
}
int ancestor_thread_num(int asked) {
    const OpenMpThread* const thread = at_level(asked);
    return thread == nullptr ? -1 : as_int(thread->number);
}
int size_of_team(int asked) {
    const OpenMpThread* const thread = at_level(asked);
    return thread == nullptr ? -1 : as_int(thread->team->size());
}
int in_final() { return openmp_thread().task->final ? 1 : 0; }
int get_cancellation() { return openmp_environment().cancellation ? 1 : 0; }

void get_schedule(int* kind, int* chunk) {
    const OpenMpSettings& now = settings();
    *chunk = as_int(now.chunk);
    if (now.is_auto) *kind = kind_auto;
    else if (now.schedule == Schedule::fixed) *kind = kind_static;
    else *kind = now.schedule == Schedule::dynamic ? kind_dynamic : kind_guided;
}
void set_schedule(int kind, int chunk) {
    OpenMpSettings& now = settings();
    kind &= without_modifiers;
    now.is_auto = kind == kind_auto;
    if (kind == kind_dynamic) now.schedule = Schedule::dynamic;
    else if (kind == kind_guided) now.schedule = Schedule::guided;
    else now.schedule = Schedule::fixed;
    const bool blocks = now.schedule == Schedule::fixed && (chunk <= 0 || now.is_auto);
    now.chunk = blocks ? 0 : static_cast<std::uint64_t>(std::max(chunk, 1));
}

double wtime() { return wtime_of_program(RMASIM_CALLED_AS("omp_get_wtime")); }
double wtick() { return 1e-9; }
int none() { return 0; }
int one() { return 1; }
void nothing_to_set(int) {}

// ---- Functions for Fortran. Their arguments are addresses of integers of 4 or 8 bytes.

template <auto function, class Integer>
auto by_address(const Integer* value) {
    return function(static_cast<int>(*value));
}
template <class Integer>
void get_schedule_at(Integer* kind, Integer* chunk) {
    int found_kind = 0, found_chunk = 0;
    get_schedule(&found_kind, &found_chunk);
    *kind = found_kind;
    *chunk = found_chunk;
}
template <class Integer>
void set_schedule_at(const Integer* kind, const Integer* chunk) {
    set_schedule(static_cast<int>(*kind), static_cast<int>(*chunk));
}

// Adds the replacement `function` to the list under two names: its name in C and its name in Fortran.
template <auto function>
void add(std::vector<TakenFunction>& to, std::string_view c, std::string_view fortran) {
    to.push_back(taken<function>(c));
    to.push_back(taken<function>(fortran));
}
template <auto function>
void add_with_argument(std::vector<TakenFunction>& to, std::string_view c, std::string_view fortran,
                       std::string_view fortran_8) {
    to.push_back(taken<function>(c));
    to.push_back(taken<by_address<function, int>>(fortran));
    to.push_back(taken<by_address<function, std::int64_t>>(fortran_8));
}

}  // namespace

std::vector<TakenFunction> openmp_setting_functions() {
    std::vector<TakenFunction> all;
    add<num_threads>(all, "omp_get_num_threads", "omp_get_num_threads_");
    add<thread_num>(all, "omp_get_thread_num", "omp_get_thread_num_");
    add<max_threads>(all, "omp_get_max_threads", "omp_get_max_threads_");
    add<num_procs>(all, "omp_get_num_procs", "omp_get_num_procs_");
    add<in_parallel>(all, "omp_in_parallel", "omp_in_parallel_");
    add<get_dynamic>(all, "omp_get_dynamic", "omp_get_dynamic_");
    add<get_nested>(all, "omp_get_nested", "omp_get_nested_");
    add<max_active_levels>(all, "omp_get_max_active_levels", "omp_get_max_active_levels_");
    add<supported_levels>(all, "omp_get_supported_active_levels", "omp_get_supported_active_levels_");
    add<thread_limit>(all, "omp_get_thread_limit", "omp_get_thread_limit_");
    add<level>(all, "omp_get_level", "omp_get_level_");
    add<active_level>(all, "omp_get_active_level", "omp_get_active_level_");
    add<in_final>(all, "omp_in_final", "omp_in_final_");
    add<get_cancellation>(all, "omp_get_cancellation", "omp_get_cancellation_");
    add<wtime>(all, "omp_get_wtime", "omp_get_wtime_");
    add<wtick>(all, "omp_get_wtick", "omp_get_wtick_");
    add<one>(all, "omp_get_num_teams", "omp_get_num_teams_");
    add<none>(all, "omp_get_team_num", "omp_get_team_num_");
    add<none>(all, "omp_get_num_devices", "omp_get_num_devices_");
    add<one>(all, "omp_is_initial_device", "omp_is_initial_device_");
    add<none>(all, "omp_get_proc_bind", "omp_get_proc_bind_");
    add<none>(all, "omp_get_num_places", "omp_get_num_places_");
    add<none>(all, "omp_get_max_task_priority", "omp_get_max_task_priority_");
    add_with_argument<set_num_threads>(all, "omp_set_num_threads", "omp_set_num_threads_", "omp_set_num_threads_8_");
    add_with_argument<set_dynamic>(all, "omp_set_dynamic", "omp_set_dynamic_", "omp_set_dynamic_8_");
    add_with_argument<set_nested>(all, "omp_set_nested", "omp_set_nested_", "omp_set_nested_8_");
    add_with_argument<set_max_active_levels>(all, "omp_set_max_active_levels", "omp_set_max_active_levels_",
                                             "omp_set_max_active_levels_8_");
    add_with_argument<ancestor_thread_num>(all, "omp_get_ancestor_thread_num", "omp_get_ancestor_thread_num_",
                                           "omp_get_ancestor_thread_num_8_");
    add_with_argument<size_of_team>(all, "omp_get_team_size", "omp_get_team_size_", "omp_get_team_size_8_");
    add_with_argument<nothing_to_set>(all, "omp_set_num_teams", "omp_set_num_teams_", "omp_set_num_teams_8_");
    all.push_back(taken<get_schedule>("omp_get_schedule"));
    all.push_back(taken<get_schedule_at<int>>("omp_get_schedule_"));
    all.push_back(taken<get_schedule_at<std::int64_t>>("omp_get_schedule_8_"));
    all.push_back(taken<set_schedule>("omp_set_schedule"));
    all.push_back(taken<set_schedule_at<int>>("omp_set_schedule_"));
    all.push_back(taken<set_schedule_at<std::int64_t>>("omp_set_schedule_8_"));
    return all;
}

}  // namespace rmasim::sim
