// The simulator in a thread of its own. The page can be used while it runs, and Stop ends it.

// The thread's script. It answers one question after the other.
function simulatorThread() {
  let program;

  // Texts pass through the program's memory: they may be longer than its stack.
  function ask(question) {
    const bytes = new TextEncoder().encode(question + "\0");
    const address = program._malloc(bytes.length);
    program.HEAPU8.set(bytes, address >>> 0);
    const answer = program._rmasim_answer(address) >>> 0;
    program._free(address);
    const end = program.HEAPU8.indexOf(0, answer);
    return new TextDecoder().decode(program.HEAPU8.slice(answer, end));
  }

  self.onmessage = async ({ data }) => {
    if (data.binary) {
      program = await self.rmasimProgram({
        wasmBinary: data.binary,
        onProgress: (executions, failing, done) => self.postMessage({ executions, failing, done }),
      });
      return self.postMessage({ ready: true });
    }
    try {
      self.postMessage({ answer: ask(data.question) });
    } catch (error) {
      self.postMessage({ failed: String(error) });
    }
  };
}

class Simulator {
  constructor() {
    this.round = 0;
    this.begin();
  }

  // A new round of questions, which the next `stop` ends.
  begin() {
    ++this.round;
    this.stopped = new Promise((_, fail) => (this.cancel = () => fail(new Stopped())));
    this.stopped.catch(() => {});  // there may be no question
  }

  // Starts a thread, or takes the one that is there.
  async start() {
    if (this.thread) return;
    const scripts = [await textPart("program-start"), `\n(${simulatorThread})();\n`];
    const address = URL.createObjectURL(new Blob(scripts, { type: "text/javascript" }));
    const thread = new Worker(address);
    URL.revokeObjectURL(address);
    this.thread = thread;
    this.ready = new Promise((done, fail) => {
      thread.onmessage = () => done();
      thread.onerror = (event) => fail(new Error(event.message));
    });
    thread.postMessage({ binary: await part("program") });
  }

  // Returns the text of the answer, after those of earlier questions. `tell` is called with the progress of an
  // exploration. Throws an error if the program ends early. After such an error, and after `stop`, the next question
  // starts a new program. `stop` ends all earlier questions.
  ask(question, tell = () => {}) {
    const { round } = this;
    const answered = () => {
      if (round !== this.round) throw new Stopped();
      return Promise.race([this.askNow(question, tell), this.stopped]);
    };
    return (this.last = (this.last ?? Promise.resolve()).then(answered, answered));
  }

  async askNow(question, tell) {
    await this.start();
    await this.ready;
    const thread = this.thread;
    return new Promise((done, fail) => {
      thread.onerror = (event) => this.broken(fail, event.message);
      thread.onmessage = ({ data }) => {
        if (data.answer !== undefined) done(data.answer);
        else if (data.failed !== undefined) this.broken(fail, data.failed);
        else tell(data);
      };
      thread.postMessage({ question: JSON.stringify(question) });
    });
  }

  broken(fail, words) {
    this.end();
    const memory = /memory|allocat/i.test(words);
    fail(new Error(memory ? "this run needs more memory than the 4 GB that a page can have" : words));
  }

  end() {
    this.thread?.terminate();
    this.thread = undefined;
  }

  stop() {
    this.end();
    this.cancel();
    this.begin();
  }
}

class Stopped extends Error {}
