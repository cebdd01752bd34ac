// Asks the program of WebAssembly in the folder that is the argument: a question a line on standard input, an answer a
// line on standard output, without traces and texts.
const fs = require("fs");
const path = require("path");

const folder = path.resolve(process.argv[2]);
const start = require(path.join(folder, "rmasim_play.js"));

function answerOf(program, question) {
  const bytes = Buffer.from(question + "\0");
  const place = program._malloc(bytes.length);
  program.HEAPU8.set(bytes, place);
  const answer = program._rmasim_answer(place);
  program._free(place);
  const end = program.HEAPU8.indexOf(0, answer);
  return JSON.parse(Buffer.from(program.HEAPU8.subarray(answer, end)).toString());
}

async function main() {
  const program = await start({ wasmBinary: fs.readFileSync(path.join(folder, "rmasim_play.wasm")) });
  for (const question of fs.readFileSync(0, "utf8").trimEnd().split("\n")) {
    const began = Date.now();
    const answer = answerOf(program, question);
    if (answer.trace) answer.trace = { events: answer.trace.traceEvents.length };
    process.stdout.write(JSON.stringify({ ...answer, ms: Date.now() - began }) + "\n");
  }
}

main();
