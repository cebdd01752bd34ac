// Reports of epochs: the calls that opened them, as records and as text.
#pragma once

#include "sim/checkers/diagnosis/wait_report.h"

namespace rmasim::sim {

ReportedEpoch reported(const Ranks& ranks, Rank rank, const usage::Epoch& epoch);

// Returns the epoch as text: "lock of rank 1 at programs[0].calls[2].lock".
std::string text_of(const ReportedEpoch& epoch);

// Returns the epoch by which `holder` has locked the window segment of `target`; nullopt if it is not recorded.
std::optional<ReportedEpoch> lock_epoch(const Ranks& ranks, Rank holder, WindowId window, Rank target);

// Returns the record of an error of the thread's current call. If epochs cause the error, the record has the epochs of
// the rank, and the reason names them.
StuckCall broken_call(const Ranks& ranks, const Thread& thread, const ErroneousProgram& error);

}  // namespace rmasim::sim
