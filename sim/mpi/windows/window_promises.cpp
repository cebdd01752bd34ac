#include "sim/mpi/windows/window_promises.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim {

namespace {

std::optional<std::string> value_in(MPI_Info info, const char* key) {
    if (info == MPI_INFO_NULL) return std::nullopt;
    std::array<char, MPI_MAX_INFO_VAL + 1> value{};
    int found = 0;
    PMPI_Info_get(info, key, MPI_MAX_INFO_VAL, value.data(), &found);
    return found == 0 ? std::nullopt : std::optional<std::string>(value.data());
}

// True if the info key accumulate_ordering leaves accumulates unordered. The key's value is "none" or a list of orders:
// "rar", "raw", "war", "waw". If the list has an order that involves a write, the simulator orders all accumulates.
bool leaves_accumulates_unordered(MPI_Info info) {
    const std::optional<std::string> ordering = value_in(info, "accumulate_ordering");
    return ordering && ordering->find('w') == std::string::npos;
}

// Returns the call as text: "rank 0 called MPI_Win_create at halo.c:12 in main".
std::string text_of(const WindowCreation::Given& given) {
    return fmt::format("rank {} called {} at {}", given.rank, given.caller.function,
                       world().location_text(given.caller));
}

// Checks that all ranks give the info key the same value. If this value is "true", also checks that they pass the same
// argument.
template <class Value>
void require_same(const WindowCreation::Given& first, const WindowCreation::Given& own, std::string_view key,
                  bool WindowPromises::*promise, Value argument, std::string_view unit) {
    if (first.promises.*promise != own.promises.*promise) {
        return world().add_erroneous(
            own.caller,
            fmt::format("{} info {}, but {} {} it; all ranks must give this key the same value",
                        own.promises.*promise ? "with" : "without", key, text_of(first),
                        first.promises.*promise ? "with" : "without"),
            "info");
    }
    if (!(own.promises.*promise) || first.*argument == own.*argument) return;
    world().add_erroneous(own.caller,
                          fmt::format("{} {}, but {} with {}; info {} promises equal values at all ranks", unit,
                                      own.*argument, text_of(first), first.*argument, key),
                          "info");
}

}  // namespace

WindowPromises promises_in(MPI_Info info) {
    const auto is = [info](const char* key, const char* value) { return value_in(info, key) == value; };
    return {.in_any_order = leaves_accumulates_unordered(info),
            .same_op = is("accumulate_ops", "same_op"),
            .no_locks = is("no_locks", "true"),
            .same_size = is("same_size", "true"),
            .same_disp_unit = is("same_disp_unit", "true")};
}

void join_creation(const Caller& caller, ProgramWindow& window) {
    const WindowCreation::Given own{world().rank(), caller, window.promises, window.bytes, window.disp_unit};
    std::shared_ptr<WindowCreation>& creation = world().creation_of(window.number);
    if (!creation) creation = std::make_shared<WindowCreation>(WindowCreation{own, {}});
    window.creation = creation;
    const WindowCreation::Given& first = creation->first;
    if (std::string_view(first.caller.function) != caller.function) {
        world().erroneous(caller,
                          fmt::format("{} instead; all ranks of a communicator must make the same "
                                      "collective calls in the same order",
                                      text_of(first)),
                          "different_calls");
    }
    require_same(first, own, "same_size", &WindowPromises::same_size, &WindowCreation::Given::bytes, "size");
    require_same(first, own, "same_disp_unit", &WindowPromises::same_disp_unit, &WindowCreation::Given::disp_unit,
                 "displacement unit");
    if (own.promises.no_locks && creation->no_locks.rank == no_rank) creation->no_locks = own;
}

void check_lock_promised(const Caller& caller, const ProgramWindow& window) {
    const WindowCreation::Given& promised = window.creation->no_locks;
    if (promised.rank == no_rank) return;
    world().add_erroneous(
        caller, fmt::format("{} with info no_locks, which promises that no rank locks the window", text_of(promised)),
        "info");
}

}  // namespace rmasim::sim
