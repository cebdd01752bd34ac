// The printed names of the types that all families share.
#include "protocol/base/atomic_ops.h"
#include "protocol/base/errors.h"
#include "protocol/base/observer.h"
#include "protocol/base/types.h"

#include <array>

namespace rmasim {

namespace {
template <class Enum, std::size_t N>
std::string_view pick(const std::array<std::string_view, N>& names, Enum value) {
    return names.at(static_cast<std::size_t>(value));
}
}  // namespace

std::string_view name_of(LockType type) {
    constexpr std::array<std::string_view, 2> names{"shared", "exclusive"};
    return pick(names, type);
}

std::string_view name_of(Assert one) {
    switch (one) {
        case Assert::noprecede: return "noprecede";
        case Assert::nosucceed: return "nosucceed";
        case Assert::nocheck: return "nocheck";
        case Assert::nostore: return "nostore";
        case Assert::noput: return "noput";
        case Assert::none: break;
    }
    return "none";
}

std::string_view name_of(Datatype datatype) {
    constexpr std::array<std::string_view, datatype_count + 1> names{
        "byte",        "int32",         "int64",         "uint32",          "uint64",
        "float32",     "float64",       "int8",          "int16",           "uint16",
        "int32_int32", "float32_int32", "complex128",    "uint8",           "logical8",
        "logical32",   "float80",       "complex64",     "complex160",      "int16_int32",
        "int64_int32", "float64_int32", "float80_int32", "float32_float32", "float64_float64",
        "handle_sync"};
    return pick(names, datatype);
}

std::string_view name_of(ReduceOp op) {
    if (op == ReduceOp::user) return "an operator of the program";
    constexpr std::array<std::string_view, reduce_op_count> names{"replace", "sum",    "prod",   "min",  "max",
                                                                  "band",    "bor",    "bxor",   "land", "lor",
                                                                  "lxor",    "minloc", "maxloc", "no_op"};
    return pick(names, op);
}

std::string_view name_of(AtomicOp op) {
    if (op == AtomicOp::compare_and_swap) return name_of(OpKind::compare_and_swap);
    return name_of(static_cast<ReduceOp>(op));
}

std::string_view name_of(MemSync sync_point) {
    constexpr std::array<std::string_view, mem_sync_count> names{
        "fence.before", "fence.after",   "post.before",    "start.after",       "complete.before", "wait.after",
        "lock.after",   "unlock.before", "lock_all.after", "unlock_all.before", "flush",           "sync",
        "apply.before", "apply.after",   "mutex.lock",     "mutex.unlock",      "get.before"};
    return pick(names, sync_point);
}

std::string_view name_of(OpKind kind) {
    constexpr std::array<std::string_view, 6> names{
        "put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap"};
    return pick(names, kind);
}

std::string_view name_of(ElementKind kind) {
    constexpr std::array<std::string_view, 2> names{"op", "target"};
    return pick(names, kind);
}

std::string_view name_of(PoolLevel level) {
    constexpr std::array<std::string_view, 2> names{"local", "global"};
    return pick(names, level);
}

std::string_view name_of(FailureKind kind) {
    constexpr std::array<std::string_view, 2> names{"assertion", "crash"};
    return pick(names, kind);
}

}  // namespace rmasim
