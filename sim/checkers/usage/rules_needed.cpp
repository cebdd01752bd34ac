#include "sim/checkers/usage/rules_needed.h"

#include "sim/checkers/usage/promise_rules.h"

#include <algorithm>
#include <optional>

namespace rmasim::sim::usage {

namespace {

// The calls of all programs on one window, and the assertions in these calls.
struct Use {
    CallSet calls;
    Assert of_groups = Assert::none;  // assertions of POST and START
    Assert of_locks = Assert::none;
    Assert of_fences = Assert::none;

    void add(Call call, Assert asserts) {
        calls = calls | CallSet{call};
        switch (call) {
            case Call::post:
            case Call::start: of_groups = of_groups | asserts; break;
            case Call::lock:
            case Call::lock_all: of_locks = of_locks | asserts; break;
            case Call::fence: of_fences = of_fences | asserts; break;
            default: break;
        }
    }
    // Returns the rules that such calls can break. `alike` is true if all ranks make the same calls.
    Rules rules(bool alike) const {
        Rules needed;
        const bool locks = calls.contains(Call::lock) || calls.contains(Call::lock_all);
        const bool exposes = calls.contains(Call::post) || calls.contains(Call::fence);
        const bool active = calls.contains(Call::start) || calls.contains(Call::fence);
        constexpr CallSet with_request{Call::rput, Call::rget, Call::raccumulate, Call::rget_accumulate};
        if (active && !(calls & with_request).empty()) needed = needed | Rules{Rule::requests_passive};
        if (calls.contains(Call::lock)) needed = needed | Rules{Rule::targets_locked};
        if (locks && (exposes || has(of_locks, Assert::nocheck))) needed = needed | Rules{Rule::locks_apart};
        if (has(of_groups, Assert::nocheck | Assert::noput)) needed = needed | Rules{Rule::groups_match};
        if (has(of_groups | of_fences, Assert::nostore)) needed = needed | Rules{Rule::own_window};
        if (has(of_fences, Assert::noput)) needed = needed | Rules{Rule::not_updated};
        if (!alike && has(of_fences, Assert::noprecede | Assert::nosucceed)) {
            needed = needed | Rules{Rule::fences_agree};
        }
        const bool one_kind =
            calls.contains(Call::fence) + calls.contains(Call::win_create) + calls.contains(Call::win_free) < 2;
        const bool opens = locks || calls.contains(Call::start);
        if (opens && calls.contains(Call::fence)) needed = needed | Rules{Rule::epochs_disjoint};
        if (!alike && !one_kind) needed = needed | Rules{Rule::calls_match};
        if (calls.contains(Call::win_change_comm)) needed = needed | Rules{Rule::peers_agree};
        return needed;
    }
};

// Adds a call on a window to the uses of the window.
void add_use(const Instruction& at, std::vector<Use>& uses) {
    std::visit(
        [&](const auto& body) {
            if constexpr (requires { body.window; }) {
                if constexpr (requires { body.asserts; }) uses[body.window].add(at.call, body.asserts);
                else uses[body.window].add(at.call, Assert::none);
            }
        },
        at.body);
}

bool writes(const Instruction& at, Slot variable) {
    if (const auto* const loop = at.find<RepeatInstruction>()) {
        return loop->variable == variable || loop->variable + 1 == variable;
    }
    if (const auto* const round = at.find<RoundInstruction>()) return round->variable == variable;
    if (const auto* const array = at.find<ClearInstruction>()) return array->first == variable;
    bool found = false;
    each_written_name(at, [&](const WrittenName& name) { found = found || name.variable == variable; });
    return found;
}

// True if the expression is a constant, or a variable to which the program assigns only constants. Returns false for
// elements of arrays and of lists of requests.
bool same_on_all_ranks(const Expression& value, const std::vector<Instruction>& code, Slot first_own) {
    if (value.is_constant()) return true;
    const std::optional<Slot> variable = value.variable();
    if (!variable || *variable < first_own) return false;
    return std::all_of(code.begin(), code.end(), [&variable](const Instruction& at) {
        const auto* const let = at.find<LetInstruction>();
        const bool constant = let != nullptr && let->value.is_constant() && let->name.element.length == 0;
        return constant || !writes(at, *variable);
    });
}

bool may_differ_by_rank(const Instruction& at, const std::vector<Instruction>& code, Slot first_own) {
    const auto* const loop = at.find<RepeatInstruction>();
    return at.is<BranchInstruction>() || (loop != nullptr && !same_on_all_ranks(loop->times, code, first_own));
}

// True if all ranks run the same program with one thread, and no branch of the program can differ by rank. Threads of a
// rank could make their calls in any order, so the function returns false for programs with several threads.
bool all_call_alike(const Scenario& scenario) {
    if (scenario.programs.size() > 1) return false;
    const Slot own = scenario.scope.first_free_slot();
    return std::all_of(scenario.programs.begin(), scenario.programs.end(), [own](const std::vector<Program>& threads) {
        const std::vector<Instruction>& code = threads.front().code;
        return threads.size() == 1 && std::none_of(code.begin(), code.end(), [&code, own](const Instruction& at) {
                   return may_differ_by_rank(at, code, own);
               });
    });
}

}  // namespace

bool collectives_may_differ(const Scenario& scenario) {
    bool any = false, fixed = true;
    for (const std::vector<Program>& threads : scenario.programs) {
        for (const Program& program : threads) {
            for (const Instruction& at : program.code) {
                // Their packets are those of BARRIER.
                any = any || at.call == Call::ibarrier || at.call == Call::barrier_init;
                const auto* const call = at.find<CollectiveInstruction>();
                if (call == nullptr) continue;
                any = true;
                fixed = fixed && call->elements.count.is_constant() && call->root.is_constant() &&
                        call->counts.expressions.empty();
            }
        }
    }
    return any && !(fixed && all_call_alike(scenario));
}

std::vector<Rules> rules_needed(const Scenario& scenario) {
    std::vector<Use> uses(scenario.windows.size());
    bool any_program = false;
    for (const std::vector<Program>& threads : scenario.programs) {
        for (const Program& program : threads) {
            for (const Instruction& at : program.code) {
                any_program = true;
                add_use(at, uses);
            }
        }
    }
    std::vector<Rules> rules;
    const bool alike = all_call_alike(scenario);
    for (std::size_t window = 0; window < uses.size(); ++window) {
        rules.push_back(any_program ? uses[window].rules(alike) : Rules::all());
        if (has_promises(scenario.windows[window])) rules.back() = rules.back() | Rules{Rule::promises_kept};
    }
    return rules;
}

}  // namespace rmasim::sim::usage
