// The instructions of messages and of collective calls. Like all instructions of calls (instruction.h), they have a
// function `each_argument`.
#pragma once

#include "protocol/base/call_table.h"
#include "protocol/base/operation.h"
#include "sim/scenario/model/instruction_arguments.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

// The value of MPI_ANY_TAG in programs. The value of MPI_ANY_SOURCE is any_source.
inline constexpr std::int64_t any_tag_value = -1;

// The elements of a status in the array that receives it: source, tag, number of elements.
inline constexpr Slot status_length = 3;
inline constexpr std::int64_t cancelled_count = -1;  // the number of elements of a receive that CANCEL has cancelled

// The number and the datatype of the elements that a message or a collective call transfers.
struct ElementCount {
    Expression count{1};
    Datatype datatype = Datatype::byte;
};

// The reduction of a collective call: an operation of MPI, or an operator of the scenario.
struct CollectiveOp {
    ReduceOp op = ReduceOp::replace;
    UserOperator own{};  // if `op` is `user`
};

// The datatypes of the blocks of a collective call. If there is only one, all blocks have it.
struct DatatypeList {
    std::vector<Datatype> datatypes;
    Datatype of(std::size_t block) const { return datatypes[datatypes.size() == 1 ? 0 : block]; }
};

// BARRIER, IBARRIER
struct BarrierInstruction {
    WindowId comm = no_window;
    WrittenName request;

    static void each_argument(auto& self, auto& visit) {
        visit(ArgumentSet{Argument::comm}, self.comm);
        visit(ArgumentSet{Argument::new_request}, self.request);
    }
};

// SEND and ISEND in all modes, and the calls that create persistent requests of them
struct SendInstruction {
    WindowId comm = no_window;
    Expression target;
    Expression tag;
    ElementCount elements;
    SentData data;
    WrittenName request;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        visit(ArgumentSet{Argument::comm}, self.comm);
        visit(ArgumentSet{Argument::target}, self.target);
        visit(ArgumentSet{Argument::tag}, self.tag);
        visit(ArgumentSet{count, datatype}, self.elements);
        visit(ArgumentSet{value, step, from}, self.data);
        visit(ArgumentSet{new_request}, self.request);
    }
};

// RECV, IRECV, RECV_INIT. `source` may be any_source. The tag MPI_ANY_TAG is any_tag_value.
struct ReceiveInstruction {
    WindowId comm = no_window;
    Expression source;
    Expression tag;
    ElementCount elements;
    ReceivedData data;
    WrittenName request;
    WrittenName status;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        visit(ArgumentSet{Argument::comm}, self.comm);
        visit(ArgumentSet{Argument::source}, self.source);
        visit(ArgumentSet{Argument::tag}, self.tag);
        visit(ArgumentSet{count, datatype}, self.elements);
        visit(ArgumentSet{into, as}, self.data);
        visit(ArgumentSet{new_request}, self.request);
        visit(ArgumentSet{Argument::status}, self.status);
    }
};

// PROBE, IPROBE, MPROBE, IMPROBE
struct ProbeInstruction {
    WindowId comm = no_window;
    Expression source;
    Expression tag;
    WrittenName flag;     // IPROBE, IMPROBE
    WrittenName message;  // MPROBE, IMPROBE
    WrittenName status;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        visit(ArgumentSet{Argument::comm}, self.comm);
        visit(ArgumentSet{Argument::source}, self.source);
        visit(ArgumentSet{Argument::tag}, self.tag);
        visit(ArgumentSet{as}, self.flag);
        visit(ArgumentSet{new_message}, self.message);
        visit(ArgumentSet{Argument::status}, self.status);
    }
};

// MRECV, IMRECV
struct MatchedReceiveInstruction {
    ElementCount elements;
    ReceivedData data;
    WrittenName request;
    WrittenName message;
    WrittenName status;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        visit(ArgumentSet{count, datatype}, self.elements);
        visit(ArgumentSet{into, as}, self.data);
        visit(ArgumentSet{new_request}, self.request);
        visit(ArgumentSet{matched}, self.message);
        visit(ArgumentSet{Argument::status}, self.status);
    }
};

// BUFFER_ATTACH, BUFFER_DETACH
struct BufferInstruction {
    Expression bytes;

    static void each_argument(auto& self, auto& visit) { visit(ArgumentSet{Argument::buffer_size}, self.bytes); }
};

// The collective calls that transfer data, blocking or nonblocking.
struct CollectiveInstruction {
    WindowId comm = no_window;
    Expression root;  // BCAST, GATHER, REDUCE, SCATTER
    CollectiveOp op;  // reductions
    ElementCount elements;
    // The number of elements of each process's block, if the blocks have different sizes. ALLTOALLV and ALLTOALLW have
    // two lists: `counts` for the data sent, `received_counts` for the data received. Empty where the call ignores
    // them.
    IntegerList counts, received_counts;
    DatatypeList datatypes, received_datatypes;  // ALLTOALLW
    SentData sent;
    ReceivedData received;
    WrittenName request;

    static void each_argument(auto& self, auto& visit) {
        using enum Argument;
        visit(ArgumentSet{Argument::comm}, self.comm);
        visit(ArgumentSet{Argument::root}, self.root);
        visit(ArgumentSet{count, datatype}, self.elements);
        visit(ArgumentSet{Argument::counts}, self.counts);
        visit(ArgumentSet{Argument::received_counts}, self.received_counts);
        visit(ArgumentSet{Argument::datatypes}, self.datatypes);
        visit(ArgumentSet{Argument::received_datatypes}, self.received_datatypes);
        visit(ArgumentSet{Argument::op}, self.op);
        visit(ArgumentSet{value, step, from}, self.sent);
        visit(ArgumentSet{into, as}, self.received);
        visit(ArgumentSet{new_request}, self.request);
    }
};

}  // namespace rmasim::sim
