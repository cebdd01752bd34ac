// The functions of MPI 3.1, chapter 11, under their own names: programs find them here before SMPI's. They check
// arguments, and make calls of the core from them. What there is not yet is refused.
#include "sim/mpi/arguments.h"
#include "sim/mpi/smpi_world.h"
#include "sim/scenario/families/family.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

namespace rmasim::sim {

namespace {

SmpiWorld& world() { return SmpiWorld::get(); }

// ---- Errors. What is wrong, and what is allowed: "found rank 9; allowed: 0 to 3".
struct Wrong {
    int error_class;
    std::string found, allowed;
};

// As the window's error handler says (of an unknown window, that of MPI_COMM_WORLD): MPI_ERRORS_ARE_FATAL ends the run.
int raise(const Caller& caller, const ProgramWindow* window, const Wrong& wrong) {
    MPI_Errhandler handler = MPI_ERRORS_ARE_FATAL;
    if (window != nullptr) handler = window->handler;
    else PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    if (handler == MPI_ERRORS_ARE_FATAL) {
        world().erroneous(caller, fmt::format("found {}; allowed: {}", wrong.found, wrong.allowed));
    }
    if (handler != MPI_ERRORS_RETURN && window != nullptr) PMPI_Win_call_errhandler(window->key, wrong.error_class);
    return wrong.error_class;
}

// The window, or the error that there is none.
ProgramWindow* window_of(const Caller& caller, MPI_Win win, int& code) {
    if (!world().has_joined()) std::abort();  // SMPI, too, ends here
    ProgramWindow* const window = world().find(win);
    if (window == nullptr) {
        code = raise(caller, nullptr,
                     {MPI_ERR_WIN, win == MPI_WIN_NULL ? "MPI_WIN_NULL" : "no window", "a window that exists"});
    }
    return window;
}

void require(const Caller& caller, Call call) {
    if (world().family().calls().contains(call)) return;
    std::vector<std::string_view> with;
    for (const Family* const family : families()) {
        if (family->calls().contains(call)) with.push_back(family->name());
    }
    world().refuse(caller, fmt::format("a call that family {} does not have", world().family().name()),
                   fmt::format("--family {}", fmt::join(with, ", ")));
}

// A call on a window that has no arguments of its own but for these.
int call_on(const Caller& caller, MPI_Win win, CallRequest&& request) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    require(caller, request.call);
    request.window = window->number;
    world().call(caller, std::move(request));
    return MPI_SUCCESS;
}

// With a target, a rank of the window's group.
int call_on_target(const Caller& caller, MPI_Win win, int target, CallRequest&& request) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    if (target == MPI_PROC_NULL) return MPI_SUCCESS;
    const Rank size = window->members->group->size();
    if (target < 0 || target >= size) {
        return raise(caller, window,
                     {MPI_ERR_RANK, fmt::format("rank {}", target), fmt::format("0 to {}, MPI_PROC_NULL", size - 1)});
    }
    request.target = window->members->group->member(target);
    return call_on(caller, win, std::move(request));
}

// With assertions, of which the call takes those that the core's table says.
int call_with_asserts(const Caller& caller, MPI_Win win, int asserts, CallRequest&& request) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    const Assert allowed = description_of(request.call).asserts;
    const std::optional<Assert> found = asserts_of(asserts, allowed);
    if (!found) {
        std::vector<std::string> names;
        for (const Assert one : all_asserts) {
            if (has(allowed, one)) names.emplace_back(name_of(one));
        }
        return raise(caller, window,
                     {MPI_ERR_ASSERT, fmt::format("assertion {:#x}", asserts),
                      fmt::format("0, and of MPI_MODE_...: {}", fmt::join(names, ", "))});
    }
    request.asserts = *found;
    return call_on(caller, win, std::move(request));
}

int call_with_group(const Caller& caller, MPI_Win win, MPI_Group group, int asserts, Call call) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    if (group == MPI_GROUP_NULL) return raise(caller, window, {MPI_ERR_GROUP, "MPI_GROUP_NULL", "a group"});
    CallRequest request{.call = call};
    const RankGroup& members = *world().members_of(group).group;
    for (Rank place = 0; place < members.size(); ++place) {
        const Rank member = members.member(place);
        if (!window->members->group->contains(member)) {
            return raise(caller, window,
                         {MPI_ERR_RANK, fmt::format("rank {} of MPI_COMM_WORLD", member), "members of the window's group"});
        }
        request.group.push_back(member);
    }
    return call_with_asserts(caller, win, asserts, std::move(request));
}

// ---- Windows.

int make_window(const Caller& caller, void* base, MPI_Aint bytes, int disp_unit, MPI_Comm comm, ProgramWindow made,
                MPI_Win* win) {
    if (!world().has_joined()) std::abort();
    if (comm == MPI_COMM_NULL) return raise(caller, nullptr, {MPI_ERR_COMM, "MPI_COMM_NULL", "a communicator"});
    int inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    if (inter != 0) {
        return raise(caller, nullptr, {MPI_ERR_COMM, "an intercommunicator", "an intracommunicator (MPI 3.1, 11.2)"});
    }
    if (bytes < 0) return raise(caller, nullptr, {MPI_ERR_SIZE, fmt::format("{} bytes", bytes), "0 or more"});
    if (disp_unit <= 0) {
        return raise(caller, nullptr, {MPI_ERR_DISP, fmt::format("displacement unit {}", disp_unit), "1 or more"});
    }
    made.members = &world().members_of(comm);
    if (!made.members->all && !world().family().lacks(CallFeature::window_comm).empty()) {
        world().refuse(caller, "a window of a part of the ranks",
                       fmt::format("MPI_COMM_WORLD with family {}: {}", world().family().name(),
                                   world().family().lacks(CallFeature::window_comm)));
    }
    const bool by_barrier = !world().family().calls().contains(Call::win_create);
    if (by_barrier && !made.members->all) {
        world().refuse(caller, "a window of a part of the ranks",
                       fmt::format("MPI_COMM_WORLD with family {}, which has no WIN_CREATE", world().family().name()));
    }
    made.number = world().new_window(*made.members, {static_cast<std::byte*>(base), static_cast<std::uint64_t>(bytes),
                                                     static_cast<std::uint32_t>(disp_unit), made.allocated != nullptr});
    if (by_barrier) {
        world().memory().create(world().rank(), made.number);
        world().call(caller, {.call = Call::barrier});
    } else {
        world().call(caller, {.call = Call::win_create, .window = made.number});
    }
    PMPI_Comm_group(comm, &made.group);
    made.base = base;
    made.bytes = bytes;
    made.disp_unit = disp_unit;
    PMPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &made.key);
    *win = made.key;
    world().add(std::move(made));
    return MPI_SUCCESS;
}

int free_window(const Caller& caller, MPI_Win* win) {
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(caller, *win, code);
    if (window == nullptr) return code;
    const WindowId number = window->number;
    if (world().family().calls().contains(Call::win_free)) {
        world().call(caller, {.call = Call::win_free, .window = number});
    } else {
        world().call(caller, {.call = Call::barrier});
    }
    world().window_is_free(number);
    void* const allocated = window->allocated;
    PMPI_Group_free(&window->group);
    world().remove(*win);
    PMPI_Win_free(win);
    std::free(allocated);
    *win = MPI_WIN_NULL;
    return MPI_SUCCESS;
}

// ---- Operations.

// One end of an operation: `count` elements of `type` at `address`.
struct Data {
    const void* address = nullptr;
    int count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
};

struct Target {
    int rank = 0;
    MPI_Aint disp = 0;
    int count = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
};

class OperationCall {
public:
    OperationCall(const Caller& caller, Call call, const Target& target, MPI_Win win)
        : caller_(caller), target_(target), win_(win) {
        request_.call = call;
        request_.operation.kind = description_of(call).operation;
    }

    // Makes the call. `sent` and `received`: with a null datatype there is none.
    int make(const Data& sent, const Data& received, MPI_Op op = MPI_REPLACE) {
        int code = MPI_SUCCESS;
        window_ = window_of(caller_, win_, code);
        if (window_ == nullptr) return code;
        const auto wrong = prepare(sent, received, op);
        if (wrong) return raise(caller_, window_, *wrong);
        if (target_.rank == MPI_PROC_NULL) return MPI_SUCCESS;
        require(caller_, request_.call);
        world().call(caller_, std::move(request_));
        return MPI_SUCCESS;
    }

    // COMPARE_AND_SWAP: the value that is compared with.
    void compare_with(const void* value) { compare_ = value; }

private:
    std::optional<Wrong> prepare(const Data& sent, const Data& received, MPI_Op op) {
        const Rank size = window_->members->group->size();
        if (target_.rank == MPI_PROC_NULL) return std::nullopt;
        if (target_.rank < 0 || target_.rank >= size) {
            return Wrong{MPI_ERR_RANK, fmt::format("rank {}", target_.rank),
                         fmt::format("0 to {}, MPI_PROC_NULL", size - 1)};
        }
        if (target_.type == MPI_DATATYPE_NULL) return Wrong{MPI_ERR_TYPE, "MPI_DATATYPE_NULL", "a datatype"};
        if (target_.count < 0) return Wrong{MPI_ERR_COUNT, fmt::format("count {}", target_.count), "0 or more"};
        const TypeMap& type = world().types().of(target_.type);
        const std::uint64_t bytes = type.bytes * static_cast<std::uint64_t>(target_.count);
        if (bytes > INT32_MAX) {
            world().refuse(caller_, fmt::format("an operation of {} bytes", bytes), "at most 2147483647 in one");
        }
        if (auto wrong = set_op(op, type)) return wrong;
        if (auto wrong = set_region(type)) return wrong;
        if (auto wrong = set_buffer(request_.operation.origin, sent, bytes, sends_nothing(op))) return wrong;
        if (auto wrong = set_buffer(request_.operation.result, received, bytes, false)) return wrong;
        if (compare_ != nullptr) request_.operation.origin = pair_of_values(sent.address, compare_);
        return std::nullopt;
    }

    static bool sends_nothing(MPI_Op op) { return op == MPI_NO_OP; }

    std::optional<Wrong> set_op(MPI_Op op, const TypeMap& type) {
        if (!accumulates(request_.operation.kind)) return std::nullopt;
        const std::optional<ReduceOp> known = reduce_op_of(op);
        if (!known || (*known == ReduceOp::no_op && request_.operation.kind == OpKind::accumulate)) {
            return Wrong{MPI_ERR_OP, known ? "MPI_NO_OP" : "an operator that is none of MPI's own",
                         "MPI_REPLACE, MPI_SUM and MPI's other predefined operators"};
        }
        request_.operation.reduce = *known;
        const bool moves = *known == ReduceOp::replace || *known == ReduceOp::no_op;
        if (type.basic) {
            if (works_on(*known, *type.basic)) return std::nullopt;
            return Wrong{MPI_ERR_OP, "an operator that is not defined for the datatype",
                         "one that MPI 3.1, 5.9 defines for it"};
        }
        if (!moves) {
            world().refuse(caller_, "an accumulate of a datatype that has no arithmetic here",
                           "integers of 8 to 64 bits (unsigned from 16), float, double, double complex, MPI_2INT, "
                           "MPI_FLOAT_INT");
        }
        return std::nullopt;
    }

    // MPI raises the error at the origin, or at the target; here all parts are known.
    std::optional<Wrong> set_region(const TypeMap& type) {
        Operation& operation = request_.operation;
        request_.target = operation.target = window_->members->group->member(target_.rank);
        request_.window = operation.window = window_->number;
        const ProgramMemory::Part& part = world().memory().part(operation.target, window_->number);
        if (target_.disp < 0) return Wrong{MPI_ERR_DISP, fmt::format("displacement {}", target_.disp), "0 or more"};
        const auto count = static_cast<std::uint64_t>(target_.count);
        if (type.bytes * count > 0) {
            std::int64_t begin = 0, first = 0, end = 0;
            const bool too_large = __builtin_mul_overflow(target_.disp, std::int64_t{part.disp_unit}, &begin) ||
                                   __builtin_add_overflow(begin, type.first(count), &first) ||
                                   __builtin_add_overflow(begin, type.end(count), &end);
            if (too_large || first < 0 || static_cast<std::uint64_t>(end) > part.bytes) {
                return Wrong{MPI_ERR_RMA_RANGE,
                             fmt::format("{} elements at displacement {} of rank {}'s window, of {} bytes each in units "
                                         "of {}", target_.count, target_.disp, target_.rank, type.bytes, part.disp_unit),
                             fmt::format("what lies in its {} bytes", part.bytes)};
            }
        }
        operation.region = world().memory().maps().region(type, count, static_cast<std::uint64_t>(target_.disp),
                                                          part.disp_unit);
        const std::string_view lack = world().family().lacks(
            TargetMaps::has(operation.region) ? CallFeature::any_layout : CallFeature::vectors);
        if (!operation.region.basic() && !lack.empty()) {
            world().refuse(caller_, "a derived datatype at the target",
                           fmt::format("other ones with family {}: {}", world().family().name(), lack));
        }
        return std::nullopt;
    }

    std::optional<Wrong> set_buffer(OriginBuffer& buffer, const Data& data, std::uint64_t bytes, bool ignored) {
        buffer = no_buffer();
        if (ignored || data.type == MPI_DATATYPE_NULL) return std::nullopt;
        if (data.count < 0) return Wrong{MPI_ERR_COUNT, fmt::format("count {}", data.count), "0 or more"};
        const TypeMap& type = world().types().of(data.type);
        const std::uint64_t here = type.bytes * static_cast<std::uint64_t>(data.count);
        if (here != bytes) {
            return Wrong{MPI_ERR_TYPE, fmt::format("{} bytes at the origin and {} at the target", here, bytes),
                         "as many at both"};
        }
        buffer = typed_buffer(data.address, type, static_cast<std::uint64_t>(data.count));
        if (!type.named) request_.operation.origin_derived = true;
        return std::nullopt;
    }

    const Caller& caller_;
    Target target_;
    MPI_Win win_;
    const ProgramWindow* window_ = nullptr;
    const void* compare_ = nullptr;
    CallRequest request_;
};

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;
using rmasim::Call;
using rmasim::CallRequest;
using rmasim::LockType;

#define RMASIM_CALLER {__func__, __builtin_return_address(0)}

extern "C" {

// ---- Windows.

int MPI_Win_create(void* base, MPI_Aint bytes, int disp_unit, MPI_Info, MPI_Comm comm, MPI_Win* win) {
    return make_window(RMASIM_CALLER, base, bytes, disp_unit, comm, {.flavor = MPI_WIN_FLAVOR_CREATE}, win);
}

int MPI_Win_allocate(MPI_Aint bytes, int disp_unit, MPI_Info, MPI_Comm comm, void* base, MPI_Win* win) {
    constexpr std::size_t cache_line_bytes = 64;
    const std::size_t lines = bytes < 0 ? 0 : static_cast<std::size_t>(bytes) / cache_line_bytes + 1;
    void* const memory = std::aligned_alloc(cache_line_bytes, lines * cache_line_bytes);
    const int code = make_window(RMASIM_CALLER, memory, bytes, disp_unit, comm,
                                 {.flavor = MPI_WIN_FLAVOR_ALLOCATE, .allocated = memory}, win);
    if (code == MPI_SUCCESS) std::memcpy(base, &memory, sizeof(memory));
    else std::free(memory);
    return code;
}

int MPI_Win_free(MPI_Win* win) { return free_window(RMASIM_CALLER, win); }

int MPI_Win_get_group(MPI_Win win, MPI_Group* group) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    return PMPI_Group_union(window->group, MPI_GROUP_EMPTY, group);
}

int MPI_Win_get_attr(MPI_Win win, int keyval, void* value, int* found) {
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    void* answer = nullptr;
    switch (keyval) {
        case MPI_WIN_BASE: answer = window->base; break;
        case MPI_WIN_SIZE: answer = &window->bytes; break;
        case MPI_WIN_DISP_UNIT: answer = &window->disp_unit; break;
        case MPI_WIN_CREATE_FLAVOR: answer = &window->flavor; break;
        case MPI_WIN_MODEL: answer = &window->model; break;
        default: return PMPI_Win_get_attr(win, keyval, value, found);
    }
    *static_cast<void**>(value) = answer;
    *found = 1;
    return MPI_SUCCESS;
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler handler) {
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    window->handler = handler;
    return PMPI_Win_set_errhandler(win, handler);
}

// ---- Synchronisation.

int MPI_Win_fence(int asserts, MPI_Win win) {
    return call_with_asserts(RMASIM_CALLER, win, asserts, {.call = Call::fence});
}
int MPI_Win_post(MPI_Group group, int asserts, MPI_Win win) {
    return call_with_group(RMASIM_CALLER, win, group, asserts, Call::post);
}
int MPI_Win_start(MPI_Group group, int asserts, MPI_Win win) {
    return call_with_group(RMASIM_CALLER, win, group, asserts, Call::start);
}
int MPI_Win_complete(MPI_Win win) { return call_on(RMASIM_CALLER, win, {.call = Call::complete}); }
int MPI_Win_wait(MPI_Win win) { return call_on(RMASIM_CALLER, win, {.call = Call::wait}); }
int MPI_Win_test(MPI_Win win, int* flag) {
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    require(RMASIM_CALLER, Call::test);
    *flag = world().call(RMASIM_CALLER, {.call = Call::test, .window = window->number}).done ? 1 : 0;
    return MPI_SUCCESS;
}

int MPI_Win_lock(int type, int target, int asserts, MPI_Win win) {
    const Caller caller RMASIM_CALLER;
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(caller, win, code);
    if (window == nullptr) return code;
    if (type != MPI_LOCK_SHARED && type != MPI_LOCK_EXCLUSIVE) {
        return raise(caller, window,
                     {MPI_ERR_LOCKTYPE, fmt::format("lock type {}", type), "MPI_LOCK_SHARED, MPI_LOCK_EXCLUSIVE"});
    }
    const std::optional<rmasim::Assert> found = asserts_of(asserts, rmasim::Assert::nocheck);
    if (!found) {
        return raise(caller, window, {MPI_ERR_ASSERT, fmt::format("assertion {:#x}", asserts), "0, MPI_MODE_NOCHECK"});
    }
    return call_on_target(caller, win, target,
                          {.call = Call::lock,
                           .lock_type = type == MPI_LOCK_SHARED ? LockType::shared : LockType::exclusive,
                           .asserts = *found});
}
int MPI_Win_unlock(int target, MPI_Win win) {
    return call_on_target(RMASIM_CALLER, win, target, {.call = Call::unlock});
}
int MPI_Win_lock_all(int asserts, MPI_Win win) {
    return call_with_asserts(RMASIM_CALLER, win, asserts, {.call = Call::lock_all});
}
int MPI_Win_unlock_all(MPI_Win win) { return call_on(RMASIM_CALLER, win, {.call = Call::unlock_all}); }
int MPI_Win_flush(int target, MPI_Win win) {
    return call_on_target(RMASIM_CALLER, win, target, {.call = Call::flush});
}
int MPI_Win_flush_local(int target, MPI_Win win) {
    return call_on_target(RMASIM_CALLER, win, target, {.call = Call::flush_local});
}
int MPI_Win_flush_all(MPI_Win win) { return call_on(RMASIM_CALLER, win, {.call = Call::flush_all}); }
int MPI_Win_flush_local_all(MPI_Win win) { return call_on(RMASIM_CALLER, win, {.call = Call::flush_local_all}); }
int MPI_Win_sync(MPI_Win win) { return call_on(RMASIM_CALLER, win, {.call = Call::sync}); }

// ---- Operations.

int MPI_Put(const void* from, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
    const Caller caller RMASIM_CALLER;
    return OperationCall(caller, Call::put, {target, disp, target_count, target_type}, win).make({from, count, type}, {});
}

int MPI_Get(void* into, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
    const Caller caller RMASIM_CALLER;
    return OperationCall(caller, Call::get, {target, disp, target_count, target_type}, win).make({}, {into, count, type});
}

int MPI_Accumulate(const void* from, int count, MPI_Datatype type, int target, MPI_Aint disp, int target_count,
                   MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
    const Caller caller RMASIM_CALLER;
    return OperationCall(caller, Call::accumulate, {target, disp, target_count, target_type}, win)
        .make({from, count, type}, {}, op);
}

int MPI_Get_accumulate(const void* from, int count, MPI_Datatype type, void* into, int into_count,
                       MPI_Datatype into_type, int target, MPI_Aint disp, int target_count, MPI_Datatype target_type,
                       MPI_Op op, MPI_Win win) {
    const Caller caller RMASIM_CALLER;
    return OperationCall(caller, Call::get_accumulate, {target, disp, target_count, target_type}, win)
        .make({from, count, type}, {into, into_count, into_type}, op);
}

int MPI_Fetch_and_op(const void* from, void* into, MPI_Datatype type, int target, MPI_Aint disp, MPI_Op op,
                     MPI_Win win) {
    const Caller caller RMASIM_CALLER;
    return OperationCall(caller, Call::fetch_and_op, {target, disp, 1, type}, win)
        .make({from, 1, type}, {into, 1, type}, op);
}

int MPI_Compare_and_swap(const void* value, void* compare, void* into, MPI_Datatype type, int target,
                         MPI_Aint disp, MPI_Win win) {
    const Caller caller RMASIM_CALLER;
    OperationCall call(caller, Call::compare_and_swap, {target, disp, 1, type}, win);
    call.compare_with(compare);
    return call.make({value, 1, type}, {into, 1, type});
}

// ---- What is still to come.

#define RMASIM_NOT_YET(name, parameters)                                                              \
    int name parameters {                                                                             \
        world().refuse(RMASIM_CALLER, "a function that rmasim exec does not have yet",                \
                       "the others of MPI 3.1, chapter 11: no requests, no dynamic or shared windows"); \
    }

RMASIM_NOT_YET(MPI_Win_create_dynamic, (MPI_Info, MPI_Comm, MPI_Win*))
RMASIM_NOT_YET(MPI_Win_attach, (MPI_Win, void*, MPI_Aint))
RMASIM_NOT_YET(MPI_Win_detach, (MPI_Win, const void*))
RMASIM_NOT_YET(MPI_Win_allocate_shared, (MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*))
RMASIM_NOT_YET(MPI_Win_shared_query, (MPI_Win, int, MPI_Aint*, int*, void*))
RMASIM_NOT_YET(MPI_Rput, (const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*))
RMASIM_NOT_YET(MPI_Rget, (void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*))
RMASIM_NOT_YET(MPI_Raccumulate,
               (const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*))
RMASIM_NOT_YET(MPI_Rget_accumulate, (const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
                                     MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*))

#undef RMASIM_NOT_YET

}  // extern "C"
