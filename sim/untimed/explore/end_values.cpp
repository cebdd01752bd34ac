#include "sim/untimed/explore/end_values.h"

#include "sim/untimed/explore/end_state.h"
#include "sim/untimed/world/schedule.h"
#include "sim/untimed/world/untimed_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <tuple>

namespace rmasim::sim {

namespace {

// Maximum number of differing locations for a pair of end states. This number may be larger than the number of names,
// because adjacent equal elements share a name.
constexpr std::size_t max_found = 4096;

// The location of a value in an end state. Locations are ordered like EndValues::names.
struct ValueLocation {
    enum class Kind : std::uint8_t { position, variable, memory };
    Rank rank = no_rank;
    Kind kind = Kind::position;
    std::size_t number = 0;   // number of the thread, the window or the buffer
    std::uint64_t where = 0;  // the slot of the variable, or the first byte of the element
    Datatype datatype = Datatype::byte;
    std::uint64_t elements = 1;

    std::uint64_t end() const { return where + elements * bytes_of(datatype); }
    auto key() const { return std::tie(rank, kind, number, where); }
    bool operator<(const ValueLocation& other) const { return key() < other.key(); }
    bool is_continued_by(const ValueLocation& next) const {
        return kind == Kind::memory && next.kind == kind && next.rank == rank && next.number == number &&
               next.datatype == datatype && next.where == end();
    }
};

// Calls `note(SpaceId, Datatype)` for each window and buffer that the instruction accesses.
template <class Note>
void note_datatypes(const Instruction& at, const Note& note) {
    if (const AccessInstruction* const access = access_of(at)) return note(access->space, access->datatype);
    auto datatype = Datatype::byte;
    each_argument(at, [&](ArgumentSet, const auto& field) {
        using Field = std::remove_cvref_t<decltype(field)>;
        if constexpr (std::is_base_of_v<TargetElement, Field>) {
            datatype = field.datatype;
            note(field.window, datatype);
        } else if constexpr (std::is_same_v<Field, ElementCount>) {
            datatype = field.datatype;
        } else if constexpr (std::is_base_of_v<LocalElements, Field>) {
            if (field.kind == LocalData::window) note(field.space, datatype);
        } else if constexpr (std::is_same_v<Field, AttachedMemory>) {
            note(field.space, datatype);
        }
    });
}

// Returns the datatype of each window and buffer: the datatype of the first call that accesses it.
std::vector<Datatype> datatypes_of(const Scenario& scenario) {
    std::vector<std::optional<Datatype>> known(scenario.spaces());
    const auto note = [&](SpaceId space, Datatype datatype) {
        auto& at = known[memory_of(space, scenario.space(space).over).space];
        if (!at) at = datatype;
    };
    for (const std::vector<Program>& threads : scenario.programs) {
        for (const Program& program : threads) {
            for (const Instruction& at : program.code) {
                note_datatypes(at, note);
            }
        }
    }
    std::vector<Datatype> all;
    for (const auto& datatype : known) all.push_back(datatype.value_or(Datatype::byte));
    return all;
}

class Finder {
public:
    explicit Finder(const Scenario& scenario) : scenario_(scenario), datatypes_(datatypes_of(scenario)) {
        for (const std::vector<Program>& threads : scenario.programs) {
            auto& skipped = skipped_.emplace_back();
            for (const Program& program : threads) skipped.push_back(request_slots(program));
        }
    }

    // Records the first locations at which two end states differ, in the order of EndValues::names.
    void add_differences(const UntimedWorld& one, const UntimedWorld& other) {
        std::size_t found = 0;
        const auto add = [&](const ValueLocation& location) {
            locations_.insert(location);
            if (++found < max_found) return true;
            more_ = true;
            return false;
        };
        for (Rank rank = 0; rank < scenario_.ranks; ++rank) {
            if (!compare_threads(one, other, rank, add) || !compare_memory(one, other, rank, add)) return;
        }
    }

    std::vector<ValueLocation> locations() const { return {locations_.begin(), locations_.end()}; }
    // True if there are further differences that were not recorded.
    bool more() const { return more_; }

    std::string name_of(const ValueLocation& location, const UntimedWorld& world) const {
        if (location.kind == ValueLocation::Kind::memory) {
            const std::string& space = scenario_.space(static_cast<SpaceId>(location.number)).name;
            if (location.elements == 1) {
                return fmt::format("rank {}, {}, {} at byte {}", location.rank, space,
                                   rmasim::name_of(location.datatype), location.where);
            }
            const std::string each =
                location.datatype == Datatype::byte ? "" : fmt::format("{} at ", rmasim::name_of(location.datatype));
            return fmt::format("rank {}, {}, {}bytes {}-{}", location.rank, space, each, location.where,
                               location.end() - 1);
        }
        const Thread& thread = world.threads(location.rank)[location.number];
        if (location.kind == ValueLocation::Kind::position) return thread.name() + " stands at";
        return fmt::format("{}, variable {}", thread.name(), *variable_name(thread, static_cast<Slot>(location.where)));
    }

    EndValue value_of(const ValueLocation& location, const UntimedWorld& world) const {
        if (location.kind == ValueLocation::Kind::memory) {
            const std::vector<std::byte> bytes = world.memory().copy(
                location.rank, static_cast<SpaceId>(location.number), location.where, bytes_of(location.datatype));
            return element_value(bytes.data(), location.datatype);
        }
        const Thread& thread = world.threads(location.rank)[location.number];
        if (location.kind == ValueLocation::Kind::variable) return thread.variables[location.where];
        if (thread.activity == Thread::Activity::finished) return "its end";
        return thread.position == 0 ? "its beginning" : thread.program->locations[thread.current().location];
    }

private:
    using Add = std::function<bool(const ValueLocation&)>;  // returns false if no further location is needed

    // Returns nullopt for internal variables of the compiler, and for variables that hold request numbers.
    std::optional<std::string> variable_name(const Thread& thread, Slot slot) const {
        const auto program = static_cast<std::size_t>(scenario_.program_of_rank[static_cast<std::size_t>(thread.rank)]);
        if (skipped_[program][thread.number][slot]) return std::nullopt;
        for (const NamedSlots& named : thread.program->names) {
            if (named.length == 0 && named.first == slot) return named.name;
            if (slot >= named.first && slot - named.first < named.length) {
                return fmt::format("{}[{}]", named.name, slot - named.first);
            }
        }
        return std::nullopt;
    }

    bool compare_threads(const UntimedWorld& one, const UntimedWorld& other, Rank rank, const Add& add) const {
        for (std::size_t number = 0; number < one.threads(rank).size(); ++number) {
            const Thread& first = one.threads(rank)[number];
            const Thread& second = other.threads(rank)[number];
            if (first.program == nullptr) continue;
            if (first.position != second.position && !add({rank, ValueLocation::Kind::position, number})) return false;
        }
        for (std::size_t number = 0; number < one.threads(rank).size(); ++number) {
            const Thread& first = one.threads(rank)[number];
            const Thread& second = other.threads(rank)[number];
            if (first.program == nullptr) continue;
            for (Slot slot = first_own_slot; slot < first.variables.size(); ++slot) {
                if (first.variables[slot] == second.variables[slot] || !variable_name(first, slot)) continue;
                if (!add({rank, ValueLocation::Kind::variable, number, slot})) return false;
            }
        }
        return true;
    }

    bool compare_memory(const UntimedWorld& one, const UntimedWorld& other, Rank rank, const Add& add) const {
        for (SpaceId space = 0; space < scenario_.spaces(); ++space) {
            if (scenario_.space(space).over) continue;   // its bytes belong to another space
            std::map<std::uint64_t, std::size_t> pages;  // pages in which not all bytes are zero, in either world
            for (const UntimedWorld* const world : {&one, &other}) {
                world->memory().for_each_page(rank, space, [&](std::uint64_t first, std::span<const std::byte> page) {
                    pages[first] = page.size();
                });
            }
            for (const auto& [first, bytes] : pages) {
                if (!compare_page(one.memory().copy(rank, space, first, bytes),
                                  other.memory().copy(rank, space, first, bytes), {rank, space, first}, add)) {
                    return false;
                }
            }
        }
        return true;
    }

    struct Page {
        Rank rank;
        SpaceId space;
        std::uint64_t first;
    };
    // Compares a page element by element. The last element may be incomplete, because a window may end within an
    // element.
    bool compare_page(const std::vector<std::byte>& one, const std::vector<std::byte>& other, const Page& page,
                      const Add& add) const {
        const Datatype datatype = datatypes_[page.space];
        const std::size_t size = bytes_of(datatype);
        for (std::size_t begin = 0; begin < one.size();) {
            const bool whole = begin + size <= one.size();
            const std::size_t bytes = whole ? size : 1;
            if (std::memcmp(&one[begin], &other[begin], bytes) != 0 &&
                !add({page.rank, ValueLocation::Kind::memory, page.space, page.first + begin,
                      whole ? datatype : Datatype::byte})) {
                return false;
            }
            begin += bytes;
        }
        return true;
    }

    const Scenario& scenario_;
    std::vector<Datatype> datatypes_;                      // by space
    std::vector<std::vector<std::vector<bool>>> skipped_;  // by program, thread, slot
    std::set<ValueLocation> locations_;
    bool more_ = false;
};

// Adds locations to `values`, up to the maximum number. Adjacent elements that are equal to each other in each end
// state become one location.
void add_locations(EndValues& values, const Finder& finder, const UntimedWorld& world,
                   const std::vector<ValueLocation>& locations,
                   const std::map<std::uint64_t, std::vector<EndValue>>& all) {
    const auto alike = [&](std::size_t i) {
        return std::ranges::all_of(all, [&](const auto& end) { return end.second[i] == end.second[i + 1]; });
    };
    for (std::size_t i = 0; i < locations.size(); ++i) {
        if (values.names.size() == max_end_values) {
            values.more = true;
            return;
        }
        ValueLocation location = locations[i];
        for (const auto& [digest, known] : all) values.of[digest].push_back(known[i]);
        for (; i + 1 < locations.size() && location.is_continued_by(locations[i + 1]) && alike(i); ++i)
            ++location.elements;
        values.names.push_back(finder.name_of(location, world));
    }
}

}  // namespace

EndValues end_values(const Scenario& scenario, const std::map<std::uint64_t, std::vector<std::string>>& schedules) {
    EndValues values;
    if (schedules.size() < 2) return values;
    UntimedWorld one(scenario), other(scenario);
    const auto repeat = [](UntimedWorld& world, const std::vector<std::string>& steps) {
        run_schedule(world, steps, "an end state", [] { return true; });
    };
    Finder finder(scenario);
    repeat(one, schedules.begin()->second);
    for (auto at = std::next(schedules.begin()); at != schedules.end(); ++at) {
        repeat(other, at->second);
        finder.add_differences(one, other);
    }
    const std::vector<ValueLocation> locations = finder.locations();
    values.more = finder.more();
    std::map<std::uint64_t, std::vector<EndValue>> all;
    for (const auto& [digest, steps] : schedules) {
        repeat(other, steps);
        for (const ValueLocation& location : locations) all[digest].push_back(finder.value_of(location, other));
    }
    add_locations(values, finder, one, locations, all);
    return values;
}

}  // namespace rmasim::sim
