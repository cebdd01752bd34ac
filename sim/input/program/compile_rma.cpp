// The calls that move data, and their r-forms.
#include "sim/input/model/limits.h"
#include "sim/input/program/compiler.h"

namespace rmasim::sim {

namespace {

Instruction start_operation(Compiler& compiler, InstructionKind kind, const JsonObject& call) {
    Instruction instruction = compiler.start(kind, call.value());
    instruction.target = compiler.expression(call.at("target"), compiler.targets());
    compiler.read_access(call, instruction);
    return instruction;
}

template <class Ops>
void read_op(const JsonObject& call, const Ops& ops, Instruction& instruction) {
    instruction.reduce = ReduceOp::sum;
    const auto op = call.find("op");
    if (op) instruction.reduce = op->one_of(ops);
    const ReduceOp reduce = instruction.reduce;
    if (needs_integers(reduce) && !is_integer(instruction.datatype)) {
        op->fail("band, bor, bxor, land, lor and lxor only with an integer datatype");
    }
    const bool moves_only = reduce == ReduceOp::replace || reduce == ReduceOp::no_op;
    if (!moves_only && needs_pairs(reduce) != is_pair(instruction.datatype)) {
        const JsonValue culprit = op ? *op : call.at("datatype");
        culprit.fail(
            "minloc and maxloc with int32_int32 or float32_int32, and these with no other but replace and no_op");
    }
}

void append(Compiler& compiler, const JsonObject& call, Instruction instruction) {
    if (has_request(instruction.kind)) {
        const JsonValue request = call.at("request");
        instruction.request = compiler.names().assigned(request.text(limits::longest_identifier, 1), request);
    }
    compiler.append(std::move(instruction));
}

void compile_put_form(Compiler& compiler, InstructionKind kind, const JsonObject& call) {
    Instruction instruction = start_operation(compiler, kind, call);
    compiler.read_origin(call, instruction);
    append(compiler, call, std::move(instruction));
}

void compile_get_form(Compiler& compiler, InstructionKind kind, const JsonObject& call) {
    Instruction instruction = start_operation(compiler, kind, call);
    compiler.read_result(call, instruction);
    append(compiler, call, std::move(instruction));
}

void compile_accumulate_form(Compiler& compiler, InstructionKind kind, const JsonObject& call) {
    Instruction instruction = start_operation(compiler, kind, call);
    read_op(call, reduce_ops(), instruction);
    compiler.read_origin(call, instruction);
    append(compiler, call, std::move(instruction));
}

void compile_get_accumulate_form(Compiler& compiler, InstructionKind kind, const JsonObject& call) {
    Instruction instruction = start_operation(compiler, kind, call);
    read_op(call, fetching_ops(), instruction);
    compiler.read_origin(call, instruction);
    compiler.read_result(call, instruction);
    append(compiler, call, std::move(instruction));
}

}  // namespace

void compile_put(Compiler& compiler, const JsonValue& arguments) {
    compile_put_form(compiler, InstructionKind::put,
                     JsonObject(arguments, {"win", "target", "disp", "count", "datatype", "block_length", "stride",
                                            "value", "step", "from"}));
}

void compile_rput(Compiler& compiler, const JsonValue& arguments) {
    compile_put_form(compiler, InstructionKind::rput,
                     JsonObject(arguments, {"win", "target", "disp", "count", "datatype", "block_length", "stride",
                                            "value", "step", "from", "request"}));
}

void compile_get(Compiler& compiler, const JsonValue& arguments) {
    compile_get_form(
        compiler, InstructionKind::get,
        JsonObject(arguments, {"win", "target", "disp", "count", "datatype", "block_length", "stride", "into", "as"}));
}

void compile_rget(Compiler& compiler, const JsonValue& arguments) {
    compile_get_form(compiler, InstructionKind::rget,
                     JsonObject(arguments, {"win", "target", "disp", "count", "datatype", "block_length", "stride",
                                            "into", "as", "request"}));
}

void compile_accumulate(Compiler& compiler, const JsonValue& arguments) {
    compile_accumulate_form(compiler, InstructionKind::accumulate,
                            JsonObject(arguments, {"win", "target", "disp", "count", "datatype", "block_length",
                                                   "stride", "op", "value", "step", "from"}));
}

void compile_raccumulate(Compiler& compiler, const JsonValue& arguments) {
    compile_accumulate_form(compiler, InstructionKind::raccumulate,
                            JsonObject(arguments, {"win", "target", "disp", "count", "datatype", "block_length",
                                                   "stride", "op", "value", "step", "from", "request"}));
}

void compile_get_accumulate(Compiler& compiler, const JsonValue& arguments) {
    compile_get_accumulate_form(compiler, InstructionKind::get_accumulate,
                                JsonObject(arguments, {"win", "target", "disp", "count", "datatype", "block_length",
                                                       "stride", "op", "value", "step", "from", "into", "as"}));
}

void compile_rget_accumulate(Compiler& compiler, const JsonValue& arguments) {
    compile_get_accumulate_form(
        compiler, InstructionKind::rget_accumulate,
        JsonObject(arguments, {"win", "target", "disp", "count", "datatype", "block_length", "stride", "op", "value",
                               "step", "from", "into", "as", "request"}));
}

void compile_fetch_and_op(Compiler& compiler, const JsonValue& arguments) {
    compile_get_accumulate_form(compiler, InstructionKind::fetch_and_op,
                                JsonObject(arguments, {"win", "target", "disp", "datatype", "op", "value", "as"}));
}

void compile_compare_and_swap(Compiler& compiler, const JsonValue& arguments) {
    const JsonObject call(arguments, {"win", "target", "disp", "datatype", "value", "compare", "as"});
    Instruction instruction = start_operation(compiler, InstructionKind::compare_and_swap, call);
    if (!is_integer(instruction.datatype)) call.at("datatype").fail("an integer datatype, or byte");
    compiler.read_affine(call, instruction.origin);
    instruction.origin.step = compiler.expression(call.at("compare"));
    compiler.read_result(call, instruction);
    compiler.append(std::move(instruction));
}

}  // namespace rmasim::sim
