// The program in the page of `rmasim play`, and under Node.js. It is a function that JavaScript calls.
#include "sim/frontend/play/answer.h"

#include <emscripten.h>

// Calls Module.onProgress, if JavaScript has defined it. This happens during an exploration.
EM_JS(void, report_progress, (double executions, double failing, double done), {
    if (Module.onProgress) Module.onProgress(executions, failing, done);
});

extern "C" {

// The answer to a request. The text is valid until the next call.
EMSCRIPTEN_KEEPALIVE const char* rmasim_answer(const char* question) {
    static std::string answer;
    answer = rmasim::sim::play_answer(question, [](const rmasim::sim::PlayProgress& now) {
        report_progress(static_cast<double>(now.executions), static_cast<double>(now.failing), now.done);
    });
    return answer.c_str();
}

}  // extern "C"
