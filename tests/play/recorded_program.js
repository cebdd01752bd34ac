// The program of the page with recorded answers, for tests without emscripten. It has the functions of rmasim_play.js.
// An exploration of a scenario without a recorded answer never ends.
var rmasimProgram = async ({ onProgress }) => {
  const answers = JSON.parse(self.atob("{{ answers }}"));
  const memory = new Uint8Array(1 << 26);
  let top = 1 << 10;
  const answerOf = ({ do: what, scenario, settings }) => {
    const found = answers[JSON.stringify([what, scenario, settings])];
    if (found !== undefined) return found;
    if (what === "validate") return "{}";
    if (what === "run") return '{"errors": [{"text": "not recorded"}]}';
    for (let executions = 1; ; ++executions) if (executions % 1e6 === 0) onProgress(executions, 0, 0.5);
  };
  return {
    HEAPU8: memory,
    _malloc: (length) => (top += length) - length,
    _free: () => {},
    _rmasim_answer: (place) => {
      const question = JSON.parse(new TextDecoder().decode(memory.slice(place, memory.indexOf(0, place))));
      const bytes = new TextEncoder().encode(`${answerOf(question)}\0`);
      memory.set(bytes, top = 1 << 20);
      return top;
    },
  };
};
