#include "sim/mpi/windows/operation_call.h"

#include "protocol/base/atomic_ops.h"
#include "sim/mpi/windows/arguments.h"
#include "sim/scenario/families/family.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

class OperationCall {
public:
    OperationCall(const Caller& caller, Call call, const OperationTarget& target, MPI_Win win,
                  const OperationOptions& options)
        : caller_(caller), target_(target), win_(win), options_(options) {
        request_.call = call;
        request_.operation.kind = description_of(call).operation;
    }

    // Makes the call. `sent` and `received` are the origin buffer and the result buffer, if the operation has them.
    int make(const std::optional<OriginData>& sent, const std::optional<OriginData>& received) {
        int code = MPI_SUCCESS;
        window_ = window_of(caller_, win_, code);
        if (window_ == nullptr) return code;
        const auto wrong = prepare(sent, received, options_.op);
        if (wrong) return raise(caller_, window_, *wrong);
        RequestId made = no_request;
        if (target_.rank != MPI_PROC_NULL) {
            require(caller_, request_.call);
            const CallAnswer* const answer = world().call(caller_, *window_, std::move(request_));
            if (answer == nullptr) return raise_sync_error(caller_, *window_);
            made = answer->request;
        }
        if (options_.request != nullptr) *options_.request = world().add_request(made);
        return MPI_SUCCESS;
    }

private:
    const TypeMap& layout_of(MPI_Datatype type) const {
        TypeMaps& all = world().types();
        return between_types_ ? all.moved(type) : all.of(type);
    }

    std::optional<Wrong> prepare(const std::optional<OriginData>& sent, const std::optional<OriginData>& received,
                                 MPI_Op op) {
        if (options_.makes_request) {
            if (auto wrong = wrong_result(options_.request)) return wrong;
        }
        if (auto wrong = wrong_elements(target_.count, target_.type)) return wrong;
        for (const auto& data : {reads_origin(op) ? sent : std::nullopt, received}) {
            if (!data) continue;
            if (auto wrong = wrong_elements(data->count, data->type)) return wrong;
        }
        const Rank size = window_->members->group->size();
        if (target_.rank == MPI_PROC_NULL) return wrong_op(op);
        if (target_.rank < 0 || target_.rank >= size) {
            return Wrong{MPI_ERR_RANK, fmt::format("rank {}", target_.rank),
                         fmt::format("0 to {}, MPI_PROC_NULL", size - 1)};
        }
        const OpKind kind = request_.operation.kind;
        between_types_ = (kind == OpKind::put && sent->type != target_.type) ||
                         (kind == OpKind::get && received->type != target_.type);
        const TypeMap& type = layout_of(target_.type);
        const std::uint64_t bytes = bytes_in(type, target_.count);
        if (bytes > INT32_MAX) {
            world().refuse(caller_, fmt::format("an operation of {} bytes", bytes), "at most 2147483647 bytes");
        }
        if (auto wrong = wrong_op(op)) return wrong;
        if (auto wrong = set_op(op, type)) return wrong;
        if (auto wrong = set_region(type)) return wrong;
        const std::optional<OriginData> read = reads_origin(op) ? sent : std::nullopt;
        if (auto wrong = set_buffer("origin buffer", request_.operation.origin, read, bytes)) return wrong;
        if (auto wrong = set_buffer("result buffer", request_.operation.result, received, bytes)) return wrong;
        if (read && received && buffers_overlap(*read, *received)) {
            return wrong_in("buffers", MPI_ERR_BUFFER,
                            "the origin buffer and the result buffer have bytes in common; they must be disjoint");
        }
        if (options_.compare != nullptr) {
            request_.operation.origin = pair_of_values(sent->address, options_.compare);
        }
        return std::nullopt;
    }

    // Returns the size of elements; the greatest number if it is greater.
    static std::uint64_t bytes_in(const TypeMap& type, MPI_Count count) {
        std::uint64_t bytes = 0;
        return __builtin_mul_overflow(type.bytes, static_cast<std::uint64_t>(count), &bytes) ? UINT64_MAX : bytes;
    }

    static std::optional<Wrong> wrong_elements(MPI_Count count, MPI_Datatype type) {
        if (count < 0) return Wrong{MPI_ERR_COUNT, fmt::format("count {}", count), "0 or more"};
        return wrong_type(type);
    }

    // True if the operation reads its origin buffer. With MPI_NO_OP, MPI ignores the buffer, count and datatype of the
    // origin (MPI 4.1, 12.3.4).
    static bool reads_origin(MPI_Op op) { return op != MPI_NO_OP; }

    std::optional<Wrong> wrong_op(MPI_Op op) const {
        if (!accumulates(request_.operation.kind)) return std::nullopt;
        const std::optional<ReduceOp> known = reduce_op_of(op);
        if (known && (*known != ReduceOp::no_op || request_.operation.kind != OpKind::accumulate)) return std::nullopt;
        return Wrong{MPI_ERR_OP,
                     known               ? "MPI_NO_OP"
                     : op == MPI_OP_NULL ? "MPI_OP_NULL"
                                         : "an operator that MPI does not predefine",
                     "MPI_REPLACE, MPI_SUM and MPI's other predefined operators"};
    }

    std::optional<Wrong> set_op(MPI_Op op, const TypeMap& type) {
        if (!accumulates(request_.operation.kind)) return std::nullopt;
        const ReduceOp known = *reduce_op_of(op);
        request_.operation.reduce = known;
        if (has_one_element() && !type.named) {
            return Wrong{MPI_ERR_TYPE, "a derived datatype", "a predefined datatype (MPI 4.1, 12.3.4)"};
        }
        if (request_.operation.kind == OpKind::compare_and_swap) return wrong_to_compare(type);
        if (type.bytes == 0) return std::nullopt;  // nothing is combined
        if (type.basic) {
            if (type.text && !moves_only(known)) {
                world().add_note(caller_,
                                 "MPI_CHAR has no arithmetic (MPI 4.1, 6.9.2); it is taken as MPI_SIGNED_CHAR");
            }
            if (works_on(known, *type.basic)) return std::nullopt;
            return Wrong{MPI_ERR_OP, "an operator that is not defined for the datatype",
                         "an operator that MPI 3.1, 5.9 defines for the datatype"};
        }
        if (moves_only(known)) return std::nullopt;
        return Wrong{MPI_ERR_TYPE, "a datatype with several basic types, or with a basic type that has no arithmetic",
                     "a predefined type of numbers, truth values or pairs, or a datatype derived from one such type"};
    }

    bool has_one_element() const {
        return request_.operation.kind == OpKind::fetch_and_op || request_.operation.kind == OpKind::compare_and_swap;
    }

    static std::optional<Wrong> wrong_to_compare(const TypeMap& type) {
        if (type.basic && (is_integer(*type.basic) || is_logical(*type.basic))) return std::nullopt;
        if (!type.basic && type.bytes == 1) return std::nullopt;  // MPI_CHARACTER: MPI libraries accept text
        return Wrong{MPI_ERR_TYPE, "a datatype that MPI_Compare_and_swap does not permit",
                     "an integer, a truth value, MPI_AINT, MPI_OFFSET, MPI_COUNT or MPI_BYTE (MPI 4.1, 12.3.4)"};
    }

    // True if the buffers have a byte in common: they must be disjoint (MPI 4.1, 12.3.4). The function first compares
    // the intervals from first to last byte, because in most calls these are disjoint.
    bool buffers_overlap(const OriginData& sent, const OriginData& received) const {
        const Operation& operation = request_.operation;
        const std::uint32_t count = operation.region.count;
        const std::uint32_t none = no_buffer().tag;
        const bool both = operation.origin.tag != none && operation.result.tag != none && count > 0;
        if (!both || !overlap(span_of(sent), span_of(received))) return false;
        const auto sorted = [&](const OriginBuffer& buffer) {
            std::vector<ByteRun> runs = world().memory().runs_of(buffer, operation.region.datatype, count);
            std::ranges::sort(runs, {}, &ByteRun::begin);
            return runs;
        };
        const std::vector<ByteRun> ours = sorted(operation.origin), theirs = sorted(operation.result);
        auto other = theirs.begin();
        for (const ByteRun& run : ours) {
            while (other != theirs.end() && other->end <= run.begin) ++other;
            if (other != theirs.end() && overlap(run, *other)) return true;
        }
        return false;
    }

    static bool overlap(const ByteRun& a, const ByteRun& b) { return a.begin < b.end && b.begin < a.end; }

    // Returns the interval from the first to the last byte of the data, including gaps.
    ByteRun span_of(const OriginData& data) const {
        const TypeMap& type = layout_of(data.type);
        const auto count = static_cast<std::uint64_t>(data.count);
        const auto begin = reinterpret_cast<std::uintptr_t>(beginning_of(data.address));
        return {begin + static_cast<std::uint64_t>(type.first(count)),
                begin + static_cast<std::uint64_t>(type.end(count))};
    }

    // Returns a number of elements as text: "2 elements of 4 bytes".
    static std::string elements_text(std::int64_t count, std::uint64_t bytes) {
        return fmt::format("{} {} of {} {}", count, count == 1 ? "element" : "elements", bytes,
                           bytes == 1 ? "byte" : "bytes");
    }

    // `begin` is the distance of the first byte from the beginning of the segment, and `end` that of the last byte plus
    // one.
    Wrong beyond(const TypeMap& type, const ProgramMemory::Part& part, std::int64_t begin, std::int64_t end) const {
        const std::string elements = elements_text(target_.count, type.bytes);
        if (part.dynamic) return beyond_attached(elements, part);
        return wrong_in(
            "outside_window", MPI_ERR_RMA_RANGE,
            fmt::format("the operation accesses bytes {} to {} of the window of rank {}, which has {} bytes "
                        "(displacement {} in units of {}; {})",
                        begin, end, target_.rank, part.bytes, target_.disp,
                        part.disp_unit == 1 ? "1 byte" : fmt::format("{} bytes", part.disp_unit), elements));
    }

    // The error has no address, because addresses differ from run to run. It has the offset in attached memory, if the
    // first byte is in it or directly behind it.
    Wrong beyond_attached(const std::string& elements, const ProgramMemory::Part& part) const {
        constexpr std::size_t max_named = 8;
        const auto text_of = [&](const ProgramMemory::Attached& one) {
            return fmt::format("{} bytes at {}", one.bytes, world().location_text(one.caller));
        };
        const auto address = static_cast<std::uint64_t>(target_.disp);
        std::string found = fmt::format("{} at an address that rank {} has not attached", elements, target_.rank);
        if (const auto* const region = part.attached_at(address)) {
            found = fmt::format("{} at byte {} of memory that rank {} has attached: {}", elements,
                                address - region->first, target_.rank, text_of(region->second));
        }
        std::vector<ProgramMemory::Attached> all;
        for (const auto& [first, region] : part.attached) all.push_back(region);
        std::ranges::sort(all, {}, &ProgramMemory::Attached::nth);
        std::vector<std::string> parts;
        for (const ProgramMemory::Attached& one : all) {
            if (parts.size() < max_named) parts.push_back(text_of(one));
        }
        if (all.size() > max_named) parts.push_back(fmt::format("{} more", all.size() - max_named));
        const std::string attached = parts.empty() ? "nothing" : fmt::format("{}", fmt::join(parts, ", "));
        return wrong_in("not_attached", MPI_ERR_RMA_RANGE,
                        fmt::format("found {}; allowed: within attached memory; rank {} has attached {}", found,
                                    target_.rank, attached));
    }

    // Checks the access to the target's segment and sets the region. MPI allows the error at the origin or at the
    // target. The simulator raises it at the origin, where it can read the segments of all ranks.
    std::optional<Wrong> set_region(const TypeMap& type) {
        Operation& operation = request_.operation;
        request_.target = operation.target = window_->members->group->member(target_.rank);
        request_.window = operation.window = window_->number;
        const ProgramMemory::Part& part = world().memory().part(operation.target, window_->number);
        // In dynamic windows, a displacement of MPI_BOTTOM means address 0.
        if (part.dynamic && target_.disp == reinterpret_cast<MPI_Aint>(MPI_BOTTOM)) target_.disp = 0;
        if (target_.disp < 0 && !part.dynamic)
            return Wrong{MPI_ERR_DISP, fmt::format("displacement {}", target_.disp), "0 or more"};
        const auto count = type.bytes == 0 ? 0 : static_cast<std::uint64_t>(target_.count);
        if (count > 0) {
            std::int64_t begin = 0, first = 0, end = 0;
            const bool too_large = __builtin_mul_overflow(target_.disp, std::int64_t{part.disp_unit}, &begin) ||
                                   __builtin_add_overflow(begin, type.first(count), &first) ||
                                   __builtin_add_overflow(begin, type.end(count), &end);
            const bool reached =
                part.dynamic ? part.has_attached(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(end))
                             : first >= 0 && static_cast<std::uint64_t>(end) <= part.bytes;
            if (too_large && !part.dynamic) {
                return wrong_in("outside_window", MPI_ERR_RMA_RANGE,
                                fmt::format("displacement {} in units of {} bytes is beyond the end of all memory",
                                            target_.disp, part.disp_unit));
            }
            if (too_large || !reached) return beyond(type, part, first, end);
        }
        operation.region =
            world().memory().maps().region(type, count, static_cast<std::uint64_t>(target_.disp), part.disp_unit);
        const CallFeature layout = operation.region.irregular() ? CallFeature::any_layout : CallFeature::vectors;
        const std::string_view reason = world().family().unsupported_reason(layout);
        if (!operation.region.basic() && !reason.empty()) {
            world().refuse(caller_, "a derived datatype at the target",
                           fmt::format("other datatypes with family {}: {}", world().family().name(), reason));
        }
        return std::nullopt;
    }

    std::optional<Wrong> set_buffer(std::string_view name, OriginBuffer& buffer, const std::optional<OriginData>& data,
                                    std::uint64_t bytes) {
        buffer = no_buffer();
        if (!data) return std::nullopt;
        const TypeMap& type = layout_of(data->type);
        const std::uint64_t here = bytes_in(type, data->count);
        if (here != bytes) {
            return wrong_in(
                "sizes_differ", MPI_ERR_TYPE,
                fmt::format("the {} has {} bytes ({}), but the target range has {} ({}); both must have the "
                            "same size",
                            name, here, elements_text(data->count, type.bytes), bytes,
                            elements_text(target_.count, layout_of(target_.type).bytes)));
        }
        // A null pointer as buffer is an error. Datatypes with absolute addresses need MPI_BOTTOM, which becomes a null
        // address here, so the check also tests that the first byte is in page 0.
        constexpr std::int64_t no_page = 4096;
        if (data->address == nullptr && here > 0 && type.first(static_cast<std::uint64_t>(data->count)) < no_page) {
            return wrong_in("buffers", MPI_ERR_BUFFER,
                            fmt::format("the {} is a null pointer; it must be the address of {} bytes, or MPI_BOTTOM "
                                        "with a datatype of absolute addresses",
                                        name, here));
        }
        const Operation& operation = request_.operation;
        // SMPI reports a structure without gaps as bytes. Its basic datatype is then unknown, and is not checked.
        const bool arithmetic = accumulates(operation.kind) && !moves_only(operation.reduce);
        if (arithmetic && bytes > 0 && type.basic && *type.basic != operation.region.datatype) {
            return Wrong{MPI_ERR_TYPE,
                         fmt::format("{} at the origin and {} at the target", name_of(*type.basic),
                                     name_of(operation.region.datatype)),
                         "datatypes of the same predefined datatype (MPI 4.1, 12.3.4)"};
        }
        const auto count = here == 0 ? 0 : static_cast<std::uint64_t>(data->count);
        buffer = typed_buffer(beginning_of(data->address), type, count);
        if (!type.named) request_.operation.origin_derived = true;
        return std::nullopt;
    }

    const Caller& caller_;
    OperationTarget target_;
    MPI_Win win_;
    OperationOptions options_;
    const ProgramWindow* window_ = nullptr;
    CallRequest request_;
    bool between_types_ = false;  // data move between different datatypes
};

}  // namespace

int call_operation(const Caller& caller, Call call, const OperationTarget& target, MPI_Win win,
                   const std::optional<OriginData>& sent, const std::optional<OriginData>& received,
                   const OperationOptions& options) {
    return OperationCall(caller, call, target, win, options).make(sent, received);
}

}  // namespace rmasim::sim
