// The arguments of the steps of a round of messages, and the stores of their results.
#pragma once

#include "sim/scenario/program/write_call.h"
#include "sim/untimed/fuzz/lower/variable_names.h"
#include "sim/untimed/fuzz/program/random_messages.h"

#include <string>
#include <vector>

namespace rmasim::fuzz {

// Sets the arguments of a call. There is one function for each type of field in the structs of calls.
class MessageStepArguments {
public:
    // `written` is null if the call is not written.
    MessageStepArguments(const RandomProgram& program, Rank rank, const Step& step, VariableNames& names,
                         sim::WrittenCall* written)
        : random_(program), rank_(rank), step_(step), receive_(receive_of(program, rank, step)), names_(names),
          written_(written) {}

    // Returns the arguments of `call` that are not the defaults.
    ArgumentSet given(Call call) const;

    void operator()(ArgumentSet, WindowId& comm) const;
    void operator()(ArgumentSet held, Expression& value);
    void operator()(ArgumentSet, sim::ElementCount& elements) const;
    void operator()(ArgumentSet, SentData& data) const;
    void operator()(ArgumentSet, sim::ReceivedData& data);
    void operator()(ArgumentSet held, WrittenName& name);
    void operator()(ArgumentSet, IntegerList& requests);
    template <class Other>
    void operator()(ArgumentSet, Other&) const {}

private:
    bool receives_any() const { return step_.message.match == MessageArguments::Match::any; }
    bool has_status(Call call) const;
    void set_source(Expression& source);
    void set_tag(Expression& tag);
    void set_by_probe(Argument argument, Expression& value, int element);
    void write(Argument argument, std::string text);

    const RandomProgram& random_;
    Rank rank_;
    const Step& step_;
    const Step* receive_;
    VariableNames& names_;
    sim::WrittenCall* written_;
};

// A store of a word of a message to the window "results": an element of the status or of the probe's status, or the
// data. `disp` is an expression in which "v" is the array.
struct MessageStore {
    char letter;  // of the array
    int element;  // -1 for the data
    std::string disp;
};
std::vector<MessageStore> stores_of_message(const RandomProgram& program, Rank rank, const Step& receive);

}  // namespace rmasim::fuzz
