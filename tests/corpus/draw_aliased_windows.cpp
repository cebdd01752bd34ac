// Random programs on memory with several names. Windows consist of parts of a buffer, of a large buffer, or of another
// window. They are created and freed while the program uses the memory below them. A dynamic window has several
// attached parts, which sometimes overlap. Some programs access memory that does not exist.
#include "tests/corpus/calls.h"
#include "tests/corpus/changes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::corpus {

namespace {

constexpr std::int64_t large_bytes = 1'100'000;  // memory of this size is kept in pages

// A window, the memory below the window, and the window's position in that memory. Each rank's window segment is `more`
// bytes larger than that of the previous rank.
struct Aliased {
    const char* name;
    Json under;
    std::int64_t first, bytes, more;

    std::int64_t bytes_of(std::uint64_t rank) const { return bytes + more * static_cast<std::int64_t>(rank); }
};

class AliasedWindows {
public:
    AliasedWindows(Random& random, CallSet known, std::uint64_t ranks) : random_(random), known_(known), lists_(ranks) {
        const Json small{{"buffer", "b"}};
        const Json large{{"buffer", "large"}};
        all_ = {{"own", {{"win", "own"}}, 0, 9000, 0},
                {"low", small, one_of<std::int64_t>(random_, {0, 8, 20}), 40, 24},
                {"high", small, 64, 96, 0},
                {"inside", {{"win", "own"}}, one_of<std::int64_t>(random_, {8, 4060}), 72, 8},
                {"page", large, one_of<std::int64_t>(random_, {0, 4090, 8192, 999'999}), 5000, 0},
                {"new", {{"buffer", "b"}}, 0, 32, 32},
                {"vast", {{"buffer", "b"}}, 0, large_bytes, 4000}};
    }

    Json scenario(const std::string& family, std::uint64_t ranks_per_node) {
        Json made{{"name", "places"}, {"ranks", lists_.ranks()}, {"protocol", {{"family", family}}}};
        made["platform"] = {{"ranks_per_node", ranks_per_node}};
        made["buffers"] = {{"b", {{"bytes", 160}}}, {"large", {{"bytes", large_bytes}}}};
        for (const Aliased& aliased : all_) {
            made["windows"][aliased.name] = {{"bytes", fmt::format("{} + {} * rank", aliased.bytes, aliased.more)}};
            if (has_own_memory(aliased)) continue;
            made["windows"][aliased.name]["over"] = aliased.under;
            made["windows"][aliased.name]["over"]["disp"] = aliased.first;
        }
        if (known_.contains(Call::win_attach)) made["windows"]["d"] = {{"dynamic", true}};
        creates_ = chance(random_, 50);
        for (auto left = 2 + random_.below(3); left > 0; --left) {
            if (known_.contains(Call::win_attach) && chance(random_, 35)) add_attachments();
            else add_life();
        }
        made["programs"] = lists_.programs();
        return made;
    }

private:
    static bool has_own_memory(const Aliased& aliased) {
        const std::string name = aliased.name;
        return name == "own" || name == "new" || name == "vast";
    }
    void add(std::size_t rank, const std::string& verb, Json arguments) {
        lists_.add(rank, call_of(verb, std::move(arguments)));
    }
    void add_for_all(const std::string& verb, const Json& arguments) { lists_.add_for_all(call_of(verb, arguments)); }
    std::string variable() { return fmt::format("v{}", variables_++); }

    // Adds a load or store of the buffer that a part is in, or of the window. `first`: the beginning of the part in it.
    void add_local(std::size_t rank, const Json& space, std::int64_t first) {
        Json arguments = space;
        arguments["disp"] = std::max<std::int64_t>(0, first + one_of<std::int64_t>(random_, {0, 0, 8, 16, 40, -8, 4}));
        arguments["datatype"] = one_of(random_, {"int64", "int64", "int32", "int8", "uint16", "complex128"});
        const bool stores = chance(random_, 55);
        if (stores) arguments["value"] = one_of(random_, {"rank + 1", "-3", "random(300)"});
        else arguments["as"] = variable();
        add(rank, stores ? "store" : "load", std::move(arguments));
    }

    void add_operation(std::size_t rank, const std::string& window, const Json& disp, std::uint64_t target) {
        const Call which = one_of(random_, {Call::put, Call::put, Call::get, Call::get, Call::accumulate,
                                            Call::get_accumulate, Call::fetch_and_op, Call::compare_and_swap});
        if (!known_.contains(which)) return;
        const CallDescription& described = description_of(which);
        Json arguments{{"win", window}, {"target", target}, {"disp", disp}};
        arguments["datatype"] = one_of(random_, {"int64", "int64", "int32", "int8"});
        const std::int64_t elsewhere = 8 * static_cast<std::int64_t>(random_.below(16));
        const bool own_memory = chance(random_, 50);
        if (!described.has(Argument::as)) arguments["count"] = one_of<std::int64_t>(random_, {1, 1, 2, 3});
        else if (own_memory) arguments["into"] = {{"buffer", "b"}, {"disp", elsewhere}};
        else arguments["as"] = variable();
        if (described.has(Argument::op)) arguments["op"] = one_of(random_, {"sum", "min", "max", "replace"});
        if (own_memory && described.has(Argument::value)) {
            arguments["from"] = {{"buffer", "b"}, {"disp", elsewhere / 2}};
        } else {
            if (described.has(Argument::compare)) arguments["compare"] = random_.below(2);
            if (described.has(Argument::value)) arguments["value"] = one_of(random_, {"rank", "-1", "random(9)"});
        }
        add(rank, std::string(described.name), std::move(arguments));
    }

    // Adds the creation, the use and the freeing of a window. Sometimes the window is the previous one again. All ranks
    // make the same calls, with different accesses.
    void add_life() {
        const std::size_t other = random_.below(all_.size());
        if (!chance(random_, 50)) last_ = other;  // else another life of the previous window
        const Aliased& aliased = all_[last_];
        const Json window{{"win", aliased.name}};
        const bool created = &aliased != all_.data();  // the first window exists all the time, under another one
        if (created) add_for_all("win_create", window);
        add_for_all("fence", window);
        for (auto left = 1 + random_.below(2); left > 0; --left) {
            for (std::size_t rank = 0; rank < lists_.ranks(); ++rank) add_accesses(rank, aliased);
            add_for_all("fence", window);
        }
        for (std::size_t rank = 0; rank < lists_.ranks(); ++rank) add_local(rank, aliased.under, aliased.first);
        if (created) add_for_all("win_free", window);
        for (std::size_t rank = 0; rank < lists_.ranks(); ++rank) add_local(rank, aliased.under, aliased.first);
    }
    void add_accesses(std::size_t rank, const Aliased& aliased) {
        for (auto left = 1 + random_.below(2); left > 0; --left) {
            const std::uint64_t target = random_.below(lists_.ranks());
            const std::int64_t end = aliased.bytes_of(target) - 24;
            const std::int64_t disp = one_of<std::int64_t>(random_, {0, 0, 8, 4, end, end});
            add_operation(rank, aliased.name, disp, target);
        }
        if (chance(random_, 50)) add_local(rank, {{"win", aliased.name}}, 0);
        if (chance(random_, 30)) add_local(rank, aliased.under, aliased.first);
    }

    // Each rank attaches parts of the buffer, sends the buffer's address to the previous rank, and detaches the parts.
    void add_attachments() {
        using Part = std::pair<std::int64_t, std::int64_t>;
        std::vector<Part> parts{{0, 24}, {24, 24}, {48, 32}, {96, 64}};
        const bool one_more = chance(random_, 15);
        if (one_more) parts.push_back(one_of<Part>(random_, {{8, 16}, {40, 8}, {56, 8}, {32, 32}, {90, 70}}));
        const std::size_t ranks = lists_.ranks();
        if (creates_) add_for_all("win_create", {{"win", "d"}});
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            const auto over = [](std::int64_t disp) { return Json{{"buffer", "b"}, {"disp", disp}}; };
            std::vector<Part> mine;
            for (const Part& part : parts) {
                if (chance(random_, 92)) mine.insert(mine.begin() + random_position(mine.size()), part);
            }
            for (const auto& [disp, bytes] : mine) {
                add(rank, "win_attach", {{"win", "d"}, {"over", over(disp)}, {"bytes", bytes}});
            }
            add(rank, "get_address", {{"buffer", "b"}, {"as", "mine"}});
            add(rank, "send", {{"target", (rank + ranks - 1) % ranks}, {"datatype", "int64"}, {"value", "mine"}});
            const std::size_t right = (rank + 1) % ranks;
            add(rank, "recv", {{"source", right}, {"datatype", "int64"}, {"as", "there"}});
            const char* const type = one_of(random_, {"shared", "exclusive"});
            add(rank, "lock", {{"win", "d"}, {"target", right}, {"type", type}});
            for (auto left = 1 + random_.below(2); left > 0; --left) {
                const bool across = chance(random_, 10);  // across the edge of a part, or into a gap
                const int disp =
                    across ? one_of(random_, {12, 36, 40, 76, 92}) : one_of(random_, {0, 24, 48, 56, 96, 104});
                add_operation(rank, "d", fmt::format("there + {}", disp), right);
            }
            add(rank, "unlock", {{"win", "d"}, {"target", right}});
            add(rank, "barrier", Json::object());
            if (chance(random_, 30)) add_local(rank, {{"buffer", "b"}}, mine.empty() ? 0 : mine.front().first);
            if (creates_ && chance(random_, 40)) mine.clear();  // freed while parts are attached
            for (const auto& [disp, bytes] : mine) {
                const std::int64_t wrong = chance(random_, 3) ? 8 : 0;
                add(rank, "win_detach", {{"win", "d"}, {"over", over(disp + wrong)}});
            }
        }
        if (creates_) add_for_all("win_free", {{"win", "d"}});
    }
    std::ptrdiff_t random_position(std::size_t size) { return static_cast<std::ptrdiff_t>(random_.below(size + 1)); }

    Random& random_;
    CallSet known_;
    CallLists lists_;
    std::vector<Aliased> all_;
    std::size_t last_ = 5;  // index in all_
    bool creates_ = false;  // the dynamic window is created by a call
    int variables_ = 0;
};

}  // namespace

Json aliased_windows(Random& random, const sim::Family& family) {
    const std::uint64_t ranks = 2 + random.below(2);
    const std::uint64_t ranks_per_node = one_of<std::uint64_t>(random, {1, 2});
    Json scenario = AliasedWindows(random, family.calls(), ranks).scenario(std::string(family.name()), ranks_per_node);
    if (chance(random, 50)) {
        scenario["semantics"] = one_of(random, {"separate", "separate", "unified"});
        if (scenario["semantics"] == "separate") scenario["propagation"] = one_of(random, {"eager", "lazy", "seeded"});
    }
    return scenario;
}

}  // namespace rmasim::corpus
