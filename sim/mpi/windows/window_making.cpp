#include "sim/mpi/windows/window_making.h"

#include "sim/mpi/windows/window_object.h"
#include "sim/mpi/windows/window_promises.h"
#include "sim/scenario/families/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace rmasim::sim {

namespace {

bool is_shared(int flavor) { return flavor == MPI_WIN_FLAVOR_SHARED || world().family().traits.shares_one_node; }

std::optional<Wrong> wrong_with(MPI_Info info, MPI_Comm comm, const ProgramWindow& window) {
    int inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter != 0) {
        return Wrong{MPI_ERR_COMM, "an intercommunicator", "an intracommunicator (MPI 3.1, 11.2)"};
    }
    if (auto wrong = wrong_info(info)) return wrong;
    if (window.bytes < 0) return Wrong{MPI_ERR_SIZE, fmt::format("{} bytes", window.bytes), "0 or more"};
    if (window.disp_unit <= 0) {
        return Wrong{MPI_ERR_DISP, fmt::format("displacement unit {}", window.disp_unit), "1 or more"};
    }
    return std::nullopt;
}

// Returns an error if the members of a shared window are not on one node.
std::optional<Wrong> wrong_with_nodes(const RankGroup& members) {
    const ProgramMemory& memory = world().memory();
    for (Rank comm_rank = 1; comm_rank < members.size(); ++comm_rank) {
        if (memory.node_of(members.member(0)).contains(members.member(comm_rank))) continue;
        return Wrong{MPI_ERR_RMA_SHARED,
                     fmt::format("ranks {} and {} of MPI_COMM_WORLD, which are on two nodes", members.member(0),
                                 members.member(comm_rank)),
                     "ranks of one node: a communicator of MPI_Comm_split_type, or a larger platform.ranks_per_node"};
    }
    return std::nullopt;
}

// Ends the run if the family does not support a window with these properties.
void require_window(const Caller& caller, const ProgramWindow& window) {
    const Family& family = world().family();
    const bool shared = is_shared(window.flavor);
    if (const std::string& reason = world().unsupported_windows(shared); !reason.empty()) {
        world().refuse(caller, shared ? "a window in shared memory" : "a window that is not in shared memory",
                       fmt::format("other windows with family {}, {}", family.name(), reason));
    }
    const bool reached = window.flavor != MPI_WIN_FLAVOR_CREATE || window.bytes == 0 ||
                         world().allocated_by_mpi(window.base, static_cast<std::uint64_t>(window.bytes));
    if (shared && !reached) {
        world().refuse(caller, "a window over memory that the program allocated itself",
                       fmt::format("with family {}, memory of MPI_Alloc_mem, MPI_Win_allocate or "
                                   "MPI_Win_allocate_shared, which other processes can access",
                                   family.name()));
    }
    if (window.members->all) return;
    std::string_view reason = family.unsupported_reason(CallFeature::window_comm);
    if (reason.empty() && !family.calls().contains(Call::win_create)) reason = "it has no WIN_CREATE";
    if (reason.empty()) return;
    world().refuse(caller, "a window of only some ranks of MPI_COMM_WORLD",
                   fmt::format("MPI_COMM_WORLD with family {}: {}", family.name(), reason));
}

// Executes WIN_CREATE. In a family without WIN_CREATE, the function executes a barrier instead.
void create(const Caller& caller, WindowId number) {
    if (world().family().calls().contains(Call::win_create)) {
        world().call(caller, {.call = Call::win_create, .window = number});
        return;
    }
    world().memory().create(world().rank(), number);
    world().call(caller, {.call = Call::barrier});
}

std::optional<std::string> find_in(MPI_Info info, const char* key) {
    if (info == MPI_INFO_NULL) return std::nullopt;
    std::array<char, MPI_MAX_INFO_VAL + 1> value{};
    int found = 0;
    PMPI_Info_get(info, key, MPI_MAX_INFO_VAL, value.data(), &found);
    return found == 0 ? std::nullopt : std::optional<std::string>(value.data());
}
bool is_true_in(MPI_Info info, const char* key) { return find_in(info, key) == "true"; }

Wrong beyond_memory(MPI_Aint bytes) {
    return {MPI_ERR_NO_MEM, fmt::format("a window of {} bytes", bytes), "a window that fits into memory"};
}

// Sets the base address of the caller's segment in a shared window. The first member that returns from the collective
// call allocates the memory of all segments, because all members have passed their sizes at this time.
void take_shared_memory(ProgramWindow& window) {
    ProgramMemory& memory = world().memory();
    const Rank self = world().rank();
    if (memory.part(self, window.number).block == nullptr) {
        memory.allocate_shared(*window.members->group, window.number);
        world().windows_have_memory(*window.members->group, window.number);
    }
    window.base = memory.part(self, window.number).base;
}

}  // namespace

int small_unit(const Caller& caller, MPI_Aint disp_unit) {
    constexpr int most = std::numeric_limits<int>::max();
    if (disp_unit > most) {
        world().refuse(caller, fmt::format("a displacement unit of {} bytes", disp_unit),
                       fmt::format("at most {} bytes", most));
    }
    return static_cast<int>(std::max<MPI_Aint>(disp_unit, -most));
}

int make_window(const Caller& caller, MPI_Info info, MPI_Comm comm, ProgramWindow window, MPI_Win* win) {
    if (!world().has_joined()) std::abort();
    if (const auto wrong = wrong_comm(comm)) return raise(caller, nullptr, *wrong);
    if (const auto wrong = wrong_result(win)) return raise_in(caller, comm, *wrong);
    if (const auto wrong = wrong_with(info, comm, window)) return raise_in(caller, comm, *wrong);
    window.promises = promises_in(info);
    window.apart = window.flavor == MPI_WIN_FLAVOR_SHARED && is_true_in(info, "alloc_shared_noncontig");
    window.members = &world().members_of(comm);
    if (is_shared(window.flavor)) {
        if (const auto wrong = wrong_with_nodes(*window.members->group)) return raise_in(caller, comm, *wrong);
        if (!ProgramMemory::may_allocate(static_cast<std::uint64_t>(window.bytes))) {
            return raise_in(caller, comm, beyond_memory(window.bytes));
        }
    }
    require_window(caller, window);
    const auto bytes = static_cast<std::uint64_t>(window.bytes);
    ProgramMemory::Part part{.base = static_cast<std::byte*>(window.base),
                             .bytes = bytes,
                             .disp_unit = static_cast<std::uint32_t>(window.disp_unit)};
    part.alloc_mem = window.allocated != nullptr || world().allocated_by_mpi(window.base, bytes);
    part.dynamic = window.flavor == MPI_WIN_FLAVOR_DYNAMIC;
    part.apart = window.apart;
    part.in_any_order = window.promises.in_any_order;
    part.same_op = window.promises.same_op;
    if (world().is_separate() && !is_shared(window.flavor)) window.model = MPI_WIN_SEPARATE;
    try {
        const std::uint64_t number = world().number_for_windows(comm);
        window.number = world().new_window(number, *window.members, part, is_shared(window.flavor));
    } catch (const ErroneousProgram& error) {
        world().erroneous(caller, error.rule);
    }
    join_creation(caller, window);
    create(caller, window.number);
    if (window.flavor == MPI_WIN_FLAVOR_SHARED) take_shared_memory(window);
    PMPI_Comm_group(comm, &window.group);
    window.key = new_window_object();
    if (info != MPI_INFO_NULL) set_window_info(window.key, info);
    *win = window.key;
    world().add(std::move(window));
    return MPI_SUCCESS;
}

std::size_t alignment_of(MPI_Info info) {
    constexpr std::size_t cache_line_bytes = 64, max_bytes = std::size_t{1} << 30;
    if (info == MPI_INFO_NULL) return cache_line_bytes;
    char text[MPI_MAX_INFO_VAL + 1];
    int found = 0;
    PMPI_Info_get(info, "mpi_minimum_memory_alignment", MPI_MAX_INFO_VAL, text, &found);
    const unsigned long long wanted = found != 0 ? std::strtoull(text, nullptr, 10) : 0;
    return std::has_single_bit(wanted) && wanted <= max_bytes ? std::max<std::size_t>(wanted, cache_line_bytes)
                                                               : cache_line_bytes;
}

int allocate_window(const Caller& caller, MPI_Aint bytes, int disp_unit, MPI_Info info, MPI_Comm comm, void* base,
                    int flavor, MPI_Win* win) {
    ProgramWindow window{.bytes = bytes, .disp_unit = disp_unit, .flavor = flavor};
    if (const auto wrong = wrong_result(base)) return raise(caller, nullptr, *wrong);
    if (flavor != MPI_WIN_FLAVOR_SHARED) {
        const std::size_t unit = alignment_of(info);
        const std::size_t units = bytes < 0 ? 0 : static_cast<std::size_t>(bytes) / unit + 1;
        window.base = window.allocated = world().new_memory(unit, units * unit);
        if (bytes > 0 && window.allocated == nullptr) return raise_in(caller, comm, beyond_memory(bytes));
    }
    void* const allocated = window.allocated;
    const int code = make_window(caller, info, comm, std::move(window), win);
    if (code != MPI_SUCCESS) {
        world().delete_memory(allocated);
        return code;
    }
    void* const memory = world().find(*win)->base;
    std::memcpy(base, &memory, sizeof(memory));
    return MPI_SUCCESS;
}

int free_window(const Caller& caller, MPI_Win* win) {
    if (const auto wrong = wrong_result(win)) return raise(caller, nullptr, *wrong);
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(caller, *win, code);
    if (window == nullptr) return code;
    const WindowId number = window->number;
    if (world().family().calls().contains(Call::win_free)) {
        if (world().call(caller, *window, {.call = Call::win_free, .window = number}) == nullptr) {
            return raise_sync_error(caller, *window);
        }
    } else {
        world().call(caller, {.call = Call::barrier});
    }
    try {
        world().window_is_free(number);
    } catch (const ErroneousProgram& error) {  // of families without WIN_FREE
        world().erroneous(caller, Call::win_free, number, error);
    }
    void* const allocated = window->allocated;
    PMPI_Group_free(&window->group);
    world().remove(*win);
    free_window_object(*win);
    world().delete_memory(allocated);
    *win = MPI_WIN_NULL;
    return MPI_SUCCESS;
}

}  // namespace rmasim::sim
